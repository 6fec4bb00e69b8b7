import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync, gzipSync } from "node:zlib"
import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig, type Plugin } from "vite"

/** Puts a .br and a .gz beside each script and style, so that the server sends them as they are. */
const compressed: Plugin = {
  name: "compressed",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  // Only what was written is final: Vite still changes scripts while the bundle is made.
  writeBundle({ dir = "" }, bundle) {
    for (const name of Object.keys(bundle).filter((file) => /\.(?:js|css|svg)$/.test(file))) {
      const content = readFileSync(join(dir, name))
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content))
      writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }))
    }
  },
}

// Two builds: what browsers load (dist/client) and the renderers of pages and mails that the server imports (dist/render).
export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), compressed],
  appType: "custom",
  publicDir: "public",
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        manifest: "manifest.json",
        target: "es2022",
        rollupOptions: {
          input: "src/app/entry-client.tsx",
          // What the lists share is one file: a phone that fetches a dozen small ones waits for each.
          output: {
            codeSplitting: {
              groups: [
                {
                  name: "shared",
                  test: /src\/(?:ui|i18n|core|routes|features\/(?:offers|market|search|ads|accounts\/(?:api|come-back|hint|person|use-person)\.|billing\/(?:person-plan|promo|subscription)))/,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: "dist/render",
        copyPublicDir: false,
        target: "node22",
        rollupOptions: { input: ["src/app/entry-server.tsx", "src/app/entry-mail.tsx"] },
      },
      // In the build React goes in, so that one file in production mode is all the server loads.
      resolve: { noExternal: command === "build" ? true : [] },
    },
  },
  builder: {},
}))
