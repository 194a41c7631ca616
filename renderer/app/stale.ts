import { domainOf, type RecordDomain, type Resource } from '../../shared/service/resource.ts'

/** Resources whose queries show data of a resource: rows include names and counts of related records. */
const shownIn: Record<Resource, readonly Resource[]> = {
  households: ['households', 'individuals', 'entities', 'valuations', 'documents', 'document-summaries', 'users'],
  individuals: ['individuals', 'households', 'documents'],
  entities: ['entities', 'households', 'valuations', 'documents'],
  valuations: ['valuations', 'entities', 'households'],
  documents: ['documents', 'households', 'individuals', 'entities', 'document-summaries'],
  'document-summaries': ['document-summaries', 'documents', 'households'],
  users: ['users', 'households'],
}

/** Domains whose queries are stale after rows of these resources changed. */
export function staleDomains(changed: Iterable<Resource>): ReadonlySet<RecordDomain> {
  const stale = new Set<RecordDomain>()
  for (const resource of changed) for (const shown of shownIn[resource]) stale.add(domainOf(shown))
  return stale
}
