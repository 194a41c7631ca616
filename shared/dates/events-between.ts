import { dateOfDay, dayNumber } from '../domain/day-numbers.ts'
import { addMonths } from './calendar.ts'
import { datesOf } from './derive-dates.ts'

type Rule = Parameters<typeof datesOf>[0]
type Span = { from: string; to: string }

/** The span in which events are looked for. */
const searched = { from: '1800-01-01', to: '2300-12-31' } as const
/** The most years that a date repeats on the day of its event: a life is shorter. */
const mostYears = 130

const always = { from: '0001-01-01', to: '9999-12-31' }

const numberOf = (date: string): number => dayNumber(date) ?? 0

/** Days around the event that a rule's time leads back to: weekends and short months move a date; a fixed day of a year, up to a year. */
const slack = { plain: 45, fixedDay: 411 } as const

/**
 * The first event of a segment whose date is on a day or later. The dates of a segment rise with its events, so halves are left out.
 *
 * @param guess - an event near it
 */
function firstEventFrom(dateOf: (event: number) => string, day: string, { low, high }: { low: number; high: number }) {
  let [from, to] = [low, high + 1]
  while (from < to) {
    const middle = (from + to) >> 1
    if (dateOf(middle) >= day) to = middle
    else from = middle + 1
  }
  return from
}

/** The spans of rules and months that were asked for lately: finding them takes longer than reading their events. */
const found = new Map<string, Span[]>()
const mostFound = 2_000

/**
 * The spans of births or deaths from which a rule derives a date in a month, or in any span without two dates of one event. They are
 * exact: each event in them has one date there, and no other event has any.
 */
export function eventsBetween(rule: Rule, span: Span): Span[] {
  const { after, on, yearly, weekend } = rule
  const key = JSON.stringify([after, on, yearly, weekend, span.from, span.to])
  const spans = found.get(key) ?? findSpans(rule, span)
  if (found.size >= mostFound) found.clear()
  found.set(key, spans)
  return spans
}

function findSpans(rule: Rule, span: Span): Span[] {
  const { on, yearly = false } = rule
  const days = yearly && on !== undefined ? datesOf(rule, searched.from, span).map(({ date }) => date) : []
  if (yearly && on !== undefined && days.length === 0) return []
  // A date that repeats on the day of its event comes from the events of each year before.
  const repeats = yearly && on === undefined ? mostYears : 0
  const spans: Span[] = []
  let begins = numberOf(searched.from)
  for (const time of rule.after) {
    const ends = time.born_to === undefined || time.born_to > searched.to ? searched.to : time.born_to
    const bounds = { low: begins, high: numberOf(ends) }
    // A time before it is for all of these events: a firm's rule may have its times in any order.
    if (bounds.high < bounds.low) continue
    for (let more = 0; more <= repeats; more += 1) {
      const years = (time.years ?? 0) + more
      const once = { ...rule, yearly: false, after: [{ ...time, years, born_to: undefined }] }
      const dateOf = (event: number) => datesOf(once, dateOfDay(event), always)[0]?.date ?? always.to
      const months = years * 12 + (time.months ?? 0) + (time.further_months ?? 0) + (on?.years_later ?? 0) * 12
      const near = (day: string) => {
        const guess = numberOf(addMonths(day, -months))
        const most = on === undefined ? slack.plain : slack.fixedDay
        return { low: Math.max(bounds.low, guess - most), high: Math.min(bounds.high, guess + most) }
      }
      const last = firstEventFrom(dateOf, dayAfter(span.to), near(span.to)) - 1
      const isFromBegin = yearly && on !== undefined
      const first = isFromBegin ? bounds.low : firstEventFrom(dateOf, span.from, near(span.from))
      const [from, to] = [Math.max(first, bounds.low), Math.min(last, bounds.high)]
      if (from <= to) spans.push({ from: dateOfDay(from), to: dateOfDay(to) })
    }
    if (ends === searched.to) break
    begins = bounds.high + 1
  }
  return spans
}

const dayAfter = (date: string): string => dateOfDay(numberOf(date) + 1)
