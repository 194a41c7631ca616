import type { ObservedValuation } from '../../../shared/ipc/observed.ts'
import { recordSchemas } from '../../../shared/service/record-schemas.ts'
import type { ReadInput, ReadOutput } from '../connection-store.ts'
import { isoTime } from './list.ts'
import type { Reader } from './reader.ts'

/** What is told at once: characters of JSON, and observations. The newest is told whatever its size. */
const maxCharacters = 4_000_000
const maxObservations = 500

type Stored = {
  seq: number
  observed_at: number
  checked_before: number | null
  json: string
}

/** What this device saw of an entity's valuations, newest first, as far as it fits. */
export function listObserved(
  reader: Reader,
  { entity_id }: ReadInput<'valuations.observed'>,
): ReadOutput<'valuations.observed'> {
  const own = ownValuations(reader, entity_id)
  const observations: ObservedValuation[] = []
  let characters = 0
  let total = 0
  let until = lastCheck(reader, entity_id)
  for (const stored of newestFirst(reader, entity_id)) {
    total++
    characters += stored.json.length
    const fits = total === 1 || (characters <= maxCharacters && total <= maxObservations)
    const observation = fits ? told(stored, { until, own }) : null
    if (observation) observations.push(observation)
    until = stored.checked_before
  }
  return { observations, left_out: total - observations.length }
}

const newestFirst = ({ ledger }: Reader, entityId: string) =>
  ledger
    .prepare<[string], Stored>(
      `SELECT seq, observed_at, checked_before, json FROM observed_valuation WHERE entity_id = ? ORDER BY seq DESC`,
    )
    .iterate(entityId)

/**
 * `until`: when the service was last known to give this one, as far as the next observation or the last check says. Null for
 * one that was kept when less was asked of a valuation.
 */
function told(
  { seq, observed_at, json }: Stored,
  { until, own }: { until: number | null; own: ReadonlySet<string> },
): ObservedValuation | null {
  const valuation = recordSchemas.valuations.safeParse(JSON.parse(json)).data
  if (valuation === undefined) return null
  return {
    seq,
    observed_at: isoTime(observed_at),
    seen_until: isoTime(Math.max(observed_at, until ?? observed_at)),
    valuation_id: valuation.id,
    effective_date: valuation.effective_date,
    directly_held_asset_value: valuation.directly_held_asset_value,
    total_value: valuation.total_value,
    description: valuation.description ?? null,
    assets: valuation.directly_held_assets.map(({ asset_class, display_name, value, external_id }) => ({
      asset_class: { id: asset_class.id, name: asset_class.display_name },
      display_name,
      value,
      external_id: external_id ?? null,
    })),
    own: own.has(valuation.id),
  }
}

function lastCheck({ mirror }: Reader, entityId: string): number | null {
  const found = mirror
    .prepare<[string], { checked_at: number; outcome: string }>(
      'SELECT checked_at, outcome FROM valuation_check WHERE entity_id = ?',
    )
    .get(entityId)
  // An entity that has none any more was not seen to be worth what it last was.
  return found?.outcome === 'valued' ? found.checked_at : null
}

/** Ids that the service gave to what was logged here. */
function ownValuations({ ledger }: Reader, entityId: string): Set<string> {
  const ids = ledger
    .prepare<[string], string>(
      `SELECT server_id FROM operation WHERE resource = 'valuations' AND parent_id = ? AND server_id IS NOT NULL`,
    )
    .pluck()
    .all(entityId)
  return new Set(ids)
}
