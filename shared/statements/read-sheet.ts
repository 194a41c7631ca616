import { add, type Decimal, zero } from '../domain/money.ts'
import { amountForm } from '../tables/amounts.ts'
import { isAnswered } from '../tables/conversion.ts'
import { type Answers, answerTo, type Question, rowNumbers } from '../tables/doubts.ts'
import { type FoundTables, findTables, type Table } from '../tables/find-tables.ts'
import { filledIn, rowText, type SheetRow, textIn } from '../tables/split.ts'
import { isLabelledTotal } from '../tables/totals.ts'
import type { AccountDraft } from './account-draft.ts'
import { finishAccount } from './account-rows.ts'
import { accountInTitle } from './account-titles.ts'
import { answersByScope, keyOf, scopeOf } from './answers.ts'
import { datesIn, readAsOf } from './as-of.ts'
import { isAboutAccount, isHeading } from './between-rows.ts'
import { sumBeforeAnswers } from './choose-total.ts'
import { isBankList, isStatementHeader } from './columns.ts'
import { type ReadGroup, readGroups } from './groups.ts'
import type { StatementSheet } from './source.ts'
import type { OtherFile, Statement, StatementAccount, StatementReading } from './statement.ts'
import { type Walk, walkRows } from './walk-rows.ts'

type Options = { name: string; answers: Answers; today: string }

/**
 * Reads a statement from rows of cells: finds its tables, what each of them is, the account of each row, and what an account's rows are. Whatever
 * allows two readings is a question; every row is in one list.
 */
export function readSheet(given: StatementSheet, { name, answers, today }: Options): StatementReading {
  const of = answersByScope(answers)
  const ofFile = of('')
  const isBetween = (row: SheetRow) => isHeading(row) || isAboutAccount(row)
  const header =
    ofFile.header === undefined ? {} : { headerRow: ofFile.header === 'none' ? null : Number(ofFile.header) }
  const find = (rows: StatementSheet) =>
    findTables(rows, {
      ...{ isKnownHeader: isStatementHeader, isAside: isLabelledTotal, isBetween, answers: ofFile },
      ...header,
    })
  const first = find(given)
  const divided = joinNumbers(given, first, ofFile)
  const { sheet } = divided
  const tables = sheet === given ? first : find(sheet)
  const read = readGroups(sheet, tables, of)
  const other = whyOther(read, tables.tables)
  if (read.some(hasColumnsOfAccounts)) return columnsOfAccounts
  const isList = sheet.rows.some((row) => filledIn(row).length > 2)
  if (other && isList) return other
  // A few lines of text may say that an account is empty.
  const [found, groups] = other ? [asTitles(sheet), []] : [tables, read]
  const questions: Question[] = found.questions.map((question) =>
    question.id === 'short-rows' ? { ...question, id: `rows:${question.rows[0] ?? 0}` } : question,
  )
  questions.push(...divided.questions)
  for (const group of groups)
    questions.push(...group.questions.map((question) => ({ ...question, id: `${group.scope}${question.id}` })))
  const walk = walkRows(sheet, { found, groups, questions, of })
  if (other && !areEmptied(walk.drafts)) return other
  if (divided.open.length <= mostOwned) for (const row of divided.open) giveOwner(row, walk, groups)
  const whole = wholeSum(walk.drafts)
  const accounts = walk.drafts.map((draft) =>
    finishAccount(draft, {
      of,
      whole: walk.drafts.length > 1 ? whole : null,
      hasOneLoose: walk.drafts.flatMap(({ totals }) => totals.filter(({ isLoose }) => isLoose)).length === 1,
      leftOut: walk.leftOut,
      waiting: walk.waiting,
    }),
  )
  const keys = new Map<string, number>()
  const answered: Question[] = []
  const finished = accounts.map(({ account, asked }): StatementAccount => {
    const seen = (keys.get(account.key) ?? 0) + 1
    keys.set(account.key, seen)
    answered.push(...asked.filter(({ isOpen }) => !isOpen).map(({ question }) => question))
    const open = asked.filter(({ isOpen }) => isOpen).map(({ question }) => question)
    return { ...account, key: seen === 1 ? account.key : `${account.key} (${seen})`, questions: open }
  })
  const positionColumns = (use: 'as_of' | 'price_date') =>
    groups.flatMap((group) => {
      const at = group.is === 'holdings' ? group.column(use) : -1
      return at < 0 ? [] : group.rows.map((row) => textIn(row, at))
    })
  const scope = layoutScope(groups)
  const { asOf, question } = readAsOf(
    {
      name,
      isOpenEnded: sheet.isOpenEnded === true,
      texts: walk.texts,
      positions: positionColumns('as_of'),
      prices: positionColumns('price_date'),
      evidence: dateCells(groups),
    },
    { answers: of(scope), today },
  )
  if (question) questions.push({ ...question, id: `${scope}${question.id}` })
  const openOfFile: Question[] = []
  for (const one of questions) {
    const own = scopeOf(one.id)
    if (isAnswered({ ...one, id: one.id.slice(own.length) }, of(own))) answered.push(one)
    else {
      const owners = new Set(one.rows.map((row) => walk.owners.get(row)))
      const [owner] = owners
      const at = owners.size === 1 && owner !== undefined ? walk.drafts.indexOf(owner) : -1
      if (at >= 0) finished[at]?.questions.push(one)
      else openOfFile.push(one)
    }
  }
  const statement: Statement = {
    layout: { key: scope.slice(0, -1), words: layoutWords(groups, walk.drafts) },
    accounts: finished,
    asOf,
    questions: openOfFile,
    answered,
    leftOut: byRow(walk.leftOut),
    refused: byRow(walk.refused),
    waiting: byRow([
      ...walk.waiting,
      ...divided.open.map((row) => ({ row: row.row, text: rowText(row), why: dividedCause })),
    ]),
    textsBeside: [],
    tablesLeftOut: groups
      .filter(({ is }) => is === 'transactions' || is === 'other')
      .reduce((count, { tables }) => count + tables.length, 0),
    tables: groups.flatMap((group) =>
      group.tables.map(({ headerRow }) => ({
        ...{ scope: group.scope, headerRow, headers: group.headers, uses: group.uses, is: group.is },
      })),
    ),
    rowsIn: given.rows.length + given.refused.length,
    isReady: openOfFile.length === 0,
  }
  return { is: 'statement', statement }
}

const byRow = <Row extends { row: number }>(rows: readonly Row[]): Row[] => rows.toSorted((a, b) => a.row - b.row)

const asTitles = ({ rows }: StatementSheet): ReturnType<typeof findTables> => ({
  ...{ tables: [], refused: [], questions: [] },
  leftOut: rows.map((row) => ({ row: row.row, text: rowText(row), why: 'It is about the file or the account.' })),
})

/** True for accounts without any row whose stated value is nothing: an export of an emptied account has no table of holdings. */
const areEmptied = (drafts: readonly AccountDraft[]): boolean =>
  drafts.length > 0 &&
  drafts.every(
    ({ number, entries, refused, empty, totals }) =>
      number !== '' &&
      entries.length + refused.length + empty.length === 0 &&
      totals.length > 0 &&
      totals.every(({ amount }) => amount?.units === 0n),
  )

/** Rows that may be those of several accounts belong to none: the whole file waits for them then. */
const mostOwned = 20

/** Gives a row that waits to the account whose number is in it, else to the one of the row above where no column has the numbers. */
function giveOwner(row: SheetRow, { drafts, owners }: Walk, groups: readonly ReadGroup[]): void {
  const isNumbered = groups.some((group) => group.is === 'holdings' && group.column('account_number') >= 0)
  const above = [...owners.keys()].reduce((most, one) => (one < row.row && one > most ? one : most), 0)
  const named = drafts.find(({ number }) => number !== '' && row.cells.some((cell) => cell.trim() === number))
  const owner = named ?? (isNumbered ? undefined : owners.get(above))
  if (owner) owners.set(row.row, owner)
}

/** The beginning of an amount before the comma between its thousands, digits between two, and its end. */
const amountBegins = /^[-+]?\(?[-+]?\s*(?:[A-Z]{0,3}[$€£]\s*)?\d{1,3}$/
const amountEnds = /^\d{3}(?:\.\d+)?\)?$/

/** Places of cells that may be one number, from the first to the last. `isMarked`: a currency or an open parenthesis shows where it begins. */
type DividedNumber = { from: number; to: number; isMarked: boolean }

function dividedNumbers({ cells }: SheetRow): DividedNumber[] {
  const found: DividedNumber[] = []
  for (let from = 0; from < cells.length; from++) {
    const [begin, text] = [(cells[from] ?? '').trim(), (at: number) => (cells[at] ?? '').trim()]
    if (!amountBegins.test(begin) || !amountEnds.test(text(from + 1))) continue
    let to = from + 1
    while (/^\d{3}$/.test(text(to)) && amountEnds.test(text(to + 1))) to++
    found.push({ from, to, isMarked: /[$€£]/.test(begin) || (begin.includes('(') && text(to).endsWith(')')) })
    from = to
  }
  return found
}

/** The file with divided amounts in one cell each, and the question about them with the rows that wait for its answer. */
type Joined = { sheet: StatementSheet; questions: Question[]; open: SheetRow[] }

/**
 * Finds rows of a file with commas in which an amount without quotation marks is divided at the commas between its thousands: `$3,500.00` is in two
 * cells then. They are asked about, and are one cell only after that answer. A row with more cells than the header has such an amount if that explains
 * all of them; any other only where a currency or a parenthesis shows its beginning, unless other rows have whole dollars in that column.
 */
function joinNumbers(sheet: StatementSheet, { tables, refused }: FoundTables, answers: Answers): Joined {
  const none: Joined = { sheet, questions: [], open: [] }
  if (sheet.delimiter !== ',') return none
  const tooWide = new Set(refused.map(({ row }) => row))
  const whole = new Set<number>()
  for (const { cells } of sheet.rows)
    for (const [at, cell] of cells.entries()) {
      const next = (cells[at + 1] ?? '').trim()
      if (
        /[$€£]/.test(cell) &&
        amountBegins.test(cell.trim()) &&
        next !== '' &&
        amountForm(next) &&
        !amountEnds.test(next)
      )
        whole.add(at)
    }
  const headerOf = (row: number) => tables.findLast(({ headerRow }) => headerRow !== null && headerRow < row)
  const found = sheet.rows.flatMap((row) => {
    const numbers = dividedNumbers(row)
    if (numbers.length === 0) return []
    const headers = headerOf(row.row)?.headers ?? []
    const divided = numbers.reduce((sum, { from, to }) => sum + to - from, 0)
    // A comma at the end of the header is no name for the end of an amount.
    const named = headers.findLastIndex((header) => header.trim() !== '') + 1
    const filled = row.cells.findLastIndex((cell) => cell.trim() !== '') + 1
    const isBeside = named > 0 && named < headers.length && filled - named === divided
    const isAll = isBeside || (tooWide.has(row.row) && row.cells.length - headers.length === divided)
    const names = isBeside ? named : headers.length
    const joined = isAll ? numbers : numbers.filter(({ from, isMarked }) => isMarked && !whole.has(from))
    const [number] = joined
    return number
      ? [{ row, joined, number, names: isAll ? names : null, width: isBeside ? filled : row.cells.length }]
      : []
  })
  const [first] = found
  if (first === undefined) return none
  const { row, number, names, width } = first
  const parts = row.cells.slice(number.from, number.to + 1).map((cell) => `“${cell.trim()}”`)
  const cells = names === null ? '' : ` has ${width} cells where the header has ${names}`
  const rest = found.length === 1 ? '' : ` The same is in ${rowNumbers(found.slice(1).map((one) => one.row.row))}.`
  const question: Question = {
    id: 'thousands',
    rows: found.map((one) => one.row.row),
    column: null,
    text: `Row ${row.row}${cells}: ${parts.join(' and ')} may be one number, divided at its comma.${rest}`,
    choices: [
      { value: 'one', label: `One number: ${joinedCells(row, [number])[number.from]}` },
      { value: 'apart', label: 'Each cell is a number of its own' },
      { value: 'refuse', label: found.length === 1 ? 'Leave this row out' : 'Leave these rows out' },
    ],
  }
  const answer = answerTo(question, answers)
  if (answer === 'apart') return { ...none, questions: [question] }
  const own = new Map(found.map((one) => [one.row, one.joined]))
  const left = found.map((one) => ({ row: one.row.row, text: rowText(one.row) }))
  return {
    sheet: {
      ...sheet,
      rows:
        answer === 'one'
          ? sheet.rows.map((one) => ({ ...one, cells: joinedCells(one, own.get(one) ?? []) }))
          : sheet.rows.filter((one) => !own.has(one)),
      refused:
        answer === 'refuse'
          ? byRow([
              ...sheet.refused,
              ...left.map((one) => ({ ...one, column: null, cause: dividedCause, next_step: putInQuotes })),
            ])
          : sheet.refused,
    },
    questions: [question],
    open: answer === null ? found.map((one) => one.row) : [],
  }
}

const dividedCause = 'An amount of it is divided at its comma.'
const putInQuotes = 'Put the amount in quotation marks, or ask the custodian for a file without commas in amounts.'

/** The cells of a row with each divided number in one of them. */
const joinedCells = ({ cells }: Pick<SheetRow, 'cells'>, numbers: readonly DividedNumber[]): string[] =>
  cells.flatMap((cell, at) => {
    const own = numbers.find(({ from, to }) => at >= from && at <= to)
    if (own === undefined) return [cell]
    return at === own.from
      ? [
          cells
            .slice(own.from, own.to + 1)
            .map((part) => part.trim())
            .join(','),
        ]
      : []
  })

/** The kind of a file without a table of holdings; null if it has one. */
function whyOther(groups: readonly ReadGroup[], tables: readonly Table[]): OtherFile | null {
  if (groups.some(({ is }) => is === 'holdings')) return null
  const ask = 'Ask the custodian for the positions or holdings of the account as a CSV, Excel or OFX file.'
  if (groups.some(({ is, headers }) => is === 'transactions' && !isBankList(headers)))
    return { is: 'other', what: 'This is a list of transactions, not of holdings.', nextStep: ask }
  if (groups.some(({ headers }) => isBankList(headers)))
    return { is: 'other', what: 'This is a list of payments of a bank account, not of holdings.', nextStep: ask }
  if (groups.some(({ is }) => is === 'totals' || is === 'cash'))
    return { is: 'other', what: 'This is a summary of totals, without the holdings in them.', nextStep: ask }
  const hasRows = tables.some(({ rows }) => rows.length > 0)
  const what = hasRows ? 'No table of this file has names of securities and their values.' : 'This file has no table.'
  return { is: 'other', what, nextStep: ask }
}

/** True for a table of holdings with a column of amounts for each of several accounts: its rows belong to no single one. */
const hasColumnsOfAccounts = ({ is, headers, rows }: ReadGroup): boolean =>
  is === 'holdings' &&
  headers.filter(
    (header, at) => accountInTitle(header) !== null && rows.some((row) => amountForm(textIn(row, at)) !== null),
  ).length > 1

const columnsOfAccounts: OtherFile = {
  is: 'other',
  what: 'This table has a column for each account.',
  nextStep: 'Ask the custodian for the holdings with a row for each account and security, as a CSV, Excel or OFX file.',
}

const layoutScope = (groups: readonly ReadGroup[]): string => {
  const scopes = groups.filter(({ is }) => is === 'holdings').map(({ scope }) => scope)
  return `h${keyOf([...new Set(scopes)].toSorted().join(' '))}/`
}

function layoutWords(groups: readonly ReadGroup[], drafts: readonly AccountDraft[]): string {
  const holdings = groups.filter(({ is }) => is === 'holdings')
  const where = holdings.some((group) => group.column('account_number') >= 0)
    ? 'with the account’s number in a column'
    : drafts.length > 1
      ? 'of accounts named in title rows'
      : 'of one account'
  const others = ['cash', 'totals', 'transactions'].filter((kind) => groups.some(({ is }) => is === kind))
  const beside = others.length > 0 ? `, beside ${others.join(', ')}` : ''
  return `A table of positions ${where}${beside}`
}

const slashDate = /\b\d{1,2}\/\d{1,2}\/\d{2,4}\b/
/** Rows that are looked at for the order of day and month. */
const mostEvidence = 2000

const dateCells = (groups: readonly ReadGroup[]): string[] =>
  groups.flatMap(({ rows }) =>
    rows
      .slice(0, mostEvidence)
      .flatMap(({ cells }) =>
        cells
          .filter((cell) => slashDate.test(cell))
          .flatMap((cell) => datesIn(cell).filter((date) => date.includes('/'))),
      ),
  )

function wholeSum(drafts: readonly AccountDraft[]): Decimal {
  return drafts.reduce((sum, draft) => add(sum, sumBeforeAnswers(draft)), zero)
}
