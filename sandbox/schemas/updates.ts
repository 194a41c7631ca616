import { z } from 'zod'
import { calendarDate, documentType, email, filledString, notes, state } from './fields.ts'
import type { ApiRules } from './rules.ts'

type Clearable<Schema extends z.ZodType> = z.ZodOptional<z.ZodNullable<Schema>>

/**
 * The bodies of the updates of households, individuals and documents. Null clears an optional field; with `strictNull` only
 * `external_id`.
 */
export function createUpdateBodies({ strictNull }: Pick<ApiRules, 'strictNull'>) {
  // The cast is safe for readers of a body: without null in the schema, none arrives.
  const clearable = <Schema extends z.ZodType>(schema: Schema) =>
    (strictNull ? schema.optional() : schema.nullable().optional()) as Clearable<Schema>
  return {
    household: z.strictObject({
      external_id: filledString.nullable().optional(),
      notes: clearable(notes),
      primary_relationship_owner_id: filledString.optional(),
    }),
    individual: z.strictObject({
      first_name: filledString.optional(),
      last_name: filledString.optional(),
      date_of_death: clearable(calendarDate),
      address_line1: clearable(filledString),
      address_line2: clearable(filledString),
      city: clearable(filledString),
      country: clearable(filledString),
      middle_name: clearable(filledString),
      postal_code: clearable(filledString),
      suffix: clearable(filledString),
      date_of_birth: clearable(calendarDate),
      email: clearable(email),
      is_beneficiary: z.boolean().optional(),
      is_deceased: z.boolean().optional(),
      is_trustee: z.boolean().optional(),
      notes: clearable(notes),
      is_grantor: z.boolean().optional(),
      is_primary: z.boolean().optional(),
      state: clearable(state),
    }),
    document: z.strictObject({
      enable_ai_suggestions: z.boolean().optional(),
      entity_id: clearable(filledString),
      individual_id: clearable(filledString),
      name: filledString.optional(),
      type: documentType.optional(),
    }),
  }
}
