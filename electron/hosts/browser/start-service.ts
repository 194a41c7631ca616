import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { ChildService } from '../../platform/host.ts'
import { keepTail, readFirstLine } from '../common/first-line.ts'

/** How long a service has to end by itself before it is ended. */
const graceMs = 5_000

/** Ends the service when its standard input does: that is, however Steward ended. The service need not know. */
const endWithSteward = `data:text/javascript,${encodeURIComponent(
  "process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).on('error', () => {}).resume().unref()",
)}`

/** Runs one of Steward's own scripts under this same Node. */
export function startService(script: string, args: readonly string[]): ChildService {
  const child = spawn(process.execPath, ['--import', endWithSteward, script, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
  // Writing to a service that ended is no failure of ours; nothing is ever written.
  child.stdin.on('error', () => {})
  const tail = keepTail(child.stderr)
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code) => {
      if (code !== null && code !== 0) console.error(`A service of Steward ended with ${code}.\n${tail()}`)
      resolve()
    })
    child.once('error', () => resolve())
  })
  return { firstLine: readFirstLine(child.stdout, exited), exited, stop: () => stop(child, exited) }
}

async function stop(child: ChildProcessByStdio<Writable, Readable, Readable>, exited: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await exited
  clearTimeout(timer)
}
