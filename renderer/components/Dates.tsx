import { formatAgo, formatCalendarDate, formatMoment } from '../../shared/domain/dates.ts'
import { useNow } from '../lib/use-now.ts'
import classes from './values.module.css'

/** A date without a time, as `Nov 21, 2026`. */
export function CalendarDate({ date }: { date: string }) {
  return (
    <time className={classes.moment} dateTime={date}>
      {formatCalendarDate(date)}
    </time>
  )
}

/** A moment, exact to the minute, in the computer's time zone; the tooltip has it as the service sent it. */
export function Moment({ at }: { at: string }) {
  return (
    <time className={classes.moment} dateTime={at} title={at}>
      {formatMoment(at)}
    </time>
  )
}

/**
 * A moment as how long ago it was; the exact one is in the tooltip. The tooltip is the browser's own: hundreds of these
 * come and go while a list is scrolled. On paper the exact one stands in its place.
 */
export function Ago({ at }: { at: string }) {
  return (
    <time className={classes.moment} dateTime={at} title={formatMoment(at)} data-ago>
      {formatAgo(at, useNow())}
    </time>
  )
}

/** When the service last confirmed what is on screen. */
export function LastChecked({ at }: { at: string }) {
  return (
    <span className={classes.quiet}>
      Last checked <Ago at={at} />
    </span>
  )
}
