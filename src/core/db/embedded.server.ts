import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { Worker } from "node:worker_threads"
import { AppError } from "../errors.ts"
import { lockFolder } from "./data-folder.server.ts"

/** postgres clients look for this name in the folder that they are given as host. */
export const SOCKET_NAME = ".s.PGSQL.5432"

export type Embedded = { socketPath: string; close(): Promise<void> }

/**
 * Starts the embedded database on `dataDir`, whose lock it takes first. The socket lives in a folder of its own that only this
 * user can enter, because PGlite asks for no password, and in the temporary directory, because socket paths are limited to 107 bytes.
 * Throws AppError "data_folder_in_use" or "data_folder_unusable".
 */
export async function startEmbedded(dataDir: string): Promise<Embedded> {
  const folder = resolve(dataDir)
  const socketFolder = mkdtempSync(join(tmpdir(), "apyary-"))
  const socketPath = join(socketFolder, SOCKET_NAME)
  const removeSocket = () => rmSync(socketFolder, { recursive: true, force: true })
  let lock: ReturnType<typeof lockFolder>
  try {
    lock = lockFolder(folder, socketPath)
  } catch (error) {
    removeSocket()
    throw error
  }
  const worker = new Worker(new URL("./embedded-worker.server.ts", import.meta.url), {
    workerData: { folder: join(folder, "pg"), socketPath },
  })
  try {
    await message(worker, "ready")
  } catch (cause) {
    lock.release()
    removeSocket()
    throw new AppError("data_folder_unusable", {
      message: `The embedded database in "${folder}" does not start: restore the folder from a backup or point DATA_DIR to an empty one.`,
      cause,
    })
  }
  return {
    socketPath,
    async close() {
      const closed = message(worker, "closed")
      worker.postMessage("close")
      await closed
      await worker.terminate()
      lock.release()
      removeSocket()
    },
  }
}

function message(worker: Worker, wanted: string): Promise<void> {
  return new Promise((done, fail) => {
    const settle = (error?: unknown) => {
      worker.off("message", onMessage)
      worker.off("error", settle)
      worker.off("exit", onExit)
      if (error) fail(error)
      else done()
    }
    const onMessage = (text: unknown) => text === wanted && settle()
    const onExit = (code: number) => settle(new Error(`the database thread ended with code ${code}`))
    worker.on("message", onMessage)
    worker.on("error", settle)
    worker.on("exit", onExit)
  })
}
