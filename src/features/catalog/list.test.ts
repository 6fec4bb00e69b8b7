import { describe, expect, it } from "vitest"
import { readQuery, wordCodec, wordsCodec } from "../../core/query.ts"
import { byName, type ListQuery, type ListRules, listSpec, selectThings } from "./list.ts"

type Thing = { slug: string; name: string; size: number | null; tags: string[]; on: boolean }

const thing = (slug: string, size: number | null, tags: string[] = [], on = false): Thing => ({
  slug,
  name: slug.toUpperCase(),
  size,
  tags,
  on,
})
const THINGS = [thing("c", 5), thing("a", null, ["x"]), thing("b", 5, ["x", "y"], true), thing("d", 9, ["y"])]

const RULES: ListRules<Thing> = {
  words: ({ name }) => name,
  sorts: {
    usual: "size",
    keys: { size: { order: "desc", value: ({ size }) => size }, name: byName() },
    ties: [byName()],
  },
  filters: [
    { kind: "flag", name: "on", label: "catalog:filter.all", test: ({ on }) => on },
    {
      kind: "checks",
      name: "tags",
      label: "catalog:filter.all",
      all: "catalog:filter.all",
      codec: wordsCodec(["x", "y"]),
      valuesOf: ({ tags }) => tags,
    },
    {
      kind: "select",
      name: "letter",
      label: "catalog:filter.all",
      all: "catalog:filter.all",
      codec: wordCodec(["a", "b"]),
      valuesOf: ({ slug }) => [slug],
    },
  ],
}

const slugs = (query: Partial<ListQuery>) =>
  selectThings(THINGS, RULES, query)
    .map(({ slug }) => slug)
    .join("")

describe("lists", () => {
  it.each<[string, Partial<ListQuery>, string]>([
    ["the best first, unknown last, ties by name", {}, "dbca"],
    ["turned round, unknown still last", { order: "asc" }, "bcda"],
    ["names from A", { sort: "name" }, "abcd"],
    ["names from Z", { sort: "name", order: "desc" }, "dcba"],
    ["a flag", { on: true }, "b"],
    ["one choice", { letter: "a" }, "a"],
    ["each of several", { tags: ["x", "y"] }, "b"],
    ["filters together", { tags: ["x"], on: true, letter: "a" }, ""],
    ["a search, without regard to case", { search: "B" }, "b"],
  ])("%s", (_name, query, expected) => expect(slugs(query)).toBe(expected))

  it("reads its parameters from an address and drops what is none", () => {
    const read = readQuery(listSpec(RULES), new URLSearchParams("tags=y,x&on=true&letter=q&sort=size&page=3"))
    expect(read.values).toEqual({
      on: true,
      tags: ["y", "x"],
      letter: null,
      search: null,
      sort: "size",
      order: null,
      page: 3,
    })
    expect(read.isCanonical).toBe(false)
    expect(read.canonical).toBe("on=true&tags=y,x&sort=size&page=3")
  })
})
