/** The six resources that have a list endpoint, named as in their path, in the order of the first sweep. */
export const listedResources = [
  'users',
  'households',
  'individuals',
  'entities',
  'documents',
  'document-summaries',
] as const

/** All seven resources; valuations are requested for each entity. */
export const resources = [...listedResources, 'valuations'] as const

export type ListedResource = (typeof listedResources)[number]
export type Resource = (typeof resources)[number]

type Camel<Name extends string> = Name extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<Tail>}` : Name
type Snake<Name extends string> = Name extends `${infer Head}-${infer Tail}` ? `${Head}_${Tail}` : Name

/** The part of the contract about records of a resource, such as `documentSummaries`. */
export type DomainOf<R extends Resource> = Camel<R>
export type RecordDomain = DomainOf<Resource>

export const domainOf = <R extends Resource>(resource: R): DomainOf<R> =>
  resource.replace(/-([a-z])/, (_, letter: string) => letter.toUpperCase()) as DomainOf<R>

/** The mirror's table of a resource, such as `document_summaries`. */
export const tableOf = <R extends Resource>(resource: R): Snake<R> => resource.replace('-', '_') as Snake<R>

/** Resources whose queries show data of a resource: rows include names and counts of related records. */
const shownIn: Record<Resource, readonly Resource[]> = {
  households: ['households', 'individuals', 'entities', 'valuations', 'documents', 'document-summaries', 'users'],
  individuals: ['individuals', 'households', 'entities', 'documents'],
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
