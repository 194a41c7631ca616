import { ageOf, calendarDateOf } from '../lib/age.ts'
import { useNow } from '../lib/use-now.ts'
import { CalendarDate } from './Dates.tsx'
import { Absent, Tag } from './Values.tsx'
import classes from './values.module.css'

type Dates = { oldest: string | null; newest: string | null }

/** The dates that figures are of: one, or from the oldest to the newest. */
export function AsOf({ oldest, newest }: Dates) {
  if (oldest === null || newest === null) return <Absent />
  if (oldest === newest) return <CalendarDate date={oldest} />
  return (
    <>
      <CalendarDate date={oldest} /> – <CalendarDate date={newest} />
    </>
  )
}

/** How old a figure is today; from a year on it is set off as old. */
export function AgeOfFigure({ date }: { date: string | null }) {
  const today = calendarDateOf(useNow())
  const age = date === null ? null : ageOf(date, today)
  if (age === null) return <Absent />
  if (age.old) return <Tag>{age.text} old</Tag>
  return <span className={classes.quiet}>{/^\d/.test(age.text) ? `${age.text} old` : age.text}</span>
}
