// The build's products: the page renderer and the files that browsers load. In development Vite makes them as they are asked for.
import { existsSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import type { FastifyInstance } from "fastify"
import type { ViteDevServer } from "vite"
import { AppError } from "../core/errors.ts"
import type { Renderer } from "./entry-server.tsx"
import type { Assets, PageName } from "./page.ts"

export type Frontend = {
  renderer(): Promise<Renderer>
  assets(page: PageName): Promise<Assets>
  /** Folder with the files for browsers; null when Vite serves them. */
  staticFolder: string | null
  /** Lets Vite answer for its own files; does nothing in production. */
  attach(app: FastifyInstance): Promise<void>
  close(): Promise<void>
}

const ROOT = resolve(import.meta.dirname, "../..")
const ENTRY = "src/app/entry-client.tsx"

type ManifestEntry = { file: string; css?: string[]; imports?: string[] }
type Manifest = Record<string, ManifestEntry>

/** The built files. Throws AppError "internal" when nothing was built yet. */
export async function builtFrontend(): Promise<Frontend> {
  const manifestPath = resolve(ROOT, "dist/client/manifest.json")
  if (!existsSync(manifestPath))
    throw new AppError("internal", { message: 'The site is not built yet: run "npm run build" first.' })
  const manifest = JSON.parse(readFileSync(manifestPath, "utf8")) as Manifest
  const renderer = (await import(resolve(ROOT, "dist/render/entry-server.js"))) as Renderer
  const cache = new Map<string, Assets>()
  return {
    staticFolder: resolve(ROOT, "dist/client"),
    renderer: async () => renderer,
    async assets(page) {
      const module = renderer.moduleOf(page)
      const assets = cache.get(module) ?? assetsOf(manifest, module)
      cache.set(module, assets)
      return assets
    },
    attach: async () => {},
    close: async () => {},
  }
}

/** The entry as script, its styles, and every further piece that a page's module needs, so that nothing is found out late. */
export function assetsOf(manifest: Manifest, module: string): Assets {
  const files = new Set<string>()
  const styles = new Set<string>()
  function walk(key: string) {
    const entry = manifest[key]
    if (!entry || files.has(entry.file)) return
    files.add(entry.file)
    for (const style of entry.css ?? []) styles.add(`/${style}`)
    for (const imported of entry.imports ?? []) walk(imported)
  }
  walk(ENTRY)
  walk(module)
  const script = manifest[ENTRY]?.file
  return {
    scripts: [`/${script}`],
    styles: [...styles],
    preloads: [...files].filter((file) => file !== script).map((file) => `/${file}`),
  }
}

/** Vite in middleware mode: components and styles change in the browser without a reload. */
export function devFrontend(): Frontend {
  let vite: ViteDevServer | undefined
  return {
    staticFolder: null,
    renderer: async () => (await vite?.ssrLoadModule("/src/app/entry-server.tsx")) as Renderer,
    assets: async () => ({
      scripts: ["/@vite/client", `/${ENTRY}`],
      styles: ["/src/app/styles.css?direct"],
      preloads: [],
    }),
    async attach(app) {
      const { createServer } = await import("vite")
      vite = await createServer({
        root: ROOT,
        // Node reads the settings itself: a bundled copy of them would look like a change to "node --watch".
        configLoader: "native",
        server: { middlewareMode: true, hmr: { server: app.server } },
        appType: "custom",
        logLevel: "warn",
      })
      const { middlewares } = vite
      app.addHook("onRequest", (request, reply, done) => {
        // Only Vite's own files; pages and the API are answered here.
        if (!/^\/(?:@|src\/|node_modules\/)/.test(request.url)) return done()
        middlewares(request.raw, reply.raw, done)
      })
    },
    close: async () => vite?.close(),
  }
}
