import type { Answers, LeftOutRow, Question, RefusedRow } from '../tables/doubts.ts'
import { rememberedAnswers } from '../tables/doubts.ts'

/** The source of an identifier: an exchange (symbol), an agency of numbers, or the custodian itself. */
export const identifierKinds = ['symbol', 'cusip', 'isin', 'sedol', 'custodian'] as const
export type IdentifierKind = (typeof identifierKinds)[number]

/** An identifier of a security: trimmed, in upper case, without marks of footnotes. */
export type Identifier = { kind: IdentifierKind; value: string }

/** A holding of an account, or a balance that counts as one. */
export type StatementRow = {
  /** Row in the file as a spreadsheet counts it, from 1; in OFX the running number of positions and balances. */
  row: number
  name: string
  identifiers: Identifier[]
  /** USD as an exact decimal such as `52651.20` or `-43.64`: at least two decimal places, all of the file's digits. */
  value: string
  /** The custodian's kind of security as written, such as `Mutual Fund`; `cash` or `margin` for balances of OFX; null if the file names none. */
  kind: string | null
  /** Why the value is below zero; null where it is not. */
  negative: 'short' | 'margin' | 'cash' | null
  /** The amount in another currency and the rate by which it became dollars, rounded to cents; null if it is in dollars. */
  converted: { currency: string; amount: string; rate: string } | null
}

/** An amount that counts only if the advisor says so: pending activity, accrued interest. `value` is as in {@link StatementRow}. */
export type ExplainableLine = { row: number; name: string; value: string; why: string }

/** One account of a file, with its own questions. */
export type StatementAccount = {
  /** Unique in the file, and the same each time that it is read: number and title. */
  key: string
  /** As written, such as `X10442871` or `...417`; empty if the file names none. */
  number: string
  /** True if the number is not whole, so that other accounts may have the same. */
  isMasked: boolean
  name: string | null
  /** Who keeps the account, as the file or the advisor names it; null if neither does. */
  custodian: string | null
  /** The account's total as the file states it; null if it states none. */
  statedTotal: { row: number; label: string; value: string } | null
  rows: StatementRow[]
  lines: ExplainableLine[]
  /** Rows that may be holdings and cannot be read, by name: the account is not complete without them. */
  refused: RefusedRow[]
  /** Open questions; they block this account only. */
  questions: Question[]
}

/** The use of a column of a statement. */
export const columnUses = [
  'name',
  'symbol',
  'cusip',
  'isin',
  'sedol',
  'custodian',
  'kind',
  'value',
  'currency',
  'account_number',
  'account_name',
  'as_of',
  'price_date',
  'accrued',
  'quantity',
  'ignore',
] as const
export type ColumnUse = (typeof columnUses)[number]

/** The kind that was found for a table of a file. */
export const tableKinds = ['holdings', 'cash', 'totals', 'facts', 'transactions', 'other'] as const
export type TableKind = (typeof tableKinds)[number]

/** A table of a file, what it was taken for, and how its columns are used. */
export type StatementTable = {
  /** Prefix of the answers about all tables with this header: `<scope>use:<column from 0>` is a {@link ColumnUse}, `<scope>is` a {@link TableKind}. */
  scope: string
  /** Null for a table without names of columns. */
  headerRow: number | null
  headers: readonly string[]
  uses: ColumnUse[]
  is: TableKind
}

/** A custodian's file as it was read. Every row with content is in exactly one list: of an account, or of the file. */
export type Statement = {
  /** `key` is of the headers, and is the same for next month's file; `words` say what it was taken for. */
  layout: { key: string; words: string }
  accounts: StatementAccount[]
  /**
   * `date` as `YYYY-MM-DD`; null if it is not certain: `proposed` may be one that the advisor confirms. `from` are the words that name it;
   * `priceDates` are listed where the rows have several. `problem`: why the date cannot be used, such as one in the future.
   */
  asOf: {
    date: string | null
    proposed: string | null
    from: string | null
    priceDates: string[]
    problem: string | null
  }
  /** Open questions about the whole file; no account is complete before they are answered. A question whose id ends with `rate:XXX` takes `1.0842 2026-10-30` too. */
  questions: Question[]
  /** Questions that have an answer, which can be changed. */
  answered: Question[]
  /** Titles, names of columns, totals, lots, footnotes and rows of other tables. */
  leftOut: LeftOutRow[]
  /** Rows that belong to no account that is known. */
  refused: RefusedRow[]
  /** Rows that an open question takes or refuses. */
  waiting: LeftOutRow[]
  /** Texts that are in no row, such as memos, properties and page headers, with the kind of their place in words. */
  textsBeside: { place: string; text: string }[]
  /** Tables that are no holdings, such as lists of transactions. */
  tablesLeftOut: number
  tables: StatementTable[]
  /** Rows with content: rows, lines and refused rows of all accounts, with the rows refused, left out and waiting here. */
  rowsIn: number
  /** True once no question about the whole file is open. */
  isReady: boolean
}

/** A file that is a statement, or what else it is and what to do about it. */
export type StatementReading = { is: 'statement'; statement: Statement } | OtherFile

/** A file that is no statement of holdings: what it is, and what to ask the custodian for. */
export type OtherFile = { is: 'other'; what: string; nextStep: string }

/** The answers that hold for the next file with the same headers as well: uses of columns, notations, kinds of tables. */
export function rememberedStatementAnswers(answers: Answers): Record<string, string> {
  const kept = Object.entries(answers).filter(([id]) => {
    const [, inner] = /^(?:h[0-9a-f]+)\/(.*)$/.exec(id) ?? []
    if (inner === undefined) return false
    return (
      /^(?:is$|accounts$|account-column$|per-unit$|with-accrued$|base$|use:)/.test(inner) ||
      Object.keys(rememberedAnswers({ [inner]: '' })).length > 0
    )
  })
  return Object.fromEntries(kept)
}
