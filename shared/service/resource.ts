import type { z } from 'zod'
import { document } from './document.ts'
import { documentSummary } from './document-summary.ts'
import { entity } from './entity.ts'
import { household } from './household.ts'
import { individual } from './individual.ts'
import { user } from './user.ts'
import { valuation } from './valuation.ts'

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

/** The schema that judges one received record of each resource. */
export const recordSchemas = {
  households: household,
  individuals: individual,
  entities: entity,
  valuations: valuation,
  documents: document,
  'document-summaries': documentSummary,
  users: user,
} as const satisfies Record<Resource, z.ZodType>
