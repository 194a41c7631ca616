import { expect, test } from 'vitest'
import { refusedWords } from '../../../renderer/features/sync/Refused.tsx'
import { resourceNames } from '../../../shared/domain/names.ts'
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
  ...change,
})

test.each<[Partial<ResourceProgress>, string]>([
  [
    { refused: [{ status: 403, count: 3 }] },
    '3 valuations were refused by the service (403). They are requested again at a later sync.',
  ],
  [
    { refused: [{ status: 400, count: 1 }] },
    '1 valuation was refused by the service (400). It is requested again at a later sync.',
  ],
  [{ refused: [{ status: 0, count: 2 }] }, '2 valuations could not be read. They are requested again at a later sync.'],
  [
    { resource: 'users', state: 'failed', refused: [{ status: 403, count: 1 }] },
    'The list of users was refused by the service (403). It is requested again at the next sync.',
  ],
  [
    { resource: 'households', refused: [{ status: 403, count: 1 }] },
    '1 household was refused by the service (403). It is requested again at a later sync.',
  ],
])('what was refused is said in a sentence', (change, words) => {
  const one = progress(change)
  expect(refusedWords(one, resourceNames[one.resource])).toBe(words)
})
