import { addMonths } from '../../../shared/dates/calendar.ts'
import { datesOf, yearlyDatesOf } from '../../../shared/dates/derive-dates.ts'
import { eventsBetween } from '../../../shared/dates/events-between.ts'
import { nextOccurrence, occurrencesOf, ownDateKinds } from '../../../shared/dates/own-dates.ts'
import { dateOfDay, dayNumber } from '../../../shared/domain/day-numbers.ts'
import { unclearDeath } from '../../../shared/domain/life-dates.ts'
import type { DateLine, DateMark } from '../../../shared/ipc/dates.ts'
import type { DateRule, YearlyRule } from '../../../shared/rules/rules.ts'
import { allDates, type KeptDate, type KeptMark, marksBetween } from '../ledger/own-dates.ts'
import { prepareApplies, readRuleExceptions } from '../ledger/rule-exceptions.ts'
import { type AskedHouseholds, askedOf, askedWhere, type HouseholdChoice } from './asked-households.ts'
import { prepareHouseholdOf, preparePlaceOf } from './own-dates.ts'
import type { InputOf, OutputOf, Reader } from './reader.ts'

type Input = Omit<InputOf<'dates', 'list'>, 'owner_id' | 'household_ids'> &
  HouseholdChoice & { rules: readonly (DateRule | YearlyRule)[] }
type Output = OutputOf<'dates', 'list'>
type Span = { from: string; to: string }

const noMark: DateMark = { is_done: false, snoozed_until: null, note: '' }

/**
 * The dates of some households in a span of at most a year: those that rules derive, and the user's own. Of the whole firm the births and
 * deaths that give a date are found by an index, month by month, so that only the lines that are shown are derived.
 */
export function readDateList(reader: Reader, { from, to, kind, state: asked, limit, fold, ...given }: Input): Output {
  const today = reader.today()
  const isOverdue = asked === 'overdue'
  const state = isOverdue ? 'open' : asked
  const since = firstOverdue(today)
  const span = isOverdue ? { from: since, to: dayBefore(today) } : { from, to }
  const { rules: every, ...choice } = given
  const rules = isOverdue ? every.filter(({ overdue }) => overdue) : every
  const households = askedOf(choice)
  const events = households.of === 'firm' ? firmEvents(reader) : eventsOf(reader, households)
  const derived = rules.map((rule) =>
    rule.kind === 'date' ? datesOfPeople(rule, events) : datesOfHouseholds(rule, householdsWith(reader, households)),
  )
  const stateOf = ({ is_done, snoozed_until: until }: DateMark) =>
    is_done ? 'done' : until !== null && until > today ? 'snoozed' : 'open'
  const exceptions = readRuleExceptions(reader, { household_id: null })
  const applies = prepareApplies(reader)
  // The user's own may be overdue for years.
  const ofOwn = isOverdue ? { ...span, from: '0000' } : span
  const marks = createMarks(marksBetween(reader, ofOwn))
  const own = ownLines(reader, ofOwn, households)
    .filter(({ stays }) => stays || !isOverdue)
    .map((line) => ({ ...line, mark: marks.of(line) }))
  // A date that changed is no longer derived for the day that was marked.
  const marked = marks.all.flatMap((mark) =>
    derived.flatMap(({ rule, of }) =>
      rule.id === mark.what && mark.date >= span.from && applies(rule.id, mark.subject)
        ? of(mark.subject, { from: mark.date, to: mark.date }).map((line) => ({ ...line, mark: markOf(mark) }))
        : [],
    ),
  )
  const excepted = derived.flatMap(({ rule, of }) =>
    exceptions.flatMap(({ rule_id, record_id }) => (rule_id === rule.id ? of(record_id, span) : [])),
  )
  const months = monthsOf(span)
  const count = new Map<string, number>()
  const kinds = new Map<string, { name: string; count: number }>()
  const add = (line: { kind: string; kindName: string; date: string }, by: number) => {
    if (by === 0) return
    const of = kinds.get(line.kind) ?? { name: line.kindName, count: 0 }
    kinds.set(line.kind, { ...of, count: of.count + by })
    const month = line.date.slice(0, 7)
    if (kind === null || kind === line.kind) count.set(month, (count.get(month) ?? 0) + by)
  }
  const isAsked = (line: { kind: string }) => kind === null || kind === line.kind
  const all: Found[] = []
  for (const line of own) if (stateOf(line.mark) === state) all.push(line)
  for (const line of marked) if (stateOf(line.mark) === state) all.push(line)
  for (const line of all) add(line, 1)
  const shown = all.filter(isAsked)
  const folds: Output['folds'] = []
  if (state === 'open') {
    const without = [...marked, ...excepted]
    const hidden = new Set(without.map(keyOf))
    for (const month of months) {
      // Of the user's own and the marked dates, all are there; the others come month by month.
      const isFull = shown.length >= limit + own.length + marked.length
      for (const { rule, prepare } of derived) {
        const { count: inMonth, list } = prepare(month)
        const isInMonth = ({ what, date }: Found) => what === rule.id && date >= month.from && date <= month.to
        const less = without.filter(isInMonth).length
        const line = { kind: rule.id, kindName: rule.name, date: month.from }
        add(line, inMonth - less)
        if (!isAsked(line) || inMonth === 0 || limit === 0) continue
        const open = inMonth - less + shown.filter(isInMonth).length
        if (fold && kind === null && isOfOneDay(rule) && open > mostAlike) folds.push(foldOf(rule, list(1), open))
        else if (!isFull) shown.push(...list(limit + less).filter((one) => !hidden.has(keyOf(one))))
      }
    }
  }
  const isFolded = ({ what, date }: Found) => folds.some((one) => one.kind === what && one.date === date)
  const sorted = shown
    .filter((line) => !isFolded(line))
    .toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
  const name = prepareNames(reader)
  return {
    lines: sorted
      .slice(0, limit)
      .map((line) => name({ ...line, stays: line.stays && (line.own !== null || line.date >= since) })),
    folds,
    total: [...count.values()].reduce((sum, one) => sum + one, 0),
    months: months.map(({ from: first }) => ({
      month: first.slice(0, 7),
      count: count.get(first.slice(0, 7)) ?? 0,
    })),
    kinds: [...kinds].map(([id, of]) => ({ id, ...of })).toSorted((one, other) => other.count - one.count),
  }
}

/** The first day of which a rule's dates are overdue. */
const firstOverdue = (today: string) => `${Number(today.slice(0, 4)) - 1}-01-01`

/** More dates of one rule and day are counted together. */
const mostAlike = 5

/** Whether all dates of a rule in a month are on one day of it. */
const isOfOneDay = (rule: DateRule | YearlyRule) => rule.kind === 'yearly' || rule.on !== undefined

function foldOf(
  { id, name }: DateRule | YearlyRule,
  [first]: readonly Found[],
  count: number,
): Output['folds'][number] {
  const { date = '', record } = first ?? {}
  return {
    date,
    kind: id,
    title: name,
    resource: record?.resource === 'households' ? 'households' : 'individuals',
    count,
  }
}

/** A line without what is read of its record and household. */
type Found = Omit<DateLine, 'record' | 'household' | 'doubt'> & {
  kindName: string
  record: { resource: DateLine['record']['resource']; id: string }
  household_id: string
}

const keyOf = ({ subject, what, date }: Pick<DateLine, 'subject' | 'what' | 'date'>) => `${subject}\n${what}\n${date}`

function createMarks(kept: readonly KeptMark[]) {
  const byKey = new Map(kept.map((mark) => [keyOf(mark), mark]))
  return {
    all: kept,
    of(line: Pick<DateLine, 'subject' | 'what' | 'date'>): DateMark {
      const mark = byKey.get(keyOf(line))
      return mark ? markOf(mark) : noMark
    },
  }
}

const markOf = ({ is_done, snoozed_until, note }: KeptMark): DateMark => ({ is_done, snoozed_until, note })

/** A birth or death, as `YYYY-MM-DD`. */
type Event = { id: string; household_id: string; date: string }
type Which = Pick<DateRule, 'each' | 'from'>

/** The births of the living and the deaths in some households. */
type Events = {
  count(which: Which, span: Span): number
  /** In the order of the events. */
  list(which: Which, span: Span, limit: number): Event[]
  /** That of one of the people; null if there is none that the rule holds for. */
  of(which: Which, id: string): Event | null
}

const died = "json ->> '$.date_of_death'"

/** Of every household, from indexes of the mirror. */
function firmEvents({ mirror }: Reader): Events {
  const where = ({ each, from }: Which) =>
    `${from === 'birth' ? 'date_of_birth' : died} BETWEEN ? AND ? AND ${from === 'birth' ? 'is_deceased = 0' : `${died} IS NOT NULL`}${each === 'primary' ? ' AND is_primary = 1' : ''}`
  const dateOf = ({ from }: Which) => (from === 'birth' ? 'date_of_birth' : died)
  return {
    count: (which, { from, to }) =>
      mirror
        .prepare<[string, string], number>(`SELECT count(*) FROM individuals WHERE ${where(which)}`)
        .pluck()
        .get(from, to) ?? 0,
    list: (which, { from, to }, limit) =>
      mirror
        .prepare<[string, string, number], Event>(
          `SELECT id, household_id, ${dateOf(which)} AS date FROM individuals
           WHERE ${where(which)} ORDER BY ${dateOf(which)}, id LIMIT ?`,
        )
        .all(from, to, limit),
    of: (which, id) =>
      mirror
        .prepare<[string, string, string], Event>(
          `SELECT id, household_id, ${dateOf(which)} AS date FROM individuals WHERE ${where(which)} AND id = ?`,
        )
        .get('0000', '9999-12-31', id) ?? null,
  }
}

type PersonRow = Omit<Event, 'date'> & {
  born: string | null
  died: string | null
  is_primary: number
  is_deceased: number
}

/** Of some households: their people are read once. */
function eventsOf({ mirror }: Reader, { of, id }: AskedHouseholds): Events {
  const people = mirror
    .prepare<[object], PersonRow>(
      `SELECT r.id, r.household_id, r.date_of_birth AS born, r.${died} AS died, r.is_primary, r.is_deceased
       FROM households h CROSS JOIN individuals r ON r.household_id = h.id WHERE ${askedWhere[of]}`,
    )
    .all({ id })
  const inOrder = (events: readonly (Event & { isPrimary: boolean })[]) =>
    events.toSorted((one, other) =>
      one.date < other.date ? -1 : one.date > other.date ? 1 : one.id < other.id ? -1 : 1,
    )
  const events = (from: Which['from']) =>
    inOrder(
      people.flatMap(({ id: person, household_id, ...row }) => {
        const date = from === 'death' ? row.died : row.is_deceased === 1 ? null : row.born
        return date ? [{ id: person, household_id, date, isPrimary: row.is_primary === 1 }] : []
      }),
    )
  const byEvent = { birth: events('birth'), death: events('death') }
  const within = ({ each, from: event }: Which, { from, to }: Span) =>
    byEvent[event].filter(({ date, isPrimary }) => date >= from && date <= to && (each === 'person' || isPrimary))
  return {
    count: (which, span) => within(which, span).length,
    list: (which, span, limit) => within(which, span).slice(0, limit),
    of: ({ each, from }, person) =>
      byEvent[from].find(({ id: one, isPrimary }) => one === person && (each === 'person' || isPrimary)) ?? null,
  }
}

/** A rule over some households: `prepare` counts its dates in a month, and lists the first of them; `of` gives those of one record. */
type Derived = {
  rule: DateRule | YearlyRule
  prepare(month: Span): { count: number; list: (limit: number) => Found[] }
  of(subject: string, span: Span): Found[]
}

type Due = { date: string; moved_from: string | null; words?: string | null }
type Whose = { record: Found['record']; household_id: string }

const lineOf = (
  { id, name, words = '', source = '', overdue = false }: Derived['rule'],
  { next, ...due }: Due & { next: string | null },
  whose: Whose,
): Found => ({
  ...{ subject: whose.record.id, what: id, date: due.date, kind: id, kindName: name, title: name },
  ...whose,
  moved_from: due.moved_from,
  words: [words, due.words].filter((part) => part).join(' '),
  ...{ source, found_in: null, stays: overdue, next, own: null, mark: noMark },
})

/** The first of the days that come after a date and within 13 months of it: a move of either is shorter than a month. */
const nextOf = ({ date }: Due, datesIn: (span: Span) => readonly Due[]): string | null => {
  const span = { from: dayAfter(date), to: addMonths(date, 13) }
  return datesIn(span)[0]?.date ?? null
}

/** The dates that a rule derives from births or deaths. */
function datesOfPeople(rule: DateRule, events: Events): Derived {
  const linesOf = ({ id, household_id, date: event }: Event, span: Span) =>
    datesOf(rule, event, span).map((due) => {
      const next = rule.yearly ? nextOf(due, (later) => datesOf(rule, event, later)) : null
      return lineOf(rule, { ...due, next }, { record: { resource: 'individuals', id }, household_id })
    })
  return {
    rule,
    prepare(month) {
      const spans = eventsBetween(rule, month)
      return {
        count: spans.reduce((sum, span) => sum + events.count(rule, span), 0),
        list: (limit) =>
          spans.flatMap((span) => events.list(rule, span, limit).flatMap((event) => linesOf(event, month))),
      }
    },
    of(subject, span) {
      const event = events.of(rule, subject)
      return event === null ? [] : linesOf(event, span)
    },
  }
}

type Households = ReturnType<typeof householdsWith>

/** The dates of each year, of the households that have an active entity of the kinds that a rule names. */
function datesOfHouseholds(rule: YearlyRule, households: Households): Derived {
  const linesOf = (id: string, span: Span) =>
    yearlyDatesOf(rule, span).map((due) => {
      const next = nextOf(due, (later) => yearlyDatesOf(rule, later))
      return lineOf(rule, { ...due, next }, { record: { resource: 'households', id }, household_id: id })
    })
  return {
    rule,
    prepare: (month) => ({
      count: yearlyDatesOf(rule, month).length === 0 ? 0 : households.count(rule),
      list: (limit) => households.list(rule, limit).flatMap((id) => linesOf(id, month)),
    }),
    of: (subject, span) => (households.has(rule, subject) ? linesOf(subject, span) : []),
  }
}

/** Finds the asked households that a yearly rule is for. */
function householdsWith({ mirror }: Reader, { of, id }: AskedHouseholds) {
  const active = "e.stage = 'ACTIVE' AND e.kind IN (SELECT value FROM json_each(@kinds))"
  const from = ({ kinds }: YearlyRule) =>
    of === 'firm' && kinds !== undefined
      ? `(SELECT DISTINCT e.household_id AS id FROM entities e WHERE ${active})`
      : `(SELECT h.id FROM households h WHERE ${askedWhere[of]}${
          kinds === undefined ? '' : ` AND EXISTS (SELECT 1 FROM entities e WHERE e.household_id = h.id AND ${active})`
        })`
  const given = ({ kinds }: YearlyRule) => ({ id, kinds: JSON.stringify(kinds ?? []) })
  return {
    count: (rule: YearlyRule) =>
      mirror
        .prepare<[object], number>(`SELECT count(*) FROM ${from(rule)}`)
        .pluck()
        .get(given(rule)) ?? 0,
    list: (rule: YearlyRule, limit: number) =>
      mirror
        .prepare<[object], string>(`SELECT id FROM ${from(rule)} ORDER BY id LIMIT @limit`)
        .pluck()
        .all({ ...given(rule), limit }),
    has: (rule: YearlyRule, household: string) =>
      mirror
        .prepare<[object], number>(`SELECT 1 FROM ${from(rule)} WHERE id = @household`)
        .pluck()
        .get({ ...given(rule), household }) === 1,
  }
}

/** The days of the user's own dates. */
function ownLines(reader: Reader, span: Span, { of, id }: AskedHouseholds): Omit<Found, 'mark'>[] {
  const householdOf = prepareHouseholdOf(reader)
  const placeOf = preparePlaceOf(reader)
  const isAsked = reader.mirror
    .prepare<[object], number>(`SELECT 1 FROM households h WHERE h.id = @household AND ${askedWhere[of]}`)
    .pluck()
  const known = new Map<string, boolean>()
  const isIn = (household: string) => {
    const before = known.get(household)
    const is = before ?? (of === 'firm' || isAsked.get({ household, id }) === 1)
    known.set(household, is)
    return is
  }
  return allDates(reader).flatMap((kept: KeptDate) => {
    const days = occurrencesOf(kept, span)
    const household = days.length === 0 ? '' : householdOf(kept)
    if (days.length === 0 || !isIn(household)) return []
    const { kind, title, date: first, every, until } = kept
    const last = occurrencesOf(kept, { from: first, to: dayBefore(reader.today()) }).at(-1)
    return days.map((date) => ({
      ...{ subject: kept.id, what: 'own', date, kind: `own:${kind}`, kindName: ownDateKinds[kind], title },
      record: { resource: kept.resource, id: kept.record_id },
      ...{ household_id: household, moved_from: null, words: null, source: null },
      found_in: kept.source && placeOf(kept.source),
      // Of one that repeats, the day after an earlier one takes its place.
      stays: last === undefined || date >= last,
      next: nextOccurrence(kept, dayAfter(date)),
      own: { kind, title, date: first, every, until },
    }))
  })
}

/** Reads the names of a line's record and household, and whether its person may have died. */
function prepareNames(reader: Reader): (line: Found) => DateLine {
  const titleIn = (table: string) =>
    reader.mirror.prepare<[string], string>(`SELECT title FROM ${table} WHERE id = ?`).pluck()
  const titles = {
    households: titleIn('households'),
    individuals: titleIn('individuals'),
    entities: titleIn('entities'),
    documents: titleIn('documents'),
  }
  const isUnclear = reader.mirror
    .prepare<[string], number>(`SELECT 1 FROM individuals WHERE id = ? AND is_deceased = 0 AND ${died} IS NOT NULL`)
    .pluck()
  const nameOf = (resource: keyof typeof titles, id: string) => ({ id, name: titles[resource].get(id) ?? null })
  return ({ kindName: _kindName, household_id, record, ...line }) => ({
    ...line,
    record: { resource: record.resource, ...nameOf(record.resource, record.id) },
    household: nameOf('households', household_id),
    // The user's own date holds whatever is recorded.
    doubt:
      line.own === null && record.resource === 'individuals' && isUnclear.get(record.id) === 1 ? unclearDeath : null,
  })
}

/** The calendar months of a span, the first and the last one as far as they are in it. */
function monthsOf({ from, to }: Span): Span[] {
  const months: Span[] = []
  for (let first = from; first <= to; ) {
    const next = nextMonth(first)
    const last = dayBefore(next)
    months.push({ from: first, to: last < to ? last : to })
    first = next
  }
  return months
}

const dayBefore = (date: string): string => dateOfDay((dayNumber(date) ?? 0) - 1)

const dayAfter = (date: string): string => dateOfDay((dayNumber(date) ?? 0) + 1)

const nextMonth = (date: string): string => {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))]
  return month === 12 ? `${year + 1}-01-01` : `${date.slice(0, 4)}-${String(month + 1).padStart(2, '0')}-01`
}
