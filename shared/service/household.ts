import { z } from 'zod'
import { householdId, optionalDateTime, optionalText, recordFields, userId } from './fields.ts'
import { individual } from './individual.ts'

/** A household, as sent by the service. Unknown fields are kept. */
export const household = z.looseObject({
  id: householdId,
  ...recordFields,
  primary_relationship_owner_id: userId,
  external_id: optionalText,
  name: optionalText,
  notes: optionalText,
  primary_individuals: z.array(individual).nullish(),
  /** Not in the API description of the household, but a soft delete must be visible somehow. */
  deleted_at: optionalDateTime,
})

export type Household = z.infer<typeof household>
