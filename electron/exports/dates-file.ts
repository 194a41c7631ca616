import { createHash } from 'node:crypto'
import { occurrencesOf, ownDateKinds } from '../../shared/dates/own-dates.ts'
import { dateOfDay, dayNumber } from '../../shared/domain/day-numbers.ts'
import { resourceNames } from '../../shared/domain/names.ts'
import type { ChosenDates, DateLine } from '../../shared/ipc/dates.ts'
import type { DateRule, YearlyRule } from '../../shared/rules/rules.ts'
import { type Cell, textCell } from './cell.ts'
import { csvText } from './csv-table.ts'

const notLegalAdvice =
  'Rules derive dates from births, deaths and kinds of entities. Steward does not know whether a rule applies.'

type CalendarOptions = {
  connectionId: string
  /** The rules that derived the dates. */
  rules: readonly (DateRule | YearlyRule)[]
  /** Whether titles have the names of records and households, and the user's own words. */
  names: boolean
  now: Date
}

/** The start of sequence numbers, so that seconds since then stay below 2³¹ until 2088. */
const sequenceStart = Date.UTC(2020, 0, 1)

/**
 * Dates as an iCalendar file of all-day events. A calendar program recognizes an event by its UID, and replaces it where SEQUENCE and
 * LAST-MODIFIED are later. Both are the time of the export, because Steward does not record the content of calendars.
 */
export async function calendarOfDates(
  lines: readonly DateLine[],
  { connectionId, rules, names, now }: CalendarOptions,
): Promise<string> {
  const { default: ical, ICalEventClass, ICalEventTransparency } = await import('ical-generator')
  const single = new Set(rules.filter((rule) => rule.kind === 'date' && rule.yearly !== true).map(({ id }) => id))
  const calendar = ical({
    name: 'Steward dates',
    prodId: { company: 'Steward', product: 'Dates', language: 'EN' },
  })
  for (const line of lines) {
    calendar.createEvent({
      id: uidOf(connectionId, line, occurrenceOf(line, single)),
      allDay: true,
      start: line.date,
      // The day after the last one.
      end: dateOfDay((dayNumber(line.date) ?? 0) + 1),
      summary: printable(names ? namedTitle(line) : neutralTitle(line)),
      description:
        printable([sentenceOf(line.doubt), line.words, line.source].filter((part) => part).join(' ')) || null,
      stamp: now,
      lastModified: now,
      sequence: Math.floor((now.getTime() - sequenceStart) / 1000),
      // Calendars that are shared with others show them as “Private”; the day stays free for appointments.
      class: ICalEventClass.PRIVATE,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  return calendar.toString()
}

/**
 * The day of a date that an event stands for, so that a date that is corrected moves its event: nothing where there is one day only, the
 * year of a date that a rule derives each year, the number of a day of the user's own date that repeats.
 */
function occurrenceOf({ what, date, moved_from, own }: DateLine, single: ReadonlySet<string>): string {
  if (own !== null) return String(occurrencesOf(own, { from: own.date, to: date }).length)
  return single.has(what) ? '1' : (moved_from ?? date).slice(0, 4)
}

/** A digest: the ids of records stay in the firm. */
const uidOf = (connectionId: string, { subject, what }: DateLine, occurrence: string): string =>
  `${createHash('sha256')
    .update(JSON.stringify([connectionId, subject, what, occurrence]))
    .digest('hex')
    .slice(0, 40)}@steward`

/** The name of the rule or kind, without the user's own words, which may say anything. */
function neutralTitle({ own, title, record }: DateLine): string {
  if (own === null) return title
  if (own.kind !== 'other') return ownDateKinds[own.kind]
  const noun = resourceNames[record.resource].one.toLowerCase()
  return `Date of ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

/** The title with the names of the record and its household. */
function namedTitle({ title, record, household }: DateLine): string {
  const names = [record.name, household.id === record.id ? null : household.name]
  return [title, ...names.filter((name) => name !== null)].join(' · ')
}

const sentenceOf = (doubt: string | null): string | null => doubt && `${doubt}.`

/** Without characters that a calendar file cannot have. */
const printable = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()

type TableOptions = {
  chosen: Pick<ChosenDates, 'owner_id' | 'from' | 'to' | 'state'>
  connectionName: string
  now: Date
  /** When all people were last read, ISO 8601; null if they were not yet. */
  asOf: string | null
}

const stateNames = { open: 'Open', overdue: 'Overdue', snoozed: 'Snoozed', done: 'Done' } as const

/** Dates as a CSV file: one line for each, with names, titles and notes. */
export function tableOfDates(
  lines: readonly DateLine[],
  { chosen, connectionName, now, asOf }: TableOptions,
): Promise<string> {
  const day = (text: string | null): Cell => (text === null ? { kind: 'empty' } : { kind: 'date', text })
  const rows = lines.map(({ date, moved_from, title, own, record, household, mark, words, source, doubt }) => [
    day(date),
    day(moved_from),
    textCell(title),
    textCell(own === null ? 'Rule' : ownDateKinds[own.kind]),
    textCell(resourceNames[record.resource].one),
    textCell(record.name ?? ''),
    textCell(household.name ?? ''),
    day(mark.snoozed_until),
    textCell(mark.note),
    textCell([sentenceOf(doubt), words].filter((part) => part).join(' ')),
    textCell(own === null ? (source ?? '') : 'Your own date'),
  ])
  const about = [
    { name: 'Source', value: textCell('Steward') },
    { name: 'Connection', value: textCell(connectionName) },
    { name: 'Households', value: textCell(chosen.owner_id === null ? 'Whole firm' : 'One owner’s') },
    ...(chosen.state === 'overdue' ? [] : [{ name: 'Days', value: textCell(`${chosen.from} to ${chosen.to}`) }]),
    { name: 'State', value: textCell(stateNames[chosen.state]) },
    {
      name: 'As of',
      value: asOf === null ? textCell('Not all people were read yet') : ({ kind: 'time', text: asOf } as const),
    },
    { name: 'Exported at', value: { kind: 'time', text: now.toISOString() } as const },
    { name: 'Note', value: textCell(notLegalAdvice) },
  ]
  const headers = [
    'Date',
    'Moved from',
    'Title',
    'Kind',
    'Of',
    'Name',
    'Household',
    'Snoozed until',
    'Note',
    'When it applies',
    'Source',
  ]
  return csvText(headers, rows, about)
}
