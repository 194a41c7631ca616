import { spawn } from 'node:child_process'

/** A program that still runs after this time counts as successful and stays open, in ms. */
const patienceMs = 5_000

export type ProgramCall = {
  program: string
  args: readonly string[]
  /** Windows only: passes the arguments unchanged, including quotes. */
  verbatim?: boolean
  /** The exit codes that mean success; by default only 0. */
  accepts?: (code: number | null) => boolean
}

/** Runs a program of the operating system without a shell. Rejects if it is missing or fails. */
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
