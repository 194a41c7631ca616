import { readFileSync } from 'node:fs'
import { readStatement } from '../../../shared/statements/read-statement.ts'
import { statementContent } from '../../../shared/statements/source.ts'
import type { Statement, StatementReading } from '../../../shared/statements/statement.ts'
import type { Answers } from '../../../shared/tables/doubts.ts'

export const today = '2026-11-26'
export const fixture = (name: string): Buffer => readFileSync(`tests/fixtures/statements/${name}`)

/** Reads a file as it is dropped: by its bytes. */
export function readBytes(name: string, bytes: Uint8Array, answers: Answers = {}): StatementReading {
  const content = statementContent(bytes)
  if (content.is === 'workbook' || content.is === 'pdf') throw new Error('It is unpacked elsewhere.')
  if (content.is === 'other') return content
  return readStatement({ ...content, name }, { answers, today })
}

/** A file that must be a statement. */
export function statementIn(text: string, answers: Answers = {}, name = 'positions.csv'): Statement {
  const reading = readBytes(name, Buffer.from(text), answers)
  if (reading.is !== 'statement') throw new Error(`It is something else: ${reading.what}`)
  return reading.statement
}

/** The rows in all lists of a statement, which must be the rows of the file. */
export function rowsIn({ accounts, leftOut, refused, waiting }: Statement): number[] {
  const ofAccounts = accounts.flatMap(({ rows, lines, refused }) => [
    ...[...rows, ...refused].map(({ row }) => row),
    ...lines.filter(({ row }) => !rows.some((one) => one.row === row)).map(({ row }) => row),
  ])
  return [...ofAccounts, ...[...leftOut, ...refused, ...waiting].map(({ row }) => row)].toSorted((a, b) => a - b)
}
