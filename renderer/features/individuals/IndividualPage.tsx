import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { individualFields } from '../../../shared/records/individual.ts'
import { individual as individualSchema } from '../../../shared/service/individual.ts'
import { FieldList } from '../../components/FieldList.tsx'
import { DeleteDialog } from '../../components/forms/DeleteDialog.tsx'
import { EditActions } from '../../components/forms/EditActions.tsx'
import { useEditing, useEditReason } from '../../components/forms/use-editing.ts'
import { useServerId } from '../../components/forms/use-server-id.ts'
import { LongText } from '../../components/LongText.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { Tag } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { AddDocuments } from '../intake/public.ts'
import {
  commonFields,
  fileColumns,
  OtherFields,
  RecordPage,
  RecordView,
  RelatedSection,
  recordFields,
} from '../records/public.ts'
import { IndividualForm } from './IndividualForm.tsx'
import { type PersonSection, personFieldsIn } from './person-layout.ts'

type Detail = ContractOutputs['individuals']['get']

const known = Object.keys(individualSchema.shape)

const fieldsIn = (section: PersonSection, { record, household }: Detail) =>
  recordFields({
    fields: individualFields,
    names: personFieldsIn(section),
    record,
    special: { household_id: <RecordLink resource="households" id={household.id} name={household.name} /> },
  })

function PersonSections({ detail }: { detail: Detail }) {
  return (
    <>
      <FieldList fields={fieldsIn('name', detail)} />
      <Section title="Roles">
        <FieldList fields={fieldsIn('roles', detail)} />
      </Section>
      <Section title="Address">
        <FieldList fields={fieldsIn('address', detail)} />
      </Section>
      <Section title="Notes">
        <LongText text={detail.record.notes} />
      </Section>
    </>
  )
}

function Individual({ detail }: { detail: Detail }) {
  const { record, household, title } = detail
  const editing = useEditing(record)
  const reason = useEditReason(detail)
  return (
    <RecordPage
      resource="individuals"
      id={record.id}
      title={title}
      checkedAt={detail.checked_at}
      household={household}
      tags={
        <>
          {record.is_primary ? <Tag accent>Primary</Tag> : null}
          {record.is_deceased ? <Tag>Deceased</Tag> : null}
          {record.deleted_at ? <Tag>Deleted in the service</Tag> : null}
        </>
      }
      pending={detail.pending}
      aside={
        <EditActions
          reason={reason}
          {...(editing.base ? {} : { onEdit: editing.begin })}
          remove={(close) => (
            <DeleteDialog resource="individuals" id={record.id} title={title} draft={editing.draft} onClose={close} />
          )}
        />
      }
    >
      {editing.base ? (
        <IndividualForm id={record.id} household={household} editing={editing} base={editing.base} />
      ) : (
        <PersonSections detail={detail} />
      )}
      <RelatedSection
        resource="documents"
        columns={fileColumns}
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
      <OtherFields record={record} known={known} />
      <Section title="Record">
        <FieldList fields={commonFields(record, 'individuals')} />
      </Section>
    </RecordPage>
  )
}

/** All data of one person. */
export function IndividualPage() {
  const { id = '' } = useParams({ strict: false })
  useServerId('individuals', id)
  const connectionId = useConnection().id
  const query = useQuery(useApi().individuals.get.queryOptions({ input: { connectionId, id } }))
  return (
    <RecordView resource="individuals" id={id} query={query}>
      {(detail) => <Individual key={detail.record.id} detail={detail} />}
    </RecordView>
  )
}
