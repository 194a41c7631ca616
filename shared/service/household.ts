import { z } from 'zod'
import { householdFields } from '../records/household.ts'
import { receivedShape } from './field-schemas.ts'
import { householdId, recordFields } from './fields.ts'
import { individual } from './individual.ts'

/** A household, as sent by the service. Unknown fields are kept. */
export const household = z.looseObject({
  id: householdId,
  ...recordFields,
  ...receivedShape(householdFields),
  primary_individuals: z.array(individual).nullish(),
})

export type Household = z.infer<typeof household>
