import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Fragment, type ReactNode, useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { ruleSources } from '../../../shared/domain/missing-documents.ts'
import { documentTypeNames, entityKindNames, nameOf } from '../../../shared/domain/names.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { DocumentRow, EntityRow } from '../../../shared/ipc/rows.ts'
import { householdFields } from '../../../shared/records/household.ts'
import { AvatarStack, EntityAvatar } from '../../components/Avatar.tsx'
import { FieldList } from '../../components/FieldList.tsx'
import { useEditing } from '../../components/forms/drafts.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { LongText } from '../../components/LongText.tsx'
import { PendingMark } from '../../components/PendingMark.tsx'
import { PopupMenu } from '../../components/popups/Popup.tsx'
import { usePopup } from '../../components/popups/use-popup.ts'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { useIsUnread } from '../../components/sync-state.ts'
import { NoneOf, SoFar, TitleCount } from '../../components/Unread.tsx'
import { Ago, Quiet, RecordText, Tag } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { useEditReason } from '../../lib/policy.ts'
import { Holdings } from '../book/public.ts'
import { HouseholdChanges, NewChanges, useHouseholdVisit } from '../changes/public.ts'
import { Estate } from '../estate-map/public.ts'
import { Thumbnail } from '../files/public.ts'
import { AddDocuments, HouseholdUploads } from '../intake/public.ts'
import { PackButton } from '../packs/public.ts'
import {
  holdingColumns,
  RecordDetails,
  RecordPage,
  RecordView,
  RelatedSection,
  recordFields,
  summaryColumns,
} from '../records/public.ts'
import { PinButton, PinnedNotice } from '../travel/public.ts'
import { useFreshValuations } from '../valuations/public.ts'
import { HouseholdForm } from './HouseholdForm.tsx'
import householdDocumentsClasses from './household-documents.module.css'
import classes from './households.module.css'
import { People } from './People.tsx'

type Filed = ContractOutputs['today']['filed']

function Missing({ missing, source }: Pick<Filed, 'missing' | 'source'>) {
  if (missing.length === 0) return null
  const subjects = [...Map.groupBy(missing, ({ about }) => about?.id ?? '').entries()]
  return (
    <div className={householdDocumentsClasses.missing}>
      <h3 className={householdDocumentsClasses.kind}>Not on file here</h3>
      <ul aria-label="Not on file here">
        {subjects.map(([id, rules]) => {
          const about = rules[0]?.about ?? null
          return (
            <li key={id}>
              {rules.map(({ rule }) => rule).join(', ')}
              {about ? (
                <>
                  {' '}
                  <Quiet>for</Quiet> <RecordLink resource={about.resource} id={about.id} name={about.name} />
                </>
              ) : null}
            </li>
          )
        })}
      </ul>
      <Quiet>{ruleSources[source]} The documents may exist elsewhere.</Quiet>
    </div>
  )
}

function Card({ row }: { row: DocumentRow }) {
  const about = row.entity_name ?? row.individual_name
  return (
    <li className={`line ${householdDocumentsClasses.card}`} data-mark={row.pending ?? undefined}>
      <Thumbnail id={row.id} type={row.type} />
      <div className="anywhere">
        <div className={householdDocumentsClasses.name}>
          <RecordLink resource="documents" id={row.id} name={row.title} /> <PendingMark mark={row.pending} />
        </div>
        {about === null ? null : (
          <div className="note">
            <RecordText>{about}</RecordText>
          </div>
        )}
        <div className="note">
          <Ago at={row.updated_at} />
        </div>
      </div>
    </li>
  )
}

/** Documents by kind, in the order of the counts; a kind is counted in full even if not all of its documents are shown. */
function byKind(rows: readonly DocumentRow[], kinds: Filed['kinds']) {
  const groups = Map.groupBy(rows, ({ type }) => type)
  const counts = new Map(kinds.map(({ type, count }) => [type, count]))
  const order = [...new Set([...counts.keys(), ...groups.keys()])]
  return order.map((type) => {
    const shown = groups.get(type) ?? []
    return { type, shown, count: Math.max(counts.get(type) ?? 0, shown.length) }
  })
}

type Props = {
  householdId: string
  /** The first documents of the household. */
  rows: readonly DocumentRow[]
  count: number
  action: ReactNode
  children: ReactNode
}

/** A household's documents by kind, as pictures where the file is on this computer, and the kinds that rules find missing. */
function HouseholdDocuments({ householdId, rows, count, action, children }: Props) {
  const connectionId = useConnection().id
  const scope = { household_id: householdId }
  const input = { connectionId, household_id: householdId }
  const isUnread = useIsUnread('documents')
  const filed = useQuery(useApi().today.filed.queryOptions({ input })).data
  return (
    <Section
      title="Documents"
      anchor="documents"
      count={count}
      of="documents"
      aside={
        <>
          {count > 0 ? (
            <Link to="/c/$connectionId/documents" params={{ connectionId }} search={scope}>
              Show all {formatCount(count)}
            </Link>
          ) : null}
          {action}
        </>
      }
    >
      {rows.length === 0 ? (
        <NoneOf resource="documents" rows>
          <Quiet>None.</Quiet>
        </NoneOf>
      ) : null}
      <div className={householdDocumentsClasses.kinds}>
        {byKind(rows, filed?.kinds ?? []).map(({ type, shown, count: ofKind }) => (
          <div key={type}>
            <h3 className={householdDocumentsClasses.kind}>
              {nameOf(documentTypeNames, type)} <span>{formatCount(ofKind)}</span>
            </h3>
            <ul
              className={`plain-list ${householdDocumentsClasses.cards}`}
              aria-label={nameOf(documentTypeNames, type)}
            >
              {shown.map((row) => (
                <Card key={row.id} row={row} />
              ))}
            </ul>
          </div>
        ))}
      </div>
      {children}
      {filed && !isUnread ? <Missing {...filed} /> : null}
    </Section>
  )
}

type Primary = NonNullable<Detail['record']['primary_individuals']>[number]

/** A primary client's name as one text. */
const fullName = ({ first_name, last_name }: Primary): string => `${first_name} ${last_name}`

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
function HouseholdFacts({ detail: { record, owner } }: { detail: Detail }) {
  const people = record.primary_individuals ?? []
  return (
    <FieldList
      fields={[
        {
          label: householdFields.primary_relationship_owner_id.label,
          value: <RecordLink resource="users" id={owner.id} name={owner.name} />,
        },
        {
          label: householdFields.primary_individuals.label,
          value: people.length > 0 ? <PrimaryClients people={people} /> : null,
        },
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
function HouseholdSections({ detail: { record, counts } }: { detail: Detail }) {
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

/** The household's primary action: asks which entity, then opens the composer. */
function LogValuation({ entities, reason }: { entities: readonly EntityRow[]; reason: string | null }) {
  const navigate = useNavigate()
  const connectionId = useConnection().id
  const [opened, onOpened] = useState(false)
  const { button, popup } = usePopup('menu', { opened, onOpened })
  const isUnread = useIsUnread('entities')
  const none = isUnread
    ? 'The entities of this household are not read yet.'
    : 'This household has no entities to value.'
  const why = reason ?? (entities.length === 0 ? none : null)
  const log = (id: string) =>
    void navigate({ to: '/c/$connectionId/entities/$id/valuation/new', params: { connectionId, id } })
  return (
    <>
      <ReasonedButton variant="filled" reason={why} {...button}>
        Log valuation
      </ReasonedButton>
      {popup ? (
        <PopupMenu popup={popup} position="bottom-end" withinPortal shadow="md">
          <Menu.Dropdown aria-label="Which entity is valued" mah={360} style={{ overflowY: 'auto' }}>
            {entities.map(({ id, title, kind }) => (
              <Menu.Item key={id} leftSection={<EntityAvatar kind={kind} />} onClick={() => log(id)}>
                <RecordText>{title}</RecordText> <Quiet>{nameOf(entityKindNames, kind)}</Quiet>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </PopupMenu>
      ) : null}
    </>
  )
}

type Detail = ContractOutputs['households']['get']

/** Where the household lives, if all of its primaries say so, and how many people it has. */
function Summary({ detail: { record, owner, counts } }: { detail: Detail }) {
  const cities = new Set(
    (record.primary_individuals ?? []).map(({ city, state }) => [city, state].filter(Boolean).join(', ')),
  )
  const [city = ''] = cities
  return (
    <>
      <span>
        <RecordLink resource="users" id={owner.id} name={owner.name} />
      </span>
      {cities.size === 1 && city !== '' ? (
        <span>
          <RecordText>{city}</RecordText>
        </span>
      ) : null}
      <span>
        {counts.individuals === 0 ? (
          <NoneOf resource="individuals">0 people</NoneOf>
        ) : (
          <>
            {counts.individuals === 1 ? '1 person' : `${formatCount(counts.individuals)} people`}
            <SoFar of="individuals" />
          </>
        )}
      </span>
    </>
  )
}

function Overview({ detail }: { detail: Detail }) {
  const { record, counts, title } = detail
  const scope = { household_id: record.id }
  const editing = useEditing(record)
  const visit = useHouseholdVisit(record.id)
  const reason = useEditReason(detail)
  const primaries = (record.primary_individuals ?? []).map((person) => ({ id: person.id, name: fullName(person) }))
  return (
    <RecordPage
      resource="households"
      detail={detail}
      title={title}
      avatar={<AvatarStack people={primaries} />}
      subtitle={
        <>
          <Summary detail={detail} />
          <NewChanges of={visit} />
        </>
      }
      tags={<PinButton id={record.id} title={title} />}
      primary={
        editing.base ? null : (
          <>
            <LogValuation entities={detail.entities} reason={reason} />
            <PackButton ids={[record.id]} title={title} />
          </>
        )
      }
      edit={{
        reason,
        editing,
        remove: {
          resource: 'households',
          consequences: 'The service decides what happens to its people, entities and documents.',
        },
      }}
      rail={<HouseholdFacts detail={detail} />}
    >
      <PinnedNotice id={record.id} title={title} />
      {editing.base ? <HouseholdForm detail={detail} editing={editing} /> : null}
      <HouseholdHoldings id={record.id} />
      <HouseholdSections detail={detail} />
      <Estate id={record.id} />
      <RelatedSection
        resource="entities"
        columns={holdingColumns}
        rows={detail.entities}
        count={counts.entities}
        scope={scope}
      />
      <People rows={detail.individuals} count={counts.individuals} householdId={record.id} reason={reason} />
      <HouseholdChanges of={visit} />
      <HouseholdDocuments
        householdId={record.id}
        rows={detail.documents}
        count={counts.documents}
        action={
          <AddDocuments
            owner={{ household_id: record.id, entity_id: null, individual_id: null }}
            to={`the ${title} household`}
            reason={reason}
          />
        }
      >
        <HouseholdUploads householdId={record.id} />
      </HouseholdDocuments>
      <RelatedSection
        resource="document-summaries"
        anchor="summaries"
        title="Summaries"
        columns={summaryColumns}
        rows={detail.summaries}
        count={counts.summaries}
        scope={scope}
      />
      {editing.base ? null : (
        <Section title="Notes" anchor="notes">
          {record.notes ? <LongText text={record.notes} /> : <Quiet>No notes.</Quiet>}
        </Section>
      )}
      <RecordDetails
        record={record}
        resource="households"
        fields={recordFields({ fields: householdFields, names: ['name', 'external_id'], record, special: {} })}
      />
    </RecordPage>
  )
}

/** The household's directly held assets: one figure with its shares and its age. */
function HouseholdHoldings({ id }: { id: string }) {
  useFreshValuations('household', id)
  const connectionId = useConnection().id
  const query = useQuery(useApi().rollUps.household.queryOptions({ input: { connectionId, id } }))
  return (
    <QueryView query={query} label="directly held total">
      {(rollUp) => <Holdings rollUp={rollUp} of={{ what: 'household', id }} />}
    </QueryView>
  )
}

/** All data of one household at a glance. */
export function HouseholdPage() {
  return (
    <RecordView resource="households">{(detail) => <Overview key={detail.record.id} detail={detail} />}</RecordView>
  )
}
