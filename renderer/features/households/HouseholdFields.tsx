import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { FieldList } from '../../components/FieldList.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { TitleCount } from '../../components/Unread.tsx'
import { Tag } from '../../components/Values.tsx'
import { useConnection } from '../../lib/connection.ts'
import classes from './households.module.css'

type Detail = ContractOutputs['households']['get']
type Primary = NonNullable<Detail['record']['primary_individuals']>[number]

/** A primary client's name as one text. */
export const fullName = ({ first_name, last_name }: Primary): string => `${first_name} ${last_name}`

function PrimaryClients({ people }: { people: readonly Primary[] }) {
  return people.map((person, at) => (
    <Fragment key={person.id}>
      {at > 0 ? ', ' : ''}
      <RecordLink resource="individuals" id={person.id} name={fullName(person)} />
      {person.is_deceased ? (
        <>
          {' '}
          <Tag>Deceased</Tag>
        </>
      ) : null}
    </Fragment>
  ))
}

/** The facts beside a household's sections. */
export function HouseholdFacts({ detail: { record, owner } }: { detail: Detail }) {
  const people = record.primary_individuals ?? []
  return (
    <FieldList
      fields={[
        { label: 'Relationship owner', value: <RecordLink resource="users" id={owner.id} name={owner.name} /> },
        { label: 'Primary clients', value: people.length > 0 ? <PrimaryClients people={people} /> : null },
      ]}
    />
  )
}

const sections = [
  { anchor: 'estate', title: 'Estate' },
  { anchor: 'people', title: 'People', count: 'individuals', of: 'individuals' },
  { anchor: 'changes', title: 'Changes' },
  { anchor: 'documents', title: 'Documents', count: 'documents', of: 'documents' },
  { anchor: 'summaries', title: 'Summaries', count: 'summaries', of: 'document-summaries' },
  { anchor: 'notes', title: 'Notes' },
  { anchor: 'details', title: 'Details' },
] as const

/** Links to the sections of the household's page. */
export function HouseholdSections({ detail: { record, counts } }: { detail: Detail }) {
  const connectionId = useConnection().id
  return (
    <nav aria-label="Sections" className={classes.sections}>
      {sections.map((section) => (
        <Link
          key={section.anchor}
          to="/c/$connectionId/households/$id"
          params={{ connectionId, id: record.id }}
          hash={section.anchor}
          replace
        >
          {section.title}
          {'count' in section ? (
            <span>
              <TitleCount count={counts[section.count]} of={section.of} />
            </span>
          ) : null}
        </Link>
      ))}
    </nav>
  )
}
