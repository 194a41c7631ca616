import { describe, expect, it } from 'vitest'
import { createOpenOperations } from '../../../electron/outbox/open-operations.ts'
import { unsettledSibling } from '../../../electron/outbox/ready.ts'
import type { Operation } from '../../../shared/domain/operation.ts'
import { operationDouble } from '../../doubles/operation.ts'

const person = (id: string, change: Partial<Operation>): Operation => ({
  ...operationDouble,
  id,
  action: 'create',
  resource: 'individuals',
  record_id: `client_profile_local_${id}`,
  parent_id: 'household_1',
  state: 'queued',
  question: null,
  ...change,
})
const question = { kind: 'not-found' as const, candidates: [], fields: [], theirs: null }
const own = person('own', {})

describe('a new record beside another one of its kind and parent', () => {
  it.each([
    ['is on its way', { state: 'sending' }, true],
    ['is perhaps there', { state: 'uncertain' }, true],
    ['waits for a person', { state: 'uncertain', question }, false],
    ['is still queued', {}, false],
    ['belongs to another parent', { state: 'sending', parent_id: 'household_2' }, false],
    ['is an edit', { state: 'sending', action: 'update' }, false],
  ] as const)('that %s: unsettled is %s', (_, change, isUnsettled) => {
    const sibling = person('other', change)
    expect(unsettledSibling(own, createOpenOperations([own, sibling]))).toBe(isUnsettled ? sibling : undefined)
  })

  it('is no sibling of itself', () => {
    const sending = person('own', { state: 'sending' })
    expect(unsettledSibling(sending, createOpenOperations([sending]))).toBeUndefined()
  })
})
