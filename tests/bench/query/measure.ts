/** Times of one kind of question, in ms. */
export type Times = number[]

/** Returns the time that this share of all times does not exceed. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const p50 = (times: readonly number[]): number => percentile(times, 0.5)
export const p95 = (times: readonly number[]): number => percentile(times, 0.95)

/** The same question answered by the app's own stores and by bare SQLite. */
export type Pair<Question> = { ours(question: Question): unknown; bare(question: Question): unknown }

/**
 * Asks both sides every question, alternating which side goes first, so that other load on the machine affects both alike. A few
 * questions beforehand warm up both sides.
 */
export function interleave<Question>(questions: readonly Question[], { ours, bare }: Pair<Question>) {
  const times = { ours: [] as Times, bare: [] as Times }
  for (const question of questions.slice(0, Math.ceil(questions.length / 10))) {
    ours(question)
    bare(question)
  }
  const sides = [
    { ask: ours, into: times.ours },
    { ask: bare, into: times.bare },
  ]
  for (const [at, question] of questions.entries()) {
    for (const { ask, into } of at % 2 === 0 ? sides : sides.toReversed()) into.push(timeOf(() => ask(question)))
  }
  return times
}

export function timeOf(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

/** Prints the measured times as one readable line. */
export function report(name: string, times: { ours: Times; bare: Times }): void {
  const line = (label: string, of: Times) => `${label} p50 ${p50(of).toFixed(2)} p95 ${p95(of).toFixed(2)} ms`
  console.log(`${name.padEnd(28)} ${line('ours', times.ours)}   ${line('bare', times.bare)}   (${times.ours.length})`)
}

const rounds = 5

/**
 * Our time divided by bare SQLite's, at the 95th percentile: one value for each of five rounds, which are the questions one after the
 * other.
 */
export function ratios({ ours, bare }: { ours: Times; bare: Times }): number[] {
  const size = Math.ceil(ours.length / rounds)
  return Array.from({ length: rounds }, (_, round) => {
    const of = (times: Times) => times.slice(round * size, (round + 1) * size)
    return p95(of(ours)) / p95(of(bare))
  })
}

export const round2 = (value: number): number => Math.round(value * 100) / 100
