import { decimalDollars } from '../../shared/domain/money.ts'
import type { ContractOutputs } from '../../shared/ipc/contract.ts'
import type { StatementFileReading } from '../../shared/ipc/statement-files.ts'
import type { Statement, StatementAccount } from '../../shared/statements/statement.ts'
import { sumOf } from '../../shared/statements/tie-out.ts'
import type { Answers } from '../../shared/tables/doubts.ts'
import { boxOf } from '../../shared/tables/placed-rows.ts'
import type { PrintedLine, SheetRow } from '../../shared/tables/split.ts'
import type { StoredDecisions } from './decisions.ts'
import type { ReadFile } from './reader.ts'

type FileRow = ContractOutputs['statements']['rows']['rows'][number]

/** The most rows of a kind that are named on a file's page. */
const mostNamed = 200
/** The most characters of a row or a cell that are shown. */
const mostShown = 200

const cut = (text: string): string => (text.length > mostShown ? `${text.slice(0, mostShown - 1)}…` : text)

type View = {
  decisions: StoredDecisions
  proposedCustodian: string | null
  answers: Answers
  read: ReadFile | null
}

/** A statement as a file's page shows it. */
export function viewOf(
  statement: Statement,
  { decisions, proposedCustodian, answers, read }: View,
): StatementFileReading {
  const { layout, asOf, questions, answered, refused, tables } = statement
  const ids = new Set(
    [...answered, ...questions, ...statement.accounts.flatMap((each) => each.questions)].map(({ id }) => id),
  )
  return {
    layout: { ...layout, custodian: decisions.custodian, proposed: proposedCustodian },
    as_of: {
      date: decisions.asOf ?? asOf.date,
      is_chosen: decisions.asOf !== null,
      proposed: asOf.proposed,
      from: asOf.from,
      price_dates: asOf.priceDates,
      problem: asOf.problem,
    },
    accounts: statement.accounts.map((account) => ({
      key: account.key,
      number: account.number,
      is_masked: account.isMasked,
      name: account.name,
      stated_total: account.statedTotal,
      typed_total: decisions.totals[account.key] ?? null,
      rows: account.rows.length,
      sum: decimalDollars(sumOf(account.rows)),
      lines: linesOf(account, decisions),
      refused: account.refused.slice(0, mostNamed).map(refusedRow),
      refused_count: account.refused.length,
      questions: account.questions.map(named),
    })),
    questions: questions.map(named),
    answered: answered.map(named),
    answers: Object.fromEntries(Object.entries(answers).filter(([id]) => ids.has(id))),
    tables: tables.map(({ scope, headerRow, headers, uses, is }) => ({
      ...{ scope, header_row: headerRow, headers: headers.map(cut), uses, is },
    })),
    refused: refused.slice(0, mostNamed).map(refusedRow),
    other_sheets: (read?.otherSheets ?? []).map(({ name, isHidden }) => ({ name, is_hidden: isHidden })),
    reads_hidden_sheets: read?.readsHidden ?? false,
    workbook_remarks: read?.remarks ?? [],
    hides_columns: read?.hidesColumns ?? false,
    rows_in: statement.rowsIn,
    counts: countTaken(statement),
    is_ready: statement.isReady,
  }
}

/** The lines of an account, with whether the advisor counts them. */
export const linesOf = ({ key, lines }: StatementAccount, { explained }: Pick<StoredDecisions, 'explained'>) =>
  lines.map((line) => ({ ...line, counted: explained[key]?.includes(line.row) ?? false }))

const named = <Row extends { rows: number[] }>(question: Row): Row => ({
  ...question,
  rows: question.rows.slice(0, mostNamed),
})

const refusedRow = <Row extends { text: string }>(row: Row): Row => ({ ...row, text: cut(row.text) })

/** Each row of a file with the use that was found for it. */
export function takenRows(statement: Statement): Map<number, Omit<FileRow, 'row' | 'cells'>> {
  const taken = new Map<number, Omit<FileRow, 'row' | 'cells'>>()
  const none = { account: null, value: null }
  for (const { row, why } of statement.leftOut) taken.set(row, { ...none, taken: 'left-out', words: why })
  for (const { row, why } of statement.waiting) taken.set(row, { ...none, taken: 'waiting', words: why })
  for (const { row, cause } of statement.refused) taken.set(row, { ...none, taken: 'refused', words: cause })
  for (const account of statement.accounts) {
    const of = { account: account.key }
    for (const { row, cause } of account.refused) taken.set(row, { ...of, taken: 'refused', words: cause, value: null })
    for (const { row, why, value } of account.lines) taken.set(row, { ...of, taken: 'line', words: why, value })
    for (const { row, value, negative, converted } of account.rows) {
      const words = converted
        ? `Holding: ${converted.amount} ${converted.currency} at ${converted.rate}`
        : negative
          ? { short: 'Short position', margin: 'Margin debit', cash: 'Negative cash' }[negative]
          : 'Holding'
      taken.set(row, { ...of, taken: 'holding', words, value })
    }
    const total = account.statedTotal
    if (total) taken.set(total.row, { ...of, taken: 'total', words: total.label, value: total.value })
  }
  return taken
}

/** The number of rows of each use; together they are all rows with content. */
function countTaken(statement: Statement): StatementFileReading['counts'] {
  const counts: StatementFileReading['counts'] = { ...noRows }
  for (const { taken } of takenRows(statement).values()) counts[taken] += 1
  return counts
}

const noRows = { holding: 0, line: 0, total: 0, 'left-out': 0, refused: 0, waiting: 0 }

const notTaken = { account: null, value: null, taken: 'left-out', words: '' } as const

/** A row as it is in the file, with what it was taken for. */
export function rowView(
  { row, cells, place }: Pick<SheetRow, 'row' | 'cells' | 'place'>,
  taken: ReturnType<typeof takenRows>,
): FileRow {
  const use: Omit<FileRow, 'row' | 'cells' | 'place'> = taken.get(row) ?? notTaken
  return {
    row,
    ...(place ? { place: { page: place.page, line: place.line, mark: markOf(place.printed, use.value) } } : {}),
    cells: cells.map((cell) => cut(cell.trim())),
    ...use,
  }
}

/** The place of a row's amount on its page: the only text of the line that says it, or else the whole line. */
function markOf(printed: PrintedLine, value: string | null): NonNullable<FileRow['place']>['mark'] {
  const { texts } = printed
  const says = ({ text }: { text: string }) =>
    value !== null && /\d/.test(text) && Number(text.replace(/[^\d.]/g, '')) === Math.abs(Number(value))
  const [amount, another] = texts.filter(says)
  const isCertain = amount !== undefined && another === undefined
  return { of: isCertain ? 'amount' : 'line', ...boxOf(printed, isCertain ? [amount] : texts) }
}

/** The positions and balances of an OFX file as rows, with those that are left out or cannot be read. */
export function positionRows({ accounts, ...others }: Statement): Pick<SheetRow, 'row' | 'cells'>[] {
  const { refused, leftOut, waiting } = others
  const rows = accounts.flatMap(({ number, rows, lines, refused: ofAccount }) => [
    ...rows.map(({ row, name, identifiers, kind, value }) => ({
      row,
      cells: [number, name, identifiers.map((one) => one.value).join(' '), kind ?? '', value],
    })),
    ...lines.map(({ row, name, value }) => ({ row, cells: [number, name, '', '', value] })),
    ...ofAccount.map(({ row, text }) => ({ row, cells: [number, text, '', '', ''] })),
  ])
  for (const { row, text } of [...refused, ...leftOut, ...waiting]) rows.push({ row, cells: ['', text, '', '', ''] })
  // A line of accrued interest has the row of its holding, and a stated total is left out as well.
  return [...new Map(rows.toReversed().map((each) => [each.row, each])).values()].toSorted((a, b) => a.row - b.row)
}
