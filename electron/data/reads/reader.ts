import type { Resource } from '../../../shared/service/resource.ts'
import type { Db } from '../open-database.ts'
import { type Counts, createCounts } from './counts.ts'
import { createViews, type Views } from './views.ts'

/** Everything the reading side needs, over one pair of connections. */
export type Reader = { mirror: Db; ledger: Db; versions: Versions; views: Views; counts: Counts }

/** How many commits changed each resource, and whether its first load is over; what is kept in memory hangs on it. */
export type Versions = {
  of(resources: readonly Resource[]): string
  loaded(resource: Resource): boolean
  refresh(): void
}

/** A {@link Reader}; `refresh` the versions at the start of every read. */
export function createReader(mirror: Db, ledger: Db): Reader {
  const versions = createVersions(mirror)
  return { mirror, ledger, versions, views: createViews(mirror, versions), counts: createCounts(mirror, versions) }
}

function createVersions(mirror: Db): Versions {
  const select = mirror.prepare<[], { resource: Resource; version: number; loaded: number }>(
    'SELECT resource, version, loaded FROM resource_state',
  )
  const known = new Map<Resource, { version: number; loaded: boolean }>()
  return {
    refresh() {
      for (const { resource, version, loaded } of select.all()) known.set(resource, { version, loaded: loaded === 1 })
    },
    of: (resources) => resources.map((resource) => known.get(resource)?.version ?? 0).join('.'),
    loaded: (resource) => known.get(resource)?.loaded ?? false,
  }
}
