import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** The calls by which SQLite, and the files beside it, reach the disk here. */
export const diskCalls = ['pwrite64', 'fsync', 'ftruncate', 'unlink', 'rename'] as const

export type DiskCall = (typeof diskCalls)[number]

/**
 * Kills a program, all threads of it, as one of them enters its n-th such call. (With `--seccomp-bpf` strace would be
 * faster, and kill nothing.)
 */
export const killAt = (call: DiskCall, n: number): string[] => {
  const quietly = ['strace', '-f', '-qq', '-o', '/dev/null']
  return [...quietly, '-e', `trace=${call}`, '-e', `inject=${call}:signal=KILL:when=${n}`]
}

/** Why programs cannot be killed so here; null when they can. */
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
