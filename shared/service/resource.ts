/** The six resources that have a list endpoint, named as in their path, in the order a first sweep favours. */
export const listedResources = [
  'users',
  'households',
  'individuals',
  'entities',
  'documents',
  'document-summaries',
] as const

/** All seven; a valuation is read entity by entity. */
export const resources = [...listedResources, 'valuations'] as const

export type ListedResource = (typeof listedResources)[number]
export type Resource = (typeof resources)[number]
