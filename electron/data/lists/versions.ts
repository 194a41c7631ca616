import type { ListedResource, Resource } from '../../../shared/service/resource.ts'
import { recordTables } from '../mirror/record-tables.ts'
import type { ReadableDatabase } from '../open-database.ts'

/** How many commits changed each resource, and whether its first load is complete; data cached in memory depends on it. */
export type Versions = {
  of(resources: readonly Resource[]): string
  /** The number of commits that changed one resource. */
  number(resource: Resource): number
  loaded(resource: Resource): boolean
  /** Reads the versions again; call it at the start of every snapshot. */
  refresh(): void
}

/** {@link Versions} of a mirror; call `refresh` before the first use. */
export function createVersions(mirror: ReadableDatabase): Versions {
  const select = mirror.prepare<[], { resource: Resource; version: number; loaded: number }>(
    'SELECT resource, version, loaded FROM resource_state',
  )
  const known = new Map<Resource, { version: number; loaded: boolean }>()
  const number = (resource: Resource) => known.get(resource)?.version ?? 0
  return {
    refresh() {
      for (const { resource, version, loaded } of select.all()) known.set(resource, { version, loaded: loaded === 1 })
    },
    of: (resources) => resources.map(number).join('.'),
    number,
    loaded: (resource) => known.get(resource)?.loaded ?? false,
  }
}

export type Counts = {
  /** Number of a resource's records with `id` in a column such as `household_id`. */
  of(resource: ListedResource, column: string, id: string): number
}

type Count = (id: string) => number

/** Counts by index; before the index exists (during a first load) by one grouped pass, cached until rows change. */
export function createCounts(mirror: ReadableDatabase, versions: Versions): Counts {
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

function group(mirror: ReadableDatabase, resource: ListedResource, column: string): Map<string, number> {
  const rows = mirror
    .prepare<[], { id: string; n: number }>(
      `SELECT ${column} AS id, count(*) AS n FROM ${recordTables[resource].table} GROUP BY ${column}`,
    )
    .all()
  return new Map(rows.map(({ id, n }) => [id, n]))
}
