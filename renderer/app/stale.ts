import type { Resource } from '../../shared/service/resource.ts'

/** The contract's record domains, with which query keys begin. */
export type RecordDomain =
  | 'households'
  | 'individuals'
  | 'entities'
  | 'valuations'
  | 'documents'
  | 'documentSummaries'
  | 'users'

/** Domains whose queries show data of a resource: rows include names and counts of related records. */
const shownIn: Record<Resource, readonly RecordDomain[]> = {
  households: ['households', 'individuals', 'entities', 'valuations', 'documents', 'documentSummaries', 'users'],
  individuals: ['individuals', 'households', 'documents'],
  entities: ['entities', 'households', 'valuations', 'documents'],
  valuations: ['valuations', 'entities', 'households'],
  documents: ['documents', 'households', 'individuals', 'entities', 'documentSummaries'],
  'document-summaries': ['documentSummaries', 'documents', 'households'],
  users: ['users', 'households'],
}

/** Domains whose queries are stale after rows of these resources changed. */
export function staleDomains(changed: Iterable<Resource>): ReadonlySet<RecordDomain> {
  const stale = new Set<RecordDomain>()
  for (const resource of changed) for (const domain of shownIn[resource]) stale.add(domain)
  return stale
}
