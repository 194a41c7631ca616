import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { localToday } from '../../../shared/domain/days.ts'
import { familyRole, isFamilyLink, relationWords } from '../../../shared/domain/family/family-links.ts'
import { ageInYears } from '../../../shared/domain/figure-age.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { EstateLink } from '../../../shared/ipc/estate.ts'
import type { IndividualRow } from '../../../shared/ipc/rows.ts'
import { individualFields } from '../../../shared/records/individual.ts'
import { PersonAvatar } from '../../components/Avatar.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { FieldList } from '../../components/FieldList.tsx'
import { useEditing } from '../../components/forms/drafts.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { LongText } from '../../components/LongText.tsx'
import { OverflowMenu } from '../../components/OverflowMenu.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { PartError } from '../../components/States.tsx'
import { CalendarDate, MailLink, Quiet, RecordText, Tag } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useEditReason, useForbidden } from '../../lib/policy.ts'
import { useNow } from '../../lib/use-now.ts'
import { RecordDates } from '../dates/public.ts'
import { DoublesOf } from '../doubles/public.ts'
import { FamilyDialog, RecordRoles, useEstateActions } from '../estate-map/public.ts'
import { AddDocuments } from '../intake/public.ts'
import { RecordRules } from '../missing-documents/public.ts'
import {
  personFileColumns,
  RecordDetails,
  RecordPage,
  RecordView,
  RelatedSection,
  recordFields,
  rolesOf,
} from '../records/public.ts'
import { IndividualForm } from './IndividualForm.tsx'
import classes from './individuals.module.css'
import { type PersonField, personFieldsIn } from './person-layout.ts'

type Detail = ContractOutputs['individuals']['get']

function Address({ record }: { record: Detail['record'] }) {
  const { address_line1, address_line2, city, state, postal_code, country } = record
  const lines = [
    address_line1,
    address_line2,
    [city, [state, postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    country,
  ]
  const shown = lines.filter((line): line is string => typeof line === 'string' && line !== '')
  if (shown.length === 0) return null
  return (
    <address className={classes.address}>
      {shown.map((line) => (
        <div key={line}>
          <RecordText>{line}</RecordText>
        </div>
      ))}
      <CopyButton text={shown.join('\n')} label="Copy address" />
    </address>
  )
}

/** Fields that the page's heading already says, as it says the roles. */
const inHeading = new Set<PersonField>(['first_name', 'middle_name', 'last_name', 'suffix', 'household_id'])

/** Dates of birth and death with the age on the later of them, how to reach the person, and every other field. */
function Facts({ record }: { record: Detail['record'] }) {
  const today = localToday(new Date(useNow()))
  const { date_of_birth: born, date_of_death: died, is_deceased, email } = record
  const age = ageInYears(born, died || (is_deceased ? '' : today))
  const special = {
    household_id: null,
    date_of_birth: born ? (
      <>
        <CalendarDate date={born} />
        {age === null || died ? null : <Quiet> · {age} years old</Quiet>}
      </>
    ) : null,
    date_of_death: died ? (
      <>
        <CalendarDate date={died} />
        {age === null ? null : <Quiet> · aged {age}</Quiet>}
      </>
    ) : null,
    email: email ? (
      <>
        <MailLink email={email} />
        <CopyButton text={email} label="Copy email" />
      </>
    ) : null,
  }
  const names = personFieldsIn('name').filter((name) => !inHeading.has(name))
  return (
    <FieldList
      fields={[
        ...recordFields({ fields: individualFields, names, record, special }),
        { label: 'Address', value: hasAddress(record) ? <Address record={record} /> : null },
      ]}
    />
  )
}

const hasAddress = (record: Detail['record']) =>
  personFieldsIn('address').some((name) => typeof record[name] === 'string' && record[name] !== '')

/** The household's other members beside the person, with what the person is to them by the user's own links. */
function Family({ id, household }: { id: string; household: Detail['household'] }) {
  const connectionId = useConnection().id
  const api = useApi()
  const { data, isError, refetch } = useQuery(
    api.households.get.queryOptions({ input: { connectionId, id: household.id } }),
  )
  const roles = useQuery(api.estate.roles.queryOptions({ input: { connectionId, resource: 'individuals', id } })).data
  const family = (roles?.links ?? []).filter(isFamilyLink)
  const linksTo = (other: string) => family.filter(({ from, to }) => from.id === other || to.id === other)
  const [isAdding, setAdding] = useState(false)
  const reason = useForbidden('estate.addLink')
  const others = (data?.individuals.filter((person) => person.id !== id) ?? []).toSorted(
    (one, other) => Number(linksTo(other.id).length > 0) - Number(linksTo(one.id).length > 0),
  )
  return (
    <Section title="Family" aside={<RecordLink resource="households" id={household.id} name={household.name} />}>
      {data === undefined && isError ? <PartError what="The family" onRetry={() => void refetch()} /> : null}
      <ul className={classes.family}>
        {others.map((person) => (
          <Relative key={person.id} {...{ person, id }} links={linksTo(person.id)} householdId={household.id} />
        ))}
      </ul>
      {others.length === 0 ? null : (
        <p className={classes.addFamily}>
          <ReasonedButton reason={reason} onClick={() => setAdding(true)}>
            Add family…
          </ReasonedButton>
        </p>
      )}
      {isAdding ? <FamilyDialog householdId={household.id} start={id} onClose={() => setAdding(false)} /> : null}
    </Section>
  )
}

type RelativeProps = {
  person: IndividualRow
  /** The id of the person whose page this is, and the links between the two. */
  id: string
  links: readonly EstateLink[]
  householdId: string
}

function Relative({ person, id, links, householdId }: RelativeProps) {
  const actions = useEstateActions(householdId)
  const reason = useForbidden('estate.setLinkRemoved')
  const today = localToday(new Date(useNow()))
  const age = person.is_deceased ? null : ageInYears(person.date_of_birth, today)
  const known = links.flatMap((link) => {
    const role = familyRole(link.role)
    return role === null ? [] : [{ link, words: relationWords(role, link.from.id === id) }]
  })
  return (
    <li>
      <PersonAvatar id={person.id} name={person.title} />
      <span className="anywhere">
        {known.map((one) => (
          <Quiet key={one.link.id}>{one.words} </Quiet>
        ))}
        <RecordLink resource="individuals" id={person.id} name={person.title} />
        {age === null ? null : <Quiet>{`\u00a0·\u00a0${age}`}</Quiet>} {person.is_deceased ? <Tag>Deceased</Tag> : null}
      </span>
      <OverflowMenu
        label={`Family with ${person.title}`}
        actions={known.map((one) => ({
          label: known.length === 1 ? 'Remove' : `Remove “${one.words}”`,
          onRun: () => actions.remove(one.link),
          reason,
        }))}
      />
    </li>
  )
}

function Individual({ detail }: { detail: Detail }) {
  const { record, household, title } = detail
  const editing = useEditing('individuals', record)
  const reason = useEditReason(detail)
  const today = localToday(new Date(useNow()))
  const age = record.is_deceased ? null : ageInYears(record.date_of_birth, today)
  return (
    <RecordPage
      resource="individuals"
      detail={detail}
      title={title}
      avatar={<PersonAvatar id={record.id} name={title} size={40} />}
      subtitle={
        <>
          {age === null ? null : <span>{age} years old</span>}
          {rolesOf(record).length > 0 ? <span>{rolesOf(record).join(', ')}</span> : null}
        </>
      }
      tags={record.is_deceased ? <Tag>Deceased</Tag> : null}
      edit={{
        reason,
        editing,
        remove: { resource: 'individuals' },
      }}
      rail={<Family id={record.id} household={household} />}
    >
      {editing.base ? (
        <IndividualForm household={household} editing={editing} />
      ) : (
        <>
          <Facts record={record} />
          {record.notes ? (
            <Section title="Notes">
              <LongText text={record.notes} />
            </Section>
          ) : null}
        </>
      )}
      <RecordRoles node={{ resource: 'individuals', id: record.id }} householdId={household.id} />
      <RecordDates record={{ resource: 'individuals', id: record.id }} name={title} householdId={household.id} />
      <RelatedSection
        resource="documents"
        columns={personFileColumns(detail.documents)}
        rows={detail.documents}
        scope={{ individual_id: record.id }}
        action={
          <AddDocuments
            owner={{ household_id: household.id, entity_id: null, individual_id: record.id }}
            to={title}
            reason={reason}
          />
        }
      />
      <RecordRules
        subject={{ record: { resource: 'individuals', id: record.id }, name: title, householdId: household.id }}
      />
      <DoublesOf id={record.id} />
      <RecordDetails record={record} resource="individuals" />
    </RecordPage>
  )
}

/** All data of one person. */
export function IndividualPage() {
  return (
    <RecordView resource="individuals">{(detail) => <Individual key={detail.record.id} detail={detail} />}</RecordView>
  )
}
