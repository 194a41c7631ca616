import type { z } from 'zod'
import { document } from './document.ts'
import { documentSummary } from './document-summary.ts'
import { entity } from './entity.ts'
import { household } from './household.ts'
import { individual } from './individual.ts'
import type { Resource } from './resource.ts'
import { user } from './user.ts'
import { valuation } from './valuation.ts'

/** The schema for one received record, by resource. */
export const recordSchemas = {
  households: household,
  individuals: individual,
  entities: entity,
  valuations: valuation,
  documents: document,
  'document-summaries': documentSummary,
  users: user,
} as const satisfies Record<Resource, z.ZodType>
