import { randomUUID } from 'node:crypto'
import { AppError, type FieldIssue } from '../../shared/domain/app-error.ts'
import { formatBytes } from '../../shared/domain/bytes.ts'
import { guessMapping, mappingProblems } from '../../shared/domain/import/guess-mapping.ts'
import { type ImportPart, importParts } from '../../shared/domain/import/import-fields.ts'
import { readColumns } from '../../shared/domain/import/import-questions.ts'
import { cut } from '../../shared/domain/import/read-cell.ts'
import { maxGivenClasses } from '../../shared/ipc/asset-classes.ts'
import { type ImportPlan, type ImportProgress, type ImportShape, maxImportBytes } from '../../shared/ipc/imports.ts'
import { answerTo, type Question } from '../../shared/tables/doubts.ts'
import { holdingFields } from '../../shared/tables/holding-columns.ts'
import type { Runtimes } from '../connections/connection-runtime.ts'
import { checkImport, summarise } from '../imports/check-import.ts'
import { createHeldImports, type HeldImport } from '../imports/held-imports.ts'
import { exportRefusedRows, listRows } from '../imports/import-rows.ts'
import { type ImportTable, readImportTable } from '../imports/import-table.ts'
import { readKnown } from '../imports/known-records.ts'
import type { ImportMappingsFile } from '../imports/mappings-file.ts'
import { saveImport } from '../imports/save-import.ts'
import { readWorkbook, remarksInWords } from '../imports/workbook.ts'
import type { UseCases } from './core.ts'
import type { FileSaver } from './exports.ts'

type Options = {
  runtimes: Runtimes
  files: Pick<FileSaver, 'saveText'>
  mappings: ImportMappingsFile
  /** `YYYY-MM-DD` in local time. */
  today: () => string
}

/** Imports files of households and individuals: parsed, compared with the mirror, and saved to the outbox. */
export function createImportUseCases({ runtimes, files, mappings, today }: Options): UseCases['imports'] {
  const imports = createHeldImports()

  async function* check(held: HeldImport, plan: ImportPlan, signal: AbortSignal): AsyncGenerator<ImportProgress> {
    const { store } = await (await runtimes.get(held.connectionId)).open()
    if ((await store.lastComplete()).households === undefined) throw notComplete()
    const tables = tablesOf(held, plan)
    const total = importParts.reduce((sum, part) => sum + (tables[part]?.rows.length ?? 0), 0)
    yield { done: 0, total, summary: null }
    const checking = checkImport({ tables, plan, known: await readKnown(store), today: today(), signal })
    for (let step = await checking.next(); ; step = await checking.next()) {
      if (!step.done) {
        yield { done: step.value, total, summary: null }
        continue
      }
      if (step.value === null) return
      held.checked = { ...step.value, plan }
      yield { done: total, total, summary: summarise(step.value, plan) }
      return
    }
  }

  return {
    async begin({ connectionId }) {
      const import_id = randomUUID()
      imports.begin(import_id, connectionId)
      return { import_id }
    },
    async append({ part, base64, first, ...input }) {
      const held = imports.get(input)
      imports.forgetJudgement(held)
      const pieces = first ? [] : (held.pieces.get(part) ?? [])
      const piece = Buffer.from(base64, 'base64')
      if (pieces.reduce((sum, { byteLength }) => sum + byteLength, piece.byteLength) > maxImportBytes) throw tooLarge()
      held.pieces.set(part, [...pieces, piece])
      if (part !== 'asset_classes') held.tables.delete(part)
    },
    async removePart({ part, ...input }) {
      const held = imports.get(input)
      imports.forgetJudgement(held)
      held.pieces.delete(part)
      held.tables.delete(part)
    },
    async describe({ part, reading, ...input }) {
      const held = imports.get(input)
      const bytes = Buffer.concat(held.pieces.get(part) ?? [])
      const table = await readImportTable(part, bytes, reading)
      imports.forgetJudgement(held)
      held.tables.set(part, table)
      return shapeOf(part, table, { last: await mappings.get(part, table.headers), given: reading.answers })
    },
    async readWorkbook({ sheet: name, answers, ...input }) {
      const bytes = Buffer.concat(imports.get(input).pieces.get('asset_classes') ?? [])
      const workbook = await readWorkbook(bytes, { name, answers })
      if (workbook === null || workbook.rows.length > maxGivenClasses + mostAround) throw notADirectory()
      const { sheets, sheet, rows, questions, leftOut } = workbook
      const problems = remarksInWords(workbook.remarks)
      const cells = rows.map(({ row, cells }) => ({ row, cells: cells.map((cell) => cut(cell, mostRead)) }))
      return { sheets, sheet, rows: cells, questions, left_out: leftOut, problems }
    },
    async questions({ part, mapping, ...input }) {
      const table = imports.get(input).tables.get(part)
      if (table === undefined) return []
      return readColumns({ ...table, part, mapping, answers: {}, today: today() }).questions.map(named)
    },
    async *check({ plan, ...input }, signal) {
      const held = imports.get(input)
      imports.forgetJudgement(held)
      assertPlanFits(held, plan, today())
      yield* check(held, plan, signal)
      for (const part of importParts) {
        const [table, chosen] = [held.tables.get(part), plan[part]]
        // Best effort: if the mapping cannot be saved, the user is asked again next time.
        if (table && chosen) await mappings.set(table.headers, { part, ...chosen }).catch(() => {})
      }
    },
    rows: async (input) => listRows(imports.get(input), input),
    async *apply(input, signal) {
      const held = imports.get(input)
      await held.inTurn(async () => {})
      const before = held.checked
      if (before === null) throw changed()
      // Rows that were already saved are in the mirror by now and would match themselves. A resumed import therefore keeps its
      // first check.
      if (held.saved.size === 0) {
        for await (const _ of check(held, before.plan, signal)) if (signal.aborted) return
        if (held.checked?.fingerprint !== before.fingerprint) throw changed()
      }
      const { outbox } = await (await runtimes.get(held.connectionId)).open()
      yield* saveImport(held, { outbox, signal })
    },
    async exportRefused({ part, ...input }) {
      const held = imports.get(input)
      const { connection } = await runtimes.get(held.connectionId)
      return exportRefusedRows(held, { part, connectionName: connection.name, saveText: files.saveText })
    },
    async lastPaste({ headers }) {
      const last = await mappings.get('holdings', headers)
      if (last === null) return null
      const fields = last.mapping.flatMap((field) => holdingFields.find((one) => one === field) ?? [])
      return { fields: fields.length === headers.length ? fields : null, answers: last.answers }
    },
    async rememberPaste({ headers, fields, answers }) {
      await mappings.set(headers, { part: 'holdings', mapping: fields ?? [], answers })
    },
    drop: async (input) => imports.drop(input),
  }
}

function tablesOf(held: HeldImport, plan: ImportPlan) {
  const of = (part: ImportPart) => (plan[part] ? (held.tables.get(part) ?? null) : null)
  return { households: of('households'), individuals: of('individuals') }
}

/** The most rows that are named as refused or left out, and the most characters of a cell that is shown. */
const mostNamed = 200
const mostShown = 60

/** Rows of a sheet that may be above and below its asset classes, and the characters of a cell, more than an id or a name has. */
const mostAround = 100
const mostRead = 300

/** A question with the first of its rows. */
const named = (question: Question): Question => ({ ...question, rows: question.rows.slice(0, mostNamed) })

type Answered = { last: Awaited<ReturnType<ImportMappingsFile['get']>>; given: Readonly<Record<string, string>> }

function shapeOf(part: ImportPart, table: ImportTable, { last, given }: Answered): ImportShape {
  const { headers, headerRow, rows, refused, leftOut, waiting, lines, encoding, delimiter, sheets, sheet } = table
  const { questions, problems } = table
  const shortened = ({ text, ...row }: { text: string; row: number }) => ({ ...row, text: cut(text, 200) })
  return {
    ...{ encoding, delimiter, sheet, header_row: headerRow, questions: questions.map(named), problems },
    sheets: [...sheets],
    rows: rows.length,
    refused: refused.slice(0, mostNamed).map((row) => ({ ...row, ...shortened(row) })),
    left_out: leftOut.slice(0, mostNamed).map((row) => ({ ...row, ...shortened(row) })),
    refused_count: refused.length,
    left_out_count: leftOut.length,
    waiting: waiting.slice(0, mostNamed).map((row) => ({ ...row, ...shortened(row) })),
    waiting_count: waiting.length,
    lines: lines.map(({ row, cells }) => ({ row, cells: cells.map((cell) => cut(cell.trim(), mostShown)) })),
    columns: headers.map((header, at) => ({ header, samples: samplesOf(rows.map(({ cells }) => cells[at] ?? '')) })),
    mapping: last?.mapping ?? guessMapping(part, headers),
    remembered: last !== null,
    // Names that were mapped before are names of columns.
    answers: { ...(last && headerRow !== null ? { header: String(headerRow) } : {}), ...last?.answers, ...given },
  }
}

/** The first three non-empty cells, truncated. */
function samplesOf(cells: readonly string[]): string[] {
  const samples: string[] = []
  for (const cell of cells) {
    if (cell.trim() !== '' && !samples.includes(cell)) samples.push(cell)
    if (samples.length === 3) break
  }
  return samples.map((cell) => cell.trim().slice(0, mostShown))
}

function assertPlanFits(held: HeldImport, plan: ImportPlan, today: string): void {
  const issues: FieldIssue[] = importParts.flatMap((part) => {
    const [table, chosen] = [held.tables.get(part), plan[part]]
    if (!chosen) return []
    if (!table) return [{ field: part, message: 'This import has no such file.' }]
    const { mapping, answers } = chosen
    const problems = mappingProblems(part, mapping, table.headers.length)
    const questions = [...table.questions, ...readColumns({ ...table, part, mapping, answers, today }).questions]
    const open = questions.filter((question) => answerTo(question, answers) === null).map(({ text }) => text)
    return [...problems, ...open].map((message) => ({ field: part, message }))
  })
  if (!plan.households && !plan.individuals) issues.push({ field: 'plan', message: 'There is nothing to import.' })
  if (issues.length === 0) return
  throw new AppError('ipc/bad-request', {
    message: 'The columns are not mapped to fields correctly, or a question is open.',
    nextStep: 'Correct what is listed, then check the rows again.',
    issues,
  })
}

/** Today in local time, `YYYY-MM-DD`. */
export function localDay(): string {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

const tooLarge = () =>
  new AppError('import/unreadable', {
    message: `The file has more than ${formatBytes(maxImportBytes)}.`,
    nextStep: 'Split it into smaller files and import them one after another.',
  })

const notADirectory = () =>
  new AppError('import/unreadable', {
    message: 'This is no workbook with at most 10,000 asset classes.',
    nextStep: 'Choose an Excel workbook (.xlsx), or save the sheet as CSV.',
  })

const notComplete = () =>
  new AppError('import/unreadable', {
    message: 'The offline copy of the households is not complete yet, so duplicates cannot be detected.',
    nextStep: 'Wait until the first sync is done, then check the rows again.',
  })

const changed = () =>
  new AppError('import/changed', {
    message: 'The offline copy changed since the rows were checked, so nothing was imported.',
    nextStep: 'Check the rows again, then import them.',
  })
