import { CalendarDate } from '../../components/Dates.tsx'
import { Absent, Quiet, Tag } from '../../components/Values.tsx'
import { useNow } from '../../lib/use-now.ts'

const calendarDate = /^(\d{4})-(\d{2})-(\d{2})$/

/** A time (ms since 1970) as a calendar date in the computer's time zone, `YYYY-MM-DD`. */
function calendarDateOf(now: number): string {
  const date = new Date(now)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

type Age = { text: string /** A year or more. */; old: boolean }

const count = (value: number, unit: string) => `${value} ${unit}${value === 1 ? '' : 's'}`

/**
 * A calendar date's age on the date `today`: `today`, `12 days`, `7 months`, `3 years`; `in the future` for later dates. Null if
 * a date is invalid.
 */
export function ageOf(date: string, today: string): Age | null {
  const [, year, month, day] = calendarDate.exec(date) ?? []
  const [, toYear, toMonth, toDay] = calendarDate.exec(today) ?? []
  if (!year || !toYear) return null
  if (date > today) return { text: 'in the future', old: false }
  const months =
    (Number(toYear) - Number(year)) * 12 + Number(toMonth) - Number(month) - (Number(toDay) < Number(day) ? 1 : 0)
  if (months >= 12) return { text: count(Math.floor(months / 12), 'year'), old: true }
  if (months >= 2) return { text: count(months, 'month'), old: false }
  // Whole days, computed in UTC so that daylight saving does not matter.
  const days = Math.round((Date.parse(`${today}T00:00Z`) - Date.parse(`${date}T00:00Z`)) / 86_400_000)
  return { text: days === 0 ? 'today' : count(days, 'day'), old: false }
}

type Dates = { oldest: string | null; newest: string | null }

/** The dates of the figures shown: a single one, or the range from oldest to newest. */
export function AsOf({ oldest, newest }: Dates) {
  if (oldest === null || newest === null) return <Absent />
  if (oldest === newest) return <CalendarDate date={oldest} />
  return (
    <>
      <CalendarDate date={oldest} /> – <CalendarDate date={newest} />
    </>
  )
}

/** A figure's age today. From one year on it is highlighted as old. */
export function AgeOfFigure({ date }: { date: string | null }) {
  const today = calendarDateOf(useNow())
  const age = date === null ? null : ageOf(date, today)
  if (age === null) return <Absent />
  if (age.old) return <Tag>{age.text} old</Tag>
  return <Quiet>{/^\d/.test(age.text) ? `${age.text} old` : age.text}</Quiet>
}
