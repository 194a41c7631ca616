import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { documentSummaryFields } from '../../../shared/records/document-summary.ts'
import { allNames } from '../../../shared/records/field.ts'
import { documentSummary as summarySchema } from '../../../shared/service/document-summary.ts'
import { FieldList } from '../../components/FieldList.tsx'
import { useEditing, useEditReason } from '../../components/forms/use-editing.ts'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { Tag } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { BesideFile, FilePanel, type Side } from '../files/public.ts'
import { EntryMode, RecordDetails, RecordPage, RecordView, recordFields } from '../records/public.ts'
import { Original } from './Original.tsx'
import { SummaryForm } from './SummaryForm.tsx'
import { SummaryPdf } from './SummaryPdf.tsx'
import { SummaryText } from './SummaryText.tsx'

type Detail = ContractOutputs['documentSummaries']['get']

const known = Object.keys(summarySchema.shape)

const detailNames = allNames(documentSummaryFields).filter((name) => name !== 'summary')

function SummaryFields({ detail }: { detail: Detail }) {
  const { record, household, document } = detail
  const format = record.summary_format ?? null
  return (
    <>
      <Section title="Summary" aside={<SummaryPdf id={record.id} updatedAt={record.updated_at} />}>
        <SummaryText text={record.summary} format={format} />
        <Original id={record.id} />
      </Section>
      <Section title="Origin">
        <FieldList
          fields={recordFields({
            fields: documentSummaryFields,
            names: detailNames,
            record,
            special: {
              document_id: <RecordLink resource="documents" id={document.id} name={document.name} />,
              household_id: <RecordLink resource="households" id={household.id} name={household.name} />,
              entry_mode: <EntryMode mode={record.entry_mode ?? null} />,
            },
          })}
        />
      </Section>
    </>
  )
}

/** The file of the summarised document. The file may be cached here even if the document's record is not. */
function OfDocument({ id }: { id: string }) {
  const connectionId = useConnection().id
  const { data } = useQuery(useApi().documents.get.queryOptions({ input: { connectionId, id } }))
  return <FilePanel file={{ kind: 'document', id }} recordUpdatedAt={data?.record.updated_at ?? null} />
}

function Summary({ detail }: { detail: Detail }) {
  const { record } = detail
  const editing = useEditing(record)
  const reason = useEditReason(detail)
  const [side, setSide] = useState<Side>('record')
  return (
    <RecordPage
      resource="document-summaries"
      detail={detail}
      title={record.display_name}
      tags={record.entry_mode === 'AI_AUTO' ? <Tag accent>AI-generated</Tag> : null}
      edit={{ reason, editing }}
    >
      <BesideFile
        side={side}
        onSide={setSide}
        labels={{ record: 'Summary', file: 'Document' }}
        file={<OfDocument id={detail.document.id} />}
      >
        {editing.base ? (
          <SummaryForm detail={detail} editing={editing} base={editing.base} />
        ) : (
          <SummaryFields detail={detail} />
        )}
        <RecordDetails record={record} resource="document-summaries" known={known} />
      </BesideFile>
    </RecordPage>
  )
}

/** One summary, as plain text or Markdown, next to its document. */
export function DocumentSummaryPage() {
  const { id = '' } = useParams({ strict: false })
  const connectionId = useConnection().id
  const query = useQuery(useApi().documentSummaries.get.queryOptions({ input: { connectionId, id } }))
  return (
    <RecordView resource="document-summaries" id={id} query={query}>
      {(detail) => <Summary key={detail.record.id} detail={detail} />}
    </RecordView>
  )
}
