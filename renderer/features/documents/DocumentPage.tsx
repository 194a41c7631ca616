import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { formatBytes } from '../../../shared/domain/bytes.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { FileRef } from '../../../shared/ipc/files.ts'
import type { DocumentSummaryRow } from '../../../shared/ipc/rows.ts'
import { documentFields } from '../../../shared/records/document.ts'
import { allNames, namesWith } from '../../../shared/records/field.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { FieldList } from '../../components/FieldList.tsx'
import { type Editing, useEditing } from '../../components/forms/drafts.ts'
import { FieldInputs } from '../../components/forms/FieldInput.tsx'
import { Fields, FormNote } from '../../components/forms/FieldRow.tsx'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { RecordField } from '../../components/forms/RecordField.tsx'
import { EditForm } from '../../components/forms/RecordForm.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { Moment, Quiet, RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { runCommand } from '../../lib/commands/run-command.ts'
import { readPlace } from '../../lib/document-place.ts'
import { useEditReason, useForbidden } from '../../lib/policy.ts'
import { usePresenting } from '../../lib/presenting.ts'
import { RecordDates } from '../dates/public.ts'
import { BesideFile, FilePanel, type Side, Thumbnail, useDocumentFile, useHeld } from '../files/public.ts'
import { RecordRules } from '../missing-documents/public.ts'
import {
  RecordDetails,
  RecordPage,
  RecordView,
  RelatedSection,
  recordFields,
  summaryColumns,
} from '../records/public.ts'
import classes from './documents.module.css'
import { FoundFacts } from './FoundFacts.tsx'
import { firstSentences } from './first-sentences.ts'

const names = namesWith(documentFields, 'update')

type NamedLink = { id: string; name: string | null } | null

/** Edits a document's fields. Its file does not change. */
function DocumentForm({ detail, editing }: { detail: Detail; editing: Editing }) {
  const { household, entity, individual } = detail
  const filedUnder = (name: 'entity_id' | 'individual_id', resource: 'entities' | 'individuals', chosen: NamedLink) => (
    <RecordField
      {...{ name, resource, chosen }}
      label={documentFields[name].label}
      householdId={household.id}
      clearable
    />
  )
  return (
    <EditForm resource="documents" editing={editing}>
      <Fields>
        <FieldInputs
          fields={documentFields}
          names={names}
          special={{
            entity_id: filedUnder('entity_id', 'entities', entity),
            individual_id: filedUnder('individual_id', 'individuals', individual),
          }}
        />
        <FormNote>The service cannot move a document to another household, nor replace its file.</FormNote>
      </Fields>
    </EditForm>
  )
}

/** The first sentences of a document's newest summary, with a link to all of it. */
function SummaryOpening({ summaries }: { summaries: readonly DocumentSummaryRow[] }) {
  const connectionId = useConnection().id
  const newest = summaries.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at))[0]
  const input = { connectionId, id: newest?.id ?? '' }
  const { data } = useQuery({
    ...useApi().documentSummaries.get.queryOptions({ input }),
    enabled: newest !== undefined,
  })
  if (newest === undefined || data === undefined) return null
  const opening = firstSentences(data.record.summary, data.record.summary_format ?? null)
  if (opening === '') return null
  return (
    <Section title="In short">
      <p className={classes.opening}>
        <RecordText>{opening}</RecordText>{' '}
        <Link to="/c/$connectionId/document-summaries/$id" params={{ connectionId, id: newest.id }}>
          Read the summary
        </Link>
      </p>
    </Section>
  )
}

/** The page's title is the name. */
const fieldNames = allNames(documentFields).filter((name) => name !== 'deleted_at' && name !== 'name')

const link = (resource: Resource, to: NamedLink) =>
  to ? <RecordLink resource={resource} id={to.id} name={to.name} /> : null

type Props = {
  detail: Detail
  file: FileRef | null
  /** Why the document cannot be edited; null if it can. */
  reason: string | null
  /** Begins to edit what the document is filed under. */
  onFile: () => void
}

/** The kind of a document, the records that it is filed under, its date and its size. */
function DocumentFacts({ detail, file, reason, onFile }: Props) {
  const { record, household, entity, individual } = detail
  const isFiled = entity !== null || individual !== null
  return (
    <>
      <FieldList
        fields={[
          ...recordFields({
            fields: documentFields,
            names: fieldNames,
            record,
            special: {
              household_id: link('households', household),
              entity_id: link('entities', entity),
              individual_id: link('individuals', individual),
            },
          }),
          { label: 'Added', value: <Moment at={record.created_at} /> },
          { label: 'Size', value: file ? <Size file={file} /> : null },
        ]}
      />
      {isFiled ? null : (
        <p className={`row ${classes.unfiled}`}>
          <Quiet>Filed under the household alone.</Quiet>{' '}
          <ReasonedButton reason={reason} onClick={onFile}>
            File under…
          </ReasonedButton>
        </p>
      )}
    </>
  )
}

function Size({ file }: { file: FileRef }) {
  const held = useHeld(file).data?.file ?? null
  return held === null ? null : formatBytes(held.size)
}

/** The page's primary action: download the file, then open it. `onStep` shows the panel with the progress and the outcome. */
function NextStep({ file, onStep }: { file: FileRef; onStep: () => void }) {
  const { data } = useHeld(file)
  const run = (command: 'file.download' | 'file.open') => () => {
    onStep()
    runCommand(command)
  }
  const noOpening = useForbidden('files.open')
  const noFetching = useForbidden('files.fetch')
  if (!data || (data.file === null && file.kind === 'staged')) return null
  if (data.file === null) {
    return (
      <ReasonedButton variant="filled" reason={noFetching} onClick={run('file.download')}>
        Download
      </ReasonedButton>
    )
  }
  if (!data.file.openable) return null
  return (
    <ReasonedButton variant="filled" reason={noOpening} onClick={run('file.open')}>
      Open
    </ReasonedButton>
  )
}

type Detail = ContractOutputs['documents']['get']

/** Every summary here is of this document; its format matters only on its own page. */
const ownSummaryColumns = summaryColumns.filter(({ id }) => id === 'title' || id === 'entry_mode')

function Document({ detail }: { detail: Detail }) {
  const { record, household } = detail
  const editing = useEditing('documents', record)
  const reason = useEditReason(detail)
  const isClientView = usePresenting() !== null
  const documentFile = useDocumentFile(detail)
  // A client is shown no files, and nothing that is written about them.
  const file = isClientView ? null : documentFile
  const search = useSearch({ strict: false })
  const place = useMemo(() => readPlace(search), [search])
  const [side, setSide] = useState<Side>(place === null ? 'record' : 'file')
  return (
    <RecordPage
      resource="documents"
      detail={detail}
      title={record.name}
      wide
      primary={
        file && !editing.base ? (
          <span className={classes.next}>
            <NextStep file={file} onStep={() => setSide('file')} />
          </span>
        ) : null
      }
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
        file={file ? <FilePanel file={file} recordUpdatedAt={record.updated_at} place={place} /> : null}
      >
        {editing.base ? (
          <DocumentForm detail={detail} editing={editing} />
        ) : (
          <DocumentFacts detail={detail} file={file} reason={reason} onFile={editing.begin} />
        )}
        {isClientView ? null : <SummaryOpening summaries={detail.summaries} />}
        {file?.kind === 'document' ? (
          <FoundFacts
            document={{ id: file.id, name: record.name, household_id: household.id, summaries: detail.summaries }}
            onShow={() => setSide('file')}
          />
        ) : null}
        <RecordDates record={{ resource: 'documents', id: record.id }} name={record.name} householdId={household.id} />
        {isClientView ? null : (
          <RelatedSection
            resource="document-summaries"
            title="Summaries"
            columns={ownSummaryColumns}
            rows={detail.summaries}
            scope={{ document_id: record.id }}
          />
        )}
        <RecordRules
          subject={{
            record: { resource: 'documents', id: record.id },
            ...{ name: record.name, householdId: household.id },
          }}
        />
        <RecordDetails record={record} resource="documents" />
      </BesideFile>
    </RecordPage>
  )
}

/** All data of one document, next to its file. */
export function DocumentPage() {
  return <RecordView resource="documents">{(detail) => <Document key={detail.record.id} detail={detail} />}</RecordView>
}
