import { entryModeNames, nameOf } from '../../../../shared/domain/names.ts'
import type { DocumentRow, DocumentSummaryRow } from '../../../../shared/ipc/rows.ts'
import { documentFields } from '../../../../shared/records/document.ts'
import { documentSummaryFields } from '../../../../shared/records/document-summary.ts'
import type { GridColumn } from '../../../components/data-grid/grid-column.ts'
import { Absent, EnumName, OptionalText, Tag } from '../../../components/Values.tsx'
import { FileMark } from '../../files/public.ts'
import { agoColumn, countColumn, fieldColumn, listGrid, nameColumn, textColumn, withReasons } from './kinds.tsx'

const named = nameColumn<DocumentRow>('documents', { header: 'Document', width: 232, grow: 3 })

/** The name, with a mark if the file is on this computer. */
const name: GridColumn<DocumentRow> = {
  ...named,
  cell: (row) => (
    <>
      <FileMark id={row.id} />
      {named.cell(row)}
    </>
  ),
  draw: (row) => (
    <>
      <FileMark id={row.id} />
      {named.draw?.(row)}
    </>
  ),
}
const type = fieldColumn<DocumentRow>(documentFields.type, 'type', { width: 144, grow: 1 })
const updated = { header: 'Updated', width: 120 }
const created = { header: 'Created', width: 120, hidden: true } as const

const about: GridColumn<DocumentRow> = {
  id: 'about',
  header: 'About',
  width: 160,
  grow: 2,
  cell: (row) => <OptionalText text={row.entity_name ?? row.entity_id ?? row.individual_name ?? row.individual_id} />,
}

export const documentColumns = listGrid<'documents', DocumentRow>('documents', {
  title: name,
  type,
  household_name: textColumn('household_name', { header: 'Household', width: 144, grow: 2 }, (row) => row.household_id),
  entity_name: textColumn('entity_name', { header: 'Entity', width: 136, grow: 1 }, (row) => row.entity_id),
  individual_name: textColumn('individual_name', { header: 'Person', width: 128, grow: 1 }, (row) => row.individual_id),
  summary_count: countColumn('summary_count', { header: 'Summaries', width: 108 }, 'document-summaries'),
  updated_at: agoColumn('updated_at', updated),
  created_at: agoColumn('created_at', created),
})

/** Columns of documents inside another record's page. */
export const fileColumns: readonly GridColumn<DocumentRow>[] = [
  name,
  type,
  about,
  agoColumn('updated_at', updated),
].map(withReasons)

/** Says whether a machine wrote the summary. */
export function EntryMode({ mode }: { mode: string | null }) {
  if (mode === null) return <Absent />
  return mode === 'AI_AUTO' ? <Tag accent>AI-generated</Tag> : <EnumName names={entryModeNames} value={mode} />
}

const summary = nameColumn<DocumentSummaryRow>('document-summaries', { header: 'Summary', width: 240, grow: 3 })

const entryMode: GridColumn<DocumentSummaryRow> = {
  id: 'entry_mode',
  header: documentSummaryFields.entry_mode.label,
  width: 128,
  sortable: true,
  cell: (row) => <EntryMode mode={row.entry_mode} />,
  draw: (row) => (row.entry_mode === null ? null : <EntryMode mode={row.entry_mode} />),
  text: (row) => (row.entry_mode === null ? '' : nameOf(entryModeNames, row.entry_mode)),
}

const format = fieldColumn<DocumentSummaryRow>(documentSummaryFields.summary_format, 'summary_format', { width: 104 })

const ofDocument = textColumn<DocumentSummaryRow>(
  'document_name',
  { header: 'Document', width: 176, grow: 2 },
  (row) => row.document_id,
)

export const documentSummaryColumns = listGrid<'document-summaries', DocumentSummaryRow>('document-summaries', {
  title: summary,
  document_name: ofDocument,
  household_name: textColumn('household_name', { header: 'Household', width: 160, grow: 2 }, (row) => row.household_id),
  entry_mode: entryMode,
  summary_format: format,
  updated_at: agoColumn('updated_at', updated),
  created_at: agoColumn('created_at', created),
})

/** Columns of summaries inside another record's page. */
export const summaryColumns: readonly GridColumn<DocumentSummaryRow>[] = [summary, ofDocument, entryMode, format].map(
  withReasons,
)
