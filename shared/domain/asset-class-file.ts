import { z } from 'zod'
import { type GivenAssetClass, givenAssetClass, maxGivenClasses } from '../ipc/asset-classes.ts'
import { chooseTable } from '../tables/choose-table.ts'
import { cellState, stateText } from '../tables/damage.ts'
import { type Answers, answerTo, type LeftOutRow, type Question, type RefusedRow } from '../tables/doubts.ts'
import type { Table } from '../tables/find-tables.ts'
import { rowText, type Sheet, textIn } from '../tables/split.ts'

/** The format's name and version; a file without it is rejected. */
const format = 'steward-asset-classes-1'

const assetClassFile = z.strictObject({
  format: z.literal(format),
  /** The URL of the service that these classes belong to: the ids mean nothing for any other. */
  service: z.string().max(2000),
  classes: z.array(givenAssetClass).min(1).max(maxGivenClasses),
})

export type AssetClassFile = { service: string; classes: GivenAssetClass[] }

/** Serialises a directory of asset classes to a file for a colleague. */
export function writeAssetClassFile({ service, classes }: AssetClassFile): string {
  return `${JSON.stringify({ format, service, classes }, null, 2)}\n`
}

/** The most problems of a file that are reported. */
const maxProblems = 5

/**
 * Parses such a file, which is untrusted: the whole file must be valid. A class that occurs twice with the same name counts
 * once.
 */
export function readAssetClassFile(text: string): AssetClassFile | { problems: string[] } {
  let parsed: unknown
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return { problems: ['This is not valid JSON. Use the whole file as your colleague exported it.'] }
  }
  const checked = assetClassFile.safeParse(parsed)
  if (!checked.success) {
    // If the file has a different format, only that is reported.
    const foreign = checked.error.issues.find(({ path }) => path[0] === 'format' || path.length === 0)
    return { problems: (foreign ? [foreign] : checked.error.issues.slice(0, maxProblems)).map(asProblem) }
  }
  const { service, classes } = checked.data
  const byId = new Map<string, GivenAssetClass>()
  for (const given of classes) {
    const before = byId.get(given.id)
    if (before && before.name !== given.name) {
      return { problems: [`The ID ${given.id} appears twice with different names.`] }
    }
    byId.set(given.id, given)
  }
  return { service, classes: [...byId.values()] }
}

function asProblem({ path, message, code }: { path: PropertyKey[]; message: string; code: string }): string {
  if (path[0] === 'format' || path.length === 0) return 'This is not an asset class directory exported from Steward.'
  const [area, at, field] = path
  const place =
    area === 'classes' && typeof at === 'number' ? `Class ${at + 1}${field ? `, ${String(field)}` : ''}` : area
  return `${String(place)}: ${code === 'unrecognized_keys' ? 'has unknown fields' : message}.`
}

const idHeader = /^(?:asset ?)?(?:class ?)?(?:id|identifier|code)$/i
const nameHeader = /^(?:asset class(?: name)?|class(?: name)?|(?:display |asset )?name|label)$/i
const plain = (header: string) => header.replace(/[_-]+/g, ' ').replace(/\s+/g, ' ').trim()
const columnsOf = ({ headers }: Table) => ({
  idAt: headers.findIndex((header) => idHeader.test(plain(header))),
  nameAt: headers.findIndex((header) => nameHeader.test(plain(header))),
})
const isComplete = (table: Table) => Object.values(columnsOf(table)).every((at) => at >= 0)

/** A table of asset classes: each of its rows is a class, refused or left out. */
export type AssetClassTable = {
  classes: GivenAssetClass[]
  questions: Question[]
  refused: RefusedRow[]
  leftOut: LeftOutRow[]
  /** Rows that an open question takes or refuses. */
  waiting: LeftOutRow[]
  /** Why the table has no classes at all, in words; null if it may have. */
  problem: string | null
  /** True once every question is answered and there are classes. */
  isReady: boolean
}

/** Reads asset classes in a sheet with a column of IDs and one of names. An ID with two names is refused with both. */
export function readAssetClassTable(sheet: Sheet, answers: Answers): AssetClassTable {
  const { table, questions, refused, leftOut, waiting } = chooseTable(sheet, {
    isKnownHeader: (text) => idHeader.test(plain(text)) || nameHeader.test(plain(text)),
    answers,
    candidates: (tables) => (tables.some(isComplete) ? tables.filter(isComplete) : tables),
    which: 'Which one has the asset classes?',
    whyOther: () => 'It belongs to another table.',
    leavesOutCounts: true,
  })
  if (table === null || !isComplete(table)) {
    const problem = 'The table needs a column called ID and one called Name.'
    return { classes: [], questions, refused, leftOut, waiting, problem, isReady: false }
  }
  const { idAt, nameAt } = columnsOf(table)
  const read = table.rows.map((row) => {
    const [id, name] = [stateText(textIn(row, idAt)), stateText(textIn(row, nameAt))]
    return { row, given: givenAssetClass.safeParse({ id, name }) }
  })
  const names = new Map<string, Set<string>>()
  for (const { given } of read)
    if (given.success) names.set(given.data.id, (names.get(given.data.id) ?? new Set()).add(given.data.name))
  const byId = new Map<string, GivenAssetClass>()
  for (const { row, given } of read) {
    const refuse = (column: number, cause: string, next_step: string) =>
      refused.push({ row: row.row, column, text: rowText(row), cause, next_step })
    const lostAt = [idAt, nameAt].find((at) => cellState(textIn(row, at)).is === 'lost')
    if (lostAt !== undefined)
      refuse(lostAt, 'The spreadsheet did not keep the text of a cell.', 'Correct it in the file.')
    else if (!given.success) {
      const { path, message } = given.error.issues[0] ?? { path: [], message: 'is not valid' }
      refuse(
        path[0] === 'name' ? nameAt : idAt,
        `The ${path[0] === 'name' ? 'name' : 'ID'} ${message}.`,
        'Correct it in the file.',
      )
    } else if ((names.get(given.data.id)?.size ?? 0) > 1)
      refuse(idAt, 'The ID appears with different names.', 'Keep the row that is right.')
    else if (byId.has(given.data.id)) leftOut.push({ row: row.row, text: rowText(row), why: 'It repeats a row above.' })
    else byId.set(given.data.id, given.data)
  }
  const isOpen = questions.some((question) => answerTo(question, answers) === null)
  const classes = [...byId.values()]
  const problem = classes.length > maxGivenClasses ? 'The table has more than 10,000 asset classes.' : null
  return {
    classes,
    questions,
    refused,
    leftOut,
    waiting,
    problem,
    isReady: !isOpen && problem === null && classes.length > 0,
  }
}
