import type { FigureName } from '../figures.ts'

/** The kinds of work whose growth is measured, in the order of the plot. */
export const kinds = {
  page: { title: 'Page', unit: 'ms' },
  deep_page: { title: 'Deep page', unit: 'ms' },
  keystroke: { title: 'Keystroke', unit: 'ms' },
  household: { title: 'Household', unit: 'ms' },
  book: { title: 'Whole book', unit: 'ms' },
  count: { title: 'Count', unit: 'ms' },
  save: { title: 'Save', unit: 'ms' },
  start: { title: 'Start', unit: 'ms' },
  sweep: { title: 'First sweep', unit: 's' },
  memory: { title: 'Memory', unit: 'MiB' },
} as const satisfies Record<string, { title: string; unit: string }>

export type Kind = keyof typeof kinds

export const kindNames = (): Kind[] => Object.keys(kinds) as Kind[]

/** The figure with the exponent of a kind. */
export const figureOf = (kind: Kind) => `${kind}_exponent` as const satisfies FigureName

/** The values of each round at one number of people, by kind. */
export type Rounds = Partial<Record<Kind, number[]>>

export function add(rounds: Rounds, kind: Kind, value: number): void {
  rounds[kind] = [...(rounds[kind] ?? []), value]
}

/** What growth keeps for the README and the plot: the median of each kind at each number of people. */
export type GrowthDetails = {
  sizes: number[]
  medians: Partial<Record<Kind, number[]>>
  exponents: Partial<Record<Kind, number>>
}
