import { expect, it } from 'vitest'
import { pendingWords } from '../../../../renderer/components/PendingMark.tsx'
import { unsentWords } from '../../../../renderer/features/start/unsent-words.ts'

it.each([
  [1, 0, '1 change has not been sent yet.'],
  [1200, 0, '1,200 changes have not been sent yet.'],
  [3, 1, '3 changes have not been sent yet; 1 of them needs your decision.'],
  [3, 2, '3 changes have not been sent yet; 2 of them need your decision.'],
  [0, 0, 'There are unsent changes.'],
])('%i unsent, %i for a person: %s', (open, attention, said) => {
  expect(unsentWords(open, attention)).toBe(said)
})

it('a mark says what becomes of its record, and whether a person is waited for', () => {
  expect(pendingWords('created', false)).toBe('Created on this computer, not sent yet')
  expect(pendingWords('deleted', true)).toBe('Deleted on this computer, not sent yet: needs your decision')
})
