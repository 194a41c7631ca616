import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'

/** Processes that were started and have not ended, each the leader of its own group. */
const running = new Set<number>()

/** Remembers a process, so that {@link killAll} ends it with everything that it started. */
export function remember(child: ChildProcess): void {
  const { pid } = child
  if (pid === undefined) return
  running.add(pid)
  child.once('exit', () => {
    // Its own children may live on in its group.
    killGroup(pid)
    running.delete(pid)
  })
}

/** Starts a process in a group of its own and remembers it. */
export function start(command: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  const detached = process.platform !== 'win32'
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached, ...options })
  remember(child)
  return child
}

/** Collects everything that a process prints. */
export function outputOf(child: ChildProcess): () => string {
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
  return () => Buffer.concat(chunks).toString()
}

/** How long the output of a process that has ended may still arrive, in ms. */
const lateOutputMs = 500

/**
 * Resolves with the exit code; null if a signal ended it, 127 if it could not be started. A process that it started, such as a keyring's
 * dialog, may hold its output open: that is not waited for.
 */
export function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(127))
    child.once('close', (code) => resolve(code))
    child.once('exit', (code) => setTimeout(() => resolve(code), lateOutputMs).unref())
  })
}

/** Ends a process and all of its group at once. */
export function killGroup(pid: number): void {
  // 0 and 1 would be this process's own group, and every process.
  if (pid <= 1) return
  try {
    if (process.platform === 'win32') execFileSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' })
    else process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/** Ends every process that was started and still runs. Synchronous, for a handler that ends this process. */
export function killAll(): void {
  for (const pid of running) killGroup(pid)
}
