import type { Resource } from '../../../shared/service/resource.ts'
import type { ReadableDatabase, WritableDatabase } from '../open-database.ts'

/** Notes the rows that a batch changes, and stores them with the version that its commit gives their resource. */
export type RowChanges = {
  /** A row was added or changed. */
  changed(resource: Resource, row: number): void
  /** A row was deleted. */
  gone(resource: Resource, row: number): void
  /** The resources with changed rows. */
  resources(): Iterable<Resource>
  /** Stores the rows of a resource under its current version; inside the batch's transaction, before its commit. */
  write(resource: Resource): void
  /** The batch is over. */
  forget(): void
}

/** A batch that changed more rows stores none of them: building again is then as fast as adjusting. */
export const mostRows = 4096

/** The number of versions for which the changed rows are stored. */
const versionsKept = 64

/** {@link RowChanges} on one connection; statements are prepared once. */
export function createRowChanges(db: WritableDatabase): RowChanges {
  const noted = new Map<Resource, number[]>()
  const put = db.prepare(
    'INSERT INTO row_change (resource, version, rows) SELECT resource, version, ? FROM resource_state WHERE resource = ?',
  )
  const dropOld = db.prepare(
    `DELETE FROM row_change WHERE resource = ? AND version <=
       (SELECT version FROM resource_state WHERE resource = row_change.resource) - ${versionsKept}`,
  )
  const note = (resource: Resource, number: number) => {
    const rows = noted.get(resource)
    if (rows === undefined) noted.set(resource, [number])
    else if (rows.length <= mostRows) rows.push(number)
  }
  return {
    changed: (resource, row) => note(resource, row),
    gone: (resource, row) => note(resource, -row),
    resources: () => noted.keys(),
    write(resource) {
      const rows = noted.get(resource) ?? []
      if (rows.length <= mostRows) put.run(Buffer.from(Int32Array.from(rows).buffer), resource)
      dropOld.run(resource)
    },
    forget: () => noted.clear(),
  }
}

/** The rows that changed, each once, and whether any row was deleted (its number may be in use again). */
export type ChangedRows = { rows: number[]; isAnyGone: boolean }

/** The rows of a resource that changed between two versions; null if it is not known, or if there are too many. */
export function changedRows(
  mirror: ReadableDatabase,
  resource: Resource,
  { from, to }: { from: number; to: number },
): ChangedRows | null {
  if (from === to) return { rows: [], isAnyGone: false }
  const stored = mirror
    .prepare<[string, number, number], Buffer>(
      'SELECT rows FROM row_change WHERE resource = ? AND version > ? AND version <= ?',
    )
    .pluck()
    .all(resource, from, to)
  // A commit that stored no rows may have changed any.
  if (stored.length !== to - from) return null
  const numbers = stored.flatMap(numbersIn)
  const rows = [...new Set(numbers.map(Math.abs))]
  return rows.length > mostRows ? null : { rows, isAnyGone: numbers.some((number) => number < 0) }
}

/** A copy, since the bytes may begin anywhere. */
const numbersIn = (bytes: Buffer): number[] => [...new Int32Array(Uint8Array.from(bytes).buffer)]
