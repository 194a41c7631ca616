import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { documentTypeNames } from '../../../shared/domain/names.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { document as documentSchema } from '../../../shared/service/document.ts'
import { cannotChange, type Field, FieldList } from '../../components/FieldList.tsx'
import { DeleteDialog } from '../../components/forms/DeleteDialog.tsx'
import { EditActions } from '../../components/forms/EditActions.tsx'
import { useEditing, useEditReason } from '../../components/forms/use-editing.ts'
import { useServerId } from '../../components/forms/use-server-id.ts'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Absent, EnumName, RecordText, Tag, YesNo } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { BesideFile, FilePanel, useDocumentFile } from '../files/public.ts'
import { commonFields, OtherFields, RecordPage, RecordView, RelatedSection, summaryColumns } from '../records/public.ts'
import { DocumentForm } from './DocumentForm.tsx'

type Detail = ContractOutputs['documents']['get']

const known = Object.keys(documentSchema.shape)

function fieldsOf({ record, household, entity, individual }: Detail): Field[] {
  const ai = record.enable_ai_suggestions
  return [
    { label: 'Name', value: <RecordText>{record.name}</RecordText> },
    { label: 'Type', value: <EnumName names={documentTypeNames} value={record.type} /> },
    {
      label: 'Household',
      value: <RecordLink resource="households" id={household.id} name={household.name} />,
      fixed: cannotChange,
    },
    {
      label: 'Entity',
      value: entity ? <RecordLink resource="entities" id={entity.id} name={entity.name} /> : <Absent />,
    },
    {
      label: 'Individual',
      value: individual ? <RecordLink resource="individuals" id={individual.id} name={individual.name} /> : <Absent />,
    },
    { label: 'Used for AI suggestions', value: ai === null || ai === undefined ? <Absent /> : <YesNo value={ai} /> },
    ...commonFields(record, 'document'),
  ]
}

function Document({ detail }: { detail: Detail }) {
  const { record, household } = detail
  const editing = useEditing(record)
  const reason = useEditReason(detail)
  const file = useDocumentFile(detail)
  return (
    <RecordPage
      resource="documents"
      id={record.id}
      title={record.name}
      checkedAt={detail.checked_at}
      household={household}
      tags={record.deleted_at ? <Tag>Deleted in the service</Tag> : null}
      pending={detail.pending}
      aside={
        <EditActions
          reason={reason}
          {...(editing.base ? {} : { onEdit: editing.begin })}
          remove={(close) => (
            <DeleteDialog
              resource="documents"
              id={record.id}
              title={record.name}
              draft={editing.draft}
              onClose={close}
            />
          )}
        />
      }
    >
      <BesideFile
        labels={{ record: 'Details', file: 'File' }}
        file={file ? <FilePanel file={file} recordUpdatedAt={record.updated_at} /> : null}
      >
        {editing.base ? (
          <DocumentForm detail={detail} editing={editing} base={editing.base} />
        ) : (
          <FieldList fields={fieldsOf(detail)} />
        )}
        <RelatedSection
          resource="document-summaries"
          title="Summaries"
          columns={summaryColumns}
          rows={detail.summaries}
          scope={{ document_id: record.id }}
        />
        <OtherFields record={record} known={known} />
      </BesideFile>
    </RecordPage>
  )
}

/** All data of one document, next to its file. */
export function DocumentPage() {
  const { id = '' } = useParams({ strict: false })
  useServerId('documents', id)
  const connectionId = useConnection().id
  const query = useQuery(useApi().documents.get.queryOptions({ input: { connectionId, id } }))
  return (
    <RecordView resource="documents" id={id} query={query}>
      {(detail) => <Document key={detail.record.id} detail={detail} />}
    </RecordView>
  )
}
