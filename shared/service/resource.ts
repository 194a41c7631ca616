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
