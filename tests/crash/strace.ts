import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { CampaignResult } from './result.ts'

/** The system calls by which SQLite and our own file code write to the disk on Linux. */
export const diskCalls = ['pwrite64', 'fsync', 'ftruncate', 'unlink', 'rename'] as const

export type DiskCall = (typeof diskCalls)[number]

/**
 * Returns a strace command that kills all threads of a program when one of them enters its n-th such call. (With `--seccomp-bpf`
 * strace would be faster, but would not kill.)
 */
export const killAt = (call: DiskCall, n: number): string[] => {
  const quietly = ['strace', '-f', '-qq', '-o', '/dev/null']
  return [...quietly, '-e', `trace=${call}`, '-e', `inject=${call}:signal=KILL:when=${n}`]
}

export type InjectionOptions = {
  /** Kills at every n-th call. */
  step: number
  /** Kinds of call: all if left out. */
  calls?: readonly DiskCall[]
  /** Number of the first call to kill at, from 1. */
  from?: number
  /** Runs for each kind of call: without it, until the process ends before the call is reached. */
  most?: number
  /** After each run, with what was found so far. */
  onRun: (what: string, found: CampaignResult) => void
  /** Ends the campaign before the next run; the run at work is not counted. */
  signal?: AbortSignal | undefined
}

/** A run that kills at the n-th call of a kind; resolves with whether it was killed. Problems and figures go into `result`. */
export type RunOnce = (call: DiskCall, n: number, result: CampaignResult) => Promise<boolean>

/**
 * Kills at successive calls of each kind and adds what is found to `found`, until a run ends before its call is reached.
 *
 * @param name - of the story, before its figures `<name>_<call>_until`
 */
export async function killAtEachCall(
  name: string,
  found: CampaignResult,
  { runOnce, ...options }: InjectionOptions & { runOnce: RunOnce },
): Promise<void> {
  const { step, calls = diskCalls, from = 1, most = Number.POSITIVE_INFINITY, onRun, signal } = options
  for (const call of calls) {
    let n = from
    for (let run = 0; run < most && !signal?.aborted; run += 1) {
      const result: CampaignResult = { problems: [], figures: {} }
      // Without the place of the campaign no later run of this kind can do better.
      const isKilled = await runOnce(call, n, result).catch((error: Error) => {
        result.problems.push(`${name}, ${call} ${n}: ${error.stack ?? error.message}`)
        return false
      })
      if (signal?.aborted) return
      found.problems.push(...result.problems)
      for (const [figure, count] of Object.entries(result.figures))
        found.figures[figure] = (found.figures[figure] ?? 0) + count
      onRun(`${name}: ${isKilled ? 'killed at' : 'ended before'} ${call} ${n}`, found)
      if (!isKilled) break
      n += step
    }
    found.figures[`${name}_${call}_until`] = n
  }
}

/** Returns why strace cannot be used here; null if it can. */
export async function whyNoStrace(): Promise<string | null> {
  const script = "require('fs').unlinkSync('/nowhere/at/all')"
  const [program = '', ...args] = [...killAt('unlink', 1), process.execPath, '-e', script]
  const child = spawn(program, args, { stdio: 'ignore' })
  const failed = once(child, 'error').then(([error]) => `strace cannot be started: ${String(error)}`)
  const ended = once(child, 'exit').then(([code, signal]) =>
    signal === 'SIGKILL' ? null : `strace may not trace here: the trial ended with ${String(code ?? signal)}`,
  )
  return Promise.race([failed, ended])
}
