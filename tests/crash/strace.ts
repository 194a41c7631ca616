import { spawn } from 'node:child_process'
import { once } from 'node:events'

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
