import type { Core } from '../../electron/api/core.ts'
import { createEventHub } from '../../electron/api/event-hub.ts'
import type { Taking } from '../../electron/api/intake.ts'
import type { ReadInput, ReadName, ReadOutput } from '../../electron/data/reads/read.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import type { Preferences } from '../../shared/ipc/app.ts'
import type { BulkRow } from '../../shared/ipc/bulk.ts'
import type { ConnectionSummary, SignInProgress } from '../../shared/ipc/connections.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'
import type { HeldFile } from '../../shared/ipc/files.ts'
import type { ImportShape } from '../../shared/ipc/imports.ts'
import type { IntakeRow } from '../../shared/ipc/intake.ts'
import type { SyncStatus } from '../../shared/ipc/sync.ts'
import type { PinnedHousehold } from '../../shared/ipc/travel.ts'
import type { Place, SavedView } from '../../shared/ipc/views.ts'
import { custodyDouble } from './core/custody.ts'
import { policyDouble } from './core/policy.ts'
import { settingsDouble } from './core/settings.ts'
import { supportDouble } from './core/support.ts'
import { operationDouble, savedDouble } from './operation.ts'
import { records, rows } from './records.ts'

export const knownConnection = 'a'.repeat(32)

type Call = { name: string; input: unknown }

/** A core in memory with one connection and one record of each kind. It records its calls. */
export type CoreDouble = Core & {
  readonly calls: Call[]
  /** Event streams and sign-ins that are still open. */
  readonly openStreams: ReadonlySet<AbortSignal>
  publish(event: AppEvent): void
  /** The next call of any kind throws this. */
  failNext(thrown: unknown): void
  /** The next read returns this, whatever its input. */
  answerNext(output: unknown): void
  /** Files that a shell may add, by ticket. */
  readonly takings: Map<string, Taking>
}

const when = '2026-03-01T12:00:00Z'
const link = { id: 'hh-1', name: 'Okafor' }

export const connectionDouble: ConnectionSummary = {
  id: knownConnection,
  name: 'Demo firm',
  kind: 'demo',
  base_url: 'https://127.0.0.1:1/',
  auth_url: 'https://127.0.0.1:1/',
  client_id: 'demo',
  redirect_uri: null,
  flow: 'client_credentials',
  user: null,
  pkce: true,
  session: 'signed-in',
  cache: 'open',
  cacheProblem: null,
  demoServiceRunning: true,
  read_only: false,
  managed: false,
  needs_secret: false,
  unsent: 0,
}

const placeDouble: Place = { resource: 'households', id: 'hh-1', title: 'Okafor' }
const viewDouble: SavedView = {
  id: 'view-1',
  resource: 'households',
  name: 'Mine',
  filters: [],
  sort: null,
  columns: [],
}

const bulkRowDouble: BulkRow = {
  id: 'hh-1',
  title: 'Okafor',
  outcome: 'change',
  reason: null,
  remark: null,
  changes: [{ field: 'primary_relationship_owner_id', before: 'us-1', after: 'us-2' }],
}

const importShapeDouble: ImportShape = {
  rows: 1,
  delimiter: ',',
  columns: [{ header: 'External ID', samples: ['C-1'] }],
  mapping: ['external_id'],
  remembered: false,
  date_order: 'month-first',
  dates_unclear: false,
  problems: [],
}

const intakeRowDouble: IntakeRow = {
  id: 'drop-1',
  state: 'ready',
  file_name: 'Will.pdf',
  folder: 'Estate',
  size: 3,
  received: 3,
  media_type: 'application/pdf',
  sha256: '0'.repeat(64),
  name: 'Will',
  type: 'WILL',
  type_reason: '“will” in its name',
  household_id: 'hh-1',
  entity_id: null,
  individual_id: null,
  duplicates: [],
  issue: null,
}

const heldFileDouble: HeldFile = {
  name: 'Will.pdf',
  size: 3,
  sha256: '0'.repeat(64),
  media_type: 'application/pdf',
  preview: 'pdf',
  openable: true,
  held_at: when,
  record_updated_at: null,
}

const pinnedDouble: PinnedHousehold = {
  household_id: 'hh-1',
  title: 'Okafor',
  pinned_at: when,
  verdict: 'incomplete',
  busy: false,
  short: 0,
  problem: null,
  checked_at: when,
  documents: { total: 1, held: 0 },
  valuations: { total: 1, held: 1 },
  summaries: 1,
  bytes: 0,
  gaps: [{ what: 'document', id: 'do-1', title: 'Will', reason: 'The service does not have its file.' }],
}

const listOf = <Row>(row: Row) => ({ rows: [row], total: 1, offset: 0 })

const emptyRollUp = { total: '0', entities: 0, unvalued: 0, oldest: null, newest: null, lines: [], cells: [] }

/** Reads that a procedure answers directly; the core calls the others itself. */
type DirectReadName = Exclude<
  ReadName,
  `${'views' | 'places' | 'drafts' | 'export' | 'outbox' | 'records' | 'intake' | 'files' | 'travel' | 'support'}.${string}`
>

const reads: { [Name in DirectReadName]: ReadOutput<Name> } = {
  'households.list': listOf(rows.households),
  'households.get': {
    record: records.household,
    checked_at: when,
    pending: null,
    title: 'Okafor',
    owner: { id: 'us-1', name: 'Grace Lindqvist' },
    individuals: [rows.individuals],
    entities: [rows.entities],
    documents: [rows.documents],
    summaries: [rows.documentSummaries],
    counts: { individuals: 1, entities: 1, documents: 1, summaries: 1 },
  },
  'individuals.list': listOf(rows.individuals),
  'individuals.get': {
    record: records.individual,
    checked_at: when,
    pending: null,
    title: 'Ada Okafor',
    household: link,
    documents: [],
  },
  'entities.list': listOf(rows.entities),
  'entities.get': {
    record: records.entity,
    checked_at: when,
    pending: null,
    household: link,
    valuation: { record: records.valuation, checked_at: when, pending: null },
    valuation_checked_at: when,
    observations: [],
    documents: [],
  },
  'valuations.list': listOf(rows.valuations),
  'valuations.observed': { observations: [], left_out: 0 },
  'assetClasses.list': [{ id: 'asset_class_1', name: 'Cash', uses: 1, last_seen: when, own: true, added: false }],
  'valuations.get': {
    record: records.valuation,
    checked_at: when,
    pending: null,
    entity: { id: 'en-1', name: 'Okafor Family Trust' },
    household: link,
  },
  'documents.list': listOf(rows.documents),
  'documents.get': {
    record: records.document,
    checked_at: when,
    pending: null,
    household: link,
    entity: null,
    individual: null,
    summaries: [rows.documentSummaries],
  },
  'documentSummaries.list': listOf(rows.documentSummaries),
  'documentSummaries.get': {
    record: records.summary,
    checked_at: when,
    pending: null,
    household: link,
    document: { id: 'do-1', name: 'Will' },
  },
  'users.list': listOf(rows.users),
  'users.get': { record: records.user, checked_at: when, pending: null, title: 'Grace Lindqvist', household_count: 1 },
  'setAside.list': { records: [], total: 0 },
  'rollUps.household': emptyRollUp,
  'rollUps.book': emptyRollUp,
  'rollUps.checked': { from: when, to: when, unchecked: 0, whole_firm: false },
  'search.query': {
    hits: [
      {
        resource: 'households',
        id: 'hh-1',
        title: 'Okafor',
        title_matches: [[0, 6]],
        subtitle: 'Ada Okafor',
        snippet: null,
        snippet_matches: [],
        pending: null,
      },
    ],
  },
}

const syncStatus = (connectionId: string): SyncStatus => ({
  connectionId,
  state: 'idle',
  startedAt: null,
  endedAt: null,
  reachable: 'unknown',
  problem: null,
  resources: [],
  valuationsCheckedFrom: null,
  valuationsNeverChecked: 0,
  valuationsProgress: null,
  restingUntil: null,
})

/** Yields the steps of a sign-in that waits for the user until it is cancelled. */
async function* signInUntilLeft(signal: AbortSignal): AsyncGenerator<SignInProgress> {
  yield { step: 'preparing' }
  yield { step: 'waiting-for-browser' }
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  throw new AppError('auth/cancelled', { message: 'Sign-in was cancelled.', nextStep: 'Sign in again.' })
}

/** @param onCall - called with every call as it arrives */
export function createCoreDouble(onCall: (call: Call) => void = () => {}): CoreDouble {
  const calls: Call[] = []
  const openStreams = new Set<AbortSignal>()
  const hub = createEventHub()
  const next: { failure?: { thrown: unknown }; answer?: { output: unknown } } = {}
  const takings = new Map<string, Taking>()
  let preferences: Preferences = { theme: 'system', single_keys: true }

  const asked = async <Output>(name: string, input: unknown, output: Output): Promise<Output> => {
    calls.push({ name, input })
    onCall({ name, input })
    const { failure, answer } = next
    delete next.failure
    delete next.answer
    if (failure !== undefined) throw failure.thrown
    return answer === undefined ? output : (answer.output as Output)
  }
  const watched = (signal: AbortSignal) => {
    openStreams.add(signal)
    signal.addEventListener('abort', () => openStreams.delete(signal), { once: true })
    return signal
  }
  const connection = (name: string) => (id: string) => asked(name, { connectionId: id }, connectionDouble)

  return {
    calls,
    openStreams,
    takings,
    publish: hub.publish,
    failNext: (thrown) => Object.assign(next, { failure: { thrown } }),
    answerNext: (output) => Object.assign(next, { answer: { output } }),
    app: {
      info: () =>
        asked(
          'app.info',
          {},
          {
            version: '0.0.0',
            shell: 'browser' as const,
            keychain: { kind: 'session' as const, notice: null },
            startWith: null,
          },
        ),
      openWindow: (path) => asked('app.openWindow', { path }, null),
      lastScreen: () => asked('app.lastScreen', {}, null),
      offer: async (commands) => void (await asked('app.offer', { commands }, undefined)),
      print: (screen) => asked('app.print', screen, { outcome: 'done', file: null }),
      noteScreen: async (path) => void (await asked('app.noteScreen', { path }, undefined)),
      getPreferences: () => asked('app.getPreferences', {}, preferences),
      setPreferences: (change) => {
        preferences = { ...preferences, ...change }
        return asked('app.setPreferences', change, preferences)
      },
    },
    custody: custodyDouble(asked),
    policy: policyDouble(asked),
    settings: settingsDouble(asked),
    support: supportDouble(asked),
    gate: () => {},
    connections: {
      list: () => asked('connections.list', {}, [connectionDouble]),
      add: (input) => asked('connections.add', input, connectionDouble),
      remove: (connectionId, unsent) =>
        asked('connections.remove', { connectionId, ...(unsent && { unsent }) }, undefined),
      async *signIn(connectionId, signal) {
        watched(signal)
        await asked('connections.signIn', { connectionId }, undefined)
        yield* signInUntilLeft(signal)
      },
      signOut: (connectionId, unsent) =>
        asked('connections.signOut', { connectionId, ...(unsent && { unsent }) }, undefined),
      open: connection('connections.open'),
      setReadOnly: (connectionId, read_only) =>
        asked('connections.setReadOnly', { connectionId, read_only }, connectionDouble),
      giveSecret: (connectionId, client_secret) =>
        asked('connections.giveSecret', { connectionId, client_secret }, undefined),
      openDemo: () => asked('connections.openDemo', {}, connectionDouble),
      setDemoService: (running) => asked('connections.setDemoService', { running }, connectionDouble),
      demoColleague: (connectionId, record) =>
        asked('connections.demoColleague', { connectionId, ...record }, { changed: ['notes'] }).then(
          ({ changed }) => changed,
        ),
    },
    sync: {
      start: (connectionId) => asked('sync.start', { connectionId }, syncStatus(connectionId)),
      cancel: (connectionId) => asked('sync.cancel', { connectionId }, syncStatus(connectionId)),
      status: (connectionId) => asked('sync.status', { connectionId }, syncStatus(connectionId)),
    },
    readText: async (connectionId, name, input) =>
      JSON.stringify(await asked(name, { connectionId, ...input }, reads[name])),
    read: <Name extends ReadName>(connectionId: string, name: Name, input: ReadInput<Name>) =>
      asked(name, { connectionId, ...input }, reads[name as DirectReadName] as ReadOutput<Name>),
    summaryOriginal: (connectionId, id) =>
      asked(
        'documentSummaries.original',
        { connectionId, id },
        { kept_at: when, display_name: 'Summary', summary: 'As it was.', summary_format: null },
      ),
    refreshValuations: (connectionId, householdId) =>
      asked('households.refreshValuations', { connectionId, id: householdId }, { asked: 2, refused: 0 }),
    refreshValuation: (connectionId, entityId) =>
      asked('entities.refreshValuation', { connectionId, id: entityId }, { found: true }),
    views: {
      list: (connectionId, resource) => asked('views.list', { connectionId, resource }, [viewDouble]),
      save: (connectionId, view) => asked('views.save', { connectionId, view }, view),
      remove: (connectionId, id) => asked('views.remove', { connectionId, id }, undefined),
    },
    places: {
      recents: (connectionId) => asked('places.recents', { connectionId }, [placeDouble]),
      visit: (connectionId, place) => asked('places.visit', { connectionId, ...place }, undefined),
      favourites: (connectionId) => asked('places.favourites', { connectionId }, [placeDouble]),
      setFavourite: (connectionId, place) => asked('places.setFavourite', { connectionId, ...place }, undefined),
      me: (connectionId) => asked('places.me', { connectionId }, { user_id: 'us-1', told: false }),
      setMe: (connectionId, user_id) => asked('places.setMe', { connectionId, user_id }, undefined),
    },
    drafts: {
      list: (connectionId) => asked('drafts.list', { connectionId }, [{ name: 'hh-1', json: '{}' }]),
      keep: (connectionId, draft) => asked('drafts.keep', { connectionId, ...draft }, undefined),
    },
    assetClasses: {
      add: (connectionId, given) => asked('assetClasses.add', { connectionId, ...given }, undefined),
      addAll: (connectionId, classes) =>
        asked('assetClasses.addAll', { connectionId, classes }, { added: 1, known: 0 }),
      forget: (connectionId, id) => asked('assetClasses.forget', { connectionId, id }, undefined),
      exportFile: (connectionId) => asked('assetClasses.exportFile', { connectionId }, null),
    },
    exports: {
      async *start(input, signal) {
        watched(signal)
        await asked('exports.start', input, undefined)
        yield { written: 0, total: 2, file: null }
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      },
      reveal: (handle) => asked('exports.reveal', { handle }, undefined),
    },
    outbox: {
      save: (input) => asked('outbox.save', input, savedDouble),
      saveAll: (input) => asked('outbox.saveAll', input, [savedDouble]),
      counts: (input) => asked('outbox.counts', input, { open: 1, attention: 0 }),
      list: (input) => asked('outbox.list', input, { operations: [operationDouble], total: 1 }),
      get: (input) => asked('outbox.get', input, { operation: operationDouble, history: [] }),
      setPaused: (input) => asked('outbox.setPaused', input, {}),
      setAllPaused: (input) => asked('outbox.setAllPaused', input, {}),
      allPaused: (input) => asked('outbox.allPaused', input, { paused: false }),
      decide: (input) => asked('outbox.decide', input, {}),
      sendNow: (input) => asked('outbox.sendNow', input, {}),
      serverIdOf: (input) => asked('outbox.serverIdOf', input, { server_id: null }),
      activity: (input) => asked('outbox.activity', input, { entries: [], next: null }),
      entityDependents: (input) =>
        asked('outbox.entityDependents', input, { title: 'Trust', valuation: true, documents: [], summaries: 0 }),
      deleteEntity: (input) => asked('outbox.deleteEntity', input, {}),
      exportUnsent: (input) => asked('outbox.exportUnsent', input, { file: null }),
      exportActivity: (input) => asked('outbox.exportActivity', input, { file: null }),
    },
    bulk: {
      preview: (input) =>
        asked('bulk.preview', input, {
          counts: { will_change: 1, already: 0, cannot: 0 },
          reasons: [],
          remarks: [],
          rows: [bulkRowDouble],
          fingerprint: 'f',
        }),
      async *apply(input, signal) {
        watched(signal)
        await asked('bulk.apply', input, undefined)
        yield { done: 0, total: 1, outcomes: [] }
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      },
    },
    travel: {
      list: (connectionId) =>
        asked(
          'travel.list',
          { connectionId },
          { households: [pinnedDouble], budget: 2_000_000_000, used: 0, loose: 0 },
        ),
      get: (connectionId, household_id) =>
        asked('travel.get', { connectionId, household_id }, { pinned: pinnedDouble, budget: 1 }),
      pin: (connectionId, household_id) => asked('travel.pin', { connectionId, household_id }, undefined),
      unpin: (connectionId, household_id) => asked('travel.unpin', { connectionId, household_id }, undefined),
      check: (connectionId, household_id) => asked('travel.check', { connectionId, household_id }, undefined),
      stop: (connectionId) => asked('travel.stop', { connectionId }, undefined),
      setBudget: (connectionId, bytes) => asked('travel.setBudget', { connectionId, bytes }, undefined),
    },
    imports: {
      begin: (input) => asked('imports.begin', input, { import_id: 'import-1' }),
      append: (input) => asked('imports.append', input, {}),
      removePart: (input) => asked('imports.removePart', input, {}),
      describe: (input) => asked('imports.describe', input, importShapeDouble),
      async *judge(input, signal) {
        watched(signal)
        await asked('imports.judge', input, undefined)
        yield { done: 0, total: 1, summary: null }
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      },
      rows: (input) => asked('imports.rows', input, { rows: [], total: 0, saved: 0 }),
      async *apply(input, signal) {
        watched(signal)
        await asked('imports.apply', input, undefined)
        yield { done: 0, total: 1 }
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      },
      exportRefused: (input) => asked('imports.exportRefused', input, { file: null }),
      drop: (input) => asked('imports.drop', input, {}),
    },
    links: { find: (link, screen) => asked('links.find', { link, screen }, `/c/${knownConnection}/households/hh-1`) },
    intake: {
      list: (input) => asked('intake.list', input, { rows: [intakeRowDouble] }),
      announce: (input) => asked('intake.announce', input, { rows: [{ row_id: 'drop-1', ticket: 'T'.repeat(43) }] }),
      giveUp: (input) => asked('intake.giveUp', input, {}),
      change: (input) => asked('intake.change', input, {}),
      remove: (input) => asked('intake.remove', input, {}),
      restore: (input) => asked('intake.restore', input, { restored: 1 }),
      submit: (input) =>
        asked('intake.submit', input, {
          saved: [{ row_id: 'drop-1', operation_id: 'op_1', record_id: 'document_local_1' }],
          refused: [],
        }),
      arrived: (input) => asked('intake.arrived', input, { files: [] }),
      takeArrived: (input) => asked('intake.takeArrived', input, { taken: 1 }),
      dismissArrived: (input) => asked('intake.dismissArrived', input, {}),
      arrive: (paths) => asked('intake.arrive', { paths }, undefined),
      take(ticket) {
        const taking = takings.get(ticket) ?? null
        takings.delete(ticket)
        return taking
      },
    },
    files: {
      held: (input) => asked('files.held', input, { file: heldFileDouble }),
      heldOf: (input) => asked('files.heldOf', input, { held: [{ id: 'do-1', file: heldFileDouble }] }),
      async *fetch(input, signal) {
        watched(signal)
        await asked('files.fetch', input, undefined)
        yield { received: 1, total: 3, file: null }
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      },
      read: (input) => asked('files.read', input, { base64: 'eA==' }),
      open: (input) => asked('files.open', input, {}),
      dragOut: (input) => asked('files.dragOut', input, {}),
      opened: (input) => asked('files.opened', input, { count: 1 }),
      removeOpened: (input) => asked('files.removeOpened', input, { left: 0 }),
      saveAs: (input) => asked('files.saveAs', input, { file: { name: 'Will.pdf', handle: 'handle-1' } }),
      remove: (input) => asked('files.remove', input, {}),
      thumbnails: (input) => asked('files.thumbnails', input, { thumbnails: [{ id: 'do-1', png: 'iVBORw0KGgo=' }] }),
      keepThumbnail: (input) => asked('files.keepThumbnail', input, {}),
    },
    async *events(signal) {
      await asked('events.subscribe', {}, undefined)
      const events = hub.subscribe(signal)
      watched(signal)
      yield* events
    },
    unfinished: async () => ({ uploads: 0, lost: 0 }),
    close: async () => {},
  }
}
