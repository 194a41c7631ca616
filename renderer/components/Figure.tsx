import type { ReactNode } from 'react'
import { sumCents } from '../../shared/domain/money.ts'
import { perCentOf } from '../../shared/domain/per-cent.ts'
import { amountsAreHidden, formatCents, formatCentsShown, isShownNegative, perCentWords } from '../lib/amounts.ts'
import { usePresenting } from '../lib/presenting.ts'
import classes from './figure.module.css'
import { NoneOf, SoFar } from './Unread.tsx'
import { CalendarDate, Quiet } from './Values.tsx'

type Props = {
  label: string
  /** In whole cents; null if no value is known. */
  cents: bigint | null
  /** It adds up several entities: until a sync has read all of them, it may grow. */
  isSum?: boolean
  /** In the middle: shares or a change. */
  beside?: ReactNode
  /** At the end: list items about the figure's age. */
  children?: ReactNode
}

/** Characters of an amount that has room in the largest type beside its shares. */
const mostRoomy = 18

/** Whole dollars with the cents smaller; an amount too long for its place is shortened, the exact one in its tooltip. */
function Total({ cents }: { cents: bigint }) {
  const text = formatCentsShown(cents)
  const [dollars = '', rest] = text.includes('×') ? [text] : text.split('.')
  return (
    <span
      className={classes.total}
      data-negative={isShownNegative(cents) || undefined}
      data-long={text.length > mostRoomy || undefined}
      title={formatCents(cents)}
    >
      {dollars}
      {rest === undefined ? null : <small>.{rest}</small>}
    </span>
  )
}

/** The one figure that a page is about, the largest on it. */
export function Figure({ label, cents, isSum = false, beside, children }: Props) {
  const isClientView = usePresenting() !== null
  return (
    <div className={classes.figure}>
      <dl className={classes.held}>
        <dt>{label}</dt>
        <dd>
          {cents === null ? (
            <NoneOf resource="valuations">
              <span className={classes.total}>Not valued</span>
            </NoneOf>
          ) : (
            <>
              <Total cents={cents} />
              {isSum ? <SoFar of="valuations" /> : null}
            </>
          )}
        </dd>
      </dl>
      <div className={classes.beside}>{beside}</div>
      {isClientView ? null : (
        <ul className={`wrap ${classes.facts}`} aria-label="Age of the figures">
          {children}
        </ul>
      )}
    </div>
  )
}

/**
 * The change from an earlier amount, with per cent where the earlier one is positive.
 *
 * @param from - USD, on `date` (`YYYY-MM-DD`)
 * @param to - USD
 */
export function ChangeSince({ from, to, date }: { from: number; to: number; date: string }) {
  const before = sumCents([from])
  const change = sumCents([to, -from])
  const percent = perCentWords(perCentOf(before, change), change)
  // That nothing changed, and the sign of a change, are hidden with the amounts.
  if (amountsAreHidden()) return null
  if (change === 0n)
    return (
      <Quiet>
        Unchanged since <CalendarDate date={date} />
      </Quiet>
    )
  return (
    <>
      <span className={change < 0n ? 'negative strong' : classes.up}>
        {change < 0n ? '' : '+'}
        {formatCentsShown(change)}
      </span>{' '}
      {percent === null ? null : <b>{percent}</b>}{' '}
      <Quiet>
        since <CalendarDate date={date} />
      </Quiet>
    </>
  )
}
