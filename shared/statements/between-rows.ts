import type { Decimal } from '../domain/money.ts'
import { amountForm, decimalOf, decimalText } from '../tables/amounts.ts'
import { cellState, stateText } from '../tables/damage.ts'
import type { Question } from '../tables/doubts.ts'
import { currencyIn } from '../tables/holding-columns.ts'
import { filledIn, type SheetRow, textIn } from '../tables/split.ts'
import { accountInPair, accountInTitle } from './account-titles.ts'
import type { ReadGroup } from './groups.ts'
import { isCashName, isMarginName } from './holding-names.ts'

/** A row of one text that is no amount: an account's title, or the name of the rows below it. */
export function isHeading(row: SheetRow): boolean {
  const [only, ...more] = filledIn(row)
  if (only === undefined || more.length > 0) return false
  if (only.length > 100 && accountInTitle(only) === null) return false
  const state = cellState(only)
  // A text in the form of a symbol may be a record whose other cells are gone.
  return (
    state.is === 'text' &&
    amountForm(only) === null &&
    (/[a-z]|\s|\d{3}$/.test(only) || partWords.test(only)) &&
    !/^[-\d.,:/ ]+$/.test(only)
  )
}

/** A row of a label and what it says of an account: its number with its name, its value or its cash. `isInValueColumn`: what it says is among the values. */
export function isAboutAccount(row: SheetRow, isInValueColumn = false): boolean {
  const [label = '', value = '', name = '', ...more] = filledIn(row)
  if (value === '' || more.length > 0 || (row.cells[0] ?? '').trim() !== label) return false
  // A label of the page, such as “Sort Applied:”, with its text.
  if (name === '' && /:$/.test(label) && (row.cells[1] ?? '').trim() === value && amountForm(value) === null)
    return true
  // Where the second column has the values, only a label that asks for a number makes it an account's: "Depot" may be a holding.
  if (isInValueColumn)
    return accountInPair(label, value)?.is === 'number' && /(?:\b(?:number|no|nr|id)\b|#)/i.test(label)
  if (
    accountInPair(label, value) !== null ||
    /^(?:(?:reference|base|account) currency|(?:referenz|basis|konto)?w[aä]hrung)\s*:?$/i.test(label)
  )
    return true
  return (
    name === '' &&
    (valueWords.test(label) || isCashName(label) || isMarginName(label)) &&
    (row.cells[1] ?? '').trim() === value &&
    amountForm(value)?.isPerCent === false
  )
}

/** Words of an account's value in a label. */
export const valueWords = /\b(?:account|portfolio|net|total)\b.*\bvalue\b|\bnet worth\b/i

/** The currency that a total beside its label names; null if it names none: a dollar sign alone is that of other dollars too. */
export function currencyOfPair({ label, value }: { label: string; value: string }): string | null {
  const own = amountForm(value)?.currency ?? null
  return (own === 'USD' && !/us/i.test(value) ? null : own) ?? currencyIn(label)
}

/** The amount in a label's text, with a point as its decimal mark; null for a share in per cent and for words. */
export function writtenAmount(text: string): Decimal | null {
  const form = amountForm(text)
  const digits = form && !form.isPerCent ? decimalText(form.digits, 'point') : null
  return form && digits ? decimalOf(digits, form.isNegative) : null
}

/** Words in the title of a part of an account. */
export const partWords =
  /^(?:all |total |other |u\.?s\.? |non-?u\.?s\.? |domestic |international |foreign |taxable |tax-exempt |short[- ]term |long[- ]term )*(?:equit|stock|fixed|bond|cash|money|option|mutual|etf|exchange|alternative|other|fund|certificate|cds?\b|unit|annuit|preferred|real estate|commodit|crypto|government|municipal|corporate|treasur|agency|positions?|holdings|securities|investments?|balances|long\b|short\b|margin|pending|unsettled|accrued|non-|summary|details?|assets|liabilit)/i

/** True for a title that says what kind of assets the rows below it are. */
export const isKindOfAssets = (title: string): boolean =>
  /^[^\d]{3,60}$/.test(title) &&
  !/\b(?:balances?|positions?|holdings|summary|details?|pending|unsettled|accrued|investments?|securities|assets|account)\b/i.test(
    title,
  )

/** A text in a column whose use is not known, or in that of quantities, such as Pending Activity; empty if the row has none. */
export function wordsBeside({ cells }: SheetRow, uses: ReadGroup['uses']): string {
  const found = cells.find(
    (cell, at) =>
      (uses[at] === 'ignore' || uses[at] === 'quantity') &&
      /\p{L}{2}/u.test(stateText(cell)) &&
      amountForm(cell) === null,
  )
  return found === undefined ? '' : stateText(found)
}

/** Asks whether a positive amount that is called a margin balance is owed. */
export const owedQuestion = ({ row }: SheetRow, label: string): Question => ({
  id: `owed:${row}`,
  rows: [row],
  column: null,
  text: `Row ${row} says ${label}, and its value is positive.`,
  choices: [
    { value: 'owed', label: 'It is owed: negative' },
    { value: 'held', label: 'It is held: positive' },
  ],
})

/** Asks whether the value in a file's last row is whole where the file ends inside that row. */
export const cutOffQuestion = (row: SheetRow, valueAt: number): Question => ({
  id: `end:${row.row}`,
  rows: [row.row],
  column: valueAt,
  text: `The file ends without a line break, so that the value in row ${row.row} may be cut off: ${textIn(row, valueAt)}.`,
  choices: [
    { value: 'whole', label: 'It is whole' },
    { value: 'cut', label: 'It is cut off' },
  ],
})

/** Asks whether titles without numbers name accounts or parts of one account. */
export const titlesQuestion = (titles: readonly { title: string; row: number }[]): Question => ({
  id: 'titles',
  rows: titles.map(({ row }) => row),
  column: null,
  text: `These titles may name accounts or parts of one account: ${titles.map(({ title }) => `“${title.slice(0, 40)}”`).join(', ')}.`,
  choices: [
    { value: 'accounts', label: 'Each names an account of its own' },
    { value: 'parts', label: 'They are parts of one account' },
  ],
})
