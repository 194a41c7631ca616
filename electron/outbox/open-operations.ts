import type { Operation } from '../../shared/domain/operation.ts'
import { isOpen } from '../../shared/domain/operation-rules.ts'

/** The open operations in memory, in the order they were made. Operations are immutable and only replaced. */
export type OpenOperations = {
  get(id: string): Operation | undefined
  all(): Iterable<Operation>
  /** Operations on one record, in order. */
  ofRecord(recordId: string): Operation[]
  /** Creations of records that belong to this one. */
  ofParent(parentId: string): Operation[]
  readonly size: number
  /** Adds or replaces an operation; one that is no longer open is removed. */
  put(operation: Operation): void
  /** A copy for planning. */
  draft(): OpenOperations
}

/** @param operations - ordered by `seq` */
export function createOpenOperations(operations: Iterable<Operation> = []): OpenOperations {
  const byId = new Map<string, Operation>()
  const records = new Map<string, Set<string>>()
  const parents = new Map<string, Set<string>>()
  const listed = (index: Map<string, Set<string>>, key: string) =>
    [...(index.get(key) ?? [])].flatMap((id) => byId.get(id) ?? []).toSorted((a, b) => a.seq - b.seq)
  const book: OpenOperations = {
    get: (id) => byId.get(id),
    all: () => byId.values(),
    ofRecord: (recordId) => listed(records, recordId),
    ofParent: (parentId) => listed(parents, parentId),
    get size() {
      return byId.size
    },
    put(operation) {
      const before = byId.get(operation.id)
      if (before) {
        records.get(before.record_id)?.delete(before.id)
        if (before.parent_id !== null) parents.get(before.parent_id)?.delete(before.id)
      }
      if (!isOpen(operation)) {
        byId.delete(operation.id)
        return
      }
      byId.set(operation.id, operation)
      note(records, operation.record_id, operation.id)
      if (operation.parent_id !== null) note(parents, operation.parent_id, operation.id)
    },
    draft: () => createOpenOperations(byId.values()),
  }
  for (const operation of operations) book.put(operation)
  return book
}

function note(index: Map<string, Set<string>>, key: string, id: string): void {
  const ids = index.get(key)
  if (ids) ids.add(id)
  else index.set(key, new Set([id]))
}

/** Key shared by creations that are sent one after the other: individuals of one household, valuations of one entity. */
export const siblingsKey = ({ resource, parent_id }: Pick<Operation, 'resource' | 'parent_id'>): string =>
  `${resource} ${parent_id ?? ''}`

/** True if the operation can still be changed on this computer, because none of it can be at the service. */
export const isEditable = ({ state }: Pick<Operation, 'state'>): boolean =>
  state === 'queued' || state === 'failed' || state === 'conflict'
