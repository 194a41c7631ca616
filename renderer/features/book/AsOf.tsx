import { CalendarDate } from '../../components/Dates.tsx'
import { Absent } from '../../components/Values.tsx'

/** The dates of the figures shown: a single one, or the range from oldest to newest. */
export function AsOf({ oldest, newest }: { oldest: string | null; newest: string | null }) {
  if (oldest === null || newest === null) return <Absent />
  if (oldest === newest) return <CalendarDate date={oldest} />
  return (
    <>
      <CalendarDate date={oldest} /> – <CalendarDate date={newest} />
    </>
  )
}
