import { hash } from 'node:crypto'
import type { JsonFields } from '../../shared/domain/operation.ts'
import type { Json } from '../../shared/domain/same.ts'
import { isRecord } from '../../shared/lib/is-record.ts'
import type { Resource } from '../../shared/service/resource.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { RecordChange } from '../data/ledger/changes.ts'
import { atHour, seenInOfficeHours } from './office-hours.ts'

const day = 86_400_000
/** The made-up history goes back this far. */
const months = 18
/** Everything older was looked at by the user. */
const lookedAtDaysAgo = 8
const pageSize = 200

type Kept = { id: string; title: string; record: JsonFields }

/** Documents, people and valuations that are younger than the history came during it; a part of the others changed. */
const sources = [
  { resource: 'individuals', list: 'individuals.list', tells: [came, moved] },
  { resource: 'entities', list: 'entities.list', tells: [promoted] },
  { resource: 'documents', list: 'documents.list', tells: [came] },
  { resource: 'valuations', list: 'valuations.list', tells: [revalued] },
] as const satisfies readonly { resource: Resource; list: string; tells: readonly ((record: Kept) => Told | null)[] }[]

/** A record before a change, and when that was seen, ms since the epoch. */
type Told = { before: JsonFields | null; at: number }

/**
 * Gives the demo firm a year and a half of changes by its colleagues, made up from its records: when they were filed or valued,
 * and where people lived before. Does nothing if changes were recorded already.
 */
export async function plantDemoHistory(store: ConnectionStore, now: number): Promise<void> {
  // Reads do not see records that were received and not committed yet.
  await store.flush()
  const { changes } = await store.read('changes.list', {
    ...{ household_id: null, owner_id: null, others_only: false, before: null, limit: 1 },
  })
  if (changes.length > 0) return
  const since = now - Math.round(months * 30.4 * day)
  const past: RecordChange[] = []
  for (const { resource, list, tells } of sources) {
    for await (const kept of recordsOf(store, resource, list)) {
      const told = tells.map((tell) => tell(kept)).find((one) => one !== null && one.at >= since && one.at <= now)
      if (!told) continue
      const { observedAt, seenBefore } = seenInOfficeHours(told.at, share(kept.id, 'seen'))
      if (observedAt > now - 60_000) continue
      const id = resource === 'valuations' ? String(kept.record.entity_id) : kept.id
      past.push({
        ...{
          resource,
          id,
          title: resource === 'valuations' ? '' : kept.title,
          before: told.before,
          after: kept.record,
        },
        ...{ observedAt, seenBefore },
      })
    }
  }
  past.sort((one, other) => one.observedAt - other.observedAt)
  await store.insertDemoChanges({ changes: past, since, lookedAt: now - lookedAtDaysAgo * day })
}

async function* recordsOf(
  store: ConnectionStore,
  resource: Resource,
  list: (typeof sources)[number]['list'],
): AsyncGenerator<Kept> {
  const sort = { column: 'created_at', direction: 'asc' } as const
  for (let offset = 0; ; offset += pageSize) {
    const { rows } = await store.read(list, { offset, limit: pageSize, sort })
    const { records } = await store.read('records.byIds', { resource, ids: rows.map(({ id }) => id) })
    yield* records
    if (rows.length < pageSize) return
  }
}

/** A number from 0 to 1 that is always the same for a record. */
const share = (id: string, about: string): number =>
  Number.parseInt(hash('sha256', `${about} ${id}`, 'hex').slice(0, 8), 16) / 0x1_0000_0000

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** A part of the records, so that the history is not a copy of the firm. */
const isTold = (id: string, part: number) => share(id, 'told') < part

function came({ id, record }: Kept): Told | null {
  return isTold(id, 0.5) ? { before: null, at: Date.parse(textOf(record.created_at)) } : null
}

/** A moment within the history, in office hours on this computer. */
const momentOf = (id: string): number => {
  const daysAgo = Math.floor(share(id, 'when') ** 2 * months * 30)
  return atHour(new Date(), -daysAgo, 9 + share(id, 'hour') * 8)
}

const earlierHomes = [
  { address_line1: '18 Alder Court', city: 'Madison', state: 'WI', postal_code: '53703' },
  { address_line1: '402 Prospect Street', city: 'Providence', state: 'RI', postal_code: '02906' },
  { address_line1: '77 Juniper Road', city: 'Asheville', state: 'NC', postal_code: '28801' },
  { address_line1: '2610 Laurel Avenue', city: 'Boise', state: 'ID', postal_code: '83702' },
] as const

function moved({ id, record }: Kept): Told | null {
  const which = share(id, 'what')
  const at = momentOf(id)
  if (!isTold(id, 0.62)) return null
  if (which < 0.4) {
    if (textOf(record.address_line1) === '') return null
    const home = earlierHomes[Math.floor(share(id, 'home') * earlierHomes.length)]
    return { before: { ...record, ...home, address_line2: null }, at }
  }
  if (which < 0.7) return { before: { ...record, email: null }, at }
  return record.is_trustee === true ? { before: { ...record, is_trustee: false }, at } : null
}

function promoted({ id, record }: Kept): Told | null {
  return isTold(id, 0.12) && record.stage === 'ACTIVE'
    ? { before: { ...record, stage: 'DRAFT' }, at: momentOf(id) }
    : null
}

/** The valuation before: a quarter earlier, each asset a little smaller or larger. */
function revalued({ id, record }: Kept): Told | null {
  const { directly_held_assets: assets, effective_date: date } = record
  if (!isTold(id, 0.5) || !Array.isArray(assets)) return null
  let units = 0
  const before = assets.flatMap((asset, at) => {
    if (!isRecord(asset)) return []
    const value = Math.round(Number(asset.value) * (0.94 + share(id, `asset ${at}`) * 0.07))
    units += value
    return [{ ...asset, value }]
  })
  const total = Number(record.total_value) - Number(record.directly_held_asset_value) + units
  const earlier = new Date(Date.parse(textOf(date)) - 91 * day).toISOString().slice(0, 10)
  return {
    before: {
      ...record,
      ...{
        effective_date: earlier,
        directly_held_assets: before,
        directly_held_asset_value: units,
        total_value: total,
      },
    },
    at: Date.parse(textOf(record.created_at)),
  }
}
