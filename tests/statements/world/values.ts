import { createRandom, type Random } from '../../faults/random.ts'

/** The seeded numbers of one part of the world; parts with other names do not disturb each other. */
export function randomFor(...name: readonly (string | number)[]): Random {
  let hash = 0x811c9dc5
  for (const letter of name.join('/')) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0
  return createRandom(hash)
}

/** Returns a whole number from `low` to `high`, both included. */
export const between = (random: Random, low: number, high: number): number => low + random.below(high - low + 1)

/** A copy in random order. */
export function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, order: random.next() }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item)
}

export const sum = (cents: readonly number[]): number => cents.reduce((total, each) => total + each, 0)

/** Exact product of a quantity (thousandths), a price (ten-thousandths of a unit) and a multiplier in per cent, as cents, half up. */
export function worth(quantity: number, price: number, percent: number): number {
  const product = BigInt(quantity) * BigInt(price) * BigInt(percent)
  const divisor = 10_000_000n
  const half = product < 0n ? -divisor / 2n : divisor / 2n
  return Number((product + half) / divisor)
}

/** `-1234.50`: cents as a plain amount, the way truth is written. */
export function plain(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** A whole number of 10^−`places` as a decimal with at least `least` decimal places. */
export function decimal(units: number, places: number, least = 0): string {
  const digits = String(Math.abs(units)).padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '').padEnd(least, '0')
  return `${units < 0 ? '-' : ''}${digits.slice(0, -places)}${fraction === '' ? '' : `.${fraction}`}`
}

/** Puts a mark between the thousands, not into the decimal places. */
const grouped = (text: string, mark: string) => text.replace(/(?<!\.\d*)\d(?=(?:\d{3})+(?:\.|$))/g, `$&${mark}`)

/** Amounts as custodians print them. */
export const money = {
  plain,
  /** `2120.75`, `2120.7`, `2120`: trailing zeros are lost. */
  short: (cents: number) => decimal(cents, 2),
  comma: (cents: number) => grouped(plain(cents), ','),
  dollar: (cents: number) => `${cents < 0 ? '-' : ''}$${grouped(plain(Math.abs(cents)), ',')}`,
  dollarPlain: (cents: number) => `${cents < 0 ? '-' : ''}$${plain(Math.abs(cents))}`,
  parens: (cents: number) => (cents < 0 ? `($${grouped(plain(-cents), ',')})` : `$${grouped(plain(cents), ',')}`),
  parensPlain: (cents: number) => (cents < 0 ? `(${grouped(plain(-cents), ',')})` : grouped(plain(cents), ',')),
  /** `1.234,50` */
  europe: (cents: number) => europe(plain(cents)),
  /** `1'234.50` */
  swiss: (cents: number) => grouped(plain(cents), "'"),
  /** Minus behind the amount, as old mainframes print it. */
  trailing: (cents: number) => `${grouped(plain(Math.abs(cents)), ',')}${cents < 0 ? '-' : ''}`,
}

/** A plain decimal with comma and dots: `1.204,5`. */
export const europe = (text: string): string => grouped(text, '_').replace('.', ',').replaceAll('_', '.')

/** A plain decimal with commas between thousands. */
export const commas = (text: string): string => grouped(text, ',')

const firstMonth = 5 // June 2026 is month 0

/** The last business day of month `n` of the world, as `2026-10-30`; month 0 is June 2026. */
export function monthEnd(n: number): string {
  const last = new Date(Date.UTC(2026, firstMonth + n + 1, 0))
  const back = last.getUTCDay() === 6 ? 1 : last.getUTCDay() === 0 ? 2 : 0
  return new Date(last.getTime() - back * 86_400_000).toISOString().slice(0, 10)
}

/** The calendar day this many days after another. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July'].concat([
  'August',
  'September',
  'October',
  'November',
  'December',
])

const dateParts = (day: string) => {
  const [year = '', month = '', date = ''] = day.split('-')
  return { year, month, date, name: months[Number(month) - 1] ?? '', m: String(Number(month)), d: String(Number(date)) }
}

/** Dates as custodians print them, from `2026-10-30`. */
export const dates = {
  iso: (day: string) => day,
  us: (day: string) => `${dateParts(day).month}/${dateParts(day).date}/${dateParts(day).year}`,
  usShort: (day: string) => `${dateParts(day).m}/${dateParts(day).d}/${dateParts(day).year.slice(2)}`,
  slashes: (day: string) => day.replaceAll('-', '/'),
  german: (day: string) => `${dateParts(day).date}.${dateParts(day).month}.${dateParts(day).year}`,
  long: (day: string) => `${dateParts(day).name} ${dateParts(day).d}, ${dateParts(day).year}`,
  dashes: (day: string) => `${dateParts(day).name.slice(0, 3)}-${dateParts(day).date}-${dateParts(day).year}`,
  excel: (day: string) => `${dateParts(day).d}-${dateParts(day).name.slice(0, 3)}-${dateParts(day).year.slice(2)}`,
  compact: (day: string) => day.replaceAll('-', ''),
  /** Days since 1899-12-30, as a workbook stores a date. */
  serial: (day: string) => String(Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569),
}

const digitOf = (letter: string) => Number.parseInt(letter, 36)

/** Adds the check digit to the first eight characters of a CUSIP. */
export function cusipOf(eight: string): string {
  const total = [...eight].reduce((each, letter, at) => {
    const value = digitOf(letter) * (at % 2 === 1 ? 2 : 1)
    return each + Math.floor(value / 10) + (value % 10)
  }, 0)
  return `${eight}${(10 - (total % 10)) % 10}`
}

/** The ISIN of a national number of nine characters. */
export function isinOf(country: string, nine: string): string {
  const digits = [...`${country}${nine}`].map(digitOf).join('')
  const total = [...digits].reverse().reduce((each, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return each + Math.floor(value / 10) + (value % 10)
  }, 0)
  return `${country}${nine}${(10 - (total % 10)) % 10}`
}
