import { expect, it } from 'vitest'
import { type CampaignResult, Verdict } from '../../crash/result.ts'
import { killAtEachCall, type RunOnce } from '../../crash/strace.ts'

const nothing = (): CampaignResult => ({ problems: [], figures: { kills: 0 } })

/** Kills at the first four calls; what `problemAt` says of a call is found there. */
const runsTo =
  (problemAt: (n: number) => string | null = () => null): RunOnce =>
  async (_, n, { problems, figures }) => {
    const problem = problemAt(n)
    if (problem !== null) problems.push(problem)
    if (n < 5) figures.kills = 1
    return n < 5
  }

it('a violation is printed once, after the run that found it, and the last line counts all of them', async () => {
  const printed: string[] = []
  const verdict = new Verdict((line) => printed.push(line))
  const found = nothing()
  const onRun = (what: string, soFar: CampaignResult) => {
    verdict.take(soFar)
    printed.push(what)
  }
  const runOnce = runsTo((n) => (n === 2 || n === 5 ? `write ${n} is lost` : null))
  await killAtEachCall('edit', found, { step: 1, calls: ['fsync'], onRun, runOnce })
  verdict.take(found)
  expect(verdict.end({ isStopped: false })).toBe(false)
  expect(printed.slice(0, 3)).toEqual([
    'edit: killed at fsync 1',
    'VIOLATION write 2 is lost',
    'edit: killed at fsync 2',
  ])
  expect(printed.filter((line) => line.startsWith('VIOLATION'))).toHaveLength(2)
  expect(printed.at(-1)).toBe('2 violations.')
  expect(found.figures).toEqual({ kills: 4, edit_fsync_until: 5 })
})

it('a campaign that is stopped counts what came before the run at work, and is no success', async () => {
  const printed: string[] = []
  const verdict = new Verdict((line) => printed.push(line))
  const stop = new AbortController()
  const runOnce = runsTo((n) => {
    if (n === 3) stop.abort()
    return n === 3 ? 'the service was ended with it' : null
  })
  const onRun = (_: string, soFar: CampaignResult) => verdict.take(soFar)
  await killAtEachCall('edit', nothing(), { step: 1, onRun, runOnce, signal: stop.signal })
  expect(verdict.end({ isStopped: true })).toBe(false)
  expect(printed.at(-1)).toBe('Stopped by a signal before the end: no violation so far.')
  expect(printed.join('\n')).toMatch(/kills\s+2$/m)
})

it('a run that fails is a violation, and the other kinds of calls are still tried', async () => {
  const found = nothing()
  const runOnce: RunOnce = async (call, n, result) => {
    if (call === 'pwrite64') throw new Error('There are not enough people.')
    return runsTo()(call, n, result)
  }
  await killAtEachCall('edit', found, { step: 1, calls: ['pwrite64', 'fsync'], onRun: () => {}, runOnce })
  expect(found.problems).toHaveLength(1)
  expect(found.problems[0]).toContain('edit, pwrite64 1: Error: There are not enough people.')
  expect(found.figures.kills).toBe(4)
})

it('a campaign that begins at a later call tries no earlier one', async () => {
  const tried: number[] = []
  const runOnce: RunOnce = async (_, n) => {
    tried.push(n)
    return n < 9
  }
  const found = nothing()
  await killAtEachCall('edit', found, { step: 3, from: 4, calls: ['fsync'], onRun: () => {}, runOnce })
  expect(tried).toEqual([4, 7, 10])
  expect(found.figures.edit_fsync_until).toBe(10)
})
