import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { householdFields } from '../../../shared/records/household.ts'
import { household as householdSchema } from '../../../shared/service/household.ts'
import { AvatarStack } from '../../components/Avatar.tsx'
import { useEditing, useEditReason } from '../../components/forms/use-editing.ts'
import { useServerId } from '../../components/forms/use-server-id.ts'
import { LongText } from '../../components/LongText.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { NoneOf, SoFar } from '../../components/Unread.tsx'
import { Quiet, RecordText } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { Holdings } from '../book/public.ts'
import { HouseholdChanges, NewChanges, useHouseholdVisit } from '../changes/public.ts'
import { HouseholdDocuments } from '../documents/public.ts'
import { Estate } from '../estate-map/public.ts'
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
import { fullName, HouseholdFacts, HouseholdSections } from './HouseholdFields.tsx'
import { HouseholdForm } from './HouseholdForm.tsx'
import { LogValuation } from './LogValuation.tsx'
import { People } from './People.tsx'

type Detail = ContractOutputs['households']['get']

const known = Object.keys(householdSchema.shape)

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
      {editing.base ? <HouseholdForm detail={detail} editing={editing} base={editing.base} /> : null}
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
        known={known}
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
  const api = useApi()
  const connection = useConnection()
  const { id = '' } = useParams({ strict: false })
  useServerId('households', id)
  const query = useQuery(api.households.get.queryOptions({ input: { connectionId: connection.id, id } }))
  return (
    <RecordView resource="households" id={id} query={query}>
      {(detail) => <Overview key={detail.record.id} detail={detail} />}
    </RecordView>
  )
}
