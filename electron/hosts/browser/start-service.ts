import { fork, spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import type { ChildService, ReaderProcess } from '../../platform/host.ts'
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

/**
 * Runs one of Steward's own scripts under this same Node without its powers: the process may read the folder of the script and the files of `mayRead`, and can write
 * no file, start no program or thread, load no native code and compile no text. It ends when Steward does.
 */
export function startReader(
  script: string,
  { memoryMb, mayRead = [] }: { memoryMb: number; mayRead?: readonly string[] },
): ReaderProcess {
  const child = fork(script, [], {
    execArgv: [
      '--disable-sigusr1',
      '--permission',
      `--allow-fs-read=${join(dirname(script), '*')}`,
      // The maps from codes to characters of East Asian texts, and the decoders of pictures.
      `--allow-fs-read=${join(dirname(script), '../renderer/pdf', '*')}`,
      ...mayRead.map((file) => `--allow-fs-read=${file}`),
      '--disallow-code-generation-from-strings',
      `--max-old-space-size=${memoryMb}`,
    ],
    // Nothing of Steward's environment: it may contain secrets, and settings of Node.
    env: process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => resolve(code))
    // Without a process id it was never started; other errors are those of messages.
    child.on('error', () => {
      if (child.pid === undefined) resolve(null)
    })
  })
  return {
    send: (message) =>
      new Promise<void>((resolve, reject) => {
        if (!child.connected) reject(new Error('The reader has ended.'))
        else child.send(message as object, (problem) => (problem === null ? resolve() : reject(problem)))
      }),
    onMessage(listener) {
      child.on('message', listener)
      return () => void child.off('message', listener)
    },
    exited,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
