import { z } from 'zod'
import { valuationFields } from '../records/valuation.ts'
import { receivedShape } from './field-schemas.ts'
import { assetClassId, assetId, optionalText, recordFields, usd, valuationId } from './fields.ts'

/** One directly held asset inside a valuation. */
const asset = z.looseObject({
  id: assetId,
  asset_class: z.looseObject({ id: assetClassId, display_name: z.string() }),
  display_name: z.string(),
  value: usd,
  external_id: optionalText,
})

/** A dated snapshot of an entity's directly held assets. Only the latest of an entity can be read. */
export const valuation = z.looseObject({
  id: valuationId,
  ...recordFields,
  ...receivedShape(valuationFields),
  directly_held_assets: z.array(asset),
})

export type Asset = z.infer<typeof asset>
export type Valuation = z.infer<typeof valuation>
