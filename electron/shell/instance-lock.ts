import { createHash } from 'node:crypto'
import { chmod, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The longest path a Unix socket can have everywhere. */
const maxSocketPath = 100
const askMs = 3_000

export type Instance = {
  /** Gives the folder up. */
  release(): Promise<void>
}

/**
 * Claims a user-data folder for this process, so that its stores are never opened twice. The claim is an exclusive lock
 * that the operating system drops with the process, however it ends; SQLite's is the one that works alike everywhere.
 *
 * @param folder - exists, and is private to this user
 * @param onShow - another start was refused, and asks this one to show itself
 * @returns nothing when another process has the folder; it was then asked to show itself
 */
export async function claimInstance(folder: string, onShow: () => void): Promise<Instance | undefined> {
  const lock = new DatabaseSync(join(folder, 'instance.lock'), { timeout: 0 })
  if (!tryLock(lock)) {
    lock.close()
    await askToShow(doorbellPath(folder))
    return undefined
  }
  const doorbell = await hangDoorbell(doorbellPath(folder), onShow)
  return {
    async release() {
      await new Promise((resolve) => (doorbell === undefined ? resolve(undefined) : doorbell.close(resolve)))
      lock.close()
    },
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    // Nothing is ever written, so there is nothing to roll back; a journal would only be one more file.
    lock.exec('PRAGMA journal_mode = OFF')
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    const busy = error instanceof Error && 'errcode' in error && error.errcode === 5
    if (busy) return false
    throw error
  }
}

/** Where the running instance can be rung; undefined where the path is too long for a socket. */
function doorbellPath(folder: string): string | undefined {
  if (process.platform === 'win32') {
    return `\\\\.\\pipe\\steward-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`
  }
  const path = join(folder, 'instance.sock')
  return Buffer.byteLength(path) <= maxSocketPath ? path : undefined
}

/** Whoever connects asks for nothing but a window: no answer is given, and nothing is read. */
async function hangDoorbell(path: string | undefined, onShow: () => void): Promise<Server | undefined> {
  if (path === undefined) return undefined
  if (process.platform !== 'win32') await rm(path, { force: true })
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.destroy()
    onShow()
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  if (process.platform !== 'win32') await chmod(path, 0o600)
  server.unref()
  return server
}

function askToShow(path: string | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (path === undefined) return resolve()
    const socket = connect(path)
    socket.setTimeout(askMs, () => socket.destroy())
    socket.on('error', () => {})
    socket.on('close', () => resolve())
  })
}
