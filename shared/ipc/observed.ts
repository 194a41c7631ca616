import { z } from 'zod'
import { connectionId, idInput, procedure } from './procedure.ts'

/** One asset of an observed valuation. USD. */
export const observedAsset = z.strictObject({
  asset_class: z.strictObject({ id: z.string(), name: z.string() }),
  display_name: z.string(),
  value: z.number(),
  external_id: z.string().nullable(),
})

/** A valuation as observed by this device. Moments are ISO 8601. */
export const observedValuation = z.strictObject({
  /** Ascending in the order of observation, unique on this device. */
  seq: z.number().int(),
  observed_at: z.string(),
  /** When the service last returned this valuation as the latest; the next one came later. */
  seen_until: z.string(),
  valuation_id: z.string(),
  effective_date: z.string(),
  directly_held_asset_value: z.number(),
  total_value: z.number(),
  description: z.string().nullable(),
  assets: z.array(observedAsset),
  /** Whether it was logged with Steward on this device. */
  own: z.boolean(),
})

export const observedHistory = z.strictObject({
  /** Newest first. */
  observations: z.array(observedValuation),
  /** The number of older observations that are stored but not returned, to limit the response size. */
  left_out: z.number().int(),
})

/** All valuations of an entity that this device has observed. The service returns only the latest. */
export const observedProcedure = procedure({ permission: 'read' })
  .input(z.strictObject({ connectionId, entity_id: idInput }))
  .output(observedHistory)

export type ObservedAsset = z.infer<typeof observedAsset>
export type ObservedValuation = z.infer<typeof observedValuation>
