import type { Sheet } from '../../../shared/domain/balance-sheet.ts'
import { stableColor } from '../../../shared/domain/stable-color.ts'

/** Number of classes drawn separately if some have to be combined into one. */
const mostClasses = 7

export type BarClass = {
  key: string
  name: string /** Numbered from 1, as written in the bars. */
  number: number
  /** The class's own colour as a CSS value. */
  color: string
  cents: bigint
}
/** A segment of a bar; `from` and `width` in percent of the drawing's width. */
export type Segment = { class: BarClass; cents: bigint; from: number; width: number }
/** `cents`: null if none of its entities has a valuation. */
export type Bar = { key: string; name: string; cents: bigint | null; segments: Segment[] }
export type Bars = { classes: BarClass[]; bars: Bar[] /** Position of zero, in percent. */; zero: number }

type Amounts = Map<string, { name: string; cents: bigint }>

const size = (cents: bigint) => (cents < 0n ? -cents : cents)
const sum = (values: Iterable<bigint>) => [...values].reduce((total, value) => total + value, 0n)

/** Ratio of two amounts in percent, with three decimals; used for drawing only. */
const percent = (part: bigint, whole: bigint) => (whole === 0n ? 0 : Number((part * 100_000n) / whole) / 1000)

function amountsOf(group: Sheet['groups'][number]): Amounts {
  const amounts: Amounts = new Map()
  for (const { key, name, cents } of group.kinds.flatMap(({ classes }) => classes)) {
    amounts.set(key, { name, cents: (amounts.get(key)?.cents ?? 0n) + cents })
  }
  return amounts
}

/** The classes to draw, largest first. If there are too many, the smallest are combined into one, which comes last. */
function chooseClasses(amounts: readonly Amounts[]): {
  classes: BarClass[]
  classOf: (key: string) => BarClass | undefined
} {
  const totals = new Map<string, { name: string; size: bigint; cents: bigint }>()
  for (const [key, { name, cents }] of amounts.flatMap((one) => [...one])) {
    const before = totals.get(key) ?? { name, size: 0n, cents: 0n }
    totals.set(key, { name, size: before.size + size(cents), cents: before.cents + cents })
  }
  const ranked = [...totals]
    .filter(([, total]) => total.size > 0n)
    .toSorted(([, a], [, b]) => (a.size > b.size ? -1 : a.size < b.size ? 1 : 0))
  const shown = ranked.length > mostClasses + 1 ? ranked.slice(0, mostClasses) : ranked
  const classes: BarClass[] = shown.map(([key, { name, cents }], at) => ({
    key,
    name,
    number: at + 1,
    color: stableColor('asset-class', name),
    cents,
  }))
  const rest = ranked.slice(shown.length)
  if (rest.length > 0) {
    const cents = sum(rest.map(([, total]) => total.cents))
    const name = `${rest.length} other classes`
    classes.push({ key: 'rest', name, number: classes.length + 1, color: stableColor('asset-class', null), cents })
  }
  const last = rest.length > 0 ? classes.at(-1) : undefined
  return { classes, classOf: (key) => classes.find((one) => one.key === key) ?? (totals.has(key) ? last : undefined) }
}

/** A sheet as bars: one per estate status, divided by asset class. Negative amounts are drawn left of zero. */
export function barsOf(sheet: Sheet): Bars {
  const amounts = sheet.groups.map(amountsOf)
  const { classes, classOf } = chooseClasses(amounts)
  const byClass = amounts.map((one) => {
    const cents = new Map<BarClass, bigint>()
    for (const [key, { cents: value }] of one) {
      const barClass = classOf(key)
      if (barClass) cents.set(barClass, (cents.get(barClass) ?? 0n) + value)
    }
    return cents
  })
  const largest = (sign: 1n | -1n) =>
    byClass
      .map((one) => sum([...one.values()].map((value) => (value * sign > 0n ? value * sign : 0n))))
      .reduce((most, value) => (value > most ? value : most), 0n)
  const left = largest(-1n)
  const whole = left + largest(1n)
  const bars = sheet.groups.map(({ key, name, cents, entities, unvalued }, at) => {
    let right = left
    let far = left
    const segments = classes.flatMap((barClass): Segment[] => {
      const value = byClass[at]?.get(barClass) ?? 0n
      if (value === 0n) return []
      const from = value > 0n ? right : far + value
      if (value > 0n) right += value
      else far += value
      return [{ class: barClass, cents: value, from: percent(from, whole), width: percent(size(value), whole) }]
    })
    return { key, name, cents: unvalued === entities ? null : cents, segments }
  })
  return { classes, bars, zero: percent(left, whole) }
}
