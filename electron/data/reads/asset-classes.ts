import { isoTime } from '../../../shared/domain/days.ts'
import type { KnownAssetClass } from '../../../shared/ipc/asset-classes.ts'
import type { InputOf, OutputOf, Reader } from './reader.ts'

type Stored = {
  id: string
  name: string | null
  uses: number
  last_seen: number | null
  given_name: string | null
  added_at: number | null
}

/** The directory learned by the ledger, plus the mirror's classes that it lacks after a ledger was recreated. */
export function listAssetClasses(
  reader: Reader,
  { entity_id }: InputOf<'assetClasses', 'list'>,
): OutputOf<'assetClasses', 'list'> {
  const own = entity_id === undefined ? new Set<string>() : classesOf(reader, entity_id)
  const stored = reader.ledger
    .prepare<[], Stored>('SELECT id, name, uses, last_seen, given_name, added_at FROM known_asset_class')
    .all()
  const known = new Map<string, KnownAssetClass>()
  for (const { id, name, uses, last_seen, given_name, added_at } of stored) {
    known.set(id, {
      id,
      name: name ?? given_name ?? id,
      uses,
      last_seen: last_seen === null ? null : isoTime(last_seen),
      own: own.has(id),
      added: added_at !== null,
    })
  }
  const held = reader.mirror
    .prepare<[], { id: string; name: string }>('SELECT id, name FROM asset_class WHERE id IS NOT NULL')
    .all()
  for (const { id, name } of held) {
    if (!known.has(id)) known.set(id, { id, name, uses: 0, last_seen: null, own: own.has(id), added: false })
  }
  return [...known.values()].sort(
    (a, b) => Number(b.own) - Number(a.own) || b.uses - a.uses || byText(a.name, b.name) || byText(a.id, b.id),
  )
}

/** Most valuations of an entity, newest first, that are searched for its own classes. */
const maxLookedInto = 50

/** The entity's classes now, pending work included, and in its observed valuations. */
function classesOf({ mirror, ledger }: Reader, entityId: string): Set<string> {
  const now = mirror.prepare<[string], string>('SELECT json FROM valuations WHERE entity_id = ?').pluck().all(entityId)
  const before = ledger
    .prepare<[string, number], string>(
      'SELECT json FROM observed_valuation WHERE entity_id = ? ORDER BY seq DESC LIMIT ?',
    )
    .pluck()
    .all(entityId, maxLookedInto)
  return new Set([...now, ...before].flatMap(classIdsIn))
}

function classIdsIn(json: string): string[] {
  const valuation: { directly_held_assets?: { asset_class?: { id?: string } }[] } = JSON.parse(json)
  return (valuation.directly_held_assets ?? []).flatMap((asset) => asset.asset_class?.id ?? [])
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
