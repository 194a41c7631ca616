import { z } from 'zod'
import { householdId, individualId, optionalDate, optionalDateTime, optionalText, recordFields } from './fields.ts'

/** A person (client profile), as sent by the service. Unknown fields are kept. */
export const individual = z.looseObject({
  id: individualId,
  ...recordFields,
  first_name: z.string(),
  last_name: z.string(),
  household_id: householdId,
  is_beneficiary: z.boolean(),
  is_deceased: z.boolean(),
  is_grantor: z.boolean(),
  is_primary: z.boolean(),
  is_trustee: z.boolean(),
  address_line1: optionalText,
  address_line2: optionalText,
  city: optionalText,
  country: optionalText,
  postal_code: optionalText,
  state: optionalText,
  date_of_birth: optionalDate,
  date_of_death: optionalDate,
  deleted_at: optionalDateTime,
  email: optionalText,
  middle_name: optionalText,
  notes: optionalText,
  suffix: optionalText,
})

export type Individual = z.infer<typeof individual>
