import type { ListedResource } from '../../shared/service/resource.ts'
import type { ListedAnswer } from './connection-store.ts'
import { recordTables } from './mirror/record-tables.ts'
import { receiveRecord } from './overlay/receive.ts'
import { removeRecords } from './records.ts'
import { readPage, type SweptRecord } from './sweep/read-page.ts'
import type { Writer } from './writer.ts'

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
  const judged = recordTables[resource].judge(record.value)
  if (judged.id !== null) answer.ids.push(judged.id)
  if (judged.kind === 'deleted') {
    deleted.push(judged.id)
    return
  }
  if (judged.kind === 'bad') {
    writer.setAside.put({ resource, digest: record.digest, json: record.json, judged }, now)
    answer.unreadable.push(judged.id ?? '')
    return
  }
  if (writer.answers.isOutrun({ resource, id: judged.id }, judged.updatedAt)) return
  const at = { checkedAt: now, searchedTo: store.searchedTo() }
  const { row, written } = receiveRecord(writer, { resource, record: judged, json: record.json }, at)
  if (row > 0) store.confirm(row, now)
  writer.setAside.resolve(resource, judged.id)
  if (written) writer.batch.changed(resource)
}
