import { describe, expect, it, test } from "vitest"
import { readConfig } from "./config.server.ts"
import { AppError } from "./errors.ts"

const messageFor = (env: Record<string, string>) => {
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ code: "invalid_setting" })
    return (error as AppError).message
  }
  throw new Error("the setting was taken")
}

const SOURCES = [
  "DEFILLAMA",
  "COINPAPRIKA",
  "COINGECKO",
  "BYBIT",
  "OKX",
  "GATE",
  "BITFINEX",
  "GEMINI",
  "LIDO",
  "PENDLE",
]

describe("readConfig", () => {
  it("needs nothing", () => {
    expect(readConfig({})).toMatchObject({
      NODE_ENV: "development",
      PORT: 3000,
      HOST: "localhost",
      PUBLIC_URL: "http://localhost:3000",
      SERVICES: ["web", "worker"],
      DATA_DIR: "./data",
    })
  })

  it("takes an empty variable for one that is not set", () => {
    expect(readConfig({ PORT: "", DATABASE_URL: "", SERVICES: "", SOURCE_OKX_URL: "" })).toEqual(readConfig({}))
  })

  it("leaves variables alone that are not its own", () => {
    expect(readConfig({ PATH: "/bin", HOME: "/root" })).toEqual(readConfig({}))
  })

  test.each([
    ["PORT", "8080", 8080],
    ["PORT", "0", 0],
    ["PORT", "65535", 65535],
    ["SERVICES", "worker", ["worker"]],
    ["SERVICES", " web , worker ", ["web", "worker"]],
    ["DATABASE_URL", "postgres://u:p@db:5432/apyary", "postgres://u:p@db:5432/apyary"],
    ["DATABASE_URL", "postgresql://db/apyary", "postgresql://db/apyary"],
    ["PUBLIC_URL", "https://apyary.example/", "https://apyary.example"],
    ["SOURCE_BYBIT_URL", "http://127.0.0.1:9999//", "http://127.0.0.1:9999"],
    ["PAGE_CACHE_MB", "0", 0],
  ])("reads %s=%s", (name, given, value) => {
    expect(readConfig({ [name]: given })[name as "PORT"]).toEqual(value)
  })

  it("makes the own address from the port", () => {
    expect(readConfig({ PORT: "8080" }).PUBLIC_URL).toBe("http://localhost:8080")
  })

  test.each<[string, string, string]>([
    ["NODE_ENV", "prod", "production, development or test"],
    ["PORT", "http", "a whole number from 0 to 65535"],
    ["PORT", "65536", "a whole number from 0 to 65535"],
    ["PORT", "-1", "a whole number"],
    ["PORT", "3e3", "a whole number"],
    ["PORT", "80.5", "a whole number"],
    ["PORT", "0x50", "a whole number"],
    ["PUBLIC_URL", "apyary.example", "an address such as http"],
    ["PUBLIC_URL", "ftp://apyary.example", "an address such as http"],
    ["PUBLIC_URL", "javascript:alert(1)", "an address such as http"],
    ["SERVICES", "web,jobs", "a comma-separated list of web and worker"],
    ["SERVICES", ",", "a comma-separated list of web and worker"],
    ["DATABASE_URL", "mysql://db/apyary", "an address such as postgres://"],
    ["DATABASE_URL", "postgres://", "an address such as postgres://"],
    ["LOG_LEVEL", "loud", "fatal, error, warn, info, debug, trace or silent"],
    ["PAGE_CACHE_MB", "4097", "a whole number from 0 to 4096"],
    ["TRUSTED_PROXIES", "11", "a whole number from 0 to 10"],
    ...SOURCES.map(
      (id) => [`SOURCE_${id}_URL`, "localhost:9999", "an address such as http"] as [string, string, string],
    ),
  ])("says in one sentence that %s=%s is wrong and what belongs there", (name, given, wanted) => {
    const message = messageFor({ [name]: given })
    expect(message).toMatch(new RegExp(`^${name} must be `))
    expect(message).toContain(wanted)
    expect(message).toMatch(/\.$/)
    expect(message).not.toContain("\n")
    expect(message).not.toContain("a valid value")
  })

  it("never repeats a database's password", () => {
    expect(messageFor({ DATABASE_URL: "mysql://admin:hunter2@db/apyary" })).not.toContain("hunter2")
  })

  it("names one setting when several are wrong", () => {
    expect(messageFor({ PORT: "x", LOG_LEVEL: "y" })).toMatch(/^PORT must be [^,]+, but it is "x"\.$/)
  })
})
