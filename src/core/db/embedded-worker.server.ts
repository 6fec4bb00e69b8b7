// The embedded PostgreSQL (PGlite) in its own thread, so that a long query stalls no request. Clients reach it by a Unix socket.
import { createServer } from "node:net"
import { parentPort, workerData } from "node:worker_threads"
import { PGlite } from "@electric-sql/pglite"
import { PGLiteSocketHandler, type PGLiteSocketHandlerOptions } from "@electric-sql/pglite-socket"
import { SessionQueue } from "./session-queue.server.ts"

const { folder, socketPath } = workerData as { folder: string; socketPath: string }

// shared_buffers keeps the process near 250 MB instead of 570.
const db = await PGlite.create({
  dataDir: folder,
  startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=32MB"],
})
// pglite-socket names its queue's class, of which only these methods are used.
const queryQueue = new SessionQueue(db) as unknown as PGLiteSocketHandlerOptions["queryQueue"]
const handlers = new Set<PGLiteSocketHandler>()
const server = createServer((socket) => {
  const handler = new PGLiteSocketHandler({ queryQueue, closeOnDetach: true })
  handlers.add(handler)
  socket.on("close", () => handlers.delete(handler))
  handler.attach(socket).catch(() => socket.destroy())
})
server.listen(socketPath, () => parentPort?.postMessage("ready"))

parentPort?.on("message", async (message) => {
  if (message !== "close") return
  server.close()
  for (const handler of handlers) await handler.detach(true)
  await db.close()
  parentPort?.postMessage("closed")
})
