import { describe, expect, it } from 'vitest'
import type { Session } from '../../../electron/auth/session.ts'
import {
  logOutbox,
  logRequests,
  logSession,
  logSlowReads,
  logStoreFailures,
  logUnreadable,
} from '../../../electron/connections/log-connection.ts'
import { carryCause, carryError, uncarryError } from '../../../electron/data/workers/protocol.ts'
import { logFailures } from '../../../electron/hosts/common/log-failures.ts'
import { logAppEvents, logPolicy } from '../../../electron/logs/log.ts'
import { AppError, type AppErrorCode } from '../../../shared/domain/app-error.ts'
import type { FirmPolicy } from '../../../shared/domain/policy.ts'
import type { SyncStatus } from '../../../shared/ipc/sync.ts'
import { createLogDouble } from '../../doubles/log.ts'
import { operationDouble } from '../../doubles/operation.ts'

const connection = '0123456789abcdef0123456789abcdef'
const path = (of: string) => `/base/api/public/v1/${of}`

/** Returns the log's entries without time and level. */
function said({ entries }: ReturnType<typeof createLogDouble>) {
  return entries().map(({ at: _at, level: _level, ...rest }) => rest)
}

describe('requests that fail', () => {
  it('are one line a minute for each kind, which says how many there were', () => {
    const double = createLogDouble()
    let now = 0
    const failed = logRequests({ log: double.log, connection, now: () => now })
    for (let second = 0; second <= 60; second += 1) {
      now = second * 1000
      failed({ path: path('households?limit=1000&after=Ashford'), code: 'service/failed', status: 503 })
    }
    failed({ path: path('entities/Ashford/valuation'), code: 'service/offline', status: null })
    const line = { event: 'request-failed', connection, resource: 'households', code: 'service/failed', status: 503 }
    expect(said(double)).toEqual([
      { ...line, times: 1 },
      { ...line, times: 60 },
      { ...line, resource: 'valuations', code: 'service/offline', status: null, times: 1 },
    ])
  })

  it.each([
    ['households/h-1/documents', 'households'],
    ['document-summaries/x', 'document-summaries'],
    ['ashford', null],
    ['', null],
  ])('are about a resource, by their path alone: %s', (of, resource) => {
    const double = createLogDouble()
    logRequests({ log: double.log, connection })({ path: path(of), code: 'service/failed', status: 500 })
    expect(said(double)).toMatchObject([{ resource }])
  })
})

it('a slow read is logged with the order of its list, and a read of no list without one', () => {
  const double = createLogDouble()
  const slow = logSlowReads({ log: double.log, connection })
  const missing = [{ step: 'sort', table: null } as const]
  const order = { resource: 'individuals', column: 'email', direction: 'asc' } as const
  slow({ read: 'lists.order', ms: 300, order, missing })
  slow({ read: 'today.get', ms: 301, order: null, missing })
  const line = { event: 'slow-read', connection, missing: ['sort'] }
  expect(said(double)).toEqual([
    { ...line, read: 'lists.order', ms: 300, ...order },
    { ...line, read: 'today.get', ms: 301, resource: null, column: null, direction: null },
  ])
})

/** An error with client data in its message, which even looks like a line of a stack. */
function thrownInAWorker(): RangeError {
  try {
    throw new RangeError('Ashford\n    at Ashford (/home/ada/electron/ashford.ts:1:1)')
  } catch (thrown) {
    return thrown as RangeError
  }
}

describe('an error of a data thread', () => {
  const errorOf = { error: 'RangeError', frames: expect.arrayContaining([expect.stringMatching(/node_modules/)]) }

  it('is logged with its class and its place in the code, without its message', () => {
    const double = createLogDouble()
    const crossed = uncarryError(structuredClone(carryError(thrownInAWorker())))
    logFailures(double.log).onUnexpected?.('households.get', crossed.cause)
    expect(said(double)).toEqual([{ event: 'unexpected', procedure: 'households.get', ...errorOf }])
    expect(JSON.stringify(said(double))).not.toMatch(/Ashford/i)
  })

  it('is logged with the cells that cannot be shown for its sake', () => {
    const double = createLogDouble()
    const cells = { resource: 'households', columns: ['in_estate_share', 'Ashford'] } as const
    const log = logUnreadable({ log: double.log, connection })
    log({ ...cells, columns: ['in_estate_share'], cause: structuredClone(carryCause(thrownInAWorker())) })
    log({ ...cells, cause: null })
    expect(said(double)).toEqual([
      { event: 'cells-unreadable', connection, resource: 'households', columns: ['in_estate_share'], ...errorOf },
      {
        ...{ event: 'cells-unreadable', connection, resource: 'households' },
        ...{ columns: '[withheld]', error: 'unknown', frames: [] },
      },
    ])
  })
})

describe('what windows are told', () => {
  const status = (change: Partial<SyncStatus>): SyncStatus => ({
    connectionId: connection,
    state: 'idle',
    startedAt: '2026-11-21T10:00:00.000Z',
    endedAt: '2026-11-21T10:00:05.000Z',
    reachable: 'online',
    problem: null,
    valuationsCheckedFrom: null,
    valuationsNeverChecked: 0,
    valuationsProgress: null,
    restingUntil: null,
    resources: [
      {
        resource: 'users',
        state: 'complete',
        received: 7,
        expected: 7,
        written: 3,
        setAside: 1,
        lastCompleteAt: null,
        refused: [],
        held: 0,
      },
    ],
    ...change,
  })

  it('makes one line of a sync, when it has ended', () => {
    const double = createLogDouble()
    const note = logAppEvents(double.log)
    const tell = (change: Partial<SyncStatus>) => note({ type: 'sync', status: status(change) })
    tell({ state: 'running', endedAt: null })
    tell({})
    tell({ reachable: 'offline' })
    const failed = { code: 'service/offline' as const, message: 'x', nextStep: 'y', issues: [] }
    const [users] = status({}).resources
    if (!users) throw new Error('There is one.')
    tell({ endedAt: '2026-11-21T10:01:00.000Z', problem: failed, resources: [{ ...users, state: 'failed' }] })
    tell({ endedAt: '2026-11-21T10:02:00.000Z', resources: [{ ...users, state: 'cancelled' }] })
    expect(said(double)).toMatchObject([
      { event: 'sync-ended', ms: 5000, received: 7, written: 3, set_aside: 1 },
      { event: 'sync-failed', code: 'service/offline', not_complete: ['users'] },
      { event: 'sync-failed', code: 'sync/cancelled', not_complete: ['users'] },
    ])
  })

  it('makes a line of locking and one of unlocking', () => {
    const double = createLogDouble()
    const note = logAppEvents(double.log)
    const rest = { has_passphrase: true, wait_until: null, idle_minutes: 5, with_system: true }
    for (const locked of ['idle', 'idle', null, null] as const) note({ type: 'lock', state: { locked, ...rest } })
    expect(said(double)).toEqual([{ event: 'locked', reason: 'idle' }, { event: 'unlocked' }])
  })
})

it('says which settings a firm made, whenever they change, and not what they say', () => {
  const double = createLogDouble()
  const listeners: (() => void)[] = []
  const firm: { policy: FirmPolicy } = { policy: {} }
  const state = () => ({ source: '/etc/steward/policy.json', problems: ['Ashford is wrong.'], policy: firm.policy })
  logPolicy(double.log, { state, onChanged: (listener) => listeners.push(listener) })
  firm.policy = { allowed_base_urls: ['https://ashford.example'], read_only: true }
  for (const changed of listeners) changed()
  expect(said(double)).toEqual([
    { event: 'policy', there: true, set: [], problems: 1 },
    { event: 'policy', there: true, set: ['allowed_base_urls', 'read_only'], problems: 1 },
  ])
})

describe('a step of the outbox', () => {
  it('is written down once it is kept, like ones together', async () => {
    const double = createLogDouble()
    const kept: unknown[] = []
    const failures: Error[] = []
    const commit = async (step: unknown) => {
      const failure = failures.pop()
      if (failure) throw failure
      kept.push(step)
    }
    const load = async () => ({ operations: [], allPaused: false, nextSeq: 1 })
    const store = logOutbox({ load, commit, setAllPaused: async () => {} }, { log: double.log, connection })
    const problem = { code: 'service/refused', message: 'Ashford', nextStep: '', status: 422, detail: 'Ashford' }
    const operations = [1, 2, 3].map((seq) => ({
      ...operationDouble,
      seq,
      id: `op_${seq}`,
      problem: seq === 3 ? problem : null,
    }))
    const events = operations.map(({ id, seq }) => ({
      operationId: id,
      at: '2026-11-21T10:00:00.000Z',
      event: seq === 3 ? ('refused' as const) : ('saved' as const),
      note: 'Ashford',
    }))
    await store.commit({ operations, events })
    expect(kept).toHaveLength(1)
    expect(said(double)).toMatchObject([
      { event: 'outbox', step: 'saved', code: null, status: null, times: 2 },
      { event: 'outbox', step: 'refused', code: 'service/refused', status: 422, times: 1 },
    ])
    expect(double.lines.join()).not.toContain('Ashford')

    failures.push(new AppError('cache/write-failed', { message: 'x', nextStep: 'y' }))
    await expect(store.commit({ operations, events })).rejects.toMatchObject({ code: 'cache/write-failed' })
    expect(double.lines).toHaveLength(2)
  })
})

it('says which constraint or migration a store failed by, equal failures in one line a minute, and nothing else of them', () => {
  const double = createLogDouble()
  let now = 0
  const failures = logStoreFailures({ log: double.log, connection, now: () => now })
  const failed = (code: AppErrorCode, detail: string) =>
    new AppError(code, { message: 'Ashford', nextStep: 'Ashford', detail })
  const constraint = failed('cache/constraint-failed', 'SQLITE_CONSTRAINT_PRIMARYKEY in page_records')
  failures.ofWork(constraint)
  failures.ofWork(constraint)
  now = 60_000
  failures.ofWork(constraint)
  failures.ofOpening(failed('cache/migration-failed', 'mirror step 7: SQLITE_ERROR'))
  failures.ofWork(failed('cache/write-failed', 'SQLITE_FULL'))
  failures.ofWork(failed('cache/constraint-failed', 'SQLITE_CONSTRAINT_UNIQUE in Ashford'))
  // Not of the stores themselves.
  failures.ofWork(failed('record/not-found', 'Ashford'))
  const line = { event: 'cache-failed', connection, code: 'cache/constraint-failed', step: null, times: 1 }
  const keyTaken = { ...line, sqlite: 'SQLITE_CONSTRAINT_PRIMARYKEY', table: 'page_records' }
  expect(said(double)).toMatchObject([
    keyTaken,
    { ...keyTaken, times: 2 },
    { ...line, code: 'cache/migration-failed', sqlite: 'SQLITE_ERROR', table: null, step: 'mirror step 7' },
    { ...line, code: 'cache/write-failed', sqlite: 'SQLITE_FULL', table: null },
    { ...line, sqlite: 'SQLITE_CONSTRAINT_UNIQUE' },
  ])
  expect(double.lines.join()).not.toContain('Ashford')
})

it('says how signing in went, by its code', async () => {
  const double = createLogDouble()
  const outcomes: (AppError | null)[] = [new AppError('auth/denied', { message: 'Ashford', nextStep: 'y' }), null]
  const session = {
    async *signIn() {
      yield { step: 'exchanging-code' } as const
      const failure = outcomes.shift()
      if (failure) throw failure
    },
    signOut: async () => {},
  } as Pick<Session, 'signIn' | 'signOut'> as Session
  const noted = logSession(session, { log: double.log, connection })
  const { signal } = new AbortController()
  const signIn = async () => {
    for await (const { step } of noted.signIn(signal)) expect(step).toBe('exchanging-code')
  }
  await expect(signIn()).rejects.toMatchObject({ code: 'auth/denied' })
  await signIn()
  await noted.signOut()
  expect(said(double)).toMatchObject([
    { event: 'sign-in-failed', connection, code: 'auth/denied' },
    { event: 'signed-in', connection },
    { event: 'signed-out', connection },
  ])
})

it('says nothing of what every screen asks while Steward is locked', () => {
  const double = createLogDouble()
  const { onFailed } = logFailures(double.log)
  onFailed?.('households.list', 'lock/locked')
  onFailed?.('households.list', 'cache/not-open')
  expect(said(double)).toEqual([{ event: 'procedure-failed', procedure: 'households.list', code: 'cache/not-open' }])
})
