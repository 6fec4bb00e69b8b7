import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { AD_PLACEMENTS, type AdTranslation, adTexts, chooseAd, runsAt, seesAds } from "./ad.ts"

const NOW = new Date("2026-11-20T12:00:00Z")
const before = new Date(NOW.getTime() - 1)
const after = new Date(NOW.getTime() + 1)

describe("runsAt", () => {
  const ad = { published: true, startDate: null, endDate: null, weight: 1 }
  test.each<[string, Partial<Parameters<typeof runsAt>[0]>, boolean]>([
    ["without dates", {}, true],
    ["a moment before its start", { startDate: after }, false],
    ["exactly at its start", { startDate: NOW }, true],
    ["after its start", { startDate: before }, true],
    ["a moment before its end", { endDate: after }, true],
    ["exactly at its end", { endDate: NOW }, false],
    ["after its end", { endDate: before }, false],
    ["between both", { startDate: before, endDate: after }, true],
    ["ended where it began", { startDate: NOW, endDate: NOW }, false],
    ["not published", { published: false }, false],
    ["with weight 0", { weight: 0 }, false],
    ["with a weight under 0", { weight: -1 }, false],
  ])("%s: %#", (_what, wishes, expected) => {
    expect(runsAt({ ...ad, ...wishes }, NOW)).toBe(expected)
  })
})

describe("chooseAd", () => {
  const weights = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 8 })
  const someWeight = weights.filter((list) => list.some((weight) => weight > 0))
  const adsOf = (list: readonly number[]) => list.map((weight, id) => ({ id, weight }))

  it("chooses each as often as its weight says, over the whole unit interval", () => {
    fc.assert(
      fc.property(someWeight, fc.double({ min: 0.001, max: 0.999, noNaN: true }), (list, within) => {
        const total = list.reduce((sum, weight) => sum + weight, 0)
        const counts = list.map(() => 0)
        for (let at = 0; at < total; at++) {
          // somewhere inside of each piece of the interval
          const chosen = chooseAd(adsOf(list), (at + within) / total)
          if (chosen) counts[chosen.id] = (counts[chosen.id] ?? 0) + 1
        }
        expect(counts).toEqual(list)
      }),
    )
  })

  it("never chooses one without weight, at no end of the interval", () => {
    fc.assert(
      fc.property(someWeight, fc.constantFrom(0, Number.MIN_VALUE, 0.5, 1 - 2 ** -53), (list, random) => {
        expect(chooseAd(adsOf(list), random)?.weight).toBeGreaterThan(0)
      }),
    )
  })

  it("gives the same one for the same number, and none of none", () => {
    const list = adsOf([1, 2, 3])
    expect(chooseAd(list, 0.4)).toBe(chooseAd(list, 0.4))
    expect(chooseAd([], 0.4)).toBeUndefined()
  })
})

describe("adTexts", () => {
  const base = { link: "https://example.org", linkText: "More", description: "Up to 5 %" }
  const none = { link: null, linkText: null, description: null }
  const translated = (...translations: AdTranslation[]) => ({ ...base, translations })

  test.each<[string, Partial<AdTranslation>, Partial<typeof base>]>([
    ["all of it", { link: "https://example.org/de", linkText: "Mehr", description: "Bis 5 %" }, {}],
    ["only the link", { link: "https://example.org/de" }, { linkText: "More", description: "Up to 5 %" }],
    ["only the words", { linkText: "Mehr" }, { link: "https://example.org", description: "Up to 5 %" }],
    ["only the description", { description: "Bis 5 %" }, { link: "https://example.org", linkText: "More" }],
    ["nothing", {}, base],
    ["an empty text counts as missing", { link: "", linkText: "", description: "" }, base],
  ])("takes from the translation %s", (_what, wishes, rest) => {
    const own = Object.fromEntries(Object.entries(wishes).filter(([, text]) => text !== ""))
    expect(adTexts(translated({ locale: "de", ...none, ...wishes }), "de")).toEqual({ ...own, ...rest })
  })

  it("takes the base where there is no translation for the language", () => {
    const ad = translated({ locale: "pt-BR", link: null, linkText: "Mais", description: null })
    expect(adTexts(ad, "pt-BR").linkText).toBe("Mais")
    for (const other of ["pt-PT", "pt", "en", "PT-BR", ""]) expect(adTexts(ad, other)).toEqual(base)
  })
})

describe("seesAds", () => {
  const plans = [
    { tariffCode: "free", noAds: false, sees: ["buy", "content", "gaming", "search"] },
    { tariffCode: "pro", noAds: true, sees: [] },
    { tariffCode: "proPlus", noAds: true, sees: [] },
    { tariffCode: "pro", noAds: false, sees: ["buy", "content", "gaming"] },
    { tariffCode: "free", noAds: true, sees: [] },
  ]
  test.each(plans)("$tariffCode, without ads: $noAds", ({ sees, ...viewer }) => {
    expect(AD_PLACEMENTS.filter((placement) => seesAds(placement, viewer))).toEqual(sees)
  })
})
