import { formatAgo, formatCalendarDate, formatMoment } from '../../shared/domain/dates.ts'
import { useNow } from '../lib/use-now.ts'

/** A date without a time, such as `Nov 21, 2026`. */
export function CalendarDate({ date }: { date: string }) {
  return (
    <time className="tabular" dateTime={date}>
      {formatCalendarDate(date)}
    </time>
  )
}

/** A time to the minute, in the computer's time zone. The tooltip shows it as the service sent it. */
export function Moment({ at }: { at: string }) {
  return (
    <time className="tabular" dateTime={at} title={at}>
      {formatMoment(at)}
    </time>
  )
}

/**
 * A time as how long ago it was, with the exact time in the browser's own tooltip, because hundreds of these come and go while a
 * list scrolls. On paper the exact time is printed instead.
 */
export function Ago({ at }: { at: string }) {
  return (
    <time className="tabular" dateTime={at} title={formatMoment(at)} data-ago>
      {formatAgo(at, useNow())}
    </time>
  )
}

/** When the service last confirmed the data on screen. */
export function LastChecked({ at }: { at: string }) {
  return (
    <span className="quiet">
      Last checked <Ago at={at} />
    </span>
  )
}
