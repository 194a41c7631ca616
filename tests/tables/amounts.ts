import type { Random } from '../faults/random.ts'

/** How a number is grouped, and which mark separates its decimals. */
export type Notation = { group: string; decimal: '.' | ','; decimals: 0 | 2 }
/** Notations, by the name with which a case is labelled. */
export const notations: Record<string, Notation> = {
  us: { group: ',', decimal: '.', decimals: 2 },
  european: { group: '.', decimal: ',', decimals: 2 },
  spaces: { group: ' ', decimal: ',', decimals: 2 },
  nbsp: { group: '\u00a0', decimal: ',', decimals: 2 },
  narrow: { group: '\u202f', decimal: ',', decimals: 2 },
  swiss: { group: "'", decimal: '.', decimals: 2 },
  swissCurly: { group: '’', decimal: '.', decimals: 2 },
  plain: { group: '', decimal: '.', decimals: 2 },
  plainComma: { group: '', decimal: ',', decimals: 2 },
  whole: { group: '', decimal: '.', decimals: 0 },
  wholeCommas: { group: ',', decimal: '.', decimals: 0 },
  wholePoints: { group: '.', decimal: ',', decimals: 0 },
}

/** Cells in a column of amounts that are none. */
export const badAmounts = [
  '########',
  '#N/A',
  '#REF!',
  '1.23457E+11',
  'N/A',
  'n/a',
  'TBD',
  'see note',
  '1,23,4.5',
  '12.34.56',
  '1,234.5O',
  '$',
  '12.5%',
  '5 - 10',
  '1.234,567.89',
  '=SUM(F2:F9)',
  '',
]
/** Amounts of zero. */
export const zeroAmounts = ['$ -', '$-', '-', '--', ' $ -   ']

/** Writes a number without its sign. */
export function write(cents: number, { group, decimal, decimals }: Notation): string {
  const whole = Math.floor(Math.abs(cents) / 100)
  const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, group)
  return decimals === 0 ? grouped : `${grouped}${decimal}${String(Math.abs(cents) % 100).padStart(2, '0')}`
}

/** Returns the digits and marks of an amount, or null if the cell holds something else. */
function coreOf(cell: string): string | null {
  const core = cell.replace(/[$€£¥₹()+\-−%\s]|[A-Z]{1,3}\$?|kr|CR|DR/g, '')
  return /^[\d.,]+$/.test(core) ? core : null
}

/** True if the mark of an amount can separate decimals as well as thousands. */
export function isAmbiguous(cell: string): boolean {
  // A dollar sign is written first in English, which groups by commas.
  if (/^[-(\u2212]*\$\s?\d{1,3}(?:,\d{3})+\b/.test(cell)) return false
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(coreOf(cell) ?? '')
}

/** True if the cell shows which mark separates decimals. */
export function isEvidence(cell: string): boolean {
  const core = coreOf(cell)
  return core !== null && /[.,]/.test(core) && !isAmbiguous(cell)
}

/** How the amounts of a file are written. */
export type Style = {
  notation: Notation
  before: string
  after: string
  negative: 'minus' | 'parentheses' | 'trailing' | 'unicode' | 'dr'
}

/** Picks a style for a file's amounts. */
export function pickStyle(random: Random, notation: Notation): Style {
  const side = random.weighted({ none: 5, dollar: 3, after: 1, code: 1, codeAfter: 1 })
  return {
    notation,
    before: side === 'dollar' ? '$' : side === 'code' ? 'USD ' : '',
    after: side === 'after' ? ' $' : side === 'codeAfter' ? ' USD' : '',
    negative: random.weighted({ minus: 5, parentheses: 3, trailing: 1, unicode: 1, dr: 1 }),
  }
}

/** Writes an amount in a style. */
export function amount(cents: number, { notation, before, after, negative }: Style): string {
  const text = `${before}${write(cents, notation)}${after}`
  if (negative === 'dr') return `${text} ${cents < 0 ? 'DR' : 'CR'}`
  if (cents >= 0) return text
  return { minus: `-${text}`, parentheses: `(${text})`, trailing: `${text}-`, unicode: `−${text}` }[negative]
}
