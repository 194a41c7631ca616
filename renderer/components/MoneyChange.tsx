import { amountsAreHidden, formatCentsShown } from '../lib/amounts.ts'
import { Money } from './Money.tsx'
import { Quiet } from './Values.tsx'

/** A difference of amounts in whole cents, with a sign; a dash if it is zero. While amounts are hidden, all differences look alike. */
export function MoneyChange({ cents }: { cents: bigint }) {
  if (amountsAreHidden()) return <Money cents={cents} />
  if (cents === 0n) {
    return (
      <Quiet>
        <span aria-hidden="true">—</span>
        <span className="visually-hidden">no difference</span>
      </Quiet>
    )
  }
  return cents < 0n ? <Money cents={cents} /> : <span className="tabular nowrap">+{formatCentsShown(cents)}</span>
}
