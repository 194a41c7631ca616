import { execFileSync } from 'node:child_process'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { resolve } from 'node:path'

/** The computer that the figures were measured on. */
export type Machine = { cpu: string; cores: number; memoryGib: number; system: string; node: string }

export function describeMachine(): Machine {
  const cores = cpus()
  return {
    cpu: cores[0]?.model.trim() ?? 'unknown',
    cores: cores.length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.version,
  }
}

/** Average number of programs that wanted a core in the last minute. */
export const load = (): number => Math.round((loadavg()[0] ?? 0) * 100) / 100

/** Returns the commit that is measured, with `+` if files differ from it; `unknown` outside a repository. */
export function currentCommit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: resolve(import.meta.dirname, '../..'), stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  try {
    return git('rev-parse', '--short=12', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+')
  } catch {
    return 'unknown'
  }
}
