import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../shared/domain/app-error.ts'
import type { DemoColleagueResource } from '../../shared/domain/demo-colleague.ts'
import type { JsonFields } from '../../shared/domain/operation.ts'
import { isLocalId } from '../../shared/domain/operation-rules.ts'
import { isRecord, type Json } from '../../shared/lib/json.ts'
import type { Resource } from '../../shared/service/resource.ts'
import type { ConnectionRuntime, Runtimes } from '../connections/connection-runtime.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { RecordChange } from '../data/ledger/changes.ts'
import { type Keychain, keychainAccount } from '../keychain/keychain.ts'
import { type Connection, createDemoConnection } from '../tenants/connection.ts'
import type { SavedConnections } from '../tenants/saved-connections.ts'
import type { DemoService } from './demo-service.ts'

/** The made-up firm: its service on this computer, and the connection to it. */
type DemoFirm = {
  /** Starts the service, signs in if needed, and opens the cache. */
  open(): Promise<ConnectionRuntime>
  /** Stops the service; the cache stays open. Throws `connection/not-found` if the firm was never opened. */
  stop(): Promise<ConnectionRuntime>
  /** The connection of an earlier start, if there was one. */
  known(): Promise<Connection | null>
  /**
   * Has a colleague edit a record at the service; this computer's mirror receives the edit like any other change.
   * @returns the names of the changed fields
   * @throws AppError `connection/not-found` for another connection, `record/not-found`, `service/offline`
   */
  colleagueEdits(connectionId: string, record: { resource: DemoColleagueResource; id: string }): Promise<string[]>
}

type DemoFirmOptions = { service: DemoService; saved: SavedConnections; runtimes: Runtimes; keychain: Keychain }

/** A {@link DemoFirm} over the demo service. */
export function createDemoFirm({ service, saved, runtimes, keychain }: DemoFirmOptions): DemoFirm {
  const known = async () => (await saved.list()).find(({ kind }) => kind === 'demo') ?? null

  /** If the port changed since the last start, the same firm gets a new address. */
  async function connectTo(): Promise<ConnectionRuntime> {
    const address = await service.start()
    const before = await known()
    const connection = createDemoConnection({
      base_url: address.baseUrl,
      auth_url: address.authUrl,
      client_id: address.clientId,
      ca_certificate: address.caCertificate,
      read_only: before?.read_only ?? false,
    })
    await keychain.set(keychainAccount(connection.id, 'client-secret'), address.clientSecret)
    if (!isDeepStrictEqual(before, connection)) {
      await saved.put(connection)
      await runtimes.drop(connection.id)
    }
    return runtimes.get(connection.id)
  }

  return {
    known,
    async open() {
      const runtime = await connectTo()
      if ((await runtime.session.state()) !== 'signed-in') {
        // No user is involved: the steps of an organization's sign-in are not shown.
        for await (const _step of runtime.session.signIn(new AbortController().signal));
      }
      const { store, sync, outbox } = await runtime.open()
      // Part of the first run, so that no screen says before it ends that nothing has changed. A run that fails is repeated.
      const remove = sync.beforeComplete(async () => {
        await plantDemoHistory(store, Date.now())
        remove()
      })
      sync.start()
      outbox.retry()
      return runtime
    },
    async stop() {
      await service.stop()
      const connection = await known()
      return runtimes.get(connection?.id ?? '')
    },
    async colleagueEdits(connectionId, { resource, id }) {
      if ((await known())?.id !== connectionId) {
        throw new AppError('connection/not-found', {
          message: 'Only the demo firm has a colleague who edits records on request.',
          nextStep: 'Open the demo firm and try it there.',
        })
      }
      if (isLocalId(id)) {
        throw new AppError('record/not-found', {
          message: 'This record is on this computer only, so no colleague can see it yet.',
          nextStep: 'Send it from the outbox first, or choose another record.',
        })
      }
      return service.colleague.edit({ resource, id })
    },
  }
}

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
async function plantDemoHistory(store: ConnectionStore, now: number): Promise<void> {
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
  const effective = Date.parse(textOf(date)) - 91 * day
  const entered = new Date(effective + 9 * day).toISOString()
  return {
    before: {
      ...record,
      ...{
        id: `valuationv2_${hash('sha256', id, 'hex').slice(0, 20)}`,
        created_at: entered,
        updated_at: entered,
        effective_date: new Date(effective).toISOString().slice(0, 10),
        directly_held_assets: before,
        directly_held_asset_value: units,
        total_value: total,
      },
    },
    at: Date.parse(textOf(record.created_at)),
  }
}

const minute = 60_000
/** Hours of the day, on this computer, between which it is at work; Saturdays and Sundays it is off. */
const [opening, closing] = [8.5, 17.5]

/** When a change was first seen, and when the value before was last seen; ms since the epoch. */
type Seen = { observedAt: number; seenBefore: number }

/**
 * When a computer that syncs in office hours sees a change of the given moment: within a quarter of an hour, or on the next
 * working morning.
 *
 * @param at - ms since the epoch
 * @param part - from 0 to 1: how long after the earliest moment
 */
export function seenInOfficeHours(at: number, part: number): Seen {
  const date = new Date(at)
  if (isWorkday(date) && at >= atHour(date, 0, opening) && at < atHour(date, 0, closing)) {
    const observedAt = at + Math.round((1 + part * 14) * minute)
    return { observedAt, seenBefore: observedAt - 15 * minute }
  }
  const morning = workday(date, at < atHour(date, 0, opening) ? 0 : 1, 1)
  const evening = workday(date, at < atHour(date, 0, opening) ? -1 : 0, -1)
  return {
    observedAt: atHour(morning, 0, opening) + Math.round(part * 40 * minute),
    seenBefore: atHour(evening, 0, closing),
  }
}

/** An hour of the day some days after a date, on this computer; ms since the epoch. */
const atHour = (date: Date, days: number, hour: number): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, 0, Math.round(hour * 60)).getTime()

/** The first workday from `days` after a date on, forwards or backwards. */
function workday(date: Date, days: number, step: 1 | -1): Date {
  const day = new Date(atHour(date, days, 12))
  return isWorkday(day) ? day : workday(date, days + step, step)
}

const isWorkday = (date: Date): boolean => date.getDay() !== 0 && date.getDay() !== 6
