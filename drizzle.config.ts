import { defineConfig } from "drizzle-kit"

export default defineConfig({
  dialect: "postgresql",
  schema: ["./src/features/*/tables.server.ts", "./src/core/*-tables.server.ts"],
  out: "./db/migrations",
})
