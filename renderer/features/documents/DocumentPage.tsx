import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { documentTypeNames } from '../../../shared/domain/names.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { document as documentSchema } from '../../../shared/service/document.ts'
import { useEditing, useEditReason } from '../../components/forms/use-editing.ts'
import { useServerId } from '../../components/forms/use-server-id.ts'
import { EnumName } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { BesideFile, FilePanel, type Side, Thumbnail, useDocumentFile } from '../files/public.ts'
import { RecordDetails, RecordPage, RecordView, RelatedSection, summaryColumns } from '../records/public.ts'
import { DocumentFacts, NextStep } from './DocumentFacts.tsx'
import { DocumentForm } from './DocumentForm.tsx'
import { SummaryOpening } from './SummaryOpening.tsx'

type Detail = ContractOutputs['documents']['get']

const known = Object.keys(documentSchema.shape)

/** Every summary here is of this document; its format matters only on its own page. */
const ownSummaryColumns = summaryColumns.filter(({ id }) => id === 'title' || id === 'entry_mode')

function Document({ detail }: { detail: Detail }) {
  const { record } = detail
  const editing = useEditing(record)
  const reason = useEditReason(detail)
  const file = useDocumentFile(detail)
  const [side, setSide] = useState<Side>('record')
  return (
    <RecordPage
      resource="documents"
      detail={detail}
      title={record.name}
      subtitle={
        <span>
          <EnumName names={documentTypeNames} value={record.type} />
        </span>
      }
      primary={file ? <NextStep file={file} onStep={() => setSide('file')} /> : null}
      edit={{
        reason,
        editing,
        remove: { resource: 'documents' },
      }}
    >
      <BesideFile
        side={side}
        onSide={setSide}
        labels={{ record: 'Document', file: 'File' }}
        opener={<Thumbnail id={record.id} type={record.type} large />}
        file={file ? <FilePanel file={file} recordUpdatedAt={record.updated_at} /> : null}
      >
        {editing.base ? (
          <DocumentForm detail={detail} editing={editing} base={editing.base} />
        ) : (
          <DocumentFacts detail={detail} file={file} reason={reason} onFile={editing.begin} />
        )}
        <SummaryOpening summaries={detail.summaries} />
        <RelatedSection
          resource="document-summaries"
          title="Summaries"
          columns={ownSummaryColumns}
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
