import { expect, test } from 'vitest'
import { copyState, lastComplete } from '../../../renderer/components/sync-state.tsx'
import type { ResourceProgress, SyncStatus } from '../../../shared/ipc/sync.ts'
import { resources } from '../../../shared/service/resource.ts'

const yesterday = '2026-01-01T08:00:00.000Z'
const now = '2026-01-02T08:00:00.000Z'

/** A status whose lists were all read by a run that ended just now, with some of it changed. */
function status(more: Partial<SyncStatus> = {}, lists: Partial<Record<string, Partial<ResourceProgress>>> = {}) {
  const read: Omit<ResourceProgress, 'resource'> = {
    ...{ state: 'complete', received: 3, expected: 3, written: 0, setAside: 0 },
    ...{ lastCompleteAt: now, refused: [], held: 0 },
  }
  const made: SyncStatus = {
    ...{
      connectionId: 'c'.repeat(32),
      state: 'idle',
      startedAt: now,
      endedAt: now,
      reachable: 'online',
      problem: null,
    },
    resources: resources.map((resource) => ({ ...read, ...lists.all, ...lists[resource], resource })),
    ...{ valuationsCheckedFrom: now, valuationsNeverChecked: 0, valuationsProgress: null, restingUntil: null },
    ...more,
  }
  return made
}

type Problem = NonNullable<SyncStatus['problem']>
const problem = (code: Problem['code']): Problem => ({ code, message: '', nextStep: '', issues: [] })
const asBefore = { state: 'waiting', received: 0, expected: null, lastCompleteAt: yesterday } as const
const never = { ...asBefore, lastCompleteAt: null } as const

const nothingToSend = { open: 0, paused: false }

test.each<[string, ReturnType<typeof copyState>, SyncStatus, Parameters<typeof copyState>[1]?]>([
  ['a run that read everything', 'up-to-date', status()],
  ['a run that read everything, while the service is away', 'offline', status({ reachable: 'offline' })],
  ['a run that read everything, with changes to send', 'unsent', status(), { open: 2, paused: false }],
  ['a run that read everything, with sending paused', 'sending-paused', status(), { open: 0, paused: true }],
  ['a run that read everything, before the outbox is known', null, status(), { open: undefined, paused: false }],
  [
    'a failed run, before the outbox is known',
    'not-up-to-date',
    status({ problem: problem('service/failed') }),
    { open: undefined, paused: false },
  ],
  [
    'a failed run, with changes to send',
    'not-up-to-date',
    status({ problem: problem('service/failed') }),
    { open: 2, paused: true },
  ],
  ['a first run', 'checking', status({ state: 'running', endedAt: null }, { all: never })],
  ['a later run, before it has read anything', 'checking', status({ state: 'running' }, { all: asBefore })],
  ['a run that is being cancelled', 'stopping', status({ state: 'cancelling' }, { individuals: asBefore })],
  ['a cancelled run', 'stopped', status({ problem: problem('sync/cancelled') }, { individuals: asBefore })],
  [
    'a run that was cancelled in one list and reports no problem',
    'stopped',
    status({}, { entities: { state: 'cancelled', lastCompleteAt: yesterday } }),
  ],
  ['a restart with a complete copy', 'not-checked-yet', status({ startedAt: null, endedAt: null }, { all: asBefore })],
  [
    'a restart with a copy that lacks one list',
    'never',
    status({ startedAt: null, endedAt: null }, { all: asBefore, documents: never }),
  ],
  [
    'a run in which one list failed',
    'not-up-to-date',
    status({ problem: problem('service/failed') }, { documents: { state: 'failed', lastCompleteAt: yesterday } }),
  ],
  ['a list that failed, whatever the run reports', 'not-up-to-date', status({}, { users: { state: 'failed' } })],
  [
    'a run in which one list was refused',
    'not-up-to-date',
    status({}, { documents: { refused: [{ status: 403, count: 1 }] } }),
  ],
  ['a list that was not read to its end', 'not-up-to-date', status({}, { households: { state: 'incomplete' } })],
  ['a list that the run has not begun', 'not-up-to-date', status({}, { 'document-summaries': asBefore })],
  ['records that are gone and kept until the next run', 'not-up-to-date', status({}, { individuals: { held: 40 } })],
  ['refused valuations', 'not-up-to-date', status({}, { valuations: { refused: [{ status: 404, count: 2 }] } })],
  [
    'a run without any problem, before it is known whether sending is paused',
    null,
    status({}),
    { open: 0, paused: undefined },
  ],
])('after %s the copy is “%s”', (_, expected, found, sending = nothingToSend) => {
  expect(copyState(found, sending)).toBe(expected)
})

test('the copy is as old as the list that was read least recently, and has no age while one was never read', () => {
  expect(lastComplete(status({}, { documents: { lastCompleteAt: yesterday } }))).toBe(yesterday)
  expect(lastComplete(status({}, { documents: { lastCompleteAt: null } }))).toBeNull()
  expect(lastComplete(status({}, { valuations: { lastCompleteAt: null } }))).toBe(now)
})
