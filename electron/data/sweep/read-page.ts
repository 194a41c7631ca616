import { hash } from 'node:crypto'
import { AppError } from '../../../shared/domain/app-error.ts'
import { page as pageSchema } from '../../../shared/service/page.ts'
import {
  endOfValue,
  isComma,
  isCutObject,
  parseRecord,
  skipSpace,
  textOf,
  walkArray,
  walkEnvelope,
} from '../mirror/scan-json.ts'
import type { PageOutcome, PageRecord } from './page-store.ts'

/** A record of a page: either the same bytes as a known one, or new text to check. */
export type SweptRecord =
  | { kind: 'known'; known: PageRecord }
  | { kind: 'new'; digest: string; length: number; json: string; value: unknown }

export type ReadPage = { outcome: PageOutcome; records: SweptRecord[] }

/** How far ahead among the known records a match is searched: past one changed, added or removed record. */
const lookAhead = 3

/** The most bytes of an envelope's other member, and the most of them, that are parsed; described are a cursor and a count. */
const mostMember = 64 * 1024
const mostMembers = 100

/**
 * Splits a list response into its records. A record with the same bytes as a known one is not parsed again; `known` are the
 * records of the same page last time, in order.
 * @throws AppError `service/not-json`, `service/truncated` or `service/bad-page`.
 */
export function readPage(bytes: Uint8Array, known: readonly PageRecord[]): ReadPage {
  const members = new Map<string, unknown>()
  let records: SweptRecord[] | null = null
  try {
    const walked = walkEnvelope(bytes, {
      array: (start) => {
        const found: SweptRecord[] = []
        const end = readRecords(bytes, start, known, found)
        records = found
        return end
      },
      member: (name, start, end) => {
        const isParsed = name !== 'data' && end - start <= mostMember && members.size < mostMembers
        if (isParsed) members.set(name, JSON.parse(textOf(bytes, start, end)))
      },
    })
    if (records === null && (walked || isOtherJson(bytes))) throw badPage('data')
    if (!walked || records === null) throw noJson(bytes)
  } catch (problem) {
    // The parser's message quotes the text, which is client data, so it is not passed on.
    throw problem instanceof AppError ? problem : noJson(bytes)
  }
  return { outcome: outcomeOf(members, records), records }
}

/** A short fingerprint of a record's JSON; see {@link PageRecord}. */
function digestOf(bytes: Uint8Array, start: number, end: number): string {
  return hash('sha256', bytes.subarray(start, end), 'binary').slice(0, 16)
}

function readRecords(bytes: Uint8Array, start: number, known: readonly PageRecord[], found: SweptRecord[]): number {
  let next = 0
  return walkArray(bytes, start, (at) => {
    for (let ahead = next; ahead < Math.min(next + lookAhead, known.length); ahead++) {
      const candidate = known[ahead]
      if (!candidate || !endsItem(bytes, at + candidate.length)) continue
      if (digestOf(bytes, at, at + candidate.length) !== candidate.digest) continue
      next = ahead + 1
      found.push({ kind: 'known', known: candidate })
      return at + candidate.length
    }
    const end = endOfValue(bytes, at)
    if (end < 0) return -1
    const read = parseRecord(bytes, at, end)
    found.push({ kind: 'new', digest: digestOf(bytes, at, end), length: end - at, ...read })
    return end
  })
}

function endsItem(bytes: Uint8Array, at: number): boolean {
  const position = skipSpace(bytes, at)
  return isComma(bytes[position]) || bytes[position] === 0x5d
}

function outcomeOf(members: ReadonlyMap<string, unknown>, records: readonly SweptRecord[]): PageOutcome {
  const envelope = pageSchema.safeParse({ ...Object.fromEntries(members), data: [] })
  if (!envelope.success) throw badPage(envelope.error.issues[0]?.path.map(String).join('.') ?? '')
  const { page_info, total_count } = envelope.data
  return {
    hasNextPage: page_info.has_next_page,
    endCursor: page_info.end_cursor ?? null,
    totalCount: total_count ?? null,
    received: records.length,
  }
}

/** The most bytes of an answer without an envelope that are parsed to learn whether it is JSON. */
const mostOther = 64 * 1024
const firstOfJson = /^["[\-\dtfn]/

/**
 * Whether an answer without an envelope is JSON of another kind. A large one, which may have hundreds of megabytes, is not parsed to find
 * out: it does not match the description either way.
 */
function isOtherJson(bytes: Uint8Array): boolean {
  const start = textOf(bytes, 0, Math.min(bytes.length, mostOther)).trimStart()
  if (!firstOfJson.test(start)) return false
  if (bytes.length > mostOther) return true
  try {
    JSON.parse(start)
    return true
  } catch {
    return false
  }
}

const noJson = (bytes: Uint8Array): AppError => (isCutObject(bytes) ? truncated() : notJson())

function truncated(): AppError {
  return new AppError('service/truncated', {
    message: 'The service’s answer was cut off.',
    nextStep: 'Sync again; if it keeps happening, contact the service’s support.',
  })
}

function notJson(): AppError {
  return new AppError('service/not-json', {
    message: 'The service answered with something other than JSON.',
    nextStep: 'Check the base URL of this connection; a sign-in or proxy page may be answering in its place.',
  })
}

function badPage(field: string): AppError {
  return new AppError('service/bad-page', {
    message: 'The service’s list answer does not match its API description.',
    nextStep: 'Sync again; if it keeps happening, contact the service’s support.',
    detail: field ? `field: ${field}` : 'no envelope',
  })
}
