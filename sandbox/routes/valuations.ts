import { findAssetClass } from '../data/asset-classes.ts'
import { sumAmounts } from '../data/money.ts'
import { ApiError, type FieldProblem, notFound } from '../http/api-error.ts'
import { createValuation, type ValuationInput } from '../schemas/requests.ts'
import { type Asset, type Valuation, valuation } from '../schemas/responses.ts'
import { requireLive } from './live.ts'
import { json, type Route, route } from './route.ts'
import type { Services } from './services.ts'

const tag = 'Valuations'

export function valuationRoutes(services: Services): Route[] {
  const { store } = services
  const latest = store.db.prepare<[string], { text: string }>(
    `SELECT coalesce(raw_json, json) AS text FROM valuations WHERE entity_id = ? AND deleted_at IS NULL
     ORDER BY effective_date DESC, created_at DESC, seq DESC LIMIT 1`,
  )
  return [
    route({
      method: 'GET',
      path: '/entities/{id}/valuation',
      operationId: 'getLatestValuation',
      tag,
      summary: 'Read the most recent valuation of an entity.',
      answer: { status: 200, schema: valuation },
      errors: [404],
      handle: ({ id }) => {
        requireLive(store, 'entities', id)
        const found = latest.get(id)
        if (found === undefined) throw notFound('valuation of the entity')
        return json(found.text)
      },
    }),
    route({
      method: 'POST',
      path: '/entities/{id}/valuation',
      operationId: 'createValuation',
      tag,
      summary: "Append a valuation to an entity's history.",
      body: createValuation(services.rules),
      answer: { status: 201, schema: valuation },
      errors: [404, 422],
      handle: ({ id, body }) => {
        requireLive(store, 'entities', id)
        const now = new Date(services.clock()).toISOString()
        const record = newValuation(services, { entityId: id, body, now })
        store.valuations.insert(record)
        return json(requireLive(store, 'valuations', record.id).text, 201)
      },
    }),
  ]
}

interface NewValuation {
  entityId: string
  body: ValuationInput
  now: string
}

function newValuation({ ids }: Services, { entityId, body, now }: NewValuation): Valuation {
  const problems: FieldProblem[] = []
  const assets = body.directly_held_assets.map(
    ({ asset_class_id: classId, display_name, value, external_id }, index) => {
      const assetClass = findAssetClass(classId)
      const field = `directly_held_assets.${index}.asset_class_id`
      if (assetClass === undefined) problems.push({ field, message: 'No asset class with this id.' })
      const asset: Asset = {
        id: ids.newId('assetv2_'),
        asset_class: assetClass ?? { id: classId, display_name: classId },
        display_name,
        value,
        ...(external_id === undefined ? {} : { external_id }),
      }
      return asset
    },
  )
  if (problems.length > 0) throw new ApiError(422, 'validation_failed', 'The request body is not valid.', problems)
  const total = sumAmounts(assets.map((asset) => asset.value))
  return {
    id: ids.newId('valuationv2_'),
    created_at: now,
    updated_at: now,
    entity_id: entityId,
    effective_date: body.effective_date,
    directly_held_asset_value: total,
    directly_held_assets: assets,
    // The request has no liabilities and no indirect holdings, so the total is the sum of the directly held assets.
    total_value: total,
    ...(body.description === undefined ? {} : { description: body.description }),
  }
}
