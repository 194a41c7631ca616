import { documentTypeNames, entryModeNames, summaryFormatNames } from '../../../shared/domain/names.ts'
import type { DocumentRow, DocumentSummaryRow } from '../../../shared/ipc/rows.ts'
import { Ago } from '../Dates.tsx'
import type { GridColumn } from '../data-grid/grid-column.ts'
import { RecordLink } from '../RecordLink.tsx'
import { Absent, EnumName, OptionalText, RecordText, Tag } from '../Values.tsx'

const name: GridColumn<DocumentRow> = {
  id: 'title',
  header: 'Document',
  width: 240,
  grow: 3,
  sortable: true,
  cell: (row) => <RecordLink resource="documents" id={row.id} name={row.title} />,
}

const type: GridColumn<DocumentRow> = {
  id: 'type',
  header: 'Type',
  width: 176,
  grow: 1,
  sortable: true,
  cell: (row) => <EnumName names={documentTypeNames} value={row.type} />,
}

const about: GridColumn<DocumentRow> = {
  id: 'about',
  header: 'About',
  width: 160,
  grow: 2,
  cell: (row) => <OptionalText text={row.entity_name ?? row.entity_id ?? row.individual_name ?? row.individual_id} />,
}

const updated = { id: 'updated_at', header: 'Updated', width: 128, sortable: true } as const

export const documentColumns: readonly GridColumn<DocumentRow>[] = [
  name,
  type,
  {
    id: 'household_name',
    header: 'Household',
    width: 160,
    grow: 2,
    sortable: true,
    cell: (row) => <RecordText>{row.household_name ?? row.household_id}</RecordText>,
  },
  about,
  { id: 'summary_count', header: 'Summaries', width: 96, align: 'end', cell: (row) => row.summary_count },
  { ...updated, cell: (row) => <Ago at={row.updated_at} /> },
]

/** Documents inside another record's page. */
export const fileColumns: readonly GridColumn<DocumentRow>[] = [
  name,
  type,
  about,
  { ...updated, cell: (row) => <Ago at={row.updated_at} /> },
]

/** Says that a machine wrote it. */
export function EntryMode({ mode }: { mode: string | null }) {
  if (mode === null) return <Absent />
  return mode === 'AI_AUTO' ? <Tag accent>AI-generated</Tag> : <EnumName names={entryModeNames} value={mode} />
}

const summary: GridColumn<DocumentSummaryRow> = {
  id: 'title',
  header: 'Summary',
  width: 240,
  grow: 3,
  sortable: true,
  cell: (row) => <RecordLink resource="document-summaries" id={row.id} name={row.title} />,
}

const entryMode: GridColumn<DocumentSummaryRow> = {
  id: 'entry_mode',
  header: 'Written by',
  width: 124,
  sortable: true,
  cell: (row) => <EntryMode mode={row.entry_mode} />,
}

const format: GridColumn<DocumentSummaryRow> = {
  id: 'summary_format',
  header: 'Format',
  width: 96,
  sortable: true,
  cell: (row) =>
    row.summary_format === null ? <Absent /> : <EnumName names={summaryFormatNames} value={row.summary_format} />,
}

const ofDocument: GridColumn<DocumentSummaryRow> = {
  id: 'document_name',
  header: 'Document',
  width: 176,
  grow: 2,
  cell: (row) => <RecordText>{row.document_name ?? row.document_id}</RecordText>,
}

export const documentSummaryColumns: readonly GridColumn<DocumentSummaryRow>[] = [
  summary,
  ofDocument,
  {
    id: 'household_name',
    header: 'Household',
    width: 160,
    grow: 2,
    sortable: true,
    cell: (row) => <RecordText>{row.household_name ?? row.household_id}</RecordText>,
  },
  entryMode,
  format,
  { ...updated, cell: (row) => <Ago at={row.updated_at} /> },
]

/** Summaries inside another record's page. */
export const summaryColumns: readonly GridColumn<DocumentSummaryRow>[] = [summary, ofDocument, entryMode, format]
