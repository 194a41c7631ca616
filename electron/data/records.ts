import type { ListedResource } from '../../shared/service/resource.ts'
import { recordTables } from './mirror/record-tables.ts'
import { loseRecord, receiveRecord } from './overlay/receive.ts'
import { parseBody } from './parse-body.ts'
import { digestOf } from './sweep/read-page.ts'
import { forgetValuation } from './valuations.ts'
import type { Writer } from './writer.ts'

/**
 * Applies a record that was read by id: stored, removed when it is marked as deleted, or set aside; see
 * `ConnectionStore.applyRecord`.
 */
export function applyRecord(writer: Writer, resource: ListedResource, bytes: Uint8Array<ArrayBuffer>): void {
  const { json, value } = parseBody(bytes)
  const judged = recordTables[resource].judge(value)
  if (judged.kind === 'deleted') {
    removeRecords(writer, resource, [judged.id])
    return
  }
  writer.batch.write(() => {
    const now = writer.now()
    const store = writer.records[resource]
    if (judged.kind === 'good' && writer.answers.isOutrun({ resource, id: judged.id }, judged.updatedAt)) return
    if (judged.kind === 'bad') {
      writer.setAside.put({ resource, digest: digestOf(bytes, 0, bytes.length), json, judged }, now)
      return
    }
    const at = { checkedAt: now, searchedTo: store.searchedTo() }
    const { row } = receiveRecord(writer, { resource, record: judged, json }, at)
    store.confirm(row, now)
    writer.setAside.resolve(resource, judged.id)
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
