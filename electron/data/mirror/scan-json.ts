import { AppError } from '../../../shared/domain/app-error.ts'
import { formatBytes } from '../../../shared/domain/bytes.ts'

const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d
const comma = 0x2c
const colon = 0x3a

/**
 * End (exclusive) of the JSON value that begins at `start`, or -1 when the text ends first. Only finds the end: `JSON.parse`
 * decides whether the value is valid.
 */
export function endOfValue(bytes: Uint8Array, start: number): number {
  let depth = 0
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quote) {
      at = endOfString(bytes, at)
      if (at < 0) return -1
      if (depth === 0) return at + 1
    } else if (byte === openBrace || byte === openBracket) depth++
    else if (byte === closeBrace || byte === closeBracket) {
      // A number or word ends where its container ends.
      if (depth === 0) return at
      if (--depth === 0) return at + 1
    } else if (depth === 0 && (byte === comma || isSpace(byte))) return at
  }
  return depth === 0 && start < bytes.length ? bytes.length : -1
}

/** Position of the first byte from `at` on that is not white space. */
export function skipSpace(bytes: Uint8Array, at: number): number {
  let position = at
  while (isSpace(bytes[position])) position++
  return position
}

/** True for the separator after a value inside a container. */
export function isComma(byte: number | undefined): boolean {
  return byte === comma
}

/** Called with the start of an envelope's `data` items, and with the spans of its other members. */
type EnvelopeVisitor = {
  /** Reads the array whose `[` is at `start`; returns the position after its `]`, or -1. */
  array(start: number): number
  member(name: string, start: number, end: number): void
}

/** Walks the members of the object that is the whole text; false when it is not one. */
export function walkEnvelope(bytes: Uint8Array, visitor: EnvelopeVisitor): boolean {
  let at = skipSpace(bytes, bytes[0] === 0xef ? 3 : 0)
  if (bytes[at] !== openBrace) return false
  at = skipSpace(bytes, at + 1)
  if (bytes[at] === closeBrace) return skipSpace(bytes, at + 1) === bytes.length
  while (bytes[at] === quote) {
    const nameEnd = endOfString(bytes, at)
    if (nameEnd < 0) return false
    const name = textOf(bytes, at + 1, nameEnd)
    at = skipSpace(bytes, nameEnd + 1)
    if (bytes[at] !== colon) return false
    at = skipSpace(bytes, at + 1)
    const isData = name === 'data' && bytes[at] === openBracket
    const end = isData ? visitor.array(at) : endOfValue(bytes, at)
    if (end < 0) return false
    if (!isData) visitor.member(name, at, end)
    at = skipSpace(bytes, end)
    if (bytes[at] === closeBrace) return skipSpace(bytes, at + 1) === bytes.length
    if (bytes[at] !== comma) return false
    at = skipSpace(bytes, at + 1)
  }
  return false
}

/** Visits the items of the array whose `[` is at `start`; the visitor returns an item's end or -1. */
export function walkArray(bytes: Uint8Array, start: number, item: (start: number) => number): number {
  let at = skipSpace(bytes, start + 1)
  if (bytes[at] === closeBracket) return at + 1
  while (at < bytes.length) {
    const end = item(at)
    if (end <= at) return -1
    at = skipSpace(bytes, end)
    if (bytes[at] === closeBracket) return at + 1
    if (bytes[at] !== comma) return -1
    at = skipSpace(bytes, at + 1)
  }
  return -1
}

/** Whether a text begins like an object and does not end like one. */
export function isCutObject(bytes: Uint8Array): boolean {
  let last = bytes.length - 1
  while (isSpace(bytes[last])) last--
  return bytes[skipSpace(bytes, bytes[0] === 0xef ? 3 : 0)] === openBrace && bytes[last] !== closeBrace
}

/** UTF-8 text of a span. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8')
}

function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === backslash) at++
    else if (byte === quote) return at
  }
  return -1
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

/** The most bytes, values and levels that a record may have; ten times what the largest valuation needs. */
const mostBytes = 4 * 1024 * 1024
const mostValues = 100_000
const mostLevels = 100
/** The members of a record among which its id is looked for, and the characters of its beginning that are kept. */
const mostMembers = 1_000
const mostBeginning = 2_000

/**
 * A record that is too large to be parsed: a million members, or hundreds of megabytes, would keep the thread from everything else for
 * seconds, and thousands of levels would exhaust the stack of what compares and prints it. It is set aside like one that does not match its
 * schema.
 */
export class OversizedRecord {
  readonly kind = 'bad' as const
  readonly field = '(record)'
  readonly id: string | null
  readonly problem: string

  constructor(id: string | null, problem: string) {
    this.id = id
    this.problem = problem
  }
}

/** The record whose text is this span, as text and as a parsed value; see {@link OversizedRecord}. @throws SyntaxError */
export function parseRecord(bytes: Uint8Array, start: number, end: number): { json: string; value: unknown } {
  const excess = excessOf(bytes, start, end)
  if (excess === null) {
    const json = textOf(bytes, start, end)
    return { json, value: JSON.parse(json) }
  }
  const id = idWithin(bytes, start)
  const problem = `is too large: it has ${excess} can be read`
  const beginning = textOf(bytes, start, Math.min(end, start + mostBeginning))
  return { json: JSON.stringify({ id, beginning }), value: new OversizedRecord(id, problem) }
}

/** The limit that a record exceeds, in words; null if it is within the limits. It has at least one value more than commas outside its texts. */
function excessOf(bytes: Uint8Array, start: number, end: number): string | null {
  const size = end - start
  if (size > mostBytes) return `${formatBytes(size)}, and at most ${formatBytes(mostBytes)}`
  if (isSurelyWithin(bytes.subarray(start, end))) return null
  let values = 1
  let levels = 0
  for (let at = start; at < end; at++) {
    const byte = bytes[at]
    if (byte === quote) {
      at = endOfString(bytes, at)
      if (at < 0) return null
    } else if (byte === comma) values++
    else if (byte === openBrace || byte === openBracket) levels++
    else if (byte === closeBrace || byte === closeBracket) levels--
    if (values > mostValues) return `more than ${mostValues} values, and no more`
    if (levels > mostLevels) return `more than ${mostLevels} levels, and no more`
  }
  return null
}

/** True for a record that is too short for too many values, and opens too few brackets for too many levels, as nearly all do. */
function isSurelyWithin(record: Uint8Array): boolean {
  if (record.length > 2 * mostValues) return false
  let opened = 0
  for (const bracket of [openBrace, openBracket])
    for (let at = record.indexOf(bracket); at >= 0; at = record.indexOf(bracket, at + 1))
      if (++opened > mostLevels) return false
  return true
}

/** The text member `id` of the object that begins at `start`, if it is among the first members. */
function idWithin(bytes: Uint8Array, start: number): string | null {
  if (bytes[start] !== openBrace) return null
  let at = skipSpace(bytes, start + 1)
  for (let member = 0; member < mostMembers && bytes[at] === quote; member++) {
    const nameEnd = endOfString(bytes, at)
    if (nameEnd < 0) return null
    const isId = textOf(bytes, at + 1, nameEnd) === 'id'
    const valueStart = skipSpace(bytes, skipSpace(bytes, nameEnd + 1) + 1)
    const valueEnd = endOfValue(bytes, valueStart)
    if (valueEnd < 0) return null
    if (isId) return shortText(bytes, valueStart, valueEnd)
    at = skipSpace(bytes, skipSpace(bytes, valueEnd) + 1)
  }
  return null
}

/** A text of up to a thousand bytes; null for anything else. */
function shortText(bytes: Uint8Array, start: number, end: number): string | null {
  if (bytes[start] !== quote || end - start > 1_000) return null
  try {
    const value: unknown = JSON.parse(textOf(bytes, start, end))
    return typeof value === 'string' && value !== '' ? value : null
  } catch {
    return null
  }
}

/**
 * A body that is one record, as text and as a parsed value.
 * @throws AppError `service/not-json`.
 */
export function parseBody(bytes: Uint8Array): { json: string; value: unknown } {
  const start = skipSpace(bytes, bytes[0] === 0xef ? 3 : 0)
  try {
    const { json, value } = parseRecord(bytes, start, bytes.length)
    return { json: json.trim(), value }
  } catch {
    // The parser's message quotes the text, which is client data, so it is not passed on.
    throw new AppError('service/not-json', {
      message: 'The service answered with something other than JSON.',
      nextStep: 'Try again; if it keeps happening, contact the service’s support.',
    })
  }
}
