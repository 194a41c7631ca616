import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { cannotChange, FieldList } from '../../components/FieldList.tsx'
import { LongText } from '../../components/LongText.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { Absent, OptionalText, Tag } from '../../components/Values.tsx'

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

/** The household's own fields. */
export function HouseholdFields({ detail }: { detail: Detail }) {
  const { record, owner } = detail
  return (
    <FieldList
      fields={[
        { label: 'Name', value: <OptionalText text={record.name} />, fixed: cannotChange },
        { label: 'Primary clients', value: <PrimaryClients people={record.primary_individuals} /> },
        { label: 'Relationship owner', value: <RecordLink resource="users" id={owner.id} name={owner.name} /> },
        { label: 'External ID', value: <OptionalText text={record.external_id} /> },
      ]}
    />
  )
}

export function Notes({ text }: { text: string | null | undefined }) {
  return (
    <Section title="Notes">
      <LongText text={text} />
    </Section>
  )
}
