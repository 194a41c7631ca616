import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { allNames } from '../../../shared/records/field.ts'
import { householdFields } from '../../../shared/records/household.ts'
import { FieldList } from '../../components/FieldList.tsx'
import { LongText } from '../../components/LongText.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { Absent, Tag } from '../../components/Values.tsx'
import { recordFields } from '../records/public.ts'

type Detail = ContractOutputs['households']['get']

export function PrimaryClients({ people }: { people: Detail['record']['primary_individuals'] }) {
  if (!people || people.length === 0) return <Absent />
  return people.map((person, at) => (
    <span key={person.id}>
      {at > 0 ? ', ' : ''}
      <RecordLink resource="individuals" id={person.id} name={`${person.first_name} ${person.last_name}`} />
      {person.is_deceased ? (
        <>
          {' '}
          <Tag>Deceased</Tag>
        </>
      ) : null}
    </span>
  ))
}

const shown = allNames(householdFields).filter((name) => name !== 'notes' && name !== 'deleted_at')

/** The household's own fields, without its notes. */
export function HouseholdFields({ detail: { record, owner } }: { detail: Detail }) {
  const special = {
    primary_individuals: <PrimaryClients people={record.primary_individuals} />,
    primary_relationship_owner_id: <RecordLink resource="users" id={owner.id} name={owner.name} />,
  }
  return <FieldList fields={recordFields({ fields: householdFields, names: shown, record, special })} />
}

export function Notes({ text }: { text: string | null | undefined }) {
  return (
    <Section title="Notes">
      <LongText text={text} />
    </Section>
  )
}
