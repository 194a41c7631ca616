import type { ListedResource } from '../../shared/service/resource.ts'
import { recordTables } from './mirror/record-tables.ts'
import { parseBody } from './mirror/scan-json.ts'
import { type RecordWriter, receive, sourceOf } from './overlay/receive.ts'
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
