import { AppError } from '../../shared/domain/app-error.ts'
import type { JsonFields, Operation, OperationEvent, OperationValues } from '../../shared/domain/operation.ts'
import { householdOfPrimary, isOpen, needsAttention, valuesOf } from '../../shared/domain/operation-rules.ts'
import { isNothing, isRecord, isSame, type Json, own } from '../../shared/lib/json.ts'
import type { OutboxCommit } from '../data/ledger/operations.ts'
import type { Saved } from './outbox.ts'

/** The open operations in memory, in the order they were made. Operations are immutable and only replaced. */
export type OpenOperations = {
  get(id: string): Operation | undefined
  all(): Iterable<Operation>
  /** Operations on one record, in order. */
  ofRecord(recordId: string): Operation[]
  /** Creations of records that belong to this one. */
  ofParent(parentId: string): Operation[]
  /** Operations on documents about this person. */
  aboutPerson(individualId: string): Operation[]
  /** Operations on the people who are sent together with this new household. */
  ofItsPrimaries(householdId: string): Operation[]
  /** Creations of households with this title. */
  newHouseholds(title: string): Operation[]
  readonly size: number
  /** The number of operations that need the user's decision. */
  readonly attention: number
  /** Adds or replaces an operation; one that is no longer open is removed. */
  put(operation: Operation): void
  /** A copy for planning, of use until the original changes: it costs what is put into it, however many operations are open. */
  draft(): OpenOperations
}

/** @param initial - ordered by `seq` */
export function createOpenOperations(initial: Iterable<Operation> = []): OpenOperations {
  const byId = new Map<string, Operation>()
  const records = createIndex()
  const parents = createIndex()
  const people = createIndex()
  const primaries = createIndex()
  const titles = createIndex()
  const indexes = [
    { index: records, keyOf: ({ record_id }: Operation) => record_id },
    { index: parents, keyOf: ({ parent_id }: Operation) => parent_id },
    { index: people, keyOf: ({ fields }: Operation) => textOf(fields.individual_id) ?? null },
    { index: primaries, keyOf: ({ record_id }: Operation) => householdOfPrimary(record_id) },
    { index: titles, keyOf: newHouseholdTitle },
  ]
  let attention = 0
  const listed = (ids: Iterable<string>) => inOrder([...ids].flatMap((id) => byId.get(id) ?? []))
  const forget = (operation: Operation) => {
    for (const { index, keyOf } of indexes) index.remove(keyOf(operation), operation.id)
    if (needsAttention(operation)) attention -= 1
  }
  const operations: OpenOperations = {
    get: (id) => byId.get(id),
    all: () => byId.values(),
    ofRecord: (recordId) => listed(records.of(recordId)),
    ofParent: (parentId) => listed(parents.of(parentId)),
    aboutPerson: (individualId) => listed(people.of(individualId)),
    ofItsPrimaries: (householdId) => listed(primaries.of(householdId)),
    newHouseholds: (title) => listed(titles.of(title)),
    get size() {
      return byId.size
    },
    get attention() {
      return attention
    },
    put(operation) {
      const before = byId.get(operation.id)
      if (before) forget(before)
      if (!isOpen(operation)) {
        byId.delete(operation.id)
        return
      }
      byId.set(operation.id, operation)
      for (const { index, keyOf } of indexes) index.add(keyOf(operation), operation.id)
      if (needsAttention(operation)) attention += 1
    },
    draft: () => createDraft(operations),
  }
  for (const operation of initial) operations.put(operation)
  return operations
}

/** The operations of `base` with others in front of them; `base` stays as it is. */
function createDraft(base: OpenOperations): OpenOperations {
  const own = createOpenOperations()
  /** Operations of which `base` has an older version. */
  const replaced = new Set<string>()
  const together = (ofBase: readonly Operation[], ofOwn: readonly Operation[]) =>
    inOrder([...ofBase.filter(({ id }) => !replaced.has(id)), ...ofOwn])
  const draft: OpenOperations = {
    get: (id) => own.get(id) ?? (replaced.has(id) ? undefined : base.get(id)),
    *all() {
      for (const operation of base.all()) {
        const current = draft.get(operation.id)
        if (current) yield current
      }
      for (const operation of own.all()) if (!replaced.has(operation.id)) yield operation
    },
    ofRecord: (recordId) => together(base.ofRecord(recordId), own.ofRecord(recordId)),
    ofParent: (parentId) => together(base.ofParent(parentId), own.ofParent(parentId)),
    aboutPerson: (individualId) => together(base.aboutPerson(individualId), own.aboutPerson(individualId)),
    ofItsPrimaries: (householdId) => together(base.ofItsPrimaries(householdId), own.ofItsPrimaries(householdId)),
    newHouseholds: (title) => together(base.newHouseholds(title), own.newHouseholds(title)),
    get size() {
      return base.size - replaced.size + own.size
    },
    get attention() {
      return [...draft.all()].filter(needsAttention).length
    },
    put(operation) {
      if (base.get(operation.id)) replaced.add(operation.id)
      own.put(operation)
    },
    draft: () => createDraft(draft),
  }
  return draft
}

const inOrder = (operations: Operation[]): Operation[] => operations.sort((a, b) => a.seq - b.seq)

const newHouseholdTitle = ({ action, resource, title }: Operation): string | null =>
  action === 'create' && resource === 'households' ? title : null

/** Ids by a key; null is no key. */
function createIndex() {
  const byKey = new Map<string, Set<string>>()
  const none: ReadonlySet<string> = new Set()
  return {
    of: (key: string): ReadonlySet<string> => byKey.get(key) ?? none,
    add(key: string | null, id: string) {
      if (key === null) return
      const ids = byKey.get(key)
      if (ids) ids.add(id)
      else byKey.set(key, new Set([id]))
    },
    remove(key: string | null, id: string) {
      if (key === null) return
      const ids = byKey.get(key)
      ids?.delete(id)
      if (ids?.size === 0) byKey.delete(key)
    },
  }
}

/** Key shared by creations that are sent one after the other: individuals of one household, valuations of one entity. */
export const siblingsKey = ({ resource, parent_id }: Pick<Operation, 'resource' | 'parent_id'>): string =>
  `${resource} ${parent_id ?? ''}`

/** True if the operation can still be changed on this computer, because none of it can be at the service. */
export const isEditable = ({ state }: Pick<Operation, 'state'>): boolean =>
  state === 'queued' || state === 'failed' || state === 'conflict'

/** Changed properties of an operation. */
export type Change = Partial<Operation>

/** A step that changes one operation and records the event for it. */
export function transition(
  operation: Operation,
  change: Change,
  { at, event, note }: OperationEvent,
  more: Pick<OutboxCommit, 'records' | 'gone'> = {},
): OutboxCommit {
  // Only an open operation can be undone.
  const closing = change.state === 'done' || change.state === 'discarded' ? { earlier: [] } : {}
  return {
    operations: [{ ...operation, ...change, ...closing, changed_at: at }],
    events: [{ operationId: operation.id, at, event, note, ...changedValues(operation, change) }],
    ...more,
  }
}

/** The operation's earlier values, if the change replaces them, so that its history keeps them. */
function changedValues(operation: Operation, change: Change): { was?: OperationValues } {
  if (change.title === undefined && change.fields === undefined && change.base === undefined) return {}
  const [was, is] = [valuesOf(operation), valuesOf({ ...operation, ...change })]
  return JSON.stringify(was) === JSON.stringify(is) ? {} : { was }
}

/** Merges several steps into one; of an operation that is in several steps, the last version is kept. */
export function mergeCommits(steps: readonly OutboxCommit[]): OutboxCommit {
  const operations = new Map(steps.flatMap((step) => step.operations).map((operation) => [operation.id, operation]))
  return {
    operations: [...operations.values()],
    events: steps.flatMap(({ events }) => events),
    records: steps.flatMap(({ records }) => records ?? []),
    gone: steps.flatMap(({ gone }) => gone ?? []),
    merged: steps.flatMap(({ merged }) => merged ?? []),
  }
}

/** The state of an operation that starts over. */
export const startOver = {
  state: 'queued',
  question: null,
  problem: null,
  not_before: null,
  grace_until: null,
  save: null,
  earlier: [],
} satisfies Change

/** @throws AppError `outbox/not-allowed` */
export function notAllowed(message: string, nextStep: string): AppError {
  return new AppError('outbox/not-allowed', { message, nextStep })
}

/** Discards an operation, because nothing of it is left to write or the user took it back. */
export function discarded(operation: Operation, at: string, note: string): OutboxCommit {
  return transition(operation, { state: 'discarded', question: null, problem: null }, { at, event: 'discarded', note })
}

/** The household and the stage of an entity, for which a valuation is reviewed. */
export const entityState = (entity: JsonFields): { household_id: string; stage: string } => ({
  household_id: String(entity.household_id ?? ''),
  stage: String(entity.stage ?? ''),
})

/** A record as JSON bytes (UTF-8), the form that the mirror accepts. */
export const bytesOf = (record: JsonFields): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(record))

/** Pending edits that can share one commit. */
export type Batching = {
  /** True while requests are in flight, whose answers bring more edits. */
  isExpected(): boolean
  /** Settles when it is not worth waiting any longer, or rejects when the signal aborts. */
  rest(signal: AbortSignal): Promise<void>
}

type Plan = (operation: Operation) => OutboxCommit | null

/** Runs one job after the other, in the order of the calls; a failed job does not stop those after it. */
type CommitQueue = {
  alone<Result>(action: () => Promise<Result>): Promise<Result>
  /**
   * Plans a step from the operation's state when its turn comes, and commits it. Resolves to the operation afterwards, or null if
   * nothing was planned. Waiting edits that affect only their own operation share one commit, because the disk takes as long for
   * one as for ten.
   */
  change(id: string, plan: Plan): Promise<Operation | null>
  /** Checks again whether more edits are expected. */
  look(): void
}

/**
 * Number of edits for which a commit does not wait any longer: half of those in progress, so that the others are at the service
 * at the same time. A save waits for the commit before it, of about 30 ms.
 */
const fullBatch = 192

type PendingChange = {
  id: string
  plan: Plan
  isEdit: boolean
  resolve: (operation: Operation | null) => void
  reject: (problem: unknown) => void
}
type Planned = { change: PendingChange; step: OutboxCommit }

type CommitQueueOptions = {
  operations: OpenOperations
  /** Writes a step to the disk, then applies it to `operations`. */
  commit: (step: OutboxCommit) => Promise<void>
  batching: Batching
}

/** {@link CommitQueue} over the open operations. */
export function createCommitQueue({ operations, commit, batching }: CommitQueueOptions): CommitQueue {
  const waiting: ((() => Promise<void>) | PendingChange)[] = []
  let isRunning = false
  let goOn = () => {}

  /** Null if there is nothing to commit; the change is then resolved or rejected already. */
  const planned = (change: PendingChange): Planned | null => {
    try {
      const operation = operations.get(change.id)
      const step = operation ? change.plan(operation) : null
      if (step) return { change, step }
      change.resolve(null)
    } catch (problem) {
      change.reject(problem)
    }
    return null
  }
  const settle = ({ change, step }: Planned) =>
    change.resolve(step.operations.findLast(({ id }) => id === change.id) ?? null)

  /** The first change and those that can share its commit. */
  const gather = (first: Planned): Planned[] => {
    const all = [first]
    if (!isByItself(operations, first)) return all
    for (let next = waiting[0]; next && 'plan' in next; next = waiting[0]) {
      const { id } = next
      if (operations.get(id)?.action !== 'update' || all.some(({ change }) => change.id === id)) break
      waiting.shift()
      const found = planned(next)
      if (found === null) continue
      if (!isByItself(operations, found)) {
        // It is planned again when its turn comes.
        waiting.unshift(next)
        break
      }
      all.push(found)
    }
    return all
  }

  const commitOne = async (change: PendingChange) => {
    const one = planned(change)
    if (one === null) return
    await commit(one.step).then(() => settle(one), change.reject)
  }
  const commitAll = async (change: PendingChange) => {
    const first = planned(change)
    if (first === null) return
    const all = gather(first)
    try {
      await commit(mergeCommits(all.map(({ step }) => step)))
      for (const one of all) settle(one)
    } catch (problem) {
      // If the shared commit fails, each change is committed on its own, so that one failure does not affect the others.
      if (all.length === 1) change.reject(problem)
      else for (const one of all) await commitOne(one.change)
    }
  }

  /** Does not delay a save by the user, or a step that must be committed alone. */
  const isWorthwhile = () =>
    waiting.length >= fullBatch || !batching.isExpected() || !waiting.every((job) => 'plan' in job && job.isEdit)
  const gathered = async () => {
    if (isWorthwhile()) return
    const waited = new AbortController()
    await new Promise<void>((resolve) => {
      goOn = resolve
      batching.rest(waited.signal).then(resolve, resolve)
    })
    waited.abort()
  }
  const look = () => {
    if (isWorthwhile()) goOn()
  }

  const run = async () => {
    while (waiting.length > 0) {
      await gathered()
      const next = waiting.shift()
      if (next) await (typeof next === 'function' ? next() : commitAll(next))
    }
    isRunning = false
  }
  const add = (job: (typeof waiting)[number]) => {
    waiting.push(job)
    look()
    if (isRunning) return
    isRunning = true
    void Promise.resolve().then(run)
  }

  return {
    alone: (action) =>
      new Promise((resolve, reject) => {
        add(() => Promise.resolve().then(action).then(resolve, reject))
      }),
    change: (id, plan) =>
      new Promise((resolve, reject) =>
        add({ id, plan, isEdit: operations.get(id)?.action === 'update', resolve, reject }),
      ),
    look,
  }
}

/** True if no other operation's plan can depend on this edit's step. */
function isByItself(operations: OpenOperations, { change: { id }, step }: Planned): boolean {
  return operations.get(id)?.action === 'update' && step.operations.every((operation) => operation.id === id)
}

/** Inputs of a plan besides the write: the open operations, the time, new ids, and the mirror's knowledge. */
export type PlanContext = {
  operations: OpenOperations
  /** ISO 8601. */
  at: string
  newId: () => string
  nextSeq: () => number
  /**
   * The record's title, or its parent's for a valuation; and the record itself, with pending edits, if it is to be deleted or if the
   * write comes from a form.
   */
  known: { title: string | null; record: JsonFields | null }
}

export type PlannedSave = { step: OutboxCommit; saved: Omit<Saved, 'undo'> }

type NewOperation = Pick<Operation, 'action' | 'resource' | 'record_id' | 'parent_id' | 'title' | 'fields' | 'base'> & {
  file?: Operation['file']
  merge?: Operation['merge']
}

/** A new operation, queued. */
export function begin(
  { at, newId, nextSeq }: Omit<PlanContext, 'operations' | 'known'>,
  begun: NewOperation,
): PlannedSave {
  const operation: Operation = {
    id: `op_${newId()}`,
    seq: nextSeq(),
    file: null,
    ...begun,
    ...startOver,
    paused: false,
    attempts: 0,
    sent_at: null,
    baseline: null,
    server_id: null,
    remark: null,
    saved_at: at,
    changed_at: at,
  }
  return {
    step: transition(operation, {}, { at, event: 'saved', note: 'Saved on this computer.' }),
    saved: { operation_id: operation.id, record_id: operation.record_id },
  }
}

/**
 * The date of death of a new person, which the service accepts only in an update of an existing one: a step with that update, empty
 * without a date.
 */
export function planDateOfDeath(
  created: PlannedSave,
  date_of_death: Json | undefined,
  context: Omit<PlanContext, 'operations' | 'known'>,
): OutboxCommit {
  const [operation] = created.step.operations
  if (operation === undefined || isNothing(date_of_death)) return mergeCommits([])
  const { record_id, title, fields } = operation
  const base = { ...fields, id: record_id }
  return begin(context, {
    ...{ action: 'update', resource: 'individuals', record_id, parent_id: null, title },
    ...{ fields: { date_of_death }, base },
  }).step
}

/** Fields whose value differs from the base. */
export const changedFields = (fields: JsonFields, base: JsonFields): JsonFields =>
  Object.fromEntries(Object.entries(fields).filter(([field, value]) => !isSame(value, own(base, field))))

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const nameOf = (fields: JsonFields): string | undefined =>
  [fields.first_name, fields.last_name].map(textOf).filter(Boolean).join(' ') || undefined

/** The title of a new record until the service names it. `known` is the title of the record it belongs to. */
export function titleOfNew(resource: Operation['resource'], fields: JsonFields, known: string | null): string {
  if (resource === 'individuals') return nameOf(fields) ?? 'New individual'
  if (resource === 'documents') return textOf(fields.name) ?? 'New document'
  if (resource === 'valuations') return `${known ?? 'Valuation'}, ${textOf(fields.effective_date) ?? ''}`
  const people = Array.isArray(fields.primary_individuals) ? fields.primary_individuals : []
  const names = people.flatMap((person) => (isFields(person) ? (nameOf(person) ?? []) : []))
  const notes = textOf(fields.notes)?.trim().split('\n')[0] ?? ''
  const said = notes.length > mostOfNotes ? `${notes.slice(0, mostOfNotes - 1).trimEnd()}…` : notes
  return names.join(' & ') || textOf(fields.external_id) || said || 'New household'
}

/** Characters of a household's notes that serve as its title until it has a name. */
const mostOfNotes = 60

/** A title that is not taken yet: the second `New household` is `New household (2)`. */
export function titleAmong(title: string, isTaken: (title: string) => boolean): string {
  let nth = 1
  let own = title
  while (isTaken(own)) {
    nth += 1
    own = `${title} (${nth})`
  }
  return own
}

/** A record's title, from its own fields. */
export const titleOfRecord = (record: JsonFields): string =>
  textOf(record.name) ?? textOf(record.display_name) ?? nameOf(record) ?? textOf(record.external_id) ?? 'Untitled'

/** True if a value is an object of fields. */
export const isFields = isRecord<Json>
