import type { ListedResource } from '../../../shared/service/resource.ts'
import { recordTables } from '../mirror/record-tables.ts'
import type { Db } from '../open-database.ts'
import type { Versions } from './versions.ts'

export type Counts = {
  /** Number of a resource's records with `id` in a column such as `household_id`. */
  of(resource: ListedResource, column: string, id: string): number
}

type Count = (id: string) => number

/** Counts by index; before the index exists (during a first load) by one grouped pass, cached until rows change. */
export function createCounts(mirror: Db, versions: Versions): Counts {
  const grouped = new Map<string, { version: string; counts: Map<string, number> }>()
  const direct = new Map<string, Count>()

  const prepare = (resource: ListedResource, column: string): Count => {
    const { table } = recordTables[resource]
    const count = mirror.prepare<[string], number>(`SELECT count(*) FROM ${table} WHERE ${column} = ?`).pluck()
    return (id) => count.get(id) ?? 0
  }

  return {
    of(resource, column, id) {
      const key = `${resource}.${column}`
      if (versions.loaded(resource)) {
        grouped.delete(key)
        const count = direct.get(key) ?? prepare(resource, column)
        direct.set(key, count)
        return count(id)
      }
      const version = versions.of([resource])
      let found = grouped.get(key)
      if (found?.version !== version) {
        found = { version, counts: group(mirror, resource, column) }
        grouped.set(key, found)
      }
      return found.counts.get(id) ?? 0
    },
  }
}

function group(mirror: Db, resource: ListedResource, column: string): Map<string, number> {
  const rows = mirror
    .prepare<[], { id: string; n: number }>(
      `SELECT ${column} AS id, count(*) AS n FROM ${recordTables[resource].table} GROUP BY ${column}`,
    )
    .all()
  return new Map(rows.map(({ id, n }) => [id, n]))
}
