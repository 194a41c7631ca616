import { readBytes } from '../../electron/statements/read-bytes.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import { fold } from '../../shared/domain/fold.ts'
import type { Statement, StatementAccount, StatementRow } from '../../shared/statements/statement.ts'
import { accountOf, answerTo, innerId, type Knowledge, ofxTruth, type WrittenRow, writtenRows } from './advisor.ts'
import type { StatementFile } from './world/documents.ts'
import type { AccountTruth, Firm, Month, RowTruth } from './world/types.ts'

/** Later than every month's end of the world that is used. */
export const today = '2026-11-26'

/** An account of a file with the account of the world that it is, and what was found of it. */
export type JudgedAccount = { account: StatementAccount; own: AccountTruth | null; problems: string[] }

export type ReadFile = {
  file: StatementFile
  month: Month
  /** Null for a file that was refused by name. */
  statement: Statement | null
  written: ReadonlyMap<number, WrittenRow>
  accounts: JudgedAccount[]
  /** By row: the truth of an accepted row. */
  truths: Map<StatementRow, RowTruth>
  /** Kinds of the questions that were asked. */
  asked: Set<string>
  /** Questions that the advisor could not answer, and holdings that are in no account. */
  notes: string[]
  /** Faults of the reading itself, whatever is approved. */
  problems: string[]
}

const mostReadings = 12

/** Reads a file as the app does, answers what is asked as far as an advisor knows it, and compares each row with the truth. */
export async function readFile(firm: Firm, month: Month, file: StatementFile): Promise<ReadFile> {
  const answers: Record<string, string> = {}
  const asked = new Set<string>()
  const common = { file, month, asked, truths: new Map<StatementRow, RowTruth>() }
  const nothing = { ...common, written: new Map(), accounts: [], notes: [], problems: [] }
  let statement: Statement | null = null
  let written = new Map<number, WrittenRow>()
  let notes: string[] = []
  for (let reading = 0; reading < mostReadings; reading += 1) {
    try {
      const read = await readBytes({ bytes: file.bytes.slice(), name: file.name, answers: { ...answers }, today })
      if (read.reading.is === 'other') {
        const { what, nextStep } = read.reading
        return { ...nothing, statement: null, problems: what && nextStep ? [] : ['it is refused without a reason'] }
      }
      statement = read.reading.statement
      written = writtenRows(file)
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      return { ...nothing, statement: null, problems: [] }
    }
    const knowledge: Knowledge = { firm, month, file, written }
    const questions = [
      ...statement.questions.map((question) => ({ question, account: null })),
      ...statement.accounts.flatMap((account) => account.questions.map((question) => ({ question, account }))),
    ]
    let isNew = false
    notes = []
    for (const { question, account } of questions) {
      asked.add(innerId(question.id).split(':')[0] ?? '')
      if (question.id in answers) continue
      const answer = answerTo(question, { ...knowledge, account })
      if (answer === null) notes.push(`not answered: ${innerId(question.id).replace(/\d+$/, 'N')}`)
      else {
        answers[question.id] = answer
        isNew = true
      }
    }
    if (!isNew) break
  }
  if (statement === null) return { ...nothing, statement }
  return judgeReading({ ...common, statement, written, notes })
}

/** A reading with the truth of each account and row of it, and what is wrong with it. */
export function judgeReading(
  read: Pick<ReadFile, 'file' | 'month' | 'statement' | 'written' | 'asked' | 'notes'>,
): ReadFile {
  const result: ReadFile = { ...read, truths: new Map(), accounts: [], problems: [] }
  judgeRows(result)
  judgeAccounts(result)
  return result
}

/** Every row of the file must be in exactly one list. */
function judgeRows({ statement, file, written, problems, notes }: ReadFile): void {
  if (statement === null) return
  const places = new Map<number, string>()
  const put = (row: number, place: string) => {
    const before = places.get(row)
    if (before !== undefined) problems.push(`row ${row} is ${before} and ${place}`)
    places.set(row, place)
  }
  for (const { rows, lines, refused } of statement.accounts) {
    const own = new Set(rows.map(({ row }) => row))
    for (const { row } of rows) put(row, 'a holding')
    for (const { row } of refused) put(row, 'refused')
    // Accrued interest in a column has the row of its holding.
    for (const { row } of lines) if (!own.has(row)) put(row, 'a line')
  }
  for (const { row } of statement.leftOut) put(row, 'left out')
  for (const { row } of statement.refused) put(row, 'refused by the file')
  for (const { row } of statement.waiting) put(row, 'waiting')
  if (places.size !== statement.rowsIn) problems.push(`${statement.rowsIn} rows in, ${places.size} rows out`)
  const isCut = file.truth.must_ask.includes('cut_off')
  const ids = file.truth.accounts.map(({ account_id }) => account_id)
  const isTwice = new Set(ids).size < ids.length
  for (const [row, { line, truth, isContinued }] of written) {
    const place = places.get(row)
    if (line.role === 'blank' || line.cells.every((cell) => cell === '') || isCut) continue
    if (place === undefined) problems.push(`row ${row} is in no list`)
    else if (place === 'left out' && !isTwice && !isContinued && Number(truth?.value ?? 0) !== 0)
      notes.push(`${truth?.kind ?? 'a holding'} was left out without a question`)
  }
}

const cents = (text: string) => Math.round(Number(text) * 100)
const plain = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')

function judgeAccounts(result: ReadFile): void {
  const { statement, file, written, truths } = result
  if (statement === null) return
  for (const account of statement.accounts) {
    const own = accountOf(account, result)
    const problems: string[] = []
    // What of a balance is cash of the account, once it is asked.
    const parts = (own?.asked ?? []).flatMap(({ name, true_part }): RowTruth[] =>
      true_part === undefined
        ? []
        : [{ ids: {}, name, value: true_part, kind: 'cash', key: 'cash', true_value: true_part }],
    )
    const left = [...(own?.rows ?? []), ...parts]
    for (const row of account.rows) {
      const place = written.get(row.row)
      const truth = file.document.kind === 'ofx' ? ofxTruth(row, left) : (place?.truth ?? null)
      if (truth === null) {
        problems.push(`row ${row.row} (${row.name}, ${row.value}) is no holding, but ${place?.line.role ?? 'unknown'}`)
        continue
      }
      truths.set(row, truth)
      if (place !== undefined && place.owner?.account_id !== own?.account_id)
        problems.push(`row ${row.row} is of another account`)
      problems.push(...differences(row, truth))
    }
    if (own?.stated_total != null && account.statedTotal !== null) {
      if (cents(own.stated_total) !== cents(account.statedTotal.value))
        problems.push(`the stated total is ${account.statedTotal.value} and not ${own.stated_total}`)
    } else if (own !== null && account.statedTotal !== null)
      problems.push(`a total of ${account.statedTotal.value} is stated that is not the account's`)
    result.accounts.push({ account, own, problems })
  }
}

function differences(row: StatementRow, truth: RowTruth): string[] {
  const problems: string[] = []
  const where = `row ${row.row} (${row.name})`
  const wanted = truth.currency === undefined ? truth.value : truth.true_value
  if (wanted === null) problems.push(`${where}: the value ${row.value} was invented`)
  else if (cents(row.value) !== cents(wanted)) problems.push(`${where}: ${row.value} and not ${wanted}`)
  if (truth.currency !== undefined && row.converted === null) problems.push(`${where}: taken for US dollars`)
  const ids = Object.values(truth.ids).map((id) => id.toUpperCase())
  for (const { kind, value } of row.identifiers)
    if (!ids.includes(value)) problems.push(`${where}: ${kind} ${value} and not ${ids.join(', ') || 'none'}`)
  const isBalance = truth.kind === 'cash' || truth.kind === 'margin' || truth.key === 'cash'
  const names = [truth.name ?? row.name, ...Object.values(truth.ids)].map(plain)
  if (!isBalance && !names.includes(plain(row.name))) problems.push(`${where}: named so and not ${truth.name}`)
  return problems
}
