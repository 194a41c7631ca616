import type { ReactNode } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import {
  documentTypeNames,
  entityKindNames,
  entityStageNames,
  inEstateStatusNames,
} from '../../../shared/domain/names.ts'
import type {
  DocumentRow,
  DocumentSummaryRow,
  EntityRow,
  HouseholdRow,
  IndividualRow,
  UserRow,
  ValuationRow,
} from '../../../shared/ipc/rows.ts'
import { householdFields } from '../../../shared/records/household.ts'
import { EntityAvatar, PersonAvatar } from '../../components/Avatar.tsx'
import { EstateBar } from '../../components/EstateBar.tsx'
import { FieldList } from '../../components/FieldList.tsx'
import { FigureAge } from '../../components/FigureAge.tsx'
import { LatestValue } from '../../components/Money.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Ago, CalendarDate, EnumName, MailLink, OptionalText, Uncomputed } from '../../components/Values.tsx'
import { EntryMode, rolesOf } from './columns.tsx'
import classes from './records.module.css'

type Fact = { label: string; value: ReactNode }

/** A fact that is left out if it has no value. */
const fact = (label: string, value: unknown, shown: ReactNode = String(value)): Fact[] =>
  value === null || value === undefined || value === '' ? [] : [{ label, value: shown }]

const household = (row: { household_id: string | null; household_name: string | null }): Fact[] =>
  fact(
    'Household',
    row.household_id,
    <RecordLink resource="households" id={row.household_id ?? ''} name={row.household_name} />,
  )

const owner = (row: { owner_id: string | null; owner_name: string | null }): Fact[] =>
  fact(householdFields.primary_relationship_owner_id.header, row.owner_name ?? row.owner_id)

const updated = (at: string): Fact => ({ label: 'Updated', value: <Ago at={at} /> })

function Figure({ amount, date }: { amount: ReactNode; date: string | null }) {
  return (
    <div className="row">
      <span className={classes.amount}>{amount}</span>
      {date === null ? null : <FigureAge date={date} />}
    </div>
  )
}

function sumOf({ unreadable, directly_held_asset_value: cents }: HouseholdRow) {
  if (unreadable?.includes('directly_held_asset_value')) return <Uncomputed />
  return <LatestValue cents={cents === null ? null : BigInt(cents)} />
}

/** Summaries of list rows, by resource: a picture, the figures, and the facts that are known. Read-only, and nothing is requested. */
export const rowSummaries = {
  households: (row: HouseholdRow) => (
    <>
      <PersonAvatar id={row.id} name={row.title} size={40} />
      <Figure amount={sumOf(row)} date={row.oldest_figure} />
      {row.in_estate_share === null ? null : (
        <EstateBar inEstate={row.in_estate_share} outOfEstate={row.out_of_estate_share} words />
      )}
      <FieldList
        fields={[
          ...fact(householdFields.primary_individuals.label, row.primaries),
          ...owner(row),
          { label: 'People', value: formatCount(row.individual_count) },
          {
            label: 'Entities',
            value: `${formatCount(row.entity_count)}, ${formatCount(row.valued_count)} valued`,
          },
          { label: 'Documents', value: formatCount(row.document_count) },
        ]}
      />
    </>
  ),
  individuals: (row: IndividualRow) => (
    <>
      <PersonAvatar id={row.id} name={row.title} size={40} />
      <FieldList
        fields={[
          ...household(row),
          { label: 'Roles', value: rolesOf(row).join(', ') || null },
          ...fact('Born', row.date_of_birth, <CalendarDate date={row.date_of_birth ?? ''} />),
          ...fact('Deceased', row.is_deceased ? 'Yes' : null),
          ...fact('Email', row.email, <MailLink email={row.email ?? ''} />),
          ...fact('Lives in', [row.city, row.state].filter(Boolean).join(', ')),
          updated(row.updated_at),
        ]}
      />
    </>
  ),
  entities: (row: EntityRow) => (
    <>
      <EntityAvatar kind={row.kind} size={40} />
      <Figure amount={<LatestValue usd={row.directly_held_asset_value} />} date={row.effective_date} />
      <FieldList
        fields={[
          { label: 'Kind', value: <EnumName names={entityKindNames} value={row.kind} /> },
          { label: 'Estate', value: <EnumName names={inEstateStatusNames} value={row.in_estate_status} /> },
          { label: 'Stage', value: <EnumName names={entityStageNames} value={row.stage} /> },
          ...household(row),
          ...owner(row),
          { label: 'Documents', value: formatCount(row.document_count) },
          updated(row.updated_at),
        ]}
      />
    </>
  ),
  valuations: (row: ValuationRow) => (
    <>
      <Figure amount={<LatestValue usd={row.directly_held_asset_value} />} date={row.effective_date} />
      <FieldList
        fields={[
          { label: 'Entity', value: <RecordLink resource="entities" id={row.entity_id} name={row.title} /> },
          { label: 'As of', value: <CalendarDate date={row.effective_date} /> },
          { label: 'Total value', value: <LatestValue usd={row.total_value} /> },
          { label: 'Assets', value: formatCount(row.asset_count) },
          ...household(row),
          ...owner(row),
        ]}
      />
    </>
  ),
  documents: (row: DocumentRow) => (
    <FieldList
      fields={[
        { label: 'Type', value: <EnumName names={documentTypeNames} value={row.type} /> },
        ...household(row),
        ...fact('Entity', row.entity_id, <OptionalText text={row.entity_name ?? row.entity_id} />),
        ...fact('Person', row.individual_id, <OptionalText text={row.individual_name ?? row.individual_id} />),
        { label: 'Summaries', value: formatCount(row.summary_count) },
        updated(row.updated_at),
      ]}
    />
  ),
  'document-summaries': (row: DocumentSummaryRow) => (
    <FieldList
      fields={[
        { label: 'Document', value: <RecordLink resource="documents" id={row.document_id} name={row.document_name} /> },
        ...household(row),
        { label: 'Written by', value: <EntryMode mode={row.entry_mode} /> },
        updated(row.updated_at),
      ]}
    />
  ),
  users: (row: UserRow) => (
    <>
      <PersonAvatar id={row.id} name={row.title} size={40} />
      <FieldList
        fields={[
          ...fact('Email', row.email, <MailLink email={row.email} />),
          { label: 'Households', value: formatCount(row.household_count) },
        ]}
      />
    </>
  ),
}
