import { ageOf, calendarDateOf } from '../lib/age.ts'
import { useNow } from '../lib/use-now.ts'
import { CalendarDate } from './Dates.tsx'
import { Absent, Tag } from './Values.tsx'
import classes from './values.module.css'

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
  return <span className={classes.quiet}>{/^\d/.test(age.text) ? `${age.text} old` : age.text}</span>
}
