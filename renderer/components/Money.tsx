import { sumCents } from '../../shared/domain/money.ts'
import { formatCents, formatCentsShown, isShownNegative } from '../lib/amounts.ts'
import { NoneOf } from './Unread.tsx'

type Props = { usd: number } | { cents: bigint }

/**
 * The only component that shows amounts: tabular figures, dollars and cents, negatives in their own colour with a minus sign. An
 * amount too large for its place is shortened, with the exact one in its tooltip.
 */
export function Money(props: Props) {
  const cents = 'cents' in props ? props.cents : sumCents([props.usd])
  const text = formatCentsShown(cents)
  return (
    <span
      className={isShownNegative(cents) ? 'negative tabular nowrap' : 'tabular nowrap'}
      data-money
      title={text.includes('×') ? formatCents(cents) : undefined}
    >
      {text}
    </span>
  )
}

/** A latest value, or the sum of several in whole cents. Without a valuation (null) it is shown as not valued, not as zero. */
export function LatestValue(value: { usd: number | null } | { cents: bigint | null }) {
  if ('cents' in value && value.cents !== null) return <Money cents={value.cents} />
  if ('usd' in value && value.usd !== null) return <Money usd={value.usd} />
  return (
    <NoneOf resource="valuations">
      <span className="quiet">Not valued</span>
    </NoneOf>
  )
}
