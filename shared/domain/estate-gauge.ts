import type { EstateAmounts } from '../ipc/estate.ts'
import type { Sheet } from './balance-sheet.ts'
import { formatCount } from './counts.ts'
import { type AmountFormats, sumCents, toDollars } from './money.ts'

type Amounts = Pick<EstateAmounts, 'firm' | 'own'>

/** The amount that a household's estate is compared with. */
export type EstateLimit = {
  /** For one living primary, in whole cents. */
  each: bigint
  /** The year that the amount is of. */
  year: number
  /** True for an amount of this household alone. */
  isOwn: boolean
  /** How many times the amount counts: living primaries, or the user's own number. */
  count: number
  isOwnCount: boolean
}

/** The amount for a household with this many living primaries; null if none is set, or the household has no gauge. */
export function limitOf({ firm, own }: Amounts, livingPrimaries: number): EstateLimit | null {
  const amount = own?.amount ?? firm
  if (amount === null || own?.is_off) return null
  return {
    each: sumCents([amount.usd]),
    year: amount.year,
    isOwn: own?.amount != null,
    count: own?.primaries ?? livingPrimaries,
    isOwnCount: own?.primaries != null,
  }
}

/** By how much what is in the estate is above the amount, in whole cents; null if the amount counts for no one. */
export const aboveLimit = (inEstate: bigint, { each, count }: EstateLimit): bigint | null =>
  count === 0 ? null : inEstate - each * BigInt(count)

/** A household's recorded value in the estate beside the amount. */
export type EstateGauge = EstateLimit & {
  /** In whole cents; null if no value in the estate is known. */
  inEstate: bigint | null
  /** Entities in the estate, and how many of them have no value. */
  entities: number
  unvalued: number
  /** The value without an estate status, in whole cents; null if there is nothing. It is not compared. */
  withoutStatus: bigint | null
  /** See {@link aboveLimit}; null also without a known value. */
  above: bigint | null
}

type Person = { is_primary: boolean | number; is_deceased: boolean | number }

/** The gauge of a household from its balance sheet; null if no amount is set for it. */
export function gaugeOf(amounts: Amounts, people: readonly Person[], sheet: Sheet): EstateGauge | null {
  const living = people.filter((person) => person.is_primary && !person.is_deceased).length
  const limit = limitOf(amounts, living)
  if (limit === null) return null
  const group = (status: string) => sheet.groups.find(({ key }) => key === status)
  const inside = group('in_estate')
  const outside = group('none')
  const hasValue = inside !== undefined && inside.unvalued < inside.entities
  return {
    ...limit,
    inEstate: hasValue ? inside.cents : null,
    entities: inside?.entities ?? 0,
    unvalued: inside?.unvalued ?? 0,
    withoutStatus: outside !== undefined && outside.unvalued < outside.entities ? outside.cents : null,
    above: hasValue ? aboveLimit(inside.cents, limit) : null,
  }
}

/** The space for the label of a mark, in per cent of the bar: as wide as “9 × $999.99M” in the narrowest window. */
const gaugeLabel = 14

/** Where the label of a mark is: its middle or its beginning at the mark, or not at all for want of room. */
type LabelPlace = 'middle' | 'start' | 'none'

type GaugeMark = { times: number; at: number; isLimit: boolean; label: LabelPlace }

/** How a gauge is drawn: its parts in per cent of the bar, from 0 to 100. */
export type GaugeBar = {
  /** The value in the estate up to the amount, and above it. */
  within: number
  beyond: number
  /** One and two amounts, and further ones if the amount counts more often. `isLimit`: what the household is compared with. */
  marks: GaugeMark[]
}

/** The bar of a gauge; its scale has room for two amounts. Null without a known value. */
export function gaugeBar({ inEstate, each, count }: EstateGauge): GaugeBar | null {
  if (inEstate === null) return null
  const times = Math.max(2, count)
  const marked = toDollars(each * BigInt(times))
  const held = Math.max(0, toDollars(inEstate))
  // Half a label has room beside the last mark.
  const whole = Math.max(held, marked * 1.08)
  const at = (usd: number) => (100 * usd) / whole
  const limit = toDollars(each * BigInt(count))
  const within = count === 0 ? held : Math.min(held, limit)
  return {
    within: at(within),
    beyond: at(held - within),
    marks: labelled(
      Array.from({ length: times }, (_, index) => ({
        times: index + 1,
        at: at(toDollars(each * BigInt(index + 1))),
        isLimit: index + 1 === count,
      })),
    ),
  }
}

/** The marks with labels as far as there is room: the limit's first, then those of fewer amounts. */
function labelled(marks: readonly Omit<GaugeMark, 'label'>[]): GaugeMark[] {
  const taken: number[] = []
  const labels = new Map<number, LabelPlace>()
  for (const { times, at } of marks.toSorted((a, b) => Number(b.isLimit) - Number(a.isLimit))) {
    const half = gaugeLabel / 2
    const place = at < half ? 'start' : 'middle'
    const left = place === 'start' ? at : at - half
    if (taken.some((other) => Math.abs(other - left) < gaugeLabel)) continue
    taken.push(left)
    labels.set(times, place)
  }
  return marks.map((mark) => ({ ...mark, label: labels.get(mark.times) ?? 'none' }))
}

/** A gauge in words. */
export type GaugeWords = {
  /** The comparison in words: "$17.1M in the estate against $15M, your amount for each living primary, 2026, your assumption". */
  compared: string
  /** "$2,100,000.00 above the amount."; null if nothing can be compared. */
  difference: string | null
  /** The values that the comparison leaves out. */
  notes: string[]
}

/** A gauge in words; `isPartlyRead` while some records of the household may not be read yet. */
export function gaugeWords(gauge: EstateGauge, amounts: AmountFormats, isPartlyRead: boolean): GaugeWords {
  const { inEstate, each, count, year, above, entities, unvalued, withoutStatus } = gauge
  const short = (cents: bigint) => amounts.short(toDollars(cents))
  const isPartly = isPartlyRead || unvalued > 0
  const held =
    inEstate === null
      ? entities === 0
        ? 'Nothing recorded in the estate'
        : 'No value known in the estate'
      : `${short(inEstate)} in the estate${isPartly ? ' so far' : ''}`
  const whose = gauge.isOwn ? 'this household’s own amount' : 'your amount'
  const per = `${whose} for each living primary, ${year}, your assumption`
  const limit = short(each * BigInt(count))
  const times = gauge.isOwnCount ? `${count} × ${short(each)}, as you count` : `${count} × ${short(each)}`
  const notes = []
  if (inEstate !== null && unvalued > 0) {
    notes.push(`No value is known of ${formatCount(unvalued)} of ${formatCount(entities)} entities in the estate.`)
  }
  if (withoutStatus !== null) notes.push(`${short(withoutStatus)} without an estate status is not compared.`)
  if (count === 0) {
    const amount = `${short(each)} is ${per}`
    return { compared: `${held}. No living primary is recorded; ${amount}`, difference: null, notes }
  }
  const against = count === 1 && !gauge.isOwnCount ? `${limit}, ${per}` : `${limit}: ${times}, ${per}`
  return {
    compared: `${held} against ${against}`,
    difference: above === null ? null : differenceWords(above, amounts),
    notes,
  }
}

function differenceWords(above: bigint, { shown }: AmountFormats): string {
  if (above === 0n) return 'Exactly the amount.'
  return `${shown(above < 0n ? -above : above)} ${above > 0n ? 'above' : 'below'} the amount.`
}
