import { compare, type Decimal, toDecimal } from './money.ts'

/** A typed or pasted amount in USD, or why it cannot be read. */
export type ParsedAmount = { value: number; problem: null } | { value: null; problem: string }

const notAnAmount = 'This is not an amount. Enter it as 1,234.50, (1,234.50), 250k or 14M.'
const tooExact = 'This has too many digits for the service. Round it.'

const problemOf = (problem: string): ParsedAmount => ({ value: null, problem })

/** Dashes of any width count as a minus sign. */
const dashes = /[\u2010-\u2015\u2212]/g
const currency = /^(?:US\$|USD|\$)\s*|\s*(?:US\$|USD|\$|(?:US ?)?dollars?)$/i
/** Factors of an amount, by the words that people write for them. */
const multiples: Readonly<Record<string, number>> = {
  ...{ k: 3, thousand: 3, thousands: 3, grand: 3 },
  ...{ m: 6, mm: 6, mn: 6, mln: 6, mil: 6, mio: 6, million: 6, millions: 6 },
  ...{ b: 9, bn: 9, billion: 9, billions: 9 },
}
const multiple = new RegExp(
  `^([^a-z]*(?:USD?)?[^a-z]*[\\d.]) ?(${Object.keys(multiples).join('|')})\\.?([\\s)$-]*|[\\s)]*(?:USD|US\\$|(?:US ?)?dollars?)[\\s)]*)$`,
  'i',
)
const digits = /^(?:\d+|\d{1,3}(?:([,'’ ])\d{3})(?:\1\d{3})*)?(?:\.\d*)?$/

/**
 * Parses an amount as people and spreadsheets write it: `$1,234.50`, `(1,234.50)`, `-12`, `12-`, `1 234.5 USD`, `250k`, `$13.99m`,
 * `1.2bn`. A comma is only a thousands separator. No digit is lost: a value that a JSON number cannot represent exactly is rejected.
 * An amount that can be read in two ways is rejected with both.
 */
export function parseAmount(text: string): ParsedAmount {
  let rest = text.normalize('NFKC').replace(dashes, '-').trim()
  if (rest === '') return problemOf('Enter a value.')
  const [, before = '', word = '', after = ''] = multiple.exec(rest) ?? []
  const zeros = multiples[word.toLowerCase()] ?? 0
  if (zeros > 0) rest = `${before}${after}`.trim()
  else if (trillionOrThousand.test(rest))
    return problemOf('“T” can mean thousand or trillion. Write all digits, or 250k.')
  let signs = 0
  let currencies = 0
  for (let last = ''; last !== rest; ) {
    last = rest
    const stripped = rest.replace(currency, '')
    if (stripped !== rest) currencies++
    rest = stripped.trim()
    const inside = /^\((.*)\)$/.exec(rest)?.[1] ?? /^-(.*)$/.exec(rest)?.[1] ?? /^(.*[\d.])-$/.exec(rest)?.[1]
    if (inside !== undefined) {
      signs++
      rest = inside.trim()
    }
  }
  if (signs === 0) rest = rest.replace(/^\+\s*/, '')
  if (signs > 1 || currencies > 1) return problemOf(notAnAmount)
  if (zeros > 0 && /^\d+,\d+$/.test(rest)) return problemOf(twoReadings(rest, word))
  if (!/\d/.test(rest) || !digits.test(rest)) return problemOf(notAnAmount)
  return exactly(shifted(rest.replace(/[,'’ ]/g, ''), zeros), signs > 0)
}

/** The number with its point moved to the right. */
function shifted(plain: string, places: number): string {
  if (places === 0) return plain
  const [whole = '', fraction = ''] = plain.split('.')
  const rest = fraction.slice(places)
  return `${whole}${fraction.slice(0, places).padEnd(places, '0')}${rest === '' ? '' : `.${rest}`}`
}

const trillionOrThousand = /\d ?tn?$/i

const twoReadings = (typed: string, word: string) =>
  `“${typed}${word}” can mean ${typed.replace(',', '.')}${word} or ${typed.replace(',', '')}${word}. Write one of them.`

function exactly(plain: string, negative: boolean): ParsedAmount {
  const value = Number(plain)
  if (!Number.isFinite(value)) return problemOf(tooExact)
  const [whole = '', fraction = ''] = plain.split('.')
  const typed: Decimal = { units: BigInt(whole + fraction), scale: fraction.length }
  if (compare(typed, toDecimal(value)) !== 0) return problemOf(tooExact)
  return { value: negative && value !== 0 ? -value : value, problem: null }
}

/** Formats an amount for an input: all digits, thousands separators, at least two decimal places. */
export function amountText(value: number): string {
  const { units, scale } = toDecimal(value)
  const plain = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const whole = plain.slice(0, plain.length - scale).replace(/\B(?=(\d{3})+$)/g, ',')
  const fraction = (scale > 0 ? plain.slice(-scale) : '').replace(/0+$/, '').padEnd(2, '0')
  return `${units < 0n ? '-' : ''}${whole}.${fraction}`
}
