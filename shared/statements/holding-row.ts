import { type Decimal, roundToCents } from '../domain/money.ts'
import { inDollars } from '../tables/conversion.ts'
import { cellState, stateText } from '../tables/damage.ts'
import type { RefusedRow } from '../tables/doubts.ts'
import { nameAndIdentifier } from '../tables/holding-columns.ts'
import { rowText, type SheetRow, textIn } from '../tables/split.ts'
import type { AccountDraft, Entry } from './account-draft.ts'
import { isKindOfAssets, wordsBeside } from './between-rows.ts'
import { identifiersIn, isSecurityName, nameWithoutMarks } from './columns.ts'
import { quantityIn, type ReadGroup } from './groups.ts'
import { isCashName, isMarginName, whyExplained } from './holding-names.ts'

/** A row of a table of holdings. `empty`: it has no value, which may be worth nothing; `waiting`: until a question is answered. */
export type HoldingRow =
  | { is: 'holding'; entry: Entry }
  | { is: 'refused'; refused: RefusedRow }
  | { is: 'empty'; refused: RefusedRow }
  | { is: 'waiting'; why: string }
  | { is: 'left'; why: string }

type Place = {
  group: ReadGroup
  table: number
  owner: Pick<AccountDraft, 'segments' | 'visits'>
  /** The title of the part of the statement that it is in; null if it has none. */
  section: string | null
  mayBeTotal: boolean
}

const correctIt = 'Correct it in the file, or ask the custodian for a new one.'

/** Reads a row as a holding, or says why it is none that can be read. */
export function readHolding(row: SheetRow, { group, table, owner, section, mayBeTotal }: Place): HoldingRow {
  const { uses, conversion } = group
  const [nameAt, valueAt, kindAt] = [group.column('name'), group.column('value'), group.column('kind')]
  const idAt = uses.findIndex(
    (use, at) => at !== nameAt && ['symbol', 'cusip', 'isin', 'custodian'].includes(use) && textIn(row, at) !== '',
  )
  const text = rowText(row)
  const no = (column: number | null, cause: string, next_step: string) => ({
    is: 'refused' as const,
    refused: { row: row.row, column, text, cause, next_step },
  })
  for (const at of [nameAt, idAt, valueAt])
    if (at >= 0 && /^[=+@](?![\d.,$ ]*\d)/.test(stateText(textIn(row, at))))
      return no(at, 'The cell has a formula or a command, and not its result.', 'Save the file with values only.')
  const identifiers = identifiersIn(row, group)
  const words = nameAndIdentifier(textIn(row, nameAt), idAt < 0 ? '' : textIn(row, idAt))
  const idText = idAt < 0 ? '' : stateText(textIn(row, idAt))
  const name =
    nameWithoutMarks(words.name) ||
    (identifiers.length === 0 || isSecurityName(idText) ? nameWithoutMarks(idText) : '') ||
    group.cash?.nameOf(row) ||
    identifiers[0]?.value ||
    wordsBeside(row, uses)
  if (valueAt < 0) {
    return { is: 'waiting', why: 'The column of values is not known.' }
  }
  if (group.isPerUnit && cellState(textIn(row, valueAt)).is === 'text') {
    const cause = 'Its value is the price of one unit, not the value of the position.'
    return no(valueAt, cause, 'Ask the custodian for a file with the market value of each position.')
  }
  const amount = group.amounts.read(row)
  if (row.types?.[valueAt] === 'formula' && 'problem' in amount)
    return no(valueAt, amount.problem, 'Open the workbook in a spreadsheet, save it, and drop the saved file.')
  if (name === '' && identifiers.length === 0 && 'problem' in amount) {
    return { is: 'left', why: 'It has neither a name nor a value.' }
  }
  const isLost = (at: number) => at >= 0 && cellState(textIn(row, at)).is === 'lost'
  // A row with a name does without an identifier that a spreadsheet damaged.
  const isNamed = nameWithoutMarks(words.name) !== '' || identifiers.length > 0
  const lostAt = isLost(nameAt) ? nameAt : isLost(idAt) && !isNamed ? idAt : undefined
  if (lostAt !== undefined) {
    const state = cellState(textIn(row, lostAt))
    if (state.is === 'lost') return no(lostAt, state.cause, state.next_step)
  }
  if ('problem' in amount && cellState(textIn(row, valueAt)).is === 'empty') {
    return { ...no(valueAt, amount.problem, correctIt), is: 'empty' }
  }
  if ('problem' in amount) return no(valueAt, amount.problem, correctIt)
  const isInBase = group.cash?.isInBase(row) === true
  const rate = isInBase ? one : conversion.rate(row)
  if (rate === 'open') {
    return { is: 'waiting', why: 'Its value is not in US dollars.' }
  }
  if (rate === null) return no(valueAt, 'Its value is not in US dollars.', 'Enter a rate and its date.')
  const code = isInBase ? 'USD' : conversion.currency(row)
  const exact = inDollars(amount.value, rate, conversion.factor)
  const dollars = code === 'USD' ? exact : { units: roundToCents(exact), scale: 2 }
  const kind = stateText(textIn(row, kindAt)) || (section && isKindOfAssets(section) ? section : '') || null
  const isCash = group.is === 'cash' || isCashName(name)
  const quantity = quantityIn(row, group.column('quantity'))
  const entry: Entry = {
    ...{ row: row.row, at: row, text, table, name, identifiers, amount: dollars },
    ...{ segment: owner.segments, visit: owner.visits },
    kind: kind ?? (isCash ? 'cash' : isMarginName(name) ? 'margin' : null),
    isCash: isCash || (kind !== null && isCashName(kind)),
    isInCashTable: group.is === 'cash',
    mayBeTotal,
    why: whyExplained(name) ?? (section === null ? null : whyExplained(section)),
    quantity: quantity?.value ?? null,
    detail: group.detailAt < 0 ? '' : textIn(row, group.detailAt).toLowerCase(),
    acquired: group.acquiredAt < 0 ? '' : stateText(textIn(row, group.acquiredAt)),
    accrued: group.accruedOf(row),
    converted: code === 'USD' ? null : { currency: code, amount: amount.value, rate },
  }
  return { is: 'holding', entry }
}

const one: Decimal = { units: 1n, scale: 0 }
