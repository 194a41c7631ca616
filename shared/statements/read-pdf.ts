import { decimalDollars } from '../domain/money.ts'
import type { Answers } from '../tables/doubts.ts'
import { type PlacedPage, rowsOfPages } from '../tables/placed-rows.ts'
import type { SheetRow } from '../tables/split.ts'
import { accountInTitle } from './account-titles.ts'
import { mayBeSameAccount } from './accounts.ts'
import { isStatementHeader } from './columns.ts'
import { readSheet } from './read-sheet.ts'
import { type ConfirmedTexts, figuresOf, type ScanFigure, withConfirmed } from './scan-figures.ts'
import type { OtherFile, Statement, StatementAccount, StatementReading } from './statement.ts'
import { sumOf, tieOut } from './tie-out.ts'

const nextStep = 'Ask the custodian for the positions of the account as a CSV, Excel or OFX file.'

/**
 * Reads a statement from the places of a PDF's texts. Places are no cells, so that an account counts only if the file prints its total and its rows come to
 * it; otherwise the file, or the account, is refused by name.
 */
export function readPdf(
  pages: readonly PlacedPage[],
  options: { name: string; answers: Answers; today: string },
): { reading: StatementReading; rows: SheetRow[] } {
  const { rows, repeated, unclear } = rowsOfPages(pages, isStatementHeader)
  const sheet = { rows, refused: [], delimiter: null, isDelimiterUnclear: false, unclearMarks: [] }
  const reading = readSheet(sheet, options)
  if (reading.is === 'other')
    return { reading: { ...reading, what: `In this PDF no positions were found: ${reading.what}` }, rows }
  const { statement } = reading
  const [loose] = unclear
  // Without the column of values no total can be read yet.
  const isValueOpen = statement.questions.some(({ id }) => id.endsWith('/value'))
  if (!isValueOpen && !statement.accounts.some(({ statedTotal }) => statedTotal !== null))
    return { reading: refused(noTotal), rows }
  if (loose) {
    const what = `On page ${loose.page}, line ${loose.line} of this PDF, it is not certain to which row a text belongs.`
    return { reading: refused(what), rows }
  }
  const stranger = accountOfPages(repeated, statement)
  if (stranger !== null) {
    const what = `Pages of this PDF name an account, and it is not certain which rows are of it: ${stranger}.`
    return { reading: refused(what), rows }
  }
  return { reading: onlyTied(withRepeated(statement, repeated)), rows }
}

/**
 * Reads a statement from the words of a scan. The texts that the user confirmed take the place of those that were read; whatever the file says counts only once
 * all of {@link ScanFigure} are confirmed, and an account ties out to its printed total.
 */
export function readScannedPdf(
  pages: readonly PlacedPage[],
  { confirmed, ...options }: { name: string; answers: Answers; today: string; confirmed: ConfirmedTexts },
): { reading: StatementReading; rows: SheetRow[]; figures: ScanFigure[] } {
  const { rows: read, repeated } = rowsOfPages(pages, isStatementHeader)
  const take = (texts: ConfirmedTexts) => {
    const rows = withConfirmed(read, texts)
    const sheet = { rows, refused: [], delimiter: null, isDelimiterUnclear: false, unclearMarks: [] }
    return { rows, reading: readSheet(sheet, options) }
  }
  const corrected = take(confirmed)
  // A correction that leaves no table is not taken, so that it can be corrected again.
  const { rows, reading } = corrected.reading.is === 'statement' ? corrected : take({})
  if (reading.is === 'other')
    return { reading: { ...reading, what: `In this scan no positions were found: ${reading.what}` }, rows, figures: [] }
  const { statement } = reading
  const stranger = accountOfPages(repeated, statement)
  if (stranger !== null) {
    const what = `Pages of this scan name an account, and it is not certain which rows are of it: ${stranger}.`
    return { reading: refused(what), rows, figures: [] }
  }
  return {
    reading: { is: 'statement', statement: withRepeated(statement, repeated) },
    rows,
    figures: figuresOf(statement, { read, rows }),
  }
}

const withRepeated = (statement: Statement, repeated: readonly string[]): Statement => ({
  ...statement,
  textsBeside: [...statement.textsBeside, ...repeated.map((text) => ({ place: 'line repeated on pages', text }))],
})

/** A line that pages repeat and that names an account without rows; null without one. The only account may have its number in such a line alone. */
function accountOfPages(repeated: readonly string[], { accounts }: Statement): string | null {
  const strangers = repeated.filter((text) => {
    const named = /\b(?:account|acct)\b/i.test(text) ? accountInTitle(text) : null
    return named !== null && !accounts.some((account) => mayBeSameAccount(named, account))
  })
  const mayBeOwn = accounts.length === 1 && accounts[0]?.number === '' ? 1 : 0
  return strangers[mayBeOwn]?.slice(0, 80) ?? null
}

/** Refuses accounts that do not tie; the whole file if none of them can. What an open question decides is judged once it is answered. */
function onlyTied(statement: Statement): StatementReading {
  if (!statement.isReady) return { is: 'statement', statement }
  const problems = statement.accounts.map(whyNotTied)
  const [first] = problems
  if (first === undefined) return refused('In this PDF no account with positions was found.')
  if (problems.every((problem) => problem !== null)) return refused(first ?? '')
  const accounts = statement.accounts.map((account, at): StatementAccount => {
    const cause = problems[at] ?? null
    if (cause === null) return account
    const row = account.statedTotal?.row ?? account.rows[0]?.row ?? 0
    const own = { row, column: null, text: account.number || (account.name ?? ''), cause, next_step: nextStep }
    return { ...account, refused: [...account.refused, own] }
  })
  return { is: 'statement', statement: { ...statement, accounts } }
}

const undecided = { asOf: null, accounts: {}, totals: {}, explained: {} }

const noTotal = 'No printed total was found in this PDF, so that its rows cannot be checked.'

const refused = (what: string): OtherFile => ({ is: 'other', what, nextStep })

function whyNotTied(account: StatementAccount): string | null {
  if (account.questions.length > 0) return null
  const { statedTotal, rows, lines, number } = account
  const whose = number === '' ? '' : ` of ${number}`
  if (statedTotal === null) return `No printed total${whose} was found in this PDF, so that its rows cannot be checked.`
  const [unread] = account.refused
  if (unread) return `A row${whose} cannot be read in this PDF: ${unread.cause}`
  const tie = tieOut(account, undecided)
  // A line that the advisor may count can be the difference.
  if (tie.ties || lines.length > 0) return null
  return `The ${rows.length} rows${whose} that were found in this PDF come to ${decimalDollars(sumOf(rows))}, and the printed total is ${statedTotal.value}.`
}
