// The build's mail renderer, for whichever service writes mails. In development Vite compiles it anew for each mail.
import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { AppError } from "../core/errors.ts"
import type { RenderMail } from "../features/mail/write.server.ts"

type Entry = { renderMail: RenderMail }

const ROOT = resolve(import.meta.dirname, "../..")

/** The built renderer. Throws AppError "internal" when nothing was built yet. */
export async function builtMailRenderer(): Promise<() => Promise<RenderMail>> {
  const file = resolve(ROOT, "dist/render/entry-mail.js")
  if (!existsSync(file))
    throw new AppError("internal", { message: 'The mails are not built yet: run "npm run build" first.' })
  const { renderMail } = (await import(file)) as Entry
  return async () => renderMail
}

/** The renderer from its source. Vite is loaded with the first mail. */
export function devMailRenderer(): () => Promise<RenderMail> {
  return async () => {
    const { runnerImport } = await import("vite")
    const { module } = await runnerImport<Entry>(resolve(ROOT, "src/app/entry-mail.tsx"), {
      root: ROOT,
      configLoader: "native",
      logLevel: "warn",
    })
    return module.renderMail
  }
}
