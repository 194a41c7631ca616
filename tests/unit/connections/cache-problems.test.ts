import { describe, expect, it } from 'vitest'
import { ledgerProblem } from '../../../electron/connections/cache-problems.ts'

const at = '2026-01-02T03:04:05.000Z'

describe('what is told of a ledger that is not the one that was written', () => {
  it.each([
    [{ damaged: true, incomplete: false, lostWrites: 0 }, /was damaged.*No unsent change is known to be missing/],
    [{ damaged: true, incomplete: true, lostWrites: 1 }, /was damaged.*One change not sent yet.*Drafts, pins/],
    [{ damaged: true, incomplete: true, lostWrites: 1200 }, /1,200 changes not sent yet/],
    [{ damaged: false, incomplete: false, lostWrites: 3 }, /older than the offline copy.*3 changes not sent yet/],
  ])('%j', (report, words) => {
    const problem = ledgerProblem({ at, ...report })
    expect(problem.code).toBe('cache/damaged')
    expect(`${problem.message} ${problem.nextStep}`).toMatch(words)
  })
})
