import { amountForm } from '../tables/amounts.ts'
import { stateText } from '../tables/damage.ts'
import { type Answers, answerTo, type Question } from '../tables/doubts.ts'
import type { Table } from '../tables/find-tables.ts'
import {
  concludeUses,
  currencyIn,
  formsOf,
  isHoldingsHeader,
  isPriceHeader,
  isTransactions,
  meaningOf,
  normalHeader as normal,
} from '../tables/holding-columns.ts'
import { type SheetRow, textIn } from '../tables/split.ts'
import { isTotalLabel, totalLabel } from '../tables/totals.ts'
import { accountInCell, areLikeAccounts } from './account-titles.ts'
import { isCashName, whyExplained } from './holding-names.ts'
import { type ColumnUse, columnUses, type Identifier, type TableKind, tableKinds } from './statement.ts'
import { type AccruedPlace, findUnitPrice, takeAccrued, takeBase } from './value-column.ts'

/** All tables of a file with the same names of columns. */
export type Group = {
  /** Prefix of answers that hold for every file with these names. */
  scope: string
  headers: readonly string[]
  tables: Table[]
  rows: SheetRow[]
  titles: string[]
}

/** How the columns of a group are used, and what its tables are. */
export type GroupUses = {
  is: TableKind
  uses: ColumnUse[]
  questions: Question[]
  /** Column that tells a position from its lots; -1 if there is none. */
  detailAt: number
  /** Column with the custodian of each account; -1 if there is none. */
  custodianAt: number
  /** Column with the dates on which lots were bought; -1 if there is none. */
  acquiredAt: number
  /** True if the column of values has prices of one unit, and no other column has the values of the positions. */
  isPerUnit: boolean
  /** Columns of the custodian's own numbers and codes by their names, such as Valor and Conid: none is a CUSIP, whatever its form. */
  ownIds: ReadonlySet<number>
  /** How the column of accrued interest relates to that of the values. */
  accrued: AccruedPlace
}

type Rule = readonly [ColumnUse, RegExp]

/** The names of a column of identifiers, alone or behind a word for what they identify, such as Security CUSIP. */
function ofSecurity(names: string): RegExp {
  const owners = 'security|asset|instrument|fund|holding|investment|position|product|share|stock'
  return new RegExp(`^(?:(?:${owners}) )?(?:${names})$`)
}

/** Columns beside the name, the value and the currency, which the reader of tables finds. */
const rules: readonly Rule[] = [
  [
    'price_date',
    /^(?:(?:last )?pric(?:e|ing) (?:date|as of|as of date)|(?:date|as of) of price|last priced|quote date)$/,
  ],
  [
    'as_of',
    /^(?:as of|as of date|(?:cob|position|positions|statement|valuation|holdings?|report|reporting|business|effective|balance|asof) date|asofdate)$/,
  ],
  [
    'accrued',
    /^(?:accrued (?:interest|income|int|inc)(?: ?\/ ?(?:dividends?|income))?|accr(?:ued)? int(?:erest)?|accrued dividends?|accruals?)$/,
  ],
  ['isin', ofSecurity('isin(?: ?(?:code|number|no|#))?')],
  ['cusip', ofSecurity('cusip(?: ?(?:code|number|no|id|#))?')],
  ['sedol', ofSecurity('sedol(?: ?(?:code|number|no|#))?')],
  [
    'symbol',
    ofSecurity(
      'symbol|instrument|ticker|ticker symbol|trading symbol|(?:symbol|ticker) ?/ ?cusip(?: ?/ ?(?:id|sedol|isin))?|symbol or cusip|cusip ?/ ?(?:symbol|ticker)',
    ),
  ],
  [
    'custodian',
    /^(?:(?:security|asset|instrument|fund|position|holding|product) ?(?:id|number|no|code|identifier|#)|conid|external ?id|identifier|id|figi|wkn|valor|reference|ref)$/,
  ],
  [
    'quantity',
    /^(?!.*\b(?:prior|previous|beginning|opening|start(?:ing)?)\b).*\b(?:quantity|qty|shares?|units|par(?: value)?|face(?: (?:value|amount))?|contracts|nominal)\b(?!.*\bprice\b)/,
  ],
]

const acquired =
  /^(?:(?:date )?(?:acquired|opened)|(?:acquisition|open|purchase|trade|lot|tax lot) date|date of purchase|lot(?: (?:number|id|no))?)$/
const detailWords = /^(?:summary|position|total|lot|lots|tax lot|detail|details|closed lot|order|trade|execution)$/i
const heldWords = /^(?:cash|margin|short|cash account|margin account|[1-9])$/i

/** Names of columns of numbers that a bank or a market gives to securities. */
const ownNumbers = /^(?:conid|figi|wkn|valor(?:en ?(?:nummer|nr))?)$/
/** Names of a column that has codes of coins beside their names, which are no symbols of securities. */
const coinHeader = /^(?:asset|coin|token|crypto(?:currency)?)(?: (?:code|symbol))?$/

const custodianHeader =
  /^(?:custodian|institution|financial institution|broker|brokerage|brokerage firm|bank|held (?:at|with|by))(?: name)?$/

/** The texts of a column, without empty cells and words for nothing. */
const textsIn = (rows: readonly SheetRow[], at: number): string[] =>
  rows.map((row) => stateText(textIn(row, at))).filter((text) => text !== '')

/**
 * The uses of a group's columns, by their names and what their cells exclude; an answer takes precedence.
 *
 * @param others - true if other tables of the file list holdings
 */
export function usesOfGroup({ headers, rows, titles, tables }: Group, answers: Answers): GroupUses {
  const read = concludeUses({ headers, rows }, { answers, isClass: () => false })
  const forms = headers.map(formsOf)
  const uses: ColumnUse[] = read.fields.map((field, at) => {
    if (field === 'class') return textsIn(rows, at).every((text) => heldWords.test(text)) ? 'ignore' : 'kind'
    return field === 'external_id' ? 'ignore' : field
  })
  if (!uses.includes('value')) {
    // A table of totals often calls its column that, and has other amounts beside it.
    const totals = headers.flatMap((header, at) =>
      /^(?:current |ending |closing |end )total(?: value)?$/.test(normal(header)) ? [at] : [],
    )
    const [only] = totals
    if (only !== undefined && totals.length === 1) uses[only] = 'value'
  }
  const numbered = headers.flatMap((header, at) => (isAccountNumber(header) ? [at] : []))
  const accounts =
    numbered.length > 0 ? numbered : headers.flatMap((_, at) => (isContract({ headers, rows }, at) ? [at] : []))
  // The name of an account tells accounts apart whose numbers end alike, which that of a household or a kind of account does not.
  const ownName = headers.findIndex((header) =>
    /^(?:account|acct) ?(?:name|title|registration|short name|nickname|alias)(?: ?\/ ?(?:name|registration))?$/.test(
      normal(header),
    ),
  )
  // A portfolio is an account only where nothing else is.
  const accountAt = accounts.find((at) => !/portfolio/i.test(headers[at] ?? '')) ?? accounts[0] ?? -1
  for (const [at, header] of headers.entries()) {
    const { is } = meaningOf(header)
    if (uses[at] === 'value' || uses[at] === 'currency') continue
    if (at === accountAt) uses[at] = 'account_number'
    else if (at === ownName) uses[at] = 'account_name'
    else if (ownName >= 0 && is === 'account_name') uses[at] = 'ignore'
    else if (
      is === 'account_name' ||
      /^(?:account|acct) ?(?:short name|nickname|alias|description)$/.test(normal(header)) ||
      (accountAt >= 0 &&
        ownName < 0 &&
        uses[at] !== 'name' &&
        /^(?:short name|(?:client|owner|household|customer|beneficiary)(?: name)?|beneficiary ?\/ ?owner|name)$/.test(
          normal(header),
        ))
    ) {
      const isHeld = textsIn(rows, at).every((text) => heldWords.test(text))
      uses[at] = isHeld || uses.includes('account_name') ? 'ignore' : 'account_name'
    } else {
      const rule = rules.find(([, pattern]) => forms[at]?.some((form) => pattern.test(form)))
      if (rule && !uses.includes(rule[0]) && (uses[at] === 'ignore' || uses[at] === 'kind')) uses[at] = rule[0]
    }
  }
  // A column that names the rows where nothing else does is an identifier too.
  const named = uses.indexOf('name')
  if (named >= 0 && (headers[named] ?? '') !== '') {
    const rule = rules.find(
      ([use, pattern]) => isIdentifierUse(use) && forms[named]?.some((form) => pattern.test(form)),
    )
    if (rule && !uses.includes(rule[0])) uses[named] = rule[0]
  }
  const coinAt = uses.includes('name') && !uses.some(isIdentifierUse) ? codesOfCoins({ headers, rows }, uses) : -1
  if (coinAt >= 0) uses[coinAt] = 'custodian'
  const nameQuestion =
    uses.includes('name') || uses.some(isIdentifierUse) ? null : takeName({ headers, rows }, uses, answers)
  // A name for the value in dollars says that a column of currencies is about other columns.
  const valueAt = uses.indexOf('value')
  if (currencyIn(headers[valueAt] ?? '') === 'USD')
    for (const [at, use] of uses.entries()) if (use === 'currency') uses[at] = 'ignore'
  for (const [at] of headers.entries()) {
    const chosen = columnUses.find((use) => use === answers[`use:${at}`])
    if (chosen === undefined) continue
    for (const [other, use] of uses.entries()) if (use === chosen && chosen !== 'ignore') uses[other] = 'ignore'
    uses[at] = chosen
  }
  const baseQuestion = takeBase({ headers, rows }, uses, answers)
  const accountQuestion = takeAccount({ headers, rows }, uses, answers)
  const offered = read.questions.flatMap(({ id, choices }) =>
    id === 'value' ? choices.map((one) => Number(one.value)) : [],
  )
  const accrued = takeAccrued({ headers, rows }, uses, { answers, offered })
  // A table whose only numbers identify securities, such as a list of instruments, has no values.
  const isAboutAmounts = ({ id, choices }: Question) =>
    id !== 'value' || choices.some(({ value }) => !isIdentifierUse(uses[Number(value)] ?? 'ignore'))
  const isDecided = uses.includes('value')
  const named2 = tableKinds.find((kind) => kind === answers.is)
  const is = named2 ?? kindOf({ headers, titles, rows, tables }, uses, read.questions.some(isAboutAmounts))
  const unit = is === 'holdings' && !accrued.isProduct ? findUnitPrice({ headers, rows }, uses, answers) : null
  const isPrice = unit !== null && answerTo(unit.question, answers) === 'unit'
  if (isPrice && unit.positionsAt >= 0) {
    uses[uses.indexOf('value')] = 'ignore'
    uses[unit.positionsAt] = 'value'
  }
  return {
    is,
    uses,
    isPerUnit: isPrice && unit.positionsAt < 0,
    ownIds: new Set(
      headers.flatMap((_, at) => (at === coinAt || forms[at]?.some((form) => ownNumbers.test(form)) ? [at] : [])),
    ),
    accrued: accrued.place,
    questions:
      is === 'other' || is === 'transactions' || is === 'facts'
        ? []
        : [
            ...(isDecided ? [] : read.questions),
            ...(nameQuestion && is === 'holdings' ? [nameQuestion] : []),
            ...(accountQuestion && is === 'holdings' ? [accountQuestion] : []),
            ...(baseQuestion && is === 'holdings' ? [baseQuestion] : []),
            ...(unit === null ? [] : [unit.question]),
            ...(accrued.question !== null && is === 'holdings' ? [accrued.question] : []),
          ],
    detailAt: headers.findIndex((_, at) => {
      const texts = textsIn(rows, at)
      return uses[at] === 'ignore' && texts.length > 0 && texts.every((text) => detailWords.test(text))
    }),
    custodianAt: headers.findIndex(
      (header, at) => (uses[at] === 'ignore' || uses[at] === 'kind') && custodianHeader.test(normal(header)),
    ),
    acquiredAt: forms.findIndex((of) => of.some((form) => acquired.test(form))),
  }
}

/** The column of codes of coins such as BTC; -1 if there is none. */
const codesOfCoins = ({ headers, rows }: Pick<Group, 'headers' | 'rows'>, uses: readonly ColumnUse[]): number =>
  headers.findIndex((header, at) => {
    const texts = textsIn(rows, at)
    const isFree = uses[at] === 'ignore' || uses[at] === 'kind'
    return (
      isFree &&
      coinHeader.test(normal(header)) &&
      texts.length > 0 &&
      texts.every((text) => /^[A-Z0-9]{2,10}$/.test(text))
    )
  })

/** True for a text that names a column of a statement. */
export const isStatementHeader = (text: string): boolean =>
  !/:\s*$/.test(text) &&
  // The number of an account beside a word such as Margin is a label's text.
  !/\d{3,}-\d{3,}/.test(text) &&
  (isHoldingsHeader(text) ||
    isAccountNumber(text) ||
    formsOf(text).some((form) => rules.some(([, pattern]) => pattern.test(form))))

/** Without a name or identifier of the rows: the only column of texts names them, else that is asked. */
function takeName(
  { headers, rows }: Pick<Group, 'headers' | 'rows'>,
  uses: ColumnUse[],
  answers: Answers,
): Question | null {
  const isWords = (text: string) => /\p{L}{2}/u.test(text) && amountForm(text) === null
  // Under the name of an account may be what it holds: one number then has several of them.
  const accountAt = uses.indexOf('account_number')
  const hasSeveralNames = (at: number) =>
    [...Map.groupBy(rows, (row) => textIn(row, accountAt))].some(
      ([number, own]) => number !== '' && new Set(textsIn(own, at)).size > 1,
    )
  const columns = uses.flatMap((use, at) => {
    const texts = textsIn(rows, at)
    const isFree = use === 'ignore' || use === 'kind' || (use === 'account_name' && hasSeveralNames(at))
    return isFree && texts.length > 0 && texts.filter(isWords).length * 2 > texts.length ? [at] : []
  })
  const question: Question = {
    id: 'name',
    rows: [],
    column: null,
    text: 'No column is named as the name of the securities.',
    choices: columns.map((at) => ({
      value: String(at),
      label: `${headers[at] || `Column ${at + 1}`}: ${textsIn(rows, at)[0] ?? ''}`,
    })),
  }
  const answer = answerTo(question, answers)
  const at = answer === null ? (columns.length === 1 ? (columns[0] ?? -1) : -1) : Number(answer)
  if (at >= 0) uses[at] = 'name'
  return columns.length > 1 ? question : null
}

/** Names of a column that tells whose a row is, and may tell accounts apart where no column has their numbers. */
const whoseHeader =
  /^(?:(?:holding|sub) ?account|(?:portfolio|plan) name|(?:(?:account|acct|contract|policy) )?(?:client|owner|holder|household|entity|legal entity|investor|participant|annuitant|trust|trustee|grantor|(?:family )?member|beneficiary|registration)(?: name)?)$/

/**
 * Asks whether a column has accounts: its numbers repeat, and one stands beside several securities; or it has several names of accounts, owners
 * or entities. Else several accounts would be read as one.
 */
function takeAccount({ headers, rows }: Pick<Group, 'headers' | 'rows'>, uses: ColumnUse[], answers: Answers) {
  const holdings = rows.filter((row) => totalLabel(row) === '')
  // Cash beside a share has a name, and no symbol.
  const naming = uses.flatMap((use, at) => (use === 'name' || isIdentifierUse(use) ? [at] : []))
  const holdsSeveral = (at: number) =>
    [...Map.groupBy(holdings, (row) => textIn(row, at))].some(
      ([text, rows]) => text !== '' && naming.some((named) => new Set(textsIn(rows, named)).size > 1),
    )
  const isWhose = (at: number) =>
    (uses[at] === 'account_name' || whoseHeader.test(normal(headers[at] ?? ''))) &&
    new Set(textsIn(holdings, at)).size > 1
  const columns = uses.flatMap((use, at) => {
    const isFree = use === 'ignore' || use === 'kind' || use === 'account_name'
    const mayBe = isWhose(at) || (areLikeAccounts(textsIn(holdings, at)) && holdsSeveral(at))
    return isFree && mayBe ? [at] : []
  })
  if (columns.length === 0 || uses.includes('account_number')) return null
  const labelOf = (at: number) => `${headers[at] || `Column ${at + 1}`}: ${textsIn(holdings, at)[0] ?? ''}`
  const question: Question = {
    id: 'account-column',
    rows: [],
    column: null,
    text: 'A column may have the account of each row.',
    choices: [
      ...columns.map((at) => ({ value: String(at), label: labelOf(at) })),
      { value: 'none', label: 'No: all rows are of one account, or titles name the accounts' },
    ],
  }
  const answer = answerTo(question, answers)
  if (answer !== null && answer !== 'none') uses[Number(answer)] = 'account_number'
  return question
}

/** True for a column of contracts, such as those of annuities, in which each row has a whole number; contracts of options have none. */
function isContract({ headers, rows }: Pick<Group, 'headers' | 'rows'>, at: number): boolean {
  if (!/^(?:contract|policy|certificate)(?: ?(?:number|no|nr|id|#))?$/.test(normal(headers[at] ?? ''))) return false
  const texts = textsIn(
    rows.filter((row) => totalLabel(row) === ''),
    at,
  )
  const isWhole = (text: string) => !/\d{6}[CP]\d{8}$/.test(text) && !accountInCell(text).isMasked
  return texts.length > 0 && texts.every(isWhole)
}

const isAccountNumber = (header: string): boolean =>
  meaningOf(header).is === 'account_number' ||
  /^(?:(?:(?:client|brokerage|custodial|custodian) )?(?:account|acct|a\/c)(?: ?(?:number|num|nbr|no|nr|id|code|#))?|(?:financial|holding) (?:account|acct) ?(?:number|num|nbr|no|nr|id|#)|portfolio(?: ?(?:number|num|no|id|#))?)$/.test(
    normal(header),
  )

/** True for the columns of payments of a bank account. */
export const isBankList = (headers: readonly string[]): boolean => {
  const has = (words: RegExp) => headers.some((header) => words.test(header))
  const isDated = has(/^(?:(?:transaction|posting|posted|value|booking) )?date$/i)
  return (
    isDated &&
    has(/\b(?:debit|credit|withdrawals?|deposits?|payee|balance|amount)\b/i) &&
    !has(/\b(?:symbol|shares|quantity|cusip|isin|ticker|security)\b/i)
  )
}

const isIdentifierUse = (use: ColumnUse): boolean =>
  use === 'symbol' || use === 'cusip' || use === 'isin' || use === 'sedol' || use === 'custodian'

/** The kind of a table by its names of columns, its title and its rows. */
function kindOf(
  { headers, titles, rows }: Pick<Group, 'headers' | 'titles' | 'rows' | 'tables'>,
  uses: readonly ColumnUse[],
  isValueAsked: boolean,
): TableKind {
  const names = headers.map(normal)
  if (names.some((name) => name === 'field name') && names.some((name) => name === 'field value')) return 'facts'
  const isTitled = (words: RegExp) => titles.some((title) => words.test(title))
  const has = (words: RegExp) => names.some((name) => words.test(name))
  if (
    isBankList(headers) ||
    isTransactions(headers) ||
    has(/^(?:proceeds|date sold|sold date|sale date|realized gain)/)
  )
    return 'transactions'
  if (
    isTitled(
      /^(?:account )?(?:transactions?|activity|trades|orders|history|dividends|deposits|withdrawals|fees|interest|transfers|closed (?:lots|positions)|realized.*)\b[^.]*$/i,
    ) &&
    has(/\bdate\b/)
  )
    return 'transactions'
  const isIdentified = uses.some(isIdentifierUse)
  const hasUnits = uses.includes('quantity') || headers.some(isPriceHeader)
  const hasValue = uses.includes('value')
  if (!hasValue && !(isValueAsked && (isIdentified || hasUnits))) return 'other'
  if (isTitled(/\b(?:watch ?list|performance|change in .*value|mark-to-market|gain.?loss summary|income summary)\b/i))
    return 'other'
  const texts = rows.flatMap((row) => row.cells.slice(0, 2).map((cell) => cell.trim())).filter((text) => text !== '')
  if (isIdentified || hasUnits) return 'holdings'
  if (isTitled(/\bcash\b/i)) return 'cash'
  const isByAccount = uses.includes('account_number') && !uses.includes('name')
  if (isByAccount) return /\bcash\b/i.test(headers[uses.indexOf('value')] ?? '') ? 'cash' : 'totals'
  if (has(/^cash\b/)) return 'cash'
  if (
    isTitled(
      /\bnet asset value|asset (?:allocation|summary|class)|account (?:summary|value|total)|portfolio (?:summary|value)|(?:value|holdings) summary\b/i,
    )
  )
    return 'totals'
  if (!uses.includes('name') && uses.includes('kind')) return 'totals'
  return texts.length > 0 && texts.every((text) => isCashName(text) || !/[a-z]/i.test(text)) ? 'cash' : 'holdings'
}

const marks = /(?:\s*(?:[*†‡§]+|[¹²³⁰-⁹]+|\(\d{1,2}\)|\[\d{1,2}\]))+$/

/** A name on one line and without marks of footnotes; a text that is nothing else stays. */
export const nameWithoutMarks = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.replace(marks, '').trim() || line
}

/** An identifier without marks of footnotes, in upper case. */
export const withoutMarks = (text: string): string => text.replace(marks, '').replace(/\s+/g, ' ').trim().toUpperCase()

/** The kind of a text in a column of symbols: custodians write a CUSIP there for a bond, and an ISIN for a foreign share. */
export function kindByForm(value: string): 'symbol' | 'cusip' | 'isin' {
  if (/^[A-Z]{2}[0-9A-Z]{9}\d$/.test(value) && /\d{3}/.test(value)) return 'isin'
  return /^[0-9A-Z]{8}\d$/.test(value) && value.replace(/\D/g, '').length >= 4 && /^\d{3}|^[0-9A-Z]{3}\d{3}/.test(value)
    ? 'cusip'
    : 'symbol'
}

/** The kind of a text in a column of the custodian’s own numbers, where no column has symbols: many write these there. */
function ownKind(value: string): 'symbol' | 'cusip' | 'isin' | 'custodian' {
  const isSymbol = /^[A-Z][A-Z0-9]{0,5}(?:[./ ][A-Z]{1,2})?(?: \d{2}\/\d{2}\/\d{2,4}\b.*)?$/.test(value)
  const kind = kindByForm(value)
  return kind === 'symbol' && !isSymbol ? 'custodian' : kind
}

/** Forms of identifiers whose length is fixed. */
const lengths: Partial<Record<ColumnUse, RegExp>> = {
  cusip: /^(?:[0-9A-Z]{9}|(?=\d*[A-Z])[0-9A-Z]{8})$/,
  isin: /^[A-Z]{2}[0-9A-Z]{9}\d$/,
  sedol: /^[0-9A-Z]{7}$/,
}

/** True for a name of several words in place of a symbol: a column named Instrument may have either. */
export const isSecurityName = (text: string): boolean => /\p{Ll}{2}\S* /u.test(text) || /^[A-Z]{7,} /.test(text)

/** All identifiers of a row, each once; words in place of an identifier, such as cash, are none. */
export function identifiersIn(row: SheetRow, { uses, ownIds }: Pick<GroupUses, 'uses' | 'ownIds'>): Identifier[] {
  const found: Identifier[] = []
  for (const [at, use] of uses.entries()) {
    if (use !== 'symbol' && use !== 'cusip' && use !== 'isin' && use !== 'sedol' && use !== 'custodian') continue
    const text = stateText(textIn(row, at))
    const value = withoutMarks(text)
    if (isCashName(text) || whyExplained(text) !== null || isTotalLabel(text) || /^totals?\s/i.test(text)) continue
    if (value === '' || /\p{L} \S*\p{Ll}|^\p{Lu}?\p{Ll}+$/u.test(text) || !/^[-0-9A-Z][0-9A-Z .:/&^$+_-]*$/.test(value))
      continue
    // A value that a spreadsheet made of a text, such as 1-Mar of MAR1 or a number without its zeros, is no identifier any more.
    if (/^\d{1,2}-[A-Z]{3}$/.test(value) || lengths[use]?.test(value) === false) continue
    // The date of a lot may stand below the symbol of its position.
    if (use === 'symbol' && (isSecurityName(text) || /^\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}$/.test(value))) continue
    const kind =
      use === 'symbol'
        ? kindByForm(value)
        : use === 'custodian' && !uses.includes('symbol') && !ownIds.has(at)
          ? ownKind(value)
          : use
    if (!found.some((one) => one.kind === kind && one.value === value)) found.push({ kind, value })
  }
  return found
}
