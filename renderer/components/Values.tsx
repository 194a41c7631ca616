import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatAgo, formatCalendarDate, formatMoment } from '../../shared/domain/dates.ts'
import { localToday } from '../../shared/domain/days.ts'
import { nameOf } from '../../shared/domain/names.ts'
import { presentingNow } from '../lib/presenting.ts'
import { isOnePiece, shortened } from '../lib/text-pieces.ts'
import { useNow } from '../lib/use-now.ts'
import { CopyButton } from './CopyButton.tsx'
import classes from './values.module.css'

/**
 * Text from a record within a line: always plain text, and isolated so that its writing direction cannot reorder its neighbours.
 * Text that is too long for a line is cut; `LongText.tsx` shows all of it.
 */
export function RecordText({ children }: { children: string }) {
  const shown = isOnePiece(children) ? children : shortened(children)
  return <bdi data-run={hasLongRun(shown) || undefined}>{shown}</bdi>
}

/** A run of characters longer than any word. If it could not break, one name would make the whole page as wide as itself. */
const longRun = /\S{48}/

const hasLongRun = (text: string) => text.length >= 48 && longRun.test(text)

/** Shown where a field has no value. */
export function Absent() {
  return (
    <span className="quiet">
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">not set</span>
    </span>
  )
}

/** Why a cell is empty whose value the program failed to compute. */
export const uncomputedReason = 'Cannot be computed'

/** Shown in place of a value that could not be computed, so that it is not taken for one that is missing. */
export function Uncomputed() {
  return (
    <span className="quiet" title={uncomputedReason}>
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">{uncomputedReason}</span>
    </span>
  )
}

/** A text field that may be missing. */
export function OptionalText({ text }: { text: string | null | undefined }) {
  return text === null || text === undefined || text === '' ? <Absent /> : <RecordText>{text}</RecordText>
}

/** An enum value's label, in which no word is broken; an unknown value as the service sent it. */
export function EnumName({ names, value }: { names: Readonly<Record<string, string>>; value: string }) {
  if (Object.hasOwn(names, value)) return <span className={classes.label}>{nameOf(names, value)}</span>
  return <RecordText>{nameOf(names, value)}</RecordText>
}

/** A record's id with a copy button. */
export function RecordId({ id, of }: { id: string; of: string }) {
  return (
    <span className={`inline code ${classes.id}`}>
      <bdi>{id}</bdi>
      <CopyButton text={id} label={`Copy ${of} ID`} />
    </span>
  )
}

export function Quiet({ children }: { children: ReactNode }) {
  return <span className="quiet">{children}</span>
}

export function Tag({ children, accent = false }: { children: ReactNode; accent?: boolean }) {
  return (
    <span className={accent ? classes.accentTag : classes.tag} data-tag>
      {children}
    </span>
  )
}

/** A yes or no of a list: a tick, or nothing to see. */
export function Tick({ on }: { on: boolean }) {
  return on ? (
    <>
      <IconCheck size={16} stroke={2} aria-hidden="true" className={classes.tick} />
      <span className="visually-hidden">Yes</span>
    </>
  ) : (
    <span className="visually-hidden">No</span>
  )
}

export function YesNo({ value }: { value: boolean }) {
  return <>{value ? 'Yes' : 'No'}</>
}

/** A small square in a category's colour; its name is beside it. */
export function Swatch({ color }: { color: string }) {
  return <span className={classes.swatch} style={{ background: color }} aria-hidden="true" />
}

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
 * list scrolls. On paper the exact time is printed instead; a client sees the day.
 */
export function Ago({ at }: { at: string }) {
  return (
    <time className="tabular" dateTime={at} title={formatMoment(at)} data-ago>
      {agoWords(at, useNow())}
    </time>
  )
}

/** A time as how long ago it was; while presenting, as its day. */
export const agoWords = (at: string, now: number): string =>
  presentingNow() === null ? formatAgo(at, now) : formatCalendarDate(localToday(new Date(at)))

/** When the service last confirmed the data on screen. */
export function LastChecked({ at }: { at: string }) {
  return (
    <span className="quiet">
      Last checked <Ago at={at} />
    </span>
  )
}

type MailLinkProps = {
  email: string /** Default: the address. */
  text?: string /** The accessible name, if `text` is not enough. */
  label?: string
}

/** A link to a new message to an e-mail address. */
export function MailLink({ email, text = email, label }: MailLinkProps) {
  return (
    <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`} aria-label={label}>
      <RecordText>{text}</RecordText>
    </a>
  )
}
