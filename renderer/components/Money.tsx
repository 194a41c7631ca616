import { formatCents, formatUsd } from '../../shared/domain/money.ts'
import classes from './values.module.css'

type Props = { usd: number } | { cents: bigint }

/** The one way an amount is shown: tabular figures, dollars and cents, negatives in their own colour with a minus sign. */
export function Money(props: Props) {
  const text = 'cents' in props ? formatCents(props.cents) : formatUsd(props.usd)
  return <span className={text.startsWith('\u2212') ? classes.negative : classes.money}>{text}</span>
}

/** The latest directly held value of an entity; one without a valuation is not worth zero, it is not valued. */
export function LatestValue({ usd }: { usd: number | null }) {
  return usd === null ? <span className={classes.quiet}>Not valued</span> : <Money usd={usd} />
}
