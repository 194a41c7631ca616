import { CalendarDate } from '../../components/Dates.tsx'
import { Absent, Quiet, Tag } from '../../components/Values.tsx'
import { useNow } from '../../lib/use-now.ts'
import { ageOf, calendarDateOf } from './age.ts'

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
