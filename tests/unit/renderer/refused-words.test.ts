import { expect, test } from 'vitest'
import { heldWords, refusedWords } from '../../../renderer/features/sync/refused-words.ts'
import type { ResourceProgress } from '../../../shared/ipc/sync.ts'

const progress = (change: Partial<ResourceProgress>): ResourceProgress => ({
  resource: 'valuations',
  state: 'complete',
  received: 3,
  expected: 3,
  written: 0,
  setAside: 0,
  lastCompleteAt: null,
  refused: [],
  held: 0,
  ...change,
})

test.each<[Partial<ResourceProgress>, string]>([
  [
    { refused: [{ status: 403, count: 3 }] },
    '3 valuations were refused by the service (403). They are kept, and requested again at the next sync.',
  ],
  [
    { refused: [{ status: 400, count: 1 }] },
    '1 valuation was refused by the service (400). It is kept, and requested again at the next sync.',
  ],
  [
    { refused: [{ status: 0, count: 2 }] },
    '2 valuations could not be read. They are kept, and requested again at the next sync.',
  ],
  [
    { refused: [{ status: 404, count: 83 }] },
    '83 valuations were not answered (404). They are kept, and requested again at the next sync.',
  ],
  [
    { refused: [{ status: 204, count: 2 }] },
    '2 valuations were answered without a value. They are kept, and requested again at the next sync.',
  ],
  [
    {
      refused: [
        { status: 204, count: 2 },
        { status: 404, count: 1 },
      ],
    },
    '3 valuations were not answered (404). They are kept, and requested again at the next sync.',
  ],
  [
    { resource: 'users', state: 'failed', refused: [{ status: 403, count: 1 }] },
    'The list of users was refused by the service (403). It is requested again at the next sync.',
  ],
  [
    { resource: 'households', refused: [{ status: 403, count: 1 }] },
    '1 household was refused by the service (403). It is kept, and requested again at the next sync.',
  ],
])('what was refused is said in a sentence', (change, words) => {
  expect(refusedWords(progress(change))).toBe(words)
})

test('records that are gone, too many at once, are said to be removed only if the next sync finds the same', () => {
  expect(heldWords(progress({ resource: 'documents', held: 40 }))).toBe(
    '40 documents are no longer in the service. They are removed here if the next sync finds the same.',
  )
})
