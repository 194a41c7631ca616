import { formatCents, formatCentsShown, sumCents } from '../../shared/domain/money.ts'
import classes from './values.module.css'

type Props = { usd: number } | { cents: bigint }

/**
 * The one way an amount is shown: tabular figures, dollars and cents, negatives in their own colour with a minus sign. One that
 * is too large for its place is shortened, and exact in its tooltip.
 */
export function Money(props: Props) {
  const cents = 'cents' in props ? props.cents : sumCents([props.usd])
  const text = formatCentsShown(cents)
  return (
    <span
      className={cents < 0n ? classes.negative : classes.money}
      title={text.includes('×') ? formatCents(cents) : undefined}
    >
      {text}
    </span>
  )
}

/** The latest directly held value of an entity; one without a valuation is not worth zero, it is not valued. */
export function LatestValue({ usd }: { usd: number | null }) {
  return usd === null ? <span className={classes.quiet}>Not valued</span> : <Money usd={usd} />
}
