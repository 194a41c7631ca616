import { hash } from 'node:crypto'
import { AppError } from '../../../shared/domain/app-error.ts'
import { page as pageSchema } from '../../../shared/service/page.ts'
import type { PageOutcome, PageRecord } from './page-store.ts'
import { endOfValue, isComma, parseRecord, skipSpace, textOf, walkArray, walkEnvelope } from './scan-page.ts'

/** A record of a page: either the same bytes as a known one, or new text to check. */
export type SweptRecord =
  | { kind: 'known'; known: PageRecord }
  | { kind: 'new'; digest: string; length: number; json: string; value: unknown }

export type ReadPage = { outcome: PageOutcome; records: SweptRecord[] }

/** How far ahead among the known records a match is searched: past one changed, added or removed record. */
const lookAhead = 3

/** The most bytes of an envelope's other members that are parsed; what is described of them is a cursor and a count. */
const mostMember = 64 * 1024

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
        if (name !== 'data' && end - start <= mostMember) members.set(name, JSON.parse(textOf(bytes, start, end)))
      },
    })
    if (!walked || records === null) throw unreadable(bytes)
  } catch (problem) {
    throw problem instanceof AppError ? problem : unreadable(bytes)
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

function unreadable(bytes: Uint8Array): AppError {
  const text = textOf(bytes, 0, bytes.length)
  try {
    JSON.parse(text)
  } catch {
    // The parser's message quotes the text, which is client data, so it is not passed on.
    return looksCut(text) ? truncated() : notJson()
  }
  return badPage('data')
}

function looksCut(text: string): boolean {
  const trimmed = text.trim()
  return trimmed.startsWith('{') && !trimmed.endsWith('}')
}

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
