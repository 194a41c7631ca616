import type { Operation } from '../../shared/domain/operation.ts'
import { householdOfPrimary, isOpen, needsAttention } from '../../shared/domain/operation-rules.ts'
import { textOf } from './titles.ts'

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
