import { spawn } from 'node:child_process'
import type { ChildService } from '../../platform/host.ts'
import { keepTail, readFirstLine } from '../common/first-line.ts'
import { endProgram } from './run-program.ts'

/**
 * Ends the service when its standard input closes, that is, however Steward ended. The service's own code need not handle this.
 */
const endWithSteward = `data:text/javascript,${encodeURIComponent(
  "process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).on('error', () => {}).resume().unref()",
)}`

/** Runs one of Steward's own scripts under this same Node. */
export function startService(script: string, args: readonly string[]): ChildService {
  // SIGUSR1 would open the inspector, through which every user of this computer could run code in the service.
  const child = spawn(process.execPath, ['--disable-sigusr1', '--import', endWithSteward, script, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
  // An error on writing to a service that ended does not matter; nothing is ever written.
  child.stdin.on('error', () => {})
  const tail = keepTail(child.stderr)
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code) => {
      if (code !== null && code !== 0) console.error(`A service of Steward ended with ${code}.\n${tail()}`)
      resolve()
    })
    child.once('error', () => resolve())
  })
  const stop = () => {
    child.kill('SIGTERM')
    return endProgram(child, exited)
  }
  return { firstLine: readFirstLine(child.stdout, exited), exited, stop }
}
