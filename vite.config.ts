import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

// Two builds: what browsers load (dist/client) and the page renderer that the server imports (dist/render).
export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss()],
  appType: "custom",
  publicDir: "public",
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        manifest: "manifest.json",
        target: "es2022",
        rollupOptions: { input: "src/app/entry-client.tsx" },
      },
    },
    ssr: {
      build: {
        outDir: "dist/render",
        copyPublicDir: false,
        target: "node22",
        rollupOptions: { input: "src/app/entry-server.tsx" },
      },
      // In the build React goes in, so that one file in production mode is all the server loads.
      resolve: { noExternal: command === "build" ? true : [] },
    },
  },
  builder: {},
}))
