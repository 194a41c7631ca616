import { compare, type Decimal, toDecimal } from './money.ts'

/** A typed or pasted amount in USD, or why it cannot be read. */
export type ParsedAmount = { value: number; problem: null } | { value: null; problem: string }

const notAnAmount = 'This is not an amount. Enter it as 1,234.50 or (1,234.50).'
const tooExact = 'This has too many digits for the service. Round it.'

const problemOf = (problem: string): ParsedAmount => ({ value: null, problem })

/** Dashes of any width count as a minus sign. */
const dashes = /[\u2010-\u2015\u2212]/g
const currency = /^(?:US\$|USD|\$)\s*|\s*(?:US\$|USD|\$)$/i
const digits = /^(?:\d+|\d{1,3}(?:([,'’ ])\d{3})(?:\1\d{3})*)?(?:\.\d*)?$/

/**
 * Parses an amount as people and spreadsheets write it: `$1,234.50`, `(1,234.50)`, `-12`, `12-`, `1 234.5 USD`. A comma is only
 * a thousands separator. No digit is lost: a value that a JSON number cannot represent exactly is rejected.
 */
export function parseAmount(text: string): ParsedAmount {
  let rest = text.normalize('NFKC').replace(dashes, '-').trim()
  if (rest === '') return problemOf('Enter a value.')
  let signs = 0
  let currencies = 0
  for (let before = ''; before !== rest; ) {
    before = rest
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
  if (signs > 1 || currencies > 1 || !/\d/.test(rest) || !digits.test(rest)) return problemOf(notAnAmount)
  return exactly(rest.replace(/[,'’ ]/g, ''), signs > 0)
}

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
