import { createHash } from 'node:crypto'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { ListedResource } from '../../../shared/service/resource.ts'
import { recordTables } from '../mirror/record-tables.ts'
import type { ReadonlySetLike } from '../overlay/open-operations.ts'
import { loseRecord, receiveRecord, storeRecord } from '../overlay/receive.ts'
import type { Writer } from '../writer.ts'
import type { PageOutcome, PageRecord } from './page-store.ts'
import { readPage, type SweptRecord } from './read-page.ts'

/** The number of a page's records by outcome. */
export type PageCounts = { written: number; unchanged: number; setAside: number }

export type IncomingPage = { sweepId: number; after: string | null; bytes: Uint8Array<ArrayBuffer> }

type Position = { resource: ListedResource; number: number; sweepId: number }
type Work = Position & { digest: Buffer; outcome: PageOutcome }

/**
 * Writes one page of a sweep to the mirror. `onOutcome` is called with the page's envelope before anything is written.
 * @throws AppError `service/…` when the page cannot be read, `cache/…` when it cannot be written; then nothing of it was written.
 */
export function applyPage(writer: Writer, page: IncomingPage, onOutcome: (outcome: PageOutcome) => void): PageCounts {
  const position = positionOf(writer, page)
  const { resource, number } = position
  const digest = createHash('sha256').update(page.bytes).digest()
  const before = writer.pages.find(resource, number)
  if (before?.digest.equals(digest)) {
    onOutcome(before.outcome)
    writer.batch.write(() => {
      writer.pages.seen(resource, number, position.sweepId)
      writer.sweeps.advance(position.sweepId, before.outcome)
    })
    writer.batch.done(1)
    return { written: 0, unchanged: before.outcome.received - before.setAside, setAside: before.setAside }
  }
  const { outcome, records } = readPage(page.bytes, before ? writer.pages.records(resource, number) : [])
  onOutcome(outcome)
  const counts = writer.batch.write(() => writeRecords(writer, { ...position, digest, outcome }, records))
  if (counts.written > 0 || counts.setAside > 0) writer.batch.changed(resource)
  writer.batch.done(1)
  return counts
}

function positionOf(writer: Writer, page: IncomingPage): Position {
  const sweep = writer.sweeps.find(page.sweepId)
  if (sweep && sweep.after === page.after) {
    return { resource: sweep.resource, number: sweep.nextPage, sweepId: page.sweepId }
  }
  // An earlier page was not written, so this one cannot continue it.
  throw new AppError('cache/write-failed', {
    message: 'The offline copy is missing the previous page.',
    nextStep: 'Sync again; it continues from what was saved.',
    detail: sweep ? 'page out of order' : 'no such sweep',
  })
}

function writeRecords(writer: Writer, work: Work, records: readonly SweptRecord[]): PageCounts {
  const counts: PageCounts = { written: 0, unchanged: 0, setAside: 0 }
  const held: PageRecord[] = []
  const removed = new Set<number>()
  const at = { checkedAt: writer.now(), searchedTo: writer.records[work.resource].searchedTo() }
  const covered = writer.overlay.open.covered(work.resource)
  for (const record of records) {
    if (record.kind === 'known') {
      held.push(record.known)
      if (record.known.setAside) counts.setAside++
      else counts.unchanged++
    } else held.push(writeRecord(writer, { resource: work.resource, record, counts, removed, covered, at }))
  }
  writer.pages.forget(work.resource, removed)
  const isWhole = held.every((record) => record.digest !== unknownDigest)
  writer.pages.put({ ...work, digest: isWhole ? work.digest : Buffer.alloc(0), records: held })
  writer.sweeps.advance(work.sweepId, work.outcome)
  return counts
}

/** The digest of a record that was not stored: it and its page are read again next time. */
const unknownDigest = '\0'.repeat(16)

type OneRecord = {
  resource: ListedResource
  record: Extract<SweptRecord, { kind: 'new' }>
  counts: PageCounts
  removed: Set<number>
  /** Records with pending work; null when the resource has none. */
  covered: ReadonlySetLike | null
  at: { checkedAt: number; searchedTo: number }
}

function writeRecord(writer: Writer, { resource, record, counts, removed, covered, at }: OneRecord): PageRecord {
  const { digest, length } = record
  const store = writer.records[resource]
  const parsed = recordTables[resource].parse(record.value)
  if (parsed.kind === 'good') {
    const { json, value } = record
    const key = { resource, id: parsed.id }
    if (writer.answers.isOutrun(key, parsed.updatedAt)) {
      counts.unchanged++
      return { digest: unknownDigest, length, row: store.rowOf(parsed.id), setAside: false }
    }
    const isCovered = covered?.has(parsed.id) ?? false
    const receive = isCovered ? receiveRecord : storeRecord
    const { row, written } = receive(writer, { resource, record: parsed, json, value }, at)
    writer.setAside.resolve(resource, parsed.id)
    if (written) counts.written++
    else counts.unchanged++
    return { digest, length, row, setAside: false }
  }
  const row = parsed.id === null ? 0 : store.rowOf(parsed.id)
  if (parsed.kind === 'bad') {
    writer.setAside.put({ resource, digest, json: record.json, parsed }, at.checkedAt)
    counts.setAside++
    // The last valid version stays, and the record counts as seen.
    return { digest, length, row, setAside: true }
  }
  if (row > 0) {
    loseRecord(writer, resource, parsed.id)
    removed.add(row)
    counts.written++
  } else counts.unchanged++
  return { digest, length, row: 0, setAside: false }
}
