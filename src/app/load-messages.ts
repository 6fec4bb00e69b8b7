import type { Feature, Messages } from "../i18n/messages.ts"
import type { Locale } from "../i18n/locales.ts"

/** spec 9: a texts file that fails is tried up to 5 more times, from 350 ms on, doubling. */
const RETRIES = 5
const FIRST_WAIT_MS = 350

type Texts = Partial<Record<Feature, Messages>>
type Deps = { fetchJson(address: string): Promise<Messages>; wait(ms: number): Promise<void> }

const browser: Deps = {
  async fetchJson(address) {
    const response = await fetch(address)
    if (!response.ok) throw new Error(`${response.status}`)
    return (await response.json()) as Messages
  },
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
}

/** The texts of the features, taking those that are known already. Throws when a file cannot be had after all tries. */
export async function loadMessages(
  locale: Locale,
  features: readonly Feature[],
  known: Texts,
  hashes: Record<Feature, string>,
  deps: Deps = browser,
): Promise<Texts> {
  const missing = features.filter((feature) => !known[feature])
  const fetched = await Promise.all(
    missing.map(
      async (feature) =>
        [
          feature,
          await withRetries(() => deps.fetchJson(`/i18n/${locale}/${feature}.${hashes[feature]}.json`), deps),
        ] as const,
    ),
  )
  return { ...known, ...Object.fromEntries(fetched) }
}

async function withRetries<Result>(attempt: () => Promise<Result>, deps: Deps): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries >= RETRIES) throw error
      await deps.wait(FIRST_WAIT_MS * 2 ** tries)
    }
  }
}
