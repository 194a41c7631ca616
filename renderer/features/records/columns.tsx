import { formatCount } from '../../../shared/domain/counts.ts'
import { formatCalendarDate } from '../../../shared/domain/dates.ts'
import { localToday } from '../../../shared/domain/days.ts'
import { entryModeNames, nameOf } from '../../../shared/domain/names.ts'
import { hiddenText } from '../../../shared/domain/presenting.ts'
import type {
  DocumentRow,
  DocumentSummaryRow,
  EntityRow,
  HouseholdRow,
  IndividualRow,
  UserRow,
  ValuationRow,
} from '../../../shared/ipc/rows.ts'
import { documentFields } from '../../../shared/records/document.ts'
import { documentSummaryFields } from '../../../shared/records/document-summary.ts'
import { entityFields } from '../../../shared/records/entity.ts'
import { householdFields } from '../../../shared/records/household.ts'
import { individualFields } from '../../../shared/records/individual.ts'
import { EntityAvatar, PersonAvatar } from '../../components/Avatar.tsx'
import { GridLink } from '../../components/data-grid/GridRow.tsx'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import { EstateBar } from '../../components/EstateBar.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { NoneOf } from '../../components/Unread.tsx'
import { Absent, CalendarDate, EnumName, OptionalText, Quiet, Tag } from '../../components/Values.tsx'
import { amountsAreHidden, formatCentsShort, formatCentsShown, sumToCopy } from '../../lib/amounts.ts'
import { ChangeCount } from '../changes/public.ts'
import { FileMark } from '../files/public.ts'
import {
  agoColumn,
  avatarWidth,
  countColumn,
  fieldColumn,
  figureAgeColumn,
  listGrid,
  Mark,
  moneyColumn,
  nameColumn,
  sumColumn,
  textColumn,
  withReasons,
} from './column-kinds.tsx'
import { Trustees } from './Trustees.tsx'

const ownerHeader = householdFields.primary_relationship_owner_id.header

export const userColumns = listGrid<'users', UserRow>('users', {
  title: nameColumn('users', {
    header: 'Name',
    width: 240,
    grow: true,
    avatar: (row) => <PersonAvatar id={row.id} name={row.title} />,
  }),
  email: { width: 240, grow: true },
  household_count: countColumn('household_count', { header: 'Households', width: 112 }, 'households'),
  updated_at: agoColumn('updated_at', { header: 'Updated', width: 128, hidden: true }),
  created_at: agoColumn('created_at', { header: 'Created', width: 128, hidden: true }),
})

const roleNames = [
  ['is_primary', 'Primary'],
  ['is_grantor', 'Grantor'],
  ['is_trustee', 'Trustee'],
  ['is_beneficiary', 'Beneficiary'],
] as const

/** An individual's roles, in words. */
export const rolesOf = (row: Pick<IndividualRow, (typeof roleNames)[number][0]>): string[] =>
  roleNames.filter(([flag]) => row[flag]).map(([, name]) => name)

const person: GridColumn<IndividualRow> = {
  beside: avatarWidth,
  ...nameColumn<IndividualRow>('individuals', { header: 'Name', width: 176, grow: true }),
  cell: (row) => (
    <>
      <RecordLink resource="individuals" id={row.id} name={row.title} />
      <Mark row={row} />
      {row.is_deceased ? (
        <>
          {' '}
          <Tag>Deceased</Tag>
        </>
      ) : null}
    </>
  ),
  draw: (row) => (
    <>
      <PersonAvatar id={row.id} name={row.title} />
      <GridLink resource="individuals" id={row.id} name={row.title}>
        <Mark row={row} />
        {row.is_deceased ? (
          <>
            {' '}
            <Tag>Deceased</Tag>
          </>
        ) : null}
      </GridLink>
    </>
  ),
}

const birth = fieldColumn<IndividualRow>(individualFields.date_of_birth, 'date_of_birth', { width: 112 })
const email = fieldColumn<IndividualRow>(individualFields.email, 'email', { width: 128, grow: true })

export const individualColumns = listGrid<'individuals', IndividualRow>('individuals', {
  title: person,
  household_name: textColumn(
    'household_name',
    { header: 'Household', width: 128, grow: true },
    (row) => row.household_id,
  ),
  is_primary: { width: 80 },
  is_grantor: { width: 80 },
  is_trustee: { width: 80 },
  is_beneficiary: { width: 104 },
  date_of_birth: birth,
  email,
  updated_at: agoColumn('updated_at', { header: 'Updated', width: 116, hidden: true }),
  city: { width: 112, grow: true, hidden: true },
  state: { width: 84, hidden: true },
  is_deceased: { width: 96, hidden: true },
  created_at: agoColumn('created_at', { header: 'Created', width: 116, hidden: true }),
})

const bar = (row: HouseholdRow) =>
  row.entity_count === 0 ? <NoneOf resource="entities">{drawnBar(row)}</NoneOf> : drawnBar(row)

const drawnBar = (row: HouseholdRow) => (
  <EstateBar
    inEstate={row.in_estate_share}
    outOfEstate={row.out_of_estate_share}
    instead={
      row.entity_count === 0
        ? 'No entities'
        : `${formatCount(row.entity_count)} ${row.entity_count === 1 ? 'entity' : 'entities'}`
    }
  />
)

/** Sorted by the share in the estate, in per cent. */
const inEstate: GridColumn<HouseholdRow> = {
  id: 'in_estate_share',
  header: 'In estate',
  width: 88,
  sortable: true,
  empty: { of: 'entities', is: (row) => row.entity_count === 0, grows: true },
  cell: bar,
  draw: bar,
  text: (row) => (row.in_estate_share === null ? '' : amountsAreHidden() ? hiddenText : `${row.in_estate_share}%`),
  copy: (row) => (amountsAreHidden() ? hiddenText : String(row.in_estate_share ?? '')),
}

const signed = (cents: string, format: (cents: bigint) => string) =>
  `${BigInt(cents) > 0n ? '+' : ''}${format(BigInt(cents))}`

/** The value in the estate above the firm's amount for its living primaries. */
const against: GridColumn<HouseholdRow> = {
  id: 'against_amount',
  header: 'Against our amount',
  width: 172,
  align: 'end',
  hidden: true,
  sortable: true,
  empty: { of: 'valuations', is: (row) => row.against_amount === null, grows: true },
  cell: ({ against_amount: cents }) => (cents === null ? <Absent /> : signed(cents, formatCentsShown)),
  text: ({ against_amount: cents }) => (cents === null ? '' : signed(cents, formatCentsShown)),
  short: ({ against_amount: cents }) => (cents === null ? '' : signed(cents, formatCentsShort)),
  copy: ({ against_amount: cents }) => (cents === null ? '' : sumToCopy(BigInt(cents))),
}

/** Counted for the rows in view, so that a list cannot be sorted by it. */
const changes: GridColumn<HouseholdRow> = {
  id: 'changes',
  header: 'Changes',
  width: 84,
  align: 'end',
  cell: (row) => <ChangeCount householdId={row.id} />,
}

const listed = listGrid<'households', HouseholdRow>('households', {
  title: nameColumn('households', {
    header: 'Household',
    width: 188,
    grow: true,
    avatar: (row) => <PersonAvatar id={row.id} name={row.title} />,
  }),
  owner_name: textColumn('owner_name', { header: ownerHeader, width: 136, grow: true }, (row) => row.owner_id),
  in_estate_share: inEstate,
  directly_held_asset_value: {
    ...sumColumn<HouseholdRow>('directly_held_asset_value', { header: 'Recorded value', width: 132 }),
    behind: 'oldest_figure',
  },
  oldest_figure: figureAgeColumn('oldest_figure', { header: 'Oldest value', width: 116, hidden: true }),
  against_amount: against,
  individual_count: countColumn('individual_count', { header: 'People', width: 68 }, 'individuals'),
  entity_count: countColumn('entity_count', { header: 'Entities', width: 76 }, 'entities'),
  updated_at: agoColumn('updated_at', { header: 'Updated', width: 120, hidden: true }),
  primaries: textColumn('primaries', {
    header: householdFields.primary_individuals.label,
    width: 184,
    grow: true,
    hidden: true,
  }),
  external_id: { width: 112, grow: true, hidden: true },
  document_count: countColumn('document_count', { header: 'Documents', width: 104, hidden: true }, 'documents'),
  owner_id: textColumn('owner_id', { header: `${ownerHeader} ID`, width: 160, hidden: true }),
  created_at: agoColumn('created_at', { header: 'Created', width: 116, hidden: true }),
})

const place = listed.findIndex(({ id }) => id === 'oldest_figure') + 1

/** The columns of the list, with one that is not part of its rows. */
export const householdColumns: readonly GridColumn<HouseholdRow>[] = listed.toSpliced(place, 0, changes)

const name = nameColumn<EntityRow>('entities', {
  header: 'Entity',
  width: 192,
  grow: true,
  avatar: (row) => <EntityAvatar kind={row.kind} />,
})
const kind = fieldColumn<EntityRow>(entityFields.kind, 'kind', { width: 140, grow: true })
const stage = fieldColumn<EntityRow>(entityFields.stage, 'stage', { width: 100, grow: true })
const estate = fieldColumn<EntityRow>(entityFields.in_estate_status, 'in_estate_status', { width: 96 })
const value: GridColumn<EntityRow> = {
  ...moneyColumn<EntityRow>('directly_held_asset_value', { header: 'Directly held', width: 124 }),
  behind: 'effective_date',
}
const age = figureAgeColumn<EntityRow>('effective_date', { header: 'As of', width: 120, hidden: true })

const listedEntity = listGrid<'entities', EntityRow>('entities', {
  title: name,
  kind,
  household_name: textColumn(
    'household_name',
    { header: 'Household', width: 112, grow: true },
    (row) => row.household_id,
  ),
  in_estate_status: estate,
  directly_held_asset_value: value,
  effective_date: age,
  owner_name: textColumn('owner_name', { header: ownerHeader, width: 108, grow: true }, (row) => row.owner_id),
  updated_at: agoColumn('updated_at', { header: 'Updated', width: 120, hidden: true }),
  stage: { ...stage, hidden: true },
  document_count: countColumn('document_count', { header: 'Documents', width: 104, hidden: true }, 'documents'),
  owner_id: textColumn('owner_id', { header: `${ownerHeader} ID`, width: 160, hidden: true }),
  external_id: { width: 120, hidden: true },
  created_at: agoColumn('created_at', { header: 'Created', width: 116, hidden: true }),
})

/** Noted on this computer and read for the rows in view. */
const trustees: GridColumn<EntityRow> = {
  id: 'trustees',
  header: 'Trustees',
  width: 120,
  grow: true,
  sortable: true,
  // Empty until roles are noted, and beside it a window of 1000 pixels has no room for the amounts.
  hidden: true,
  cell: (row) => <Trustees entityId={row.id} />,
}

const beforeTrustees = listedEntity.findIndex(({ id }) => id === 'household_name') + 1

/** The columns of the list, with one that is not part of its rows. */
export const entityColumns: readonly GridColumn<EntityRow>[] = listedEntity.toSpliced(beforeTrustees, 0, trustees)

export const valuationColumns = listGrid<'valuations', ValuationRow>('valuations', {
  title: nameColumn('valuations', { header: 'Entity', width: 196, grow: true }),
  household_name: textColumn(
    'household_name',
    { header: 'Household', width: 124, grow: true },
    (row) => row.household_id,
  ),
  owner_name: textColumn('owner_name', { header: ownerHeader, width: 112, grow: true }, (row) => row.owner_id),
  effective_date: { width: 120 },
  asset_count: countColumn('asset_count', { header: 'Assets', width: 72 }, 'valuations'),
  directly_held_asset_value: { width: 136 },
  total_value: { width: 136 },
  updated_at: agoColumn('updated_at', { header: 'Updated', width: 116, hidden: true }),
  owner_id: textColumn('owner_id', { header: `${ownerHeader} ID`, width: 160, hidden: true }),
  created_at: agoColumn('created_at', { header: 'Created', width: 124, hidden: true }),
})

const named = nameColumn<DocumentRow>('documents', { header: 'Document', width: 232, grow: true })

/** The name, with a mark if the file is on this computer. */
const documentName: GridColumn<DocumentRow> = {
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
const type = fieldColumn<DocumentRow>(documentFields.type, 'type', { width: 144, grow: true })
const updated = { header: 'Updated', width: 120 }
const created = { header: 'Created', width: 120, hidden: true } as const

export const documentColumns = listGrid<'documents', DocumentRow>('documents', {
  title: documentName,
  type,
  household_name: textColumn(
    'household_name',
    { header: 'Household', width: 144, grow: true },
    (row) => row.household_id,
  ),
  entity_name: textColumn('entity_name', { header: 'Entity', width: 136, grow: true }, (row) => row.entity_id),
  individual_name: textColumn(
    'individual_name',
    { header: 'Person', width: 128, grow: true },
    (row) => row.individual_id,
  ),
  summary_count: countColumn('summary_count', { header: 'Summaries', width: 108 }, 'document-summaries'),
  updated_at: agoColumn('updated_at', updated),
  created_at: agoColumn('created_at', created),
})

const aboutPerson: GridColumn<DocumentRow> = {
  id: 'individual_name',
  header: 'Person',
  width: 160,
  grow: true,
  cell: (row) => <OptionalText text={row.individual_name ?? row.individual_id} />,
}

const aboutEntity: GridColumn<DocumentRow> = {
  id: 'entity_name',
  header: 'Entity',
  width: 160,
  grow: true,
  cell: (row) => <OptionalText text={row.entity_name ?? row.entity_id} />,
}

const filesWith = (also: readonly GridColumn<DocumentRow>[]) =>
  [documentName, type, ...also, agoColumn<DocumentRow>('updated_at', updated)].map(withReasons)

/** Columns of an entity's documents, with people if any of them is about one. */
export const entityFileColumns = (rows: readonly DocumentRow[]) =>
  filesWith(rows.some(({ individual_id }) => individual_id !== null) ? [aboutPerson] : [])

/** Columns of an individual's documents, with entities if any of them is about one. */
export const personFileColumns = (rows: readonly DocumentRow[]) =>
  filesWith(rows.some(({ entity_id }) => entity_id !== null) ? [aboutEntity] : [])

/** Says whether a machine wrote the summary. */
export function EntryMode({ mode }: { mode: string | null }) {
  if (mode === null) return <Absent />
  return mode === 'AI_AUTO' ? <Tag accent>AI-generated</Tag> : <EnumName names={entryModeNames} value={mode} />
}

const summary = nameColumn<DocumentSummaryRow>('document-summaries', { header: 'Summary', width: 240, grow: true })

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
  { header: 'Document', width: 176, grow: true },
  (row) => row.document_id,
)

const listedSummaries = listGrid<'document-summaries', DocumentSummaryRow>('document-summaries', {
  title: summary,
  document_name: ofDocument,
  household_name: textColumn(
    'household_name',
    { header: 'Household', width: 160, grow: true },
    (row) => row.household_id,
  ),
  entry_mode: entryMode,
  summary_format: { ...format, hidden: true },
  updated_at: agoColumn('updated_at', updated),
  created_at: agoColumn('created_at', created),
})

const dayOf = (moment: string) => localToday(new Date(moment))

/** When the user reviewed an AI summary. */
const reviewed: GridColumn<DocumentSummaryRow> = {
  id: 'reviewed_at',
  header: 'Reviewed by me',
  width: 128,
  sortable: true,
  cell: ({ reviewed_at: at, entry_mode: mode }) =>
    at !== null ? <CalendarDate date={dayOf(at)} /> : mode === 'AI_AUTO' ? <Quiet>To review</Quiet> : <Absent />,
  text: ({ reviewed_at: at, entry_mode: mode }) =>
    at !== null ? formatCalendarDate(dayOf(at)) : mode === 'AI_AUTO' ? 'To review' : '',
  copy: ({ reviewed_at: at }) => (at === null ? '' : dayOf(at)),
}

/** The columns of the list, with one that is of this computer alone. */
export const documentSummaryColumns: readonly GridColumn<DocumentSummaryRow>[] = listedSummaries.toSpliced(
  listedSummaries.findIndex(({ id }) => id === 'entry_mode') + 1,
  0,
  reviewed,
)

/** Columns of summaries inside another record's page. */
export const summaryColumns: readonly GridColumn<DocumentSummaryRow>[] = [summary, ofDocument, entryMode, format].map(
  withReasons,
)
