import { isoTime } from '../../../shared/domain/days.ts'
import type { ObservedValuation } from '../../../shared/ipc/observed.ts'
import { recordSchemas } from '../../../shared/service/record-schemas.ts'
import type { InputOf, OutputOf, Reader } from './reader.ts'

/** Limits of one answer: characters of JSON, and observations. The newest observation is always included. */
const maxCharacters = 4_000_000
const maxObservations = 500

type Stored = {
  seq: number
  observed_at: number
  checked_before: number | null
  json: string
}

/** The valuations of an entity that this computer observed, newest first, up to the limits. */
export function listObserved(
  reader: Reader,
  { entity_id }: InputOf<'valuations', 'observed'>,
): OutputOf<'valuations', 'observed'> {
  const own = ownValuations(reader, entity_id)
  const observations: ObservedValuation[] = []
  let characters = 0
  let total = 0
  let until = lastCheck(reader, entity_id)
  for (const stored of newestFirst(reader, entity_id)) {
    total++
    characters += stored.json.length
    const fits = total === 1 || (characters <= maxCharacters && total <= maxObservations)
    const observation = fits ? observationOf(stored, { until, own }) : null
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
 * `until`: the last time (ms since the epoch) at which the service was known to return this valuation, according to the next
 * observation or the last check. Null for a valuation that does not match today's stricter schema.
 */
function observationOf(
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
  // If the entity has no valuation any more, the check does not confirm its last one.
  return found?.outcome === 'valued' ? found.checked_at : null
}

/** The service's ids of valuations that were logged here. */
function ownValuations({ ledger }: Reader, entityId: string): Set<string> {
  const ids = ledger
    .prepare<[string], string>(
      `SELECT server_id FROM operation WHERE resource = 'valuations' AND parent_id = ? AND server_id IS NOT NULL`,
    )
    .pluck()
    .all(entityId)
  return new Set(ids)
}
