import { checkImport } from '../../electron/imports/check-import.ts'
import { readImportTable } from '../../electron/imports/import-table.ts'
import type { Known } from '../../electron/imports/known-records.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import { guessMapping } from '../../shared/domain/import/guess-mapping.ts'
import { readColumns } from '../../shared/domain/import/import-questions.ts'
import { answerTo } from '../../shared/tables/doubts.ts'
import { readHoldings } from '../../shared/tables/holdings.ts'
import { splitText } from '../../shared/tables/split.ts'

/** The app's result for a table, in the form that the campaign judges. */
export type Read = {
  accepted: Record<string, string | number | null>[]
  refused: number[]
  leftOut: number[]
  questions: { id: string; choices: { value: string }[] }[]
  /** True if no question is open. */
  isReady: boolean
}

/** Reads a pasted text as the composer of valuations does. */
export function readHoldingsText(text: string, answers: Record<string, string>): Read {
  const sheet = splitText(text, { chosen: null, pasted: true })
  const options = { answers, fields: null, isClass: () => false, keepTotals: false }
  const { holdings, refused, leftOut, questions, isReady } = readHoldings(sheet, options)
  return {
    accepted: holdings.map(({ row, name, class_text, value, external_id }) => ({
      ...{ row, name, class: class_text, value, external_id },
    })),
    refused: refused.map(({ row }) => row),
    leftOut: leftOut.map(({ row }) => row),
    questions,
    isReady,
  }
}

/** An offline copy in which every household exists, and no person. */
const known: Known = {
  owners: () => [],
  byExternalId: (id) => `hh-${id}`,
  byName: () => [],
  isKnownId: () => false,
  people: async () => [],
  records: async () => new Map(),
}

const today = '2026-11-25'

/** Reads a file as the import of people does, with the columns that it guesses. */
export async function readPeopleFile(bytes: Uint8Array, answers: Record<string, string>): Promise<Read> {
  const reading = { encoding: null, delimiter: null, sheet: null, answers }
  const table = await readImportTable('individuals', bytes, reading).catch((problem: unknown) => {
    if (problem instanceof AppError && problem.code === 'import/unreadable') return null
    throw problem
  })
  // The file is refused as a whole, by name.
  if (table === null) return { accepted: [], refused: [], leftOut: [], questions: [], isReady: false }
  const mapping = guessMapping('individuals', table.headers)
  const questions = [
    ...table.questions,
    ...readColumns({ ...table, part: 'individuals', mapping, answers, today }).questions,
  ]
  const isMapped = ['household', 'first_name', 'last_name'].every((field) => mapping.includes(field))
  const isReady = isMapped && questions.every((question) => answerTo(question, answers) !== null)
  const leftOut = table.leftOut.map(({ row }) => row)
  if (!isMapped) {
    const rows = [...table.rows, ...table.refused].map(({ row }) => row)
    return { accepted: [], refused: rows, leftOut, questions, isReady }
  }
  const plan = { mapping, answers }
  const steps = checkImport({
    tables: { households: null, individuals: table },
    plan: { households: null, individuals: plan, default_owner_id: null, existing: 'refuse', empty_clears: false },
    ...{ known, today, signal: new AbortController().signal },
  })
  let step = await steps.next()
  while (!step.done) step = await steps.next()
  const people = step.value?.individuals ?? []
  const cells = new Map(table.rows.map((row) => [row.row, row.cells]))
  return {
    accepted: people.flatMap(({ row, issues, fields }) => {
      if (issues.length > 0 || fields === null) return []
      const { first_name, last_name, date_of_birth = null, email = null, state = null, postal_code = null } = fields
      const household = (cells.get(row)?.[mapping.indexOf('household')] ?? '').trim()
      return [{ row, household, first_name, last_name, date_of_birth, email, state, postal_code }]
    }),
    refused: people.flatMap(({ row, issues }) => (issues.length > 0 ? [row] : [])),
    leftOut,
    questions,
    isReady,
  }
}
