import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { individual as individualSchema } from '../../../shared/service/individual.ts'
import { CalendarDate } from '../../components/Dates.tsx'
import { cannotChange, type Field, FieldList } from '../../components/FieldList.tsx'
import { DeleteDialog } from '../../components/forms/DeleteDialog.tsx'
import { EditActions } from '../../components/forms/EditActions.tsx'
import { useEditing, useEditReason } from '../../components/forms/use-editing.ts'
import { useServerId } from '../../components/forms/use-server-id.ts'
import { LongText } from '../../components/LongText.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { Absent, OptionalText, RecordText, Tag, YesNo } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { AddDocuments } from '../intake/public.ts'
import { commonFields, fileColumns, OtherFields, RecordPage, RecordView, RelatedSection } from '../records/public.ts'
import { IndividualForm } from './IndividualForm.tsx'

type Detail = ContractOutputs['individuals']['get']

const known = Object.keys(individualSchema.shape)

const optionalDate = (date: string | null | undefined) => (date ? <CalendarDate date={date} /> : <Absent />)

function fieldsOf({ record, household }: Detail): Field[] {
  return [
    { label: 'First name', value: <RecordText>{record.first_name}</RecordText> },
    { label: 'Middle name', value: <OptionalText text={record.middle_name} /> },
    { label: 'Last name', value: <RecordText>{record.last_name}</RecordText> },
    { label: 'Suffix', value: <OptionalText text={record.suffix} /> },
    {
      label: 'Household',
      value: <RecordLink resource="households" id={household.id} name={household.name} />,
      fixed: cannotChange,
    },
    { label: 'Email', value: <OptionalText text={record.email} /> },
    { label: 'Date of birth', value: optionalDate(record.date_of_birth) },
    { label: 'Date of death', value: optionalDate(record.date_of_death) },
  ]
}

function rolesOf({ record }: Detail): Field[] {
  return [
    { label: 'Primary client', value: <YesNo value={record.is_primary} /> },
    { label: 'Grantor', value: <YesNo value={record.is_grantor} /> },
    { label: 'Trustee', value: <YesNo value={record.is_trustee} /> },
    { label: 'Beneficiary', value: <YesNo value={record.is_beneficiary} /> },
    { label: 'Deceased', value: <YesNo value={record.is_deceased} /> },
  ]
}

function addressOf({ record }: Detail): Field[] {
  return [
    { label: 'Address line 1', value: <OptionalText text={record.address_line1} /> },
    { label: 'Address line 2', value: <OptionalText text={record.address_line2} /> },
    { label: 'City', value: <OptionalText text={record.city} /> },
    { label: 'State', value: <OptionalText text={record.state} /> },
    { label: 'Postal code', value: <OptionalText text={record.postal_code} /> },
    { label: 'Country', value: <OptionalText text={record.country} /> },
  ]
}

function PersonSections({ detail }: { detail: Detail }) {
  return (
    <>
      <FieldList fields={fieldsOf(detail)} />
      <Section title="Roles">
        <FieldList fields={rolesOf(detail)} />
      </Section>
      <Section title="Address">
        <FieldList fields={addressOf(detail)} />
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
        <FieldList fields={commonFields(record, 'individual')} />
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
