import type { Thoroughness } from './check-household.ts'

const minute = 60 * 1000

/** The trigger of a check determines how thorough it is. */
export const occasions = {
  /** The user requests it. */
  request: { records: true, valuationAge: 0, verify: true },
  pin: { records: true, valuationAge: 15 * minute, verify: false },
  hour: { records: true, valuationAge: 50 * minute, verify: false },
  /** A sweep has just compared every record. */
  sweep: { records: false, valuationAge: 50 * minute, verify: false },
} as const satisfies Record<string, Thoroughness>

export type Occasion = keyof typeof occasions

/** Interval between two automatic checks in ms, with jitter so that a firm's computers do not ask all at once. */
export const hourly = (random: number): number => 60 * minute * (0.95 + random * 0.1)

/** One check that covers both. */
export function together(a: Thoroughness, b: Thoroughness): Thoroughness {
  return {
    records: a.records || b.records,
    valuationAge: Math.min(a.valuationAge, b.valuationAge),
    verify: a.verify || b.verify,
  }
}
