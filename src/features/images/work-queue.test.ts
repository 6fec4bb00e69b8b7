import { expect, test } from "vitest"
import { AppError } from "../../core/errors.ts"
import { createWorkQueue } from "./work-queue.ts"

function gate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

test("does so many at a time, in the order in which they came", async () => {
  const queue = createWorkQueue({ atOnce: 2, waiting: 10 })
  const gates = [gate(), gate(), gate(), gate()]
  const started: number[] = []
  const all = gates.map(({ opened }, at) =>
    queue.run(`work ${at}`, async () => {
      started.push(at)
      await opened
      return at
    }),
  )
  await Promise.resolve()
  expect(started).toEqual([0, 1])
  gates[1]?.open()
  await all[1]
  await Promise.resolve()
  expect(started).toEqual([0, 1, 2])
  for (const { open } of gates) open()
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3])
})

test("whoever asks for the same gets the same, and the work is done once", async () => {
  const queue = createWorkQueue({ atOnce: 1, waiting: 0 })
  const { open, opened } = gate()
  let times = 0
  const work = async () => {
    times++
    await opened
    return {}
  }
  const both = [queue.run("a", work), queue.run("a", work)]
  open()
  const [first, second] = await Promise.all(both)
  expect(first).toBe(second)
  expect(times).toBe(1)
  await queue.run("a", work)
  expect(times).toBe(2)
})

test("refuses when too many wait, and takes work again afterwards", async () => {
  const queue = createWorkQueue({ atOnce: 1, waiting: 1 })
  const { open, opened } = gate()
  const first = queue.run("a", () => opened)
  const second = queue.run("b", async () => "second")
  const third = queue.run("c", async () => "third")
  await expect(third).rejects.toMatchObject({ code: "unavailable", statusCode: 503 })
  await expect(third).rejects.toBeInstanceOf(AppError)
  open()
  await first
  expect(await second).toBe("second")
  expect(await queue.run("c", async () => "third")).toBe("third")
})

test("work that fails leaves its place to the next", async () => {
  const queue = createWorkQueue({ atOnce: 1, waiting: 5 })
  const failed = queue.run("a", () => Promise.reject(new Error("broken")))
  const next = queue.run("b", async () => "done")
  await expect(failed).rejects.toThrow("broken")
  expect(await next).toBe("done")
})
