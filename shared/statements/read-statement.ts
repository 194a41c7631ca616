import type { Answers } from '../tables/doubts.ts'
import { readOfx } from './read-ofx.ts'
import { readSheet } from './read-sheet.ts'
import type { StatementSheet } from './source.ts'
import type { StatementReading } from './statement.ts'

/** A file's content: rows of cells, or the text of an OFX file. */
export type StatementSource = { name: string } & ({ sheet: StatementSheet } | { ofx: string })

/**
 * Reads a custodian's file: its accounts with their holdings, stated totals and date, and whatever it leaves open.
 *
 * @param options.answers - by the ids of {@link Statement.questions} and of the accounts' questions
 * @param options.today - `YYYY-MM-DD`; a later date of the statement is refused
 */
export function readStatement(source: StatementSource, options: { answers: Answers; today: string }): StatementReading {
  const { name } = source
  return 'ofx' in source ? readOfx(source.ofx, { ...options, name }) : readSheet(source.sheet, { ...options, name })
}
