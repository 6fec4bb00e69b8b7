import { describe, expect, test } from "vitest"
import { assetsOf } from "./frontend.server.ts"

const ENTRY = "src/app/entry-client.tsx"
const MANIFEST = {
  [ENTRY]: { file: "assets/entry-1.js", css: ["assets/entry-1.css"], imports: ["_react.js"] },
  "_react.js": { file: "assets/react-1.js", imports: ["_shared.js"] },
  "_shared.js": { file: "assets/shared-1.js", imports: ["_react.js"] },
  "src/features/offers/OfferPage.tsx": {
    file: "assets/OfferPage-1.js",
    css: ["assets/OfferPage-1.css", "assets/entry-1.css"],
    imports: [ENTRY, "_shared.js", "_chart.js"],
    dynamicImports: ["src/features/offers/interactive-chart.ts"],
  },
  "_chart.js": { file: "assets/chart-1.js", css: ["assets/chart-1.css"] },
  "src/features/offers/interactive-chart.ts": { file: "assets/interactive-1.js", css: ["assets/uplot-1.css"] },
}

describe("the files of a page", () => {
  test.each<[string, string, ReturnType<typeof assetsOf>]>([
    [
      "are the entry, its own and all that these import, each once",
      "src/features/offers/OfferPage.tsx",
      {
        scripts: ["/assets/entry-1.js"],
        styles: ["/assets/entry-1.css", "/assets/OfferPage-1.css", "/assets/chart-1.css"],
        preloads: ["/assets/react-1.js", "/assets/shared-1.js", "/assets/OfferPage-1.js", "/assets/chart-1.js"],
      },
    ],
    [
      "of a module that the build put into the entry are those of the entry",
      "src/app/NotFoundPage.tsx",
      {
        scripts: ["/assets/entry-1.js"],
        styles: ["/assets/entry-1.css"],
        preloads: ["/assets/react-1.js", "/assets/shared-1.js"],
      },
    ],
  ])("%s", (_rule, module, assets) => {
    expect(assetsOf(MANIFEST, module)).toEqual(assets)
  })
})
