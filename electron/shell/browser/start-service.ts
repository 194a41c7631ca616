import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { ChildService } from '../shell.ts'

/** How long a service has to end by itself before it is ended. */
const graceMs = 5_000

/** Runs one of Steward's own scripts under this same Node. Its standard input closes when Steward is gone. */
export function startService(script: string, args: readonly string[]): ChildService {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['pipe', 'pipe', 'inherit'], windowsHide: true })
  // Writing to a service that ended is no failure of ours; nothing is ever written.
  child.stdin.on('error', () => {})
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  return { firstLine: readFirstLine(child, exited), exited, stop: () => stop(child, exited) }
}

function readFirstLine(child: ChildProcessByStdio<Writable, Readable, null>, exited: Promise<void>): Promise<string> {
  const lines = createInterface({ input: child.stdout })
  const line = new Promise<string>((resolve, reject) => {
    // Later lines are read too, and dropped: a full pipe would stop the service.
    lines.on('line', resolve)
    void exited.then(() => reject(new Error('The service ended before it said it was ready.')))
  })
  // Whoever started it for its exit alone need not ask for the line.
  line.catch(() => {})
  return line
}

async function stop(child: ChildProcessByStdio<Writable, Readable, null>, exited: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await exited
  clearTimeout(timer)
}
