import { spawn } from 'node:child_process'

/** A program that still runs after this long has done what it was asked and lives on as what it opened. */
const patienceMs = 5_000

export type ProgramCall = {
  program: string
  args: readonly string[]
  /** Windows only: hand the arguments over as they are written, quotes and all. */
  verbatim?: boolean
  /** Which exit codes mean success; left out, 0 alone. */
  accepts?: (code: number | null) => boolean
}

/** Runs a program of the operating system without a shell in between. Rejects when it is missing or ends badly. */
export function runProgram({ program, args, verbatim = false, accepts = (code) => code === 0 }: ProgramCall) {
  return new Promise<void>((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: 'ignore',
      detached: true,
      shell: false,
      windowsVerbatimArguments: verbatim,
    })
    const timer = setTimeout(resolve, patienceMs)
    child.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      if (accepts(code)) resolve()
      else reject(new Error(`The program ended with ${code}.`))
    })
    child.unref()
  })
}
