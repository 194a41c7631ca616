import { add, type Decimal, toDecimal, zero } from '../../../shared/domain/money.ts'
import type { JsonFields, Operation } from '../../../shared/domain/operation.ts'
import { valuationCreate } from '../../../shared/service/writes.ts'
import type { Part } from './open-operations.ts'

type Options = { parts: readonly Part[]; className: (id: string) => string }

/**
 * An entity's latest valuation with pending writes applied: starting from the service's, each valuation logged here replaces the
 * one before unless its date is older. `own` is true if the result was logged here.
 */
export function effectiveValuation(
  server: JsonFields | null,
  { parts, className }: Options,
): { record: JsonFields | null; own: boolean } {
  let latest = server
  for (const { operation } of parts) {
    const made = madeHere(operation, className)
    if (made && (latest === null || String(made.effective_date) >= String(latest.effective_date))) latest = made
  }
  return { record: latest, own: latest !== server }
}

function madeHere(operation: Operation, className: (id: string) => string): JsonFields | null {
  const { record_id: id, parent_id, fields, saved_at } = operation
  const sent = valuationCreate.safeParse(fields)
  if (!sent.success || parent_id === null) return null
  const { directly_held_assets: assets, effective_date, description } = sent.data
  const sum = toNumber(assets.reduce((total, { value }) => add(total, toDecimal(value)), zero))
  return {
    id,
    created_at: saved_at,
    updated_at: saved_at,
    entity_id: parent_id,
    effective_date,
    directly_held_asset_value: sum,
    directly_held_assets: assets.map(({ asset_class_id, display_name, value, external_id }, index) => ({
      id: `${id}_asset_${index}`,
      asset_class: { id: asset_class_id, display_name: className(asset_class_id) },
      display_name,
      value,
      ...(external_id === undefined ? {} : { external_id }),
    })),
    total_value: sum,
    ...(description === undefined ? {} : { description }),
  }
}

/** The double that is nearest to an exact sum. */
const toNumber = ({ units, scale }: Decimal) => Number(`${units}e-${scale}`)
