import { sumCents } from '../../../shared/domain/money.ts'
import type { ObservedValuation } from '../../../shared/ipc/observed.ts'

/** The change of a directly held value since another one, in whole cents; `date` is that one's, `YYYY-MM-DD`. */
export type ValueChange = { before: bigint; difference: bigint; date: string }

/** An observed valuation with its changes; null for the first one. */
export type ChangedValuation = ObservedValuation & { sinceLast: ValueChange | null; sinceFirst: ValueChange | null }

const held = ({ directly_held_asset_value: usd }: ObservedValuation) => sumCents([usd])

function changeFrom(earlier: ObservedValuation | undefined, now: ObservedValuation): ValueChange | null {
  if (earlier === undefined) return null
  const before = held(earlier)
  return { before, difference: held(now) - before, date: earlier.effective_date }
}

/**
 * Adds to each valuation its change since the one observed before it and since the first.
 *
 * @param observations - newest first
 */
export function withChanges(observations: readonly ObservedValuation[]): ChangedValuation[] {
  const first = observations.at(-1)
  return observations.map((now, at) => ({
    ...now,
    sinceLast: changeFrom(observations[at + 1], now),
    sinceFirst: at === observations.length - 1 ? null : changeFrom(first, now),
  }))
}
