import { add, type Decimal, zero } from '../domain/money.ts'
import { amountForm } from '../tables/amounts.ts'
import { isAnswered } from '../tables/conversion.ts'
import type { Answers, Question } from '../tables/doubts.ts'
import { findTables, type Table } from '../tables/find-tables.ts'
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
import { walkRows } from './walk-rows.ts'

type Options = { name: string; answers: Answers; today: string }

/**
 * Reads a statement from rows of cells: finds its tables, what each of them is, the account of each row, and what an account's rows are. Whatever
 * allows two readings is a question; every row is in one list.
 */
export function readSheet(sheet: StatementSheet, { name, answers, today }: Options): StatementReading {
  const of = answersByScope(answers)
  const ofFile = of('')
  const isBetween = (row: SheetRow) => isHeading(row) || isAboutAccount(row)
  const header =
    ofFile.header === undefined ? {} : { headerRow: ofFile.header === 'none' ? null : Number(ofFile.header) }
  const tables = findTables(sheet, {
    ...{ isKnownHeader: isStatementHeader, isAside: isLabelledTotal, isBetween, answers: ofFile },
    ...header,
  })
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
  for (const group of groups)
    questions.push(...group.questions.map((question) => ({ ...question, id: `${group.scope}${question.id}` })))
  const walk = walkRows(sheet, { found, groups, questions, of })
  if (other && !areEmptied(walk.drafts)) return other
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
    waiting: byRow(walk.waiting),
    textsBeside: [],
    tablesLeftOut: groups
      .filter(({ is }) => is === 'transactions' || is === 'other')
      .reduce((count, { tables }) => count + tables.length, 0),
    tables: groups.flatMap((group) =>
      group.tables.map(({ headerRow }) => ({
        ...{ scope: group.scope, headerRow, headers: group.headers, uses: group.uses, is: group.is },
      })),
    ),
    rowsIn: sheet.rows.length + sheet.refused.length,
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
