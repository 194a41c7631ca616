import { type ChildProcess, spawn } from 'node:child_process'

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

/**
 * Waits until a program that was asked to end has ended; kills it if that takes longer than `graceMs`.
 *
 * @param ended - settles when it has ended, or was never started
 */
export async function endProgram(child: ChildProcess, ended: Promise<unknown>, graceMs = 5_000): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await ended
  clearTimeout(timer)
}
