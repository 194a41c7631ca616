import { formatCalendarDate } from '../../shared/domain/dates.ts'
import { localToday } from '../../shared/domain/days.ts'
import { figureAge } from '../../shared/domain/figure-age.ts'
import { usePresenting } from '../lib/presenting.ts'
import { useNow } from '../lib/use-now.ts'
import { CalendarDate } from './Values.tsx'
import classes from './values.module.css'

type Props = {
  /** The calendar date of the valuation, `YYYY-MM-DD`. */
  date: string
  /** Words before the age, which is then `5 months ago`; default: the age is a sentence of its own, `5 months old`. */
  label?: string
  /** True in a table, whose header says that it is an age. */
  bare?: boolean
}

/** The age of a figure as a word, marked from one year on; its date is in the tooltip. A client sees the date in a table, and nothing elsewhere. */
export function FigureAge({ date, label, bare = false }: Props) {
  const { text, old } = figureAge(date, localToday(new Date(useNow())))
  const isClientView = usePresenting() !== null
  if (isClientView) return bare ? <CalendarDate date={date} /> : null
  const span = /^\d/.test(text)
  return (
    <time
      className={old ? classes.oldFigure : 'tabular nowrap'}
      dateTime={date}
      title={formatCalendarDate(date)}
      data-old={old || undefined}
    >
      {label !== undefined ? `${label} ${span ? `${text} ago` : text}` : bare || !span ? text : `${text} old`}
    </time>
  )
}
