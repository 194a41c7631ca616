import type { UnverifiedLine } from './unverified.ts'

/** `not run`: the run was interrupted before, or the step was not asked for. */
export type Verdict = 'passed' | 'failed' | 'not applicable' | 'not run'

export type StepResult = {
  id: string
  title: string
  line: string
  verdict: Verdict
  /** Why it failed, does not apply or was not run; null if it passed. */
  reason: string | null
  facts: readonly string[]
  /** Files of the proof's folder. */
  pictures: readonly string[]
  /** The end of the program's output and log, if the step failed. */
  log: string | null
  seconds: number
}

export type LineResult = { id: string; text: string; verdict: Verdict; reason: string | null; steps: readonly string[] }

/** Everything that the report says. */
export type Proof = {
  version: string
  commit: string
  platform: string
  arch: string
  release: string
  /** The version of Electron that the program said it runs on; null if no step drove it. */
  electron: string | null
  startedAt: string
  /** How the program under test differs from the released one. */
  build: readonly string[]
  interrupted: boolean
  lines: readonly LineResult[]
  steps: readonly StepResult[]
}

/** Returns the result of each line of "Not verified": failed if one of its steps failed, passed if all that apply passed. */
export function judgeLines(lines: readonly UnverifiedLine[], results: readonly StepResult[]): LineResult[] {
  return lines.map(({ id, text, beyond }) => {
    const own = results.filter((result) => result.line === id)
    const steps = own.map((result) => result.id)
    if (beyond !== null) return { id, text, verdict: 'not applicable', reason: beyond, steps }
    const verdict = verdictOf(own.map((result) => result.verdict))
    const reasons = own.filter((result) => result.verdict === verdict).flatMap((result) => result.reason ?? [])
    return { id, text, verdict, reason: verdict === 'passed' ? null : [...new Set(reasons)].join(' '), steps }
  })
}

function verdictOf(verdicts: readonly Verdict[]): Verdict {
  for (const verdict of ['failed', 'not run', 'passed'] as const) if (verdicts.includes(verdict)) return verdict
  return 'not applicable'
}
