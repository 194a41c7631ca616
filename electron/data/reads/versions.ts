import type { Resource } from '../../../shared/service/resource.ts'
import type { Db } from '../open-database.ts'

/** How many commits changed each resource, and whether its first load is complete; data cached in memory depends on it. */
export type Versions = {
  of(resources: readonly Resource[]): string
  loaded(resource: Resource): boolean
  /** Reads the versions again; call it at the start of every snapshot. */
  refresh(): void
}

export function createVersions(mirror: Db): Versions {
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
