import { describe, expect, it } from 'vitest'
import { checkedWords, loadWords, verdictWords } from '../../../renderer/features/travel/verdict-words.ts'
import type { PinnedHousehold } from '../../../shared/ipc/travel.ts'

const at = new Date(2026, 2, 4, 9, 2)
const clock = { now: at.getTime() + 3_600_000, budget: 2_000_000_000 }

const pinned = (more: Partial<PinnedHousehold> = {}): PinnedHousehold => ({
  household_id: 'household_1',
  title: 'Okafor',
  pinned_at: at.toISOString(),
  verdict: 'ready',
  busy: false,
  short: 0,
  problem: null,
  checked_at: at.toISOString(),
  documents: { total: 14, held: 14 },
  valuations: { total: 5, held: 5 },
  summaries: 1,
  bytes: 3_400_000,
  gaps: [],
  ...more,
})

const gap = (what: PinnedHousehold['gaps'][number]['what'], n: number) => ({
  what,
  id: `${n}`,
  title: 'x',
  reason: 'y.',
})

describe('the words about a pinned household', () => {
  it.each<[string, Partial<PinnedHousehold>]>([
    ['Ready: 14 documents, checked 9:02 AM', {}],
    ['Ready: 1 document, checked 9:02 AM', { documents: { total: 1, held: 1 } }],
    ['Ready: no documents, checked 9:02 AM', { documents: { total: 0, held: 0 } }],
    ['Downloading: 3 of 14 documents', { verdict: 'fetching', documents: { total: 14, held: 3 } }],
    ['Checking', { verdict: 'fetching', documents: { total: 0, held: 0 } }],
    ['Not checked yet', { verdict: 'unchecked', checked_at: null }],
    ['Does not fit: 380 MB over the limit of 2 GB', { verdict: 'over-budget', short: 380_000_000 }],
    [
      '2 of 14 documents are missing',
      { verdict: 'incomplete', documents: { total: 14, held: 12 }, gaps: [gap('document', 1), gap('document', 2)] },
    ],
    [
      '1 of 14 documents is missing, 1 document may be older than the service’s, 2 of 5 valuations not fetched, 1 record cannot be read',
      {
        verdict: 'incomplete',
        documents: { total: 14, held: 13 },
        valuations: { total: 5, held: 3 },
        gaps: [gap('document', 1), gap('document', 2), gap('summary', 3), gap('valuation', 4), gap('valuation', 5)],
      },
    ],
    ['The household is gone', { verdict: 'incomplete', problem: 'The household is gone.' }],
  ])('%s', (words, more) => {
    expect(verdictWords(pinned(more), clock)).toBe(words)
  })

  it('name the day of a check that was not today', () => {
    expect(checkedWords(at.toISOString(), clock.now + 86_400_000)).toBe('checked Mar 4, 2026, 9:02 AM')
  })

  it('count what is taken along', () => {
    expect(loadWords(pinned())).toBe('14 documents (3.4 MB), 5 valuations, 1 summary')
    expect(loadWords(pinned({ bytes: 0, summaries: 2 }))).toBe('14 documents, 5 valuations, 2 summaries')
  })
})
