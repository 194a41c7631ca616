import { parseDecimal, roundToCents, zero } from '../../../shared/domain/money.ts'
import { Money } from '../../components/Money.tsx'
import { Absent } from '../../components/Values.tsx'

/** An exact decimal in whole cents. */
export const centsOf = (value: string): bigint => roundToCents(parseDecimal(value) ?? zero)

/** An exact decimal of dollars; a dash if there is none. */
export function Amount({ value }: { value: string | null }) {
  return value === null ? <Absent /> : <Money cents={centsOf(value)} />
}
