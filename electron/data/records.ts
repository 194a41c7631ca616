import type { ListedResource } from '../../shared/service/resource.ts'
import { recordTables } from './mirror/record-tables.ts'
import { loseRecord, receiveRecord } from './overlay/receive.ts'
import type { PageOutcome } from './sweep/page-store.ts'
import { digestOf, readPage, type SweptRecord } from './sweep/read-page.ts'
import { parseBody } from './sweep/scan-page.ts'
import { forgetValuation } from './valuations.ts'
import type { Writer } from './writer.ts'

/**
 * Applies a record that was read by id: stored, removed when it is marked as deleted, or set aside.
 */
export function applyRecord(writer: Writer, resource: ListedResource, bytes: Uint8Array<ArrayBuffer>): void {
  const { json, value } = parseBody(bytes)
  const parsed = recordTables[resource].parse(value)
  if (parsed.kind === 'deleted') {
    removeRecords(writer, resource, [parsed.id])
    return
  }
  writer.batch.write(() => {
    const now = writer.now()
    const store = writer.records[resource]
    if (parsed.kind === 'good' && writer.answers.isOutrun({ resource, id: parsed.id }, parsed.updatedAt)) return
    if (parsed.kind === 'bad') {
      writer.setAside.put({ resource, digest: digestOf(bytes, 0, bytes.length), json, parsed }, now)
      return
    }
    const at = { checkedAt: now, searchedTo: store.searchedTo() }
    const { row } = receiveRecord(writer, { resource, record: parsed, json, value }, at)
    store.confirm(row, now)
    writer.setAside.resolve(resource, parsed.id)
  })
  writer.batch.changed(resource)
  writer.batch.commit()
}

/** Removes records that the service confirmed as gone. */
export function removeRecords(writer: Writer, resource: ListedResource, ids: readonly string[]): void {
  writer.batch.write(() => {
    const gone = new Set<number>()
    for (const id of ids) {
      const row = loseRecord(writer, resource, id)
      if (row > 0) gone.add(row)
      writer.setAside.resolve(resource, id)
      if (resource === 'entities' && forgetValuation(writer, id)) writer.batch.changed('valuations')
    }
    writer.pages.forget(resource, gone)
  })
  writer.batch.changed(resource)
  writer.batch.commit()
}

/** The result of a list that is not a sweep: the ids of its records, and of those that cannot be read. */
export type ListedAnswer = { outcome: PageOutcome; ids: string[]; unreadable: string[] }

/**
 * Applies the records of a list that is not a sweep, such as that of one household: each is stored, removed or set aside like a
 * record read by id. Lists on screen are notified only if something differs.
 * @throws AppError `service/…` when it is not a list, `cache/…` when it cannot be written
 */
export function applyListed(writer: Writer, resource: ListedResource, bytes: Uint8Array<ArrayBuffer>): ListedAnswer {
  const { outcome, records } = readPage(bytes, [])
  const answer: ListedAnswer = { outcome, ids: [], unreadable: [] }
  const deleted: string[] = []
  writer.batch.write(() => {
    for (const record of records) {
      // The page reader gets no known records, so every record is new to it.
      if (record.kind === 'new') keepOne(writer, { resource, record, answer, deleted })
    }
  })
  if (deleted.length > 0) removeRecords(writer, resource, deleted)
  return answer
}

type One = {
  resource: ListedResource
  record: Extract<SweptRecord, { kind: 'new' }>
  answer: ListedAnswer
  deleted: string[]
}

function keepOne(writer: Writer, { resource, record, answer, deleted }: One): void {
  const now = writer.now()
  const store = writer.records[resource]
  const parsed = recordTables[resource].parse(record.value)
  if (parsed.id !== null) answer.ids.push(parsed.id)
  if (parsed.kind === 'deleted') {
    deleted.push(parsed.id)
    return
  }
  if (parsed.kind === 'bad') {
    writer.setAside.put({ resource, digest: record.digest, json: record.json, parsed }, now)
    answer.unreadable.push(parsed.id ?? '')
    return
  }
  if (writer.answers.isOutrun({ resource, id: parsed.id }, parsed.updatedAt)) return
  const at = { checkedAt: now, searchedTo: store.searchedTo() }
  const { row, written } = receiveRecord(
    writer,
    { resource, record: parsed, json: record.json, value: record.value },
    at,
  )
  if (row > 0) store.confirm(row, now)
  writer.setAside.resolve(resource, parsed.id)
  if (written) writer.batch.changed(resource)
}
