import type { ListedResource } from '../../shared/service/resource.ts'
import { pinnedHouseholds } from './ledger/pins.ts'
import { recordTables } from './mirror/record-tables.ts'
import { parseBody } from './mirror/scan-json.ts'
import type { ReadableStores } from './open-database.ts'
import { type RecordWriter, receive, sourceOf } from './overlay/receive.ts'
import { countOf, type PageCounts } from './sweep/apply-sweep.ts'
import type { PageOutcome } from './sweep/page-store.ts'
import { readPage } from './sweep/read-page.ts'
import type { BatchedMirror } from './write-batch.ts'

/**
 * Applies a record that was read by id, in an answer that was `ageMs` old: stored, removed when it is marked as deleted, or set aside.
 * @throws AppError `service/not-json`, `cache/…`
 */
export function applyRecord(
  writer: RecordWriter & BatchedMirror,
  resource: ListedResource,
  bytes: Uint8Array<ArrayBuffer>,
  ageMs = 0,
): void {
  const body = parseBody(bytes)
  writer.batch.write(() => receive(writer, { resource, ...body }, sourceOf(writer, resource, 'id', ageMs)))
  // Screens show when it was checked, too.
  writer.batch.changed(resource)
  writer.batch.commit()
}

/** Removes records that the service confirmed as gone. */
export function removeRecords(
  writer: RecordWriter & BatchedMirror,
  resource: ListedResource,
  ids: readonly string[],
): void {
  writer.batch.write(() => {
    const source = sourceOf(writer, resource, 'id')
    for (const id of ids) receive(writer, { resource, id, json: null }, source)
  })
  writer.batch.commit()
}

/** Notes which records a run found gone, too many at once to be removed by it, in place of those of the run before. */
export function holdRemovals({ mirror, batch }: BatchedMirror, resource: ListedResource, ids: readonly string[]): void {
  const { table } = recordTables[resource]
  batch.write(() => {
    mirror.prepare('UPDATE unconfirmed SET is_gone = 0 WHERE resource = ? AND is_gone = 1').run(resource)
    mirror
      .prepare(
        `UPDATE unconfirmed SET is_gone = 1 WHERE resource = ?
         AND row IN (SELECT row FROM ${table} WHERE id IN (SELECT value FROM json_each(?)))`,
      )
      .run(resource, JSON.stringify(ids))
  })
  batch.commit()
}

/** The ids that {@link holdRemovals} noted last, and that nothing has confirmed since. */
export function heldRemovals({ mirror }: Pick<BatchedMirror, 'mirror'>, resource: ListedResource): string[] {
  const { table } = recordTables[resource]
  return mirror
    .prepare<[string], string>(
      `SELECT t.id FROM unconfirmed u JOIN ${table} t ON t.row = u.row WHERE u.resource = ? AND u.is_gone = 1`,
    )
    .pluck()
    .all(resource)
}

/** The result of a list that is not a sweep: the ids of its records, and of those that cannot be read. */
export type ListedAnswer = { outcome: PageOutcome; ids: string[]; unreadable: string[] }

/**
 * Applies the records of a list that is not a sweep, such as that of one household: each is stored, removed or set aside like a
 * record read by id. Lists on screen are notified only if something differs.
 * @throws AppError `service/…` when it is not a list, `cache/…` when it cannot be written
 */
export function applyListed(
  writer: RecordWriter & BatchedMirror,
  resource: ListedResource,
  bytes: Uint8Array<ArrayBuffer>,
  ageMs = 0,
): ListedAnswer {
  const { outcome, records } = readPage(bytes, [])
  const answer: ListedAnswer = { outcome, ids: [], unreadable: [] }
  writer.batch.write(() => {
    const source = sourceOf(writer, resource, 'list', ageMs)
    for (const record of records) {
      // The page reader gets no known records, so every record is new to it.
      if (record.kind !== 'new') continue
      const { id, kind } = receive(writer, { resource, ...record }, source)
      if (id !== null) answer.ids.push(id)
      if (kind === 'set-aside') answer.unreadable.push(id ?? '')
    }
  })
  return answer
}

/** The weight of one answer in a batch, as a share of a page of 1000 records. */
const pagesPerAnswer = 1 / 50

/** `ageMs`: see `Body`. `status`: the HTTP status of an answer without a valuation, by default 204. */
export type ValuationAnswer = {
  entityId: string
  bytes: Uint8Array<ArrayBuffer> | null
  ageMs?: number | undefined
  status?: number
}

/** Ages of the valuations. */
type ValuationAges = {
  /** The oldest check, ISO 8601; null when there was none. */
  checkedFrom: string | null
  /** Number of entities without any check. */
  neverChecked: number
  /** Entities whose last request was refused, by HTTP status; 0 if the answer was unreadable. */
  refused: { status: number; count: number }[]
}

/** Entities in the order in which their valuations should be read; see `entitiesToValue` in worker-calls.ts. */
export function entitiesToValue(
  { mirror, ledger, now }: ReadableStores & { now: () => number },
  options: DueValuations,
) {
  const pinned = JSON.stringify(pinnedHouseholds(ledger))
  const times = {
    now: now(),
    checked: Date.parse(options.notCheckedSince),
    refused: Date.parse(options.notRefusedSince),
  }
  const ids = mirror
    .prepare<[object], string>(valuationOrder.due)
    .pluck()
    .all({ ...times, pinned, limit: options.limit })
  const total = mirror.prepare<[object], number>(valuationOrder.count).pluck().get(times)
  return { ids, total: total ?? 0 }
}

/** Valuations checked, or refused, before these times (ISO 8601) are due. A time in the future counts as none. */
export type DueValuations = { limit: number; notCheckedSince: string; notRefusedSince: string }

const isChanged = '(c.entity_updated_at IS NOT NULL AND c.entity_updated_at <> e.updated_at)'
const isNeverChecked = '(c.checked_at IS NULL OR c.checked_at > @now)'
const dueEntities = `FROM entities e LEFT JOIN valuation_check c ON c.entity_id = e.id
  LEFT JOIN valuation_refusal r ON r.entity_id = e.id
  WHERE (${isNeverChecked} OR c.checked_at < @checked OR ${isChanged})
    AND (r.refused_at IS NULL OR r.refused_at < @refused OR r.refused_at > @now)`

/**
 * Due entities: changed, never checked, then the others; within each group pinned households first, then the least recently
 * checked.
 */
const valuationOrder = {
  due: `SELECT e.id ${dueEntities}
    ORDER BY CASE WHEN ${isChanged} THEN 0 WHEN ${isNeverChecked} THEN 1 ELSE 2 END,
      e.household_id NOT IN (SELECT value FROM json_each(@pinned)), c.checked_at, e.row LIMIT @limit`,
  count: `SELECT count(*) ${dueEntities}`,
} as const

/** The service refused, or its answer was unreadable (status 0): the stored valuation is unchanged. */
export function refuseValuation(
  writer: RecordWriter & BatchedMirror,
  { entityId, status }: { entityId: string; status: number },
): void {
  writer.batch.write(() => writer.valuations.unanswered(entityId, writer.now(), status))
  writer.batch.done(pagesPerAnswer)
}

/** Entities that are asked before "no valuation" is believed of others. */
const mostAsked = 3

/**
 * A few entities of which the service gave a valuation that is stored: first such as are not among `except` and whose last request was
 * answered. Empty only if no valuation of the service is stored.
 */
export function valuedEntities(
  { mirror }: Pick<ReadableStores, 'mirror'>,
  { except }: { except: readonly string[] },
): string[] {
  const given = `SELECT v.entity_id FROM valuations v
    JOIN valuation_check c ON c.entity_id = v.entity_id AND c.outcome <> 'none'`
  const answered = mirror
    .prepare<[string, number], string>(
      `${given} LEFT JOIN valuation_refusal r ON r.entity_id = v.entity_id
       WHERE r.entity_id IS NULL AND v.entity_id NOT IN (SELECT value FROM json_each(?)) LIMIT ?`,
    )
    .pluck()
    .all(JSON.stringify(except), mostAsked)
  return answered.length > 0 ? answered : mirror.prepare<[number], string>(`${given} LIMIT ?`).pluck().all(mostAsked)
}

/** How old the valuations in the mirror are. */
export function valuationAges({ mirror }: Pick<ReadableStores, 'mirror'>): ValuationAges {
  const oldest = mirror
    .prepare<[], number>(
      `SELECT c.checked_at FROM valuation_check c JOIN entities e ON e.id = c.entity_id ORDER BY c.checked_at LIMIT 1`,
    )
    .pluck()
    .get()
  const counts = mirror
    .prepare<[], { entities: number; checks: number }>(
      'SELECT (SELECT count(*) FROM entities) AS entities, (SELECT count(*) FROM valuation_check) AS checks',
    )
    .get()
  const refused = mirror
    .prepare<[], { status: number; count: number }>(
      `SELECT r.status, count(*) AS count FROM valuation_refusal r JOIN entities e ON e.id = r.entity_id
       GROUP BY r.status ORDER BY r.status`,
    )
    .all()
  return {
    checkedFrom: oldest === undefined ? null : new Date(oldest).toISOString(),
    neverChecked: Math.max(0, (counts?.entities ?? 0) - (counts?.checks ?? 0)),
    refused,
  }
}

/**
 * Stores an answer to "latest valuation of", and records it in the ledger as an observation when it differs from the last one. Bytes of
 * null say that there is none, which is only believed of an entity without a stored one.
 * @throws AppError `service/not-json` or `cache/…`.
 */
export function applyValuation(
  writer: RecordWriter & BatchedMirror,
  { entityId, bytes, ageMs, status = 204 }: ValuationAnswer,
): PageCounts {
  const body = bytes === null ? ({ json: null, status } as const) : parseBody(bytes)
  const raw = { resource: 'valuations', entityId, ...body } as const
  const { kind } = writer.batch.write(() => receive(writer, raw, sourceOf(writer, 'valuations', 'id', ageMs)))
  writer.batch.done(pagesPerAnswer)
  return countOf(kind)
}

/** Records that every due entity has been asked. */
export function completeValuations({ mirror, batch, now }: BatchedMirror & { now: () => number }): void {
  batch.write(() =>
    mirror
      .prepare(
        `INSERT INTO resource_state (resource, version, loaded, searched_to, complete_ended_at)
         VALUES ('valuations', 1, 1, 0, ?)
         ON CONFLICT (resource) DO UPDATE SET complete_ended_at = excluded.complete_ended_at`,
      )
      .run(now()),
  )
  batch.commit()
}

const checkedTables = [...Object.values(recordTables).map(({ table }) => table), 'valuations']

/**
 * Times after this moment are from a clock that was wrong: they count as never, so that everything is checked again. Called before each
 * run; reads a few times unless there are any.
 */
export function forgetFutureTimes({ mirror, batch, now: clock }: BatchedMirror & { now: () => number }): void {
  const now = clock()
  const latest = mirror
    .prepare<[], number | null>(
      `SELECT max(coalesce((SELECT max(checked_at) FROM valuation_check), 0),
         coalesce((SELECT max(refused_at) FROM valuation_refusal), 0),
         coalesce((SELECT max(max(coalesce(complete_ended_at, 0), coalesce(complete_began_at, 0), checked_to)) FROM resource_state), 0),
         coalesce((SELECT max(began_at) FROM sweep), 0))`,
    )
    .pluck()
    .get()
  if ((latest ?? 0) <= now) return
  batch.write(() => {
    const run = (sql: string) => mirror.prepare<[number]>(sql).run(now)
    run('DELETE FROM valuation_check WHERE checked_at > ?')
    run('DELETE FROM valuation_refusal WHERE refused_at > ?')
    run('DELETE FROM sweep WHERE began_at > ?')
    mirror
      .prepare(
        `UPDATE resource_state SET complete_began_at = NULL, complete_ended_at = NULL
         WHERE complete_ended_at > @now OR complete_began_at > @now`,
      )
      .run({ now })
    run('UPDATE resource_state SET checked_to = 0 WHERE checked_to > ?')
    for (const table of checkedTables) run(`UPDATE ${table} SET checked_at = 0 WHERE checked_at > ?`)
  })
  batch.commit()
}
