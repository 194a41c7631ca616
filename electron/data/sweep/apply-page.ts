import { hash } from 'node:crypto'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { ListedResource } from '../../../shared/service/resource.ts'
import { type Received, type RecordWriter, receive, sourceOf } from '../overlay/receive.ts'
import type { BatchedMirror } from '../write-batch.ts'
import {
  type PageDigests,
  type PageOutcome,
  type PageRecord,
  type PageStore,
  type RowSet,
  type SweepStore,
  unreadLength,
} from './page-store.ts'
import { readPage, type SweptRecord } from './read-page.ts'

/** The stores that a page of a sweep changes; see `writer.ts`. */
export type SweepWriter = RecordWriter & BatchedMirror & { pages: PageStore; sweeps: SweepStore }

/** The number of a page's records by outcome. */
export type PageCounts = { written: number; unchanged: number; setAside: number }

/** `compressed`: the SHA-256 (hex) of the page's compressed form; absent if it came otherwise. */
export type IncomingPage = {
  sweepId: number
  after: string | null
  bytes: Uint8Array<ArrayBuffer>
  compressed?: string | undefined
  /** How old it was when it came, in ms; see `Body`. */
  ageMs?: number | undefined
}

/** A page that came compressed as it did last time, so that its bytes are not needed. */
export type KnownPage = { sweepId: number; after: string | null; compressed: string }

type Position = { resource: ListedResource; number: number; sweepId: number }
type Work = Position & { digests: PageDigests; outcome: PageOutcome; ageMs?: number | undefined }

/**
 * Writes one page of a sweep to the mirror. `onOutcome` is called with the page's envelope before anything is written.
 * @throws AppError `service/…` when the page cannot be read, `cache/…` when it cannot be written; then nothing of it was written.
 */
export function applyPage(
  writer: SweepWriter,
  page: IncomingPage,
  onOutcome: (outcome: PageOutcome) => void,
): PageCounts {
  const position = positionOf(writer, page)
  const { resource, number } = position
  const digests = { text: hash('sha256', page.bytes), compressed: page.compressed ?? '' }
  const before = writer.pages.find(resource, number)
  if (before?.digests.text === digests.text) {
    onOutcome(before.outcome)
    return noteUnchanged(writer, { ...position, digests, outcome: before.outcome }, before.setAside)
  }
  const known = before ? writer.pages.records(resource, number) : []
  const { outcome, records } = readPage(page.bytes, known)
  onOutcome(outcome)
  const work = { ...position, digests, outcome, known, ageMs: page.ageMs }
  const counts = writer.batch.write(
    // If a record overwrote a known one of the same page, that one's text is read again.
    () => writeRecords(writer, work, records) ?? writeRecords(writer, work, readPage(page.bytes, []).records),
  )
  writer.batch.done(1)
  return counts ?? { ...noCounts }
}

/**
 * Notes a page that came as it did last time. Null if its last form is not known any more, because one of its records was removed
 * since: then it has to be read.
 * @throws AppError `cache/…`
 */
export function applyKnownPage(
  writer: SweepWriter,
  page: KnownPage,
  onOutcome: (outcome: PageOutcome) => void,
): PageCounts | null {
  const position = positionOf(writer, page)
  const before = writer.pages.find(position.resource, position.number)
  if (before?.digests.compressed !== page.compressed) return null
  const { digests, outcome, setAside } = before
  onOutcome(outcome)
  return noteUnchanged(writer, { ...position, digests, outcome }, setAside)
}

function noteUnchanged(writer: SweepWriter, work: Work, setAside: number): PageCounts {
  const { sweepId, outcome } = work
  writer.batch.write(() => {
    writer.pages.seen(work)
    writer.sweeps.advance(sweepId, outcome)
  })
  writer.batch.done(1)
  return { written: 0, unchanged: outcome.received - setAside, setAside }
}

function positionOf(writer: SweepWriter, page: Pick<IncomingPage, 'sweepId' | 'after'>): Position {
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

/** Null if a record of the page overwrote one that is known by its digest alone. */
function writeRecords(
  writer: SweepWriter,
  { known, ...work }: Work & { known: readonly PageRecord[] },
  records: readonly SweptRecord[],
): PageCounts | null {
  const { resource, sweepId } = work
  const counts = { ...noCounts }
  const held: PageRecord[] = []
  /** The place of each row among `held`. */
  const places = new Map<number, number>()
  const unread = new Set(records.flatMap((record) => (record.kind === 'known' ? record.known.row : [])))
  const owned = new Set(known.flatMap(({ row, length }) => (length === unreadLength ? [] : row)))
  const taken = new Set<number>()
  let walked: RowSet | null = null
  const isWalked = (row: number) => {
    walked ??= writer.pages.swept(resource, sweepId).seen
    return places.has(row) || walked.has(row)
  }
  const source = { ...sourceOf(writer, resource, 'page', work.ageMs), isWalked }
  for (const record of records) {
    if (record.kind === 'known') {
      held.push(record.known)
      if (record.known.setAside) counts.setAside++
      else counts.unchanged++
      continue
    }
    const { digest, length, json, value } = record
    const { kind, row, isNew } = receive(writer, { resource, json, value, digest }, source)
    counts[countedAs[kind]]++
    if (row > 0 && kind !== 'older' && unread.has(row)) return null
    if (kind === 'written' || kind === 'gone') {
      const earlier = held[places.get(row) ?? -1]
      if (earlier) earlier.length = unreadLength
    }
    const isHeld = kind !== 'gone' && row > 0
    if (isHeld && !isNew && !owned.has(row) && kind !== 'older') taken.add(row)
    if (isHeld) places.set(row, held.length)
    held.push({
      digest,
      length: kind === 'older' ? unreadLength : length,
      row: kind === 'gone' ? 0 : row,
      setAside: kind === 'set-aside',
    })
  }
  writer.pages.put({ ...work, records: held, taken })
  writer.sweeps.advance(sweepId, work.outcome)
  return counts
}

const noCounts: PageCounts = { written: 0, unchanged: 0, setAside: 0 }

/** How a record is counted. */
const countedAs = {
  written: 'written',
  gone: 'written',
  unchanged: 'unchanged',
  older: 'unchanged',
  'set-aside': 'setAside',
} as const satisfies Record<Received['kind'], keyof PageCounts>

/** The counts of one record. */
export const countOf = (kind: Received['kind']): PageCounts => ({ ...noCounts, [countedAs[kind]]: 1 })
