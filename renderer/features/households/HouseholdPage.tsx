import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { household as householdSchema } from '../../../shared/service/household.ts'
import { FieldList } from '../../components/FieldList.tsx'
import { DeleteDialog } from '../../components/forms/DeleteDialog.tsx'
import { EditActions } from '../../components/forms/EditActions.tsx'
import { useEditing, useEditReason } from '../../components/forms/use-editing.ts'
import { useServerId } from '../../components/forms/use-server-id.ts'
import { Section } from '../../components/Section.tsx'
import { Tag } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { AddDocuments, HouseholdUploads } from '../intake/public.ts'
import {
  commonFields,
  fileColumns,
  holdingColumns,
  OtherFields,
  RecordPage,
  RecordView,
  RelatedSection,
  summaryColumns,
} from '../records/public.ts'
import { PinButton, PinnedNotice } from '../travel/public.ts'
import { Balance } from './Balance.tsx'
import { HouseholdFields, Notes } from './HouseholdFields.tsx'
import { HouseholdForm } from './HouseholdForm.tsx'
import { People } from './People.tsx'

type Detail = ContractOutputs['households']['get']

const known = Object.keys(householdSchema.shape)

function Overview({ detail }: { detail: Detail }) {
  const { record, counts, title } = detail
  const scope = { household_id: record.id }
  const editing = useEditing(record)
  const reason = useEditReason(detail)
  return (
    <RecordPage
      resource="households"
      id={record.id}
      title={title}
      checkedAt={detail.checked_at}
      tags={record.deleted_at ? <Tag>Deleted in the service</Tag> : null}
      pending={detail.pending}
      aside={
        <>
          <PinButton id={record.id} title={title} />
          <EditActions
            reason={reason}
            {...(editing.base ? {} : { onEdit: editing.begin })}
            remove={(close) => (
              <DeleteDialog resource="households" id={record.id} title={title} draft={editing.draft} onClose={close}>
                The service decides what happens to its people, entities and documents.
              </DeleteDialog>
            )}
          />
        </>
      }
    >
      <PinnedNotice id={record.id} title={title} />
      {editing.base ? (
        <HouseholdForm detail={detail} editing={editing} base={editing.base} />
      ) : (
        <HouseholdFields detail={detail} />
      )}
      <People
        rows={detail.individuals}
        count={counts.individuals}
        scope={scope}
        householdId={record.id}
        reason={reason}
      />
      <Balance id={record.id} />
      <RelatedSection
        resource="entities"
        columns={holdingColumns}
        rows={detail.entities}
        count={counts.entities}
        scope={scope}
      />
      {editing.base ? null : <Notes text={record.notes} />}
      <RelatedSection
        resource="documents"
        columns={fileColumns}
        rows={detail.documents}
        count={counts.documents}
        scope={scope}
        action={
          <AddDocuments
            owner={{ household_id: record.id, entity_id: null, individual_id: null }}
            to={`the ${title} household`}
            reason={reason}
          />
        }
      >
        <HouseholdUploads householdId={record.id} />
      </RelatedSection>
      <RelatedSection
        resource="document-summaries"
        columns={summaryColumns}
        rows={detail.summaries}
        count={counts.summaries}
        scope={scope}
      />
      <OtherFields record={record} known={known} />
      <Section title="Record">
        <FieldList fields={commonFields(record, 'households')} />
      </Section>
    </RecordPage>
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
