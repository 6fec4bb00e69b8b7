import { expect, test } from "vitest"
import { indexCurrencies } from "./resolve.ts"

const index = indexCurrencies([
  {
    id: 1,
    facts: {
      symbol: "USDC",
      marketCapRank: 6,
      addresses: [
        { chain: "ethereum", address: "0xAAA" },
        { chain: "arbitrum-one", address: "0xBBB" },
      ],
    },
  },
  { id: 2, facts: { symbol: "usdc", marketCapRank: 900, addresses: [{ chain: "base", address: "0xCCC" }] } },
  { id: 3, facts: { symbol: "NEW", marketCapRank: null, addresses: [] } },
  { id: 4, facts: { symbol: "NEW", marketCapRank: 5000, addresses: [] } },
])

test.each<[string, [string, string | null, string | undefined], number | null]>([
  ["a symbol is the best-ranked of its bearers", ["USDC", null, undefined], 1],
  ["in any case", ["uSdC", null, undefined], 1],
  ["a ranked one goes before one without rank", ["NEW", null, undefined], 4],
  ["an unknown symbol is nobody", ["XYZ", null, undefined], null],
  ["a key of objects is nobody", ["__proto__", null, undefined], null],
  ["an address beats the symbol", ["USDC", "base", "0xccc"], 2],
  ["an address counts in any case", ["WHAT", "ethereum", "0xaaa"], 1],
  ["an address counts on its own chain only", ["WHAT", "base", "0xaaa"], null],
  ["a chain has two names", ["WHAT", "arbitrum", "0xbbb"], 1],
  ["an unknown address leaves the symbol", ["USDC", "base", "0xddd"], 1],
  ["an address without a chain leaves the symbol", ["USDC", null, "0xccc"], 1],
])("%s", (_rule, asked, id) => {
  expect(index.find(...asked)).toBe(id)
})
