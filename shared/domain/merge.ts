import { diff3MergeRegions, diffIndices } from 'node-diff3'
import { isNothing, isSame, type Json, own } from '../lib/json.ts'
import { fieldsTogether, isClearableName, writtenFields } from '../records/resource-fields.ts'
import { isLivingWithDeathDate } from './life-dates.ts'
import type { FieldConflict, JsonFields } from './operation.ts'

/** A section of a merged text: resolved lines, or lines that both sides changed. Empty lines mean that they were deleted. */
export type TextPart =
  | { kind: 'settled'; lines: string[] }
  | { kind: 'overlap'; base: string[]; theirs: string[]; mine: string[] }

type ThreeTexts = { base: string; theirs: string; mine: string }

type Lines = { texts: readonly string[]; keys: readonly string[]; ends: readonly string[] }

/**
 * The most effort spent on comparing two texts, because more would take too long: the number of pairs of equal lines, times
 * the number of lines of the shorter text.
 */
const mostEffort = 200_000_000

function linesOf(text: string): Lines {
  const texts = text.split(/\r?\n/)
  return { texts, keys: texts.map((line) => line.normalize('NFC')), ends: text.match(/\r?\n/g) ?? [] }
}

function effort(a: Lines, b: Lines): number {
  const seen = new Map<string, number>()
  for (const key of b.keys) seen.set(key, (seen.get(key) ?? 0) + 1)
  return a.keys.reduce((sum, key) => sum + (seen.get(key) ?? 0), 0) * Math.min(a.keys.length, b.keys.length)
}

const part = ({ texts, keys, ends }: Lines, from: number, until: number): Lines => ({
  texts: texts.slice(from, until),
  keys: keys.slice(from, until),
  ends: ends.slice(from, until),
})

/** The number of lines that all texts have in common at the start, and of the remaining ones at the end. */
function inCommon(all: readonly [Lines, ...Lines[]]): { before: number; after: number } {
  const [first, ...others] = all
  const shortest = Math.min(...all.map(({ keys }) => keys.length))
  let before = 0
  while (before < shortest && others.every(({ keys }) => keys[before] === first.keys[before])) before++
  let after = 0
  const fromEnd = ({ keys }: Lines) => keys[keys.length - 1 - after]
  while (after < shortest - before && others.every((other) => fromEnd(other) === fromEnd(first))) after++
  return { before, after }
}

/** For each line of the base that is still in the other text, its index there. */
function placesIn(base: Lines, other: Lines): Map<number, number> {
  const places = new Map<number, number>()
  let at = 0
  let there = 0
  const same = (until: number) => {
    while (at < until) places.set(at++, there++)
  }
  for (const { buffer1, buffer2 } of diffIndices([...base.keys], [...other.keys])) {
    same(buffer1[0])
    at = buffer1[0] + buffer1[1]
    there = buffer2[0] + buffer2[1]
  }
  same(base.keys.length)
  return places
}

/** A line with its line ending, if it has one in its text. */
type Line = { text: string; end: string | undefined }

const cut = (lines: Lines, from: number, length: number): Line[] =>
  lines.texts.slice(from, from + length).map((text, at) => ({ text, end: lines.ends[from + at] }))

type Stretch = { kind: 'settled'; lines: Line[] } | { kind: 'overlap'; base: Line[]; theirs: Line[]; mine: Line[] }

/** An unchanged line as the service has it; a line ending that is missing there is taken from the local text. */
const kept = (theirs: Lines, there: number, mine: Lines, here: number): Line => ({
  text: theirs.texts[there] ?? '',
  end: theirs.ends[there] ?? mine.ends[here],
})

type ThreeLines = Record<keyof ThreeTexts, Lines>

function stretches({ base, theirs, mine }: ThreeLines): Stretch[] {
  const inTheirs = placesIn(base, theirs)
  const inMine = placesIn(base, mine)
  return diff3MergeRegions([...mine.keys], [...base.keys], [...theirs.keys]).map((region): Stretch => {
    if (!region.stable) {
      return {
        kind: 'overlap',
        base: cut(base, region.oStart, region.oLength),
        theirs: cut(theirs, region.bStart, region.bLength),
        mine: cut(mine, region.aStart, region.aLength),
      }
    }
    const { buffer, bufferStart, bufferLength } = region
    if (buffer !== 'o')
      return { kind: 'settled', lines: cut(buffer === 'a' ? mine : theirs, bufferStart, bufferLength) }
    const lines = Array.from({ length: bufferLength }, (_, at) => bufferStart + at)
    return {
      kind: 'settled',
      lines: lines.map((at) => kept(theirs, inTheirs.get(at) ?? -1, mine, inMine.get(at) ?? -1)),
    }
  })
}

const sameLines = (a: readonly Line[], b: readonly Line[]) =>
  a.length === b.length && a.every(({ text }, at) => text.normalize('NFC') === b[at]?.text.normalize('NFC'))

/** Identical changes on both sides are resolved, with the service's spelling. */
const settle = (stretch: Stretch): Stretch =>
  stretch.kind === 'overlap' && sameLines(stretch.theirs, stretch.mine)
    ? { kind: 'settled', lines: stretch.theirs }
    : stretch

function merged(texts: ThreeTexts): Stretch[] | null {
  const whole = { base: linesOf(texts.base), theirs: linesOf(texts.theirs), mine: linesOf(texts.mine) }
  const { before, after } = inCommon([whole.base, whole.theirs, whole.mine])
  const middle = (lines: Lines) => part(lines, before, lines.keys.length - after)
  const inner = { base: middle(whole.base), theirs: middle(whole.theirs), mine: middle(whole.mine) }
  if (effort(inner.base, inner.mine) + effort(inner.base, inner.theirs) > mostEffort) return null
  const { theirs, mine } = whole
  const same = (length: number, there: number, here: number): Stretch => ({
    kind: 'settled',
    lines: Array.from({ length }, (_, at) => kept(theirs, there + at, mine, here + at)),
  })
  return [
    same(before, 0, 0),
    ...stretches(inner).map(settle),
    same(after, theirs.keys.length - after, mine.keys.length - after),
  ]
}

const textsOf = (lines: readonly Line[]) => lines.map(({ text }) => text)

const wholeText = ({ base, theirs, mine }: ThreeTexts): TextPart => ({
  kind: 'overlap',
  base: [...linesOf(base).texts],
  theirs: [...linesOf(theirs).texts],
  mine: [...linesOf(mine).texts],
})

/** The sections of a text in order, resolved or not, for the user to merge; lines without their endings. */
export function textParts(texts: ThreeTexts): TextPart[] {
  const found = merged(texts)
  if (!found) return [wholeText(texts)]
  return found.flatMap((part): TextPart[] => {
    if (part.kind === 'settled') return part.lines.length > 0 ? [{ kind: 'settled', lines: textsOf(part.lines) }] : []
    return [{ kind: 'overlap', base: textsOf(part.base), theirs: textsOf(part.theirs), mine: textsOf(part.mine) }]
  })
}

/**
 * Merges both sides' changes of a text line by line; null if they changed the same or adjacent lines. The service's line
 * endings are kept.
 */
function mergeText(texts: ThreeTexts): string | null {
  const found = merged(texts)
  if (!found) return null
  const lines: Line[] = []
  for (const part of found) {
    if (part.kind === 'overlap') return null
    lines.push(...part.lines)
  }
  const usual = texts.theirs.includes('\r\n') ? '\r\n' : '\n'
  return lines.map(({ text, end }, at) => (at === lines.length - 1 ? text : text + (end ?? usual))).join('')
}

/** Restores the line endings that a text had before an editor turned them into \n. */
export function keepLineEnds(before: string, edited: string): string {
  if (!before.includes('\r\n')) return edited
  const [was, now] = [linesOf(before), linesOf(edited)]
  const same = inCommon([was, now])
  const [wasInner, nowInner] = [was, now].map((lines) => part(lines, same.before, lines.keys.length - same.after))
  const ends = new Map<number, string>()
  const keep = (there: number, at: number) => ends.set(there, was.ends[at] ?? '\r\n')
  for (let at = 0; at < same.before; at++) keep(at, at)
  for (let at = 1; at <= same.after; at++) keep(now.keys.length - at, was.keys.length - at)
  if (wasInner && nowInner && effort(wasInner, nowInner) <= mostEffort) {
    for (const [at, there] of placesIn(wasInner, nowInner)) keep(there + same.before, at + same.before)
  }
  return now.texts.map((text, at) => (at === now.texts.length - 1 ? text : text + (ends.get(at) ?? '\r\n'))).join('')
}

/** True for a field whose text is merged line by line instead of as a whole. */
export function isLineField(name: string): boolean {
  const field = writtenFields.get(name)
  return field?.kind === 'long-text' && field.update !== undefined
}

/** The maximum length of a field's text in characters. */
function maxOf(name: string): number {
  const field = writtenFields.get(name)
  return (field?.kind === 'long-text' ? field.max : undefined) ?? Number.POSITIVE_INFINITY
}

/** Three copies of a record: at the start of the edit, on the service now, and the fields that the user changed. */
export type ThreeRecords = { base: JsonFields; theirs: JsonFields; mine: JsonFields }

export type MergedRecord = {
  /** The fields still to be sent; empty if the service already has all of them. */
  fields: JsonFields
  /** Fields that both sides changed differently; the user decides. */
  conflicts: FieldConflict[]
}

type Copies = { base: Json | undefined; theirs: Json | undefined; mine: Json }

/** `there`: the service has this value already. `unchanged`: the user changed nothing. */
type Outcome = { send: Json } | 'there' | 'unchanged' | FieldConflict['kind']

const asText = (value: Json | undefined): string | null =>
  isNothing(value) ? '' : typeof value === 'string' ? value : null

function mergeLines(field: string, { base, theirs, mine }: Copies): Outcome {
  const [o, b, a] = [asText(base), asText(theirs), asText(mine)]
  if (o === null || b === null || a === null) return 'value'
  const text = mergeText({ base: o, theirs: b, mine: a })
  // The merged text may be too long even if both texts are short enough; the user must decide what to leave out.
  if (text === null || text.length > maxOf(field)) return 'overlap'
  return isSame(text, theirs) ? 'there' : { send: text === '' && isClearableName(field) ? null : text }
}

function mergeField(field: string, copies: Copies): Outcome {
  const { base, theirs, mine } = copies
  if (isSame(mine, base)) return 'unchanged'
  if (isSame(mine, theirs)) return 'there'
  if (isSame(theirs, base)) return { send: mine }
  // A cleared text has no lines to merge: the user chooses between the cleared and the changed one.
  if (isNothing(theirs) || isNothing(mine)) return 'value'
  return isLineField(field) ? mergeLines(field, copies) : 'value'
}

/** The decision about the fields of one edit; see {@link mergeRecord}. */
type Outcomes = ReadonlyMap<string, Outcome>

const isSent = (outcome: Outcome | undefined): outcome is { send: Json } => typeof outcome === 'object'

const isAsked = (outcome: Outcome | undefined) => outcome === 'value' || outcome === 'overlap'

/**
 * True if fields that belong together would be mixed of both sides: the user has changed some of them, and the service has another
 * value of one that the user has not changed or that cannot be merged. A living person with a date of death is such a mixture too.
 */
function isMixed(group: readonly string[], outcomes: Outcomes, { base, theirs }: ThreeRecords): boolean {
  const found = group.map((field) => outcomes.get(field))
  if (group.length === 1 || !found.some((outcome) => isSent(outcome) || isAsked(outcome))) return false
  const isTheirs = (field: string) => {
    const isOwn = outcomes.has(field) && outcomes.get(field) !== 'unchanged'
    return !isOwn && !isSame(own(theirs, field), own(base, field))
  }
  const sent = group.flatMap((field) => {
    const outcome = outcomes.get(field)
    return isSent(outcome) ? [[field, outcome.send] as const] : []
  })
  const isImpossible = isLivingWithDeathDate({ ...theirs, ...Object.fromEntries(sent) })
  return (
    found.some(isAsked) || group.some(isTheirs) || (sent.length > 0 && group.includes('is_deceased') && isImpossible)
  )
}

/**
 * Three-way merge of the fields that the user changed. A field unchanged on the service keeps the user's value; one with the
 * same value on both sides is not sent; one that both sides changed differently is a conflict. Notes and summaries are merged
 * by line. Fields that belong together (`together` in `shared/records`) are never taken from both sides: then each of them that
 * differs is a conflict, also one that the user did not change. Other fields that the user did not change are never in the result.
 */
export function mergeRecord(records: ThreeRecords): MergedRecord {
  const { base, theirs, mine } = records
  const outcomes: Outcomes = new Map(
    Object.entries(mine).map(([field, value]) => [
      field,
      mergeField(field, { base: own(base, field), theirs: own(theirs, field), mine: value }),
    ]),
  )
  const fields: [string, Json][] = []
  const conflicts: FieldConflict[] = []
  const done = new Set<string>()
  for (const [field, outcome] of outcomes) {
    if (done.has(field)) continue
    const group = fieldsTogether(field)
    const mixed = isMixed(group, outcomes, records)
    for (const name of mixed ? group : [field]) {
      done.add(name)
      const value = (Object.hasOwn(mine, name) ? own(mine, name) : own(base, name)) ?? null
      const found = outcomes.get(name)
      if (mixed ? !isSame(value, own(theirs, name)) : isAsked(found)) {
        const kind = found === 'overlap' ? 'overlap' : 'value'
        conflicts.push({
          field: name,
          base: own(base, name) ?? null,
          theirs: own(theirs, name) ?? null,
          mine: value,
          kind,
        })
      } else if (isSent(outcome) && !mixed) fields.push([name, outcome.send])
    }
  }
  return { fields: Object.fromEntries(fields), conflicts }
}
