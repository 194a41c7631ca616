import { describe, expect, it } from 'vitest'
import { lastComplete } from '../../../renderer/components/sync-state.tsx'
import { connectionState } from '../../../renderer/features/start/connection-state.ts'
import { describeScope, scopeFromSearch } from '../../../renderer/lib/scope.ts'
import type { SyncStatus } from '../../../shared/ipc/sync.ts'
import { listedResources } from '../../../shared/service/resource.ts'

describe('a narrowed list', () => {
  it('takes from its address only ids it knows', () => {
    expect(scopeFromSearch({ household_id: 'household_1', owner_id: 7, sort: 'x', entity_id: '' })).toEqual({
      household_id: 'household_1',
    })
    expect(scopeFromSearch({ document_id: 'x'.repeat(2049) })).toEqual({})
  })

  it('says what it is narrowed to', () => {
    expect(describeScope({ household_id: 'a' })).toBe('Only of one household.')
  })
})

describe('a known connection', () => {
  it.each([
    ['signed-in', 'open', 'Open'],
    ['signed-in', 'closed', 'Signed in'],
    ['signed-out', 'closed', 'Signed out'],
    ['sign-in-needed', 'open', 'Sign in again to refresh'],
    ['signed-in', 'failed', 'Needs attention'],
    ['signed-out', 'failed', 'Needs attention'],
  ] as const)('that is %s with its cache %s reads “%s”', (session, cache, text) => {
    expect(connectionState({ session, cache })).toBe(text)
  })
})

describe('“last checked”', () => {
  const status = (times: Partial<Record<(typeof listedResources)[number], string>>): SyncStatus => ({
    connectionId: '0'.repeat(32),
    state: 'idle',
    startedAt: null,
    endedAt: null,
    reachable: 'unknown',
    problem: null,
    valuationsCheckedFrom: null,
    valuationsNeverChecked: 0,
    valuationsProgress: null,
    restingUntil: null,
    resources: listedResources.map((resource) => ({
      resource,
      state: 'waiting',
      received: 0,
      expected: null,
      written: 0,
      setAside: 0,
      lastCompleteAt: times[resource] ?? null,
      refused: [],
      held: 0,
    })),
  })
  const all = Object.fromEntries(listedResources.map((resource) => [resource, '2026-11-21T10:00:00Z']))

  it('is the oldest of the resources’ times: everything was checked since then', () => {
    expect(lastComplete(status({ ...all, documents: '2026-11-20T09:00:00Z' }))).toBe('2026-11-20T09:00:00Z')
  })

  it('is unknown while one resource was never completely read', () => {
    expect(lastComplete(status(Object.fromEntries(Object.entries(all).slice(1))))).toBeNull()
    expect(lastComplete(status({}))).toBeNull()
  })
})
