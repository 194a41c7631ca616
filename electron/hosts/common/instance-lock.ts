import { chmod, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { doorbellPath, ringDoorbell } from '../../platform/user-data.ts'
import { formatOpenRequest, longestLine, type OpenRequest, parseOpenRequest } from './open-request.ts'

/** How long the running instance waits for a whole line, in ms. */
const patienceMs = 3_000

export type Instance = {
  /** Releases the folder. */
  release(): Promise<void>
}

/**
 * Locks a user-data folder for this process, so that its stores are never opened twice. The lock is an exclusive one that the
 * operating system releases when the process ends, for any reason; SQLite's works the same on every platform.
 *
 * @param folder - exists, and is private to this user
 * @param given - the links and files that this start was asked to open; passed to the process that holds the lock
 * @param onHandedOver - another start was refused: this instance must show itself and open that start's links and files
 * @returns undefined if another process holds the lock
 */
export async function claimInstance(
  folder: string,
  { given, onHandedOver }: { given: OpenRequest; onHandedOver: (given: OpenRequest) => void },
): Promise<Instance | undefined> {
  const lock = new DatabaseSync(join(folder, 'instance.lock'), { timeout: 0 })
  if (!tryLock(lock)) {
    lock.close()
    for (const line of formatOpenRequest(given)) await ringDoorbell(folder, line)
    return undefined
  }
  const doorbell = await hangDoorbell(doorbellPath(folder), onHandedOver)
  return {
    async release() {
      await new Promise((resolve) => (doorbell === undefined ? resolve(undefined) : doorbell.close(resolve)))
      lock.close()
    },
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    // Nothing is ever written, so there is nothing to roll back, and a journal would only be one more file.
    lock.exec('PRAGMA journal_mode = OFF')
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    const busy = error instanceof Error && 'errcode' in error && error.errcode === 5
    if (busy) return false
    throw error
  }
}

/**
 * A client belongs to the same user, sends one line, and gets no answer except the end of the connection. Any other input is
 * ignored.
 */
async function hangDoorbell(path: string | undefined, onHandedOver: (given: OpenRequest) => void) {
  if (path === undefined) return undefined
  const server = createServer((socket) => {
    socket.on('error', () => {})
    void readLine(socket).then((line) => {
      socket.destroy()
      const given = line === null ? null : parseOpenRequest(line)
      if (given !== null) onHandedOver(given)
    })
  })
  server.maxConnections = 20
  try {
    if (process.platform !== 'win32') await rm(path, { force: true })
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
    if (process.platform !== 'win32') await chmod(path, 0o600)
  } catch (problem) {
    if (isUnwritable(problem)) return undefined
    throw problem
  }
  server.unref()
  return server
}

/** In a read-only folder Steward only shows the data, and later starts cannot pass it anything. */
const isUnwritable = (problem: unknown): boolean =>
  problem instanceof Error && 'code' in problem && ['EROFS', 'EACCES', 'EPERM'].includes(String(problem.code))

/** The first line; null if it is too long or does not arrive in time. */
function readLine(socket: Socket): Promise<string | null> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    let length = 0
    const late = setTimeout(() => resolve(null), patienceMs)
    const end = (line: string | null) => {
      clearTimeout(late)
      resolve(line)
    }
    socket.on('close', () => end(null))
    socket.on('end', () => end(null))
    socket.on('data', (piece) => {
      const at = piece.indexOf(0x0a)
      pieces.push(at < 0 ? piece : piece.subarray(0, at))
      length += piece.length
      if (length > longestLine) end(null)
      else if (at >= 0) end(Buffer.concat(pieces).toString('utf8'))
    })
  })
}
