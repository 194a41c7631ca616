import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** The longest path that a Unix socket may have on every platform, in bytes. */
const maxSocketPath = 100
/** How long a start waits for the running instance, in ms. */
const patienceMs = 3_000
const againMs = 50

type Surroundings = {
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
  home: string
}

/** The operating system's standard place for a program's data; the same for both shells, so that they share it. */
export function defaultUserDataDir(
  { platform, env, home }: Surroundings = { platform: process.platform, env: process.env, home: homedir() },
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Steward')
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'Steward')
  const dataHome = env.XDG_DATA_HOME
  // The XDG specification requires relative values to be ignored.
  return join(dataHome?.startsWith('/') ? dataHome : join(home, '.local', 'share'), 'steward')
}

/** The socket of the running instance; undefined if the path is too long for a socket. */
export function doorbellPath(folder: string): string | undefined {
  if (process.platform === 'win32') {
    return `\\\\.\\pipe\\steward-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`
  }
  const path = join(folder, 'instance.sock')
  return Buffer.byteLength(path) <= maxSocketPath ? path : undefined
}

/** Sends a line to the instance that runs on a folder. A process that locked the folder a moment ago may still be creating its socket. */
export async function ringDoorbell(folder: string, line: string): Promise<void> {
  const path = doorbellPath(folder)
  if (path === undefined) return
  const until = performance.now() + patienceMs
  while (!(await isRung(path, line)) && performance.now() < until) await wait(againMs)
}

function isRung(path: string, line: string): Promise<boolean> {
  return new Promise((resolve) => {
    let isThere = false
    const socket = connect(path)
    socket.setTimeout(patienceMs, () => socket.destroy())
    socket.on('error', () => {})
    socket.on('close', () => resolve(isThere))
    socket.on('connect', () => {
      isThere = true
      if (line === '') socket.end()
      else socket.write(line)
    })
    socket.resume()
  })
}

/** Whether an instance runs on a folder. */
export async function isRunning(folder: string): Promise<boolean> {
  const path = doorbellPath(folder)
  return path !== undefined && (await isRung(path, ''))
}
