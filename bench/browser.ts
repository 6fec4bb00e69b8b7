import { CHROMIUM_ARGS, chromiumEnv, chromiumPath } from "../e2e/chromium.ts"
import { type Browser, chromium as playwright } from "playwright"

export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = await chromiumPath()
  const env = { ...process.env, ...chromiumEnv(executablePath) } as Record<string, string>
  return playwright.launch({ executablePath, args: [...CHROMIUM_ARGS, ...args], env })
}
