/** What a page and Steward's process hold at a moment. */
export type Sample = {
  minutes: number
  heapMib: number
  nodes: number
  listeners: number
  coreMib: number
  handles: number
  threads: number
}

type Measured = Exclude<keyof Sample, 'minutes'>

export type Growth = { what: Measured; perHour: number; limit: number }

/** How much each may grow in all after the warm-up: what a garbage collection or one more open list makes of a difference. */
const noise: Readonly<Record<Measured, number>> = {
  heapMib: 6,
  nodes: 2500,
  listeners: 150,
  coreMib: 60,
  handles: 6,
  threads: 2,
}

/** Minutes in which caches fill: a list that was left is kept for five. */
const warmUp = 6

/**
 * What grows over a run, without its first minutes: the middle value of the last third is larger than that of the first third by more than
 * noise. One peak or one dip says nothing. Null for a run that is too short to say.
 */
export function findGrowth(samples: readonly Sample[]): Growth[] | null {
  const warm = samples.filter(({ minutes }) => minutes >= warmUp)
  const size = Math.floor(warm.length / 3)
  if (size < 1) return null
  const first = warm.slice(0, size)
  const last = warm.slice(-size)
  const hours = (middle(last.map(({ minutes }) => minutes)) - middle(first.map(({ minutes }) => minutes))) / 60
  return (Object.keys(noise) as Measured[]).flatMap((what) => {
    const before = middle(first.map((sample) => sample[what]))
    const after = middle(last.map((sample) => sample[what]))
    return after - before > noise[what] ? [{ what, perHour: (after - before) / hours, limit: noise[what] / hours }] : []
  })
}

function middle(all: readonly number[]): number {
  const sorted = [...all].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
