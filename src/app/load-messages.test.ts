import { describe, expect, it, test } from "vitest"
import { FEATURES, type Feature, type Messages } from "../i18n/messages.ts"
import { loadMessages } from "./load-messages.ts"

const HASHES = Object.fromEntries(FEATURES.map((feature) => [feature, `${feature}-1`])) as Record<Feature, string>
const texts = (word: string): Messages => ({ word: [word] })

/** A network that fails `failures` times at each address. */
function network(failures: number) {
  const asked: string[] = []
  const waits: number[] = []
  return {
    asked,
    waits,
    deps: {
      fetchJson: async (address: string) => {
        asked.push(address)
        if (asked.filter((one) => one === address).length <= failures) throw new Error("503")
        return texts(address)
      },
      wait: async (ms: number) => void waits.push(ms),
    },
  }
}

describe("loadMessages", () => {
  it("fetches what is missing, by language, feature and hash, and keeps what is known", async () => {
    const { deps, asked } = network(0)
    const known = { common: texts("known") }
    const result = await loadMessages("pt-BR", ["common", "offers"], known, HASHES, deps)
    expect(asked).toEqual(["/i18n/pt-BR/offers.offers-1.json"])
    expect(result).toEqual({ common: texts("known"), offers: texts("/i18n/pt-BR/offers.offers-1.json") })
    expect(known).toEqual({ common: texts("known") })
  })

  it("asks for nothing when all is known", async () => {
    const { deps, asked } = network(0)
    const known = { common: texts("a"), site: texts("b"), cards: texts("c") }
    expect(await loadMessages("de", ["common", "site"], known, HASHES, deps)).toEqual(known)
    expect(asked).toEqual([])
  })

  test.each([
    [1, [350]],
    [2, [350, 700]],
    [5, [350, 700, 1400, 2800, 5600]],
  ])("tries again after %s failures, from 350 ms on, doubling (spec 9)", async (failures, waited) => {
    const { deps, asked, waits } = network(failures)
    await loadMessages("de", ["site"], {}, HASHES, deps)
    expect(asked).toHaveLength(failures + 1)
    expect(waits).toEqual(waited)
  })

  it("gives up after five more tries", async () => {
    const { deps, asked, waits } = network(Number.POSITIVE_INFINITY)
    await expect(loadMessages("de", ["site"], {}, HASHES, deps)).rejects.toThrow("503")
    expect(asked).toHaveLength(6)
    expect(waits).toHaveLength(5)
  })

  it("tries each file for itself", async () => {
    const { deps, asked } = network(2)
    const result = await loadMessages("de", ["site", "cards"], {}, HASHES, deps)
    expect(Object.keys(result)).toEqual(["site", "cards"])
    expect(asked).toHaveLength(6)
  })
})
