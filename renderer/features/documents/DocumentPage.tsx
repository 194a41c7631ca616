import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { documentTypeNames } from '../../../shared/domain/names.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { documentFields } from '../../../shared/records/document.ts'
import { allNames } from '../../../shared/records/field.ts'
import { document as documentSchema } from '../../../shared/service/document.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { type Field, FieldList } from '../../components/FieldList.tsx'
import { DeleteDialog } from '../../components/forms/DeleteDialog.tsx'
import { useEditing, useEditReason } from '../../components/forms/use-editing.ts'
import { useServerId } from '../../components/forms/use-server-id.ts'
import { RecordLink } from '../../components/RecordLink.tsx'
import { EnumName, Tag } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { BesideFile, FilePanel, useDocumentFile } from '../files/public.ts'
import {
  RecordDetails,
  RecordPage,
  RecordView,
  RelatedSection,
  recordFields,
  summaryColumns,
} from '../records/public.ts'
import { DocumentForm } from './DocumentForm.tsx'

type Detail = ContractOutputs['documents']['get']

const known = Object.keys(documentSchema.shape)

const fieldNames = allNames(documentFields).filter((name) => name !== 'deleted_at')

const link = (resource: Resource, to: { id: string; name: string | null } | null) =>
  to ? <RecordLink resource={resource} id={to.id} name={to.name} /> : null

function fieldsOf({ record, household, entity, individual }: Detail): Field[] {
  const own = recordFields({
    fields: documentFields,
    names: fieldNames,
    record,
    special: {
      household_id: link('households', household),
      entity_id: link('entities', entity),
      individual_id: link('individuals', individual),
    },
  })
  return own
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
      subtitle={
        <span>
          <EnumName names={documentTypeNames} value={record.type} />
        </span>
      }
      tags={record.deleted_at ? <Tag>Deleted in the service</Tag> : null}
      pending={detail.pending}
      edit={{
        reason,
        ...(editing.base ? {} : { onEdit: editing.begin }),
        remove: (close) => (
          <DeleteDialog resource="documents" id={record.id} title={record.name} draft={editing.draft} onClose={close} />
        ),
      }}
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
        <RecordDetails record={record} resource="documents" known={known} />
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
