import type { ImportPart } from '../../shared/domain/import/import-fields.ts'
import type { ParsedRow } from '../../shared/domain/import/parsed-rows.ts'
import { resourceNames } from '../../shared/domain/names.ts'
import type { ContractInputs, ContractOutputs } from '../../shared/ipc/contract.ts'
import { own } from '../../shared/lib/json.ts'
import { textCell } from '../exports/cell.ts'
import { createCsvTable } from '../exports/csv-table.ts'
import { datedFileName, type SaveText } from '../exports/saved-files.ts'
import { type HeldImport, savedKey } from './held-imports.ts'
import { type Changing, changesSomething } from './row-changes.ts'

type RowsInput = Pick<ContractInputs['imports']['rows'], 'part' | 'show' | 'offset' | 'limit'>

/** A window of checked rows, in the file's order. */
export async function listRows(
  held: HeldImport,
  { part, show, offset, limit }: RowsInput,
): Promise<ContractOutputs['imports']['rows']> {
  await held.inTurn(async () => {})
  const checked: readonly (ParsedRow & Changing)[] = held.checked?.[part] ?? []
  const shown = checked.filter(({ issues, warnings }) => {
    if (show === 'refused') return issues.length > 0
    if (show === 'good') return issues.length === 0
    return show === 'all' || (issues.length === 0 && warnings.length > 0)
  })
  const rows = shown.slice(offset, offset + limit).map(({ row, title, issues, warnings, change }) => ({
    row,
    title,
    verdict: issues.length > 0 ? ('refused' as const) : ('good' as const),
    issues,
    warnings,
    changes: change && changesOf(change),
    saved: held.saved.has(savedKey(part, row)),
  }))
  const saved = checked.filter(({ row }) => held.saved.has(savedKey(part, row))).length
  return { rows, total: shown.length, saved }
}

const changesOf = ({ base, fields }: NonNullable<Changing['change']>) =>
  Object.entries(fields).map(([field, after]) => ({ field, before: own(base, field) ?? null, after }))

type ExportOptions = { part: ImportPart; connectionName: string; saveText: SaveText }

/**
 * Exports the rows that are not in the outbox as they are in the file, with the reasons, ready to be corrected and imported
 * again.
 */
export async function exportRefusedRows(
  held: HeldImport,
  { part, connectionName, saveText }: ExportOptions,
): Promise<ContractOutputs['imports']['exportRefused']> {
  const table = held.tables.get(part)
  const checked: readonly (ParsedRow & Changing)[] = held.checked?.[part] ?? []
  const begun = held.saved.size > 0
  // Before the import starts, valid rows are left out: they can still be imported.
  const isLeft = (row: ParsedRow & Changing) => row.change === null || changesSomething(row)
  const left = checked.filter(
    (row) => row.issues.length > 0 || (begun && isLeft(row) && !held.saved.has(savedKey(part, row.row))),
  )
  const cells = new Map(table?.rows.map((row) => [row.row, row.cells]))
  const pieces: string[] = []
  const csv = createCsvTable({
    append: async (bytes) => void pieces.push(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)),
  })
  const headers = table?.headers ?? []
  // Without lines above the list: the file must be readable as an import.
  await csv.begin([], [...headers, 'Row', 'Not imported because'])
  await csv.write(
    left.map(({ row, issues }) => [
      ...headers.map((_, at) => textCell(cells.get(row)?.[at] ?? '')),
      { kind: 'number', value: row, money: false },
      textCell(issues.length === 0 ? 'It was not checked.' : issues.map(inWords).join(' ')),
    ]),
  )
  await csv.end(null)
  const what = `${resourceNames[part].many} not imported`
  const suggestedName = datedFileName(what, { connectionName, now: new Date(), extension: 'csv' })
  const file = await saveText({ procedure: 'imports.exportRefused', suggestedName, text: pieces.join('') })
  return { file: file && { ...file, rows: left.length } }
}

const inWords = ({ column, cause, next_step }: ParsedRow['issues'][number]) => `${column}: ${cause} ${next_step}`
