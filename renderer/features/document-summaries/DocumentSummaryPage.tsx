import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { formatBytes } from '../../../shared/domain/bytes.ts'
import { formatCount } from '../../../shared/domain/counts.ts'
import { localToday } from '../../../shared/domain/days.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { FileRef } from '../../../shared/ipc/files.ts'
import { authorUnsaid, documentSummaryFields } from '../../../shared/records/document-summary.ts'
import { allNames, namesWith } from '../../../shared/records/field.ts'
import { FieldList } from '../../components/FieldList.tsx'
import { type Editing, useEditing } from '../../components/forms/drafts.ts'
import { FieldInput, FieldInputs } from '../../components/forms/FieldInput.tsx'
import { Fields, FormNote } from '../../components/forms/FieldRow.tsx'
import { EditForm } from '../../components/forms/RecordForm.tsx'
import { useAsk } from '../../components/forms/use-ask.tsx'
import { LongText } from '../../components/LongText.tsx'
import { MarkdownText } from '../../components/MarkdownText.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { ShowInFolder } from '../../components/ShowInFolder.tsx'
import { toastUndo } from '../../components/undo/toast-undo.tsx'
import { CalendarDate, Moment, Quiet, RecordText, Tag } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useCommand, useEarlyCommand } from '../../lib/commands/use-command.ts'
import { useEditReason } from '../../lib/policy.ts'
import type { PresentedError } from '../../lib/present-error.ts'
import { usePresenting } from '../../lib/presenting.ts'
import type { AddressSearch } from '../../lib/use-address.ts'
import { BesideFile, FilePanel, type Side, useFetch, useFileActions, useHeld } from '../files/public.ts'
import { EntryMode, RecordDetails, RecordPage, RecordView, recordFields } from '../records/public.ts'
import classes from './summary.module.css'

/** A summary's text, rendered as Markdown if that is its format. */
function SummaryText({ text, format }: { text: string; format: string | null }) {
  return format === 'MARKDOWN' ? <MarkdownText text={text} /> : <LongText text={text} />
}

/**
 * Shows, on request, the AI-generated text as it was before it was edited on this computer. Renders nothing if it was not
 * edited here.
 */
function Original({ id }: { id: string }) {
  const connectionId = useConnection().id
  const { data } = useQuery(useApi().documentSummaries.original.queryOptions({ input: { connectionId, id } }))
  const [shown, { toggle }] = useDisclosure(false)
  const original = data?.original
  if (!original) return null
  return (
    <div className={classes.original}>
      <Button size="compact-sm" variant="default" aria-expanded={shown} onClick={toggle}>
        {shown ? 'Hide the original' : 'Show the original'}
      </Button>
      {shown ? (
        <section aria-label="The original">
          <p className="quiet">
            <Tag accent>AI-generated</Tag> As it was before it was edited on this computer on{' '}
            <Moment at={original.kept_at} />. It is kept only here.
          </p>
          <h3>
            <RecordText>{original.display_name}</RecordText>
          </h3>
          <SummaryText text={original.summary} format={original.summary_format} />
        </section>
      ) : null}
    </div>
  )
}

function Failed({ error, dismiss }: { error: PresentedError; dismiss: () => void }) {
  return (
    <span role="alert">
      {error.title}. {error.nextStep}{' '}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={dismiss}>
        Dismiss
      </Button>
    </span>
  )
}

/**
 * The service's PDF of a summary: downloaded on request, offered again for download when the summary has changed since, then
 * opened or saved.
 */
function SummaryPdf({ id, updatedAt }: { id: string; updatedAt: string }) {
  const file: FileRef = { kind: 'summary', id }
  const held = useHeld(file).data?.file ?? null
  const { state, start, stop } = useFetch(file)
  const { result, open, save, dismiss, busy } = useFileActions(file)
  const since = held?.record_updated_at ?? null
  const stale = since !== null && Date.parse(updatedAt) > Date.parse(since)
  if (state.step === 'failed') return <Failed error={state.error} dismiss={stop} />
  if (result.step === 'failed') return <Failed error={result.error} dismiss={dismiss} />
  if (state.step === 'fetching')
    return (
      <span className="row" role="status">
        <Quiet>Downloading the PDF… {formatBytes(state.received)}</Quiet>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={stop}>
          Cancel
        </Button>
      </span>
    )
  if (!held || stale)
    return (
      <Button size="compact-sm" variant="default" onClick={() => start(stale)}>
        {stale ? 'Download the new PDF' : 'Download as PDF'}
      </Button>
    )
  return (
    <span className="row" role="status">
      <Quiet>PDF · {formatBytes(held.size)}</Quiet>
      <Button size="compact-sm" variant="default" disabled={busy || !held.openable} onClick={open}>
        Open the PDF
      </Button>
      <Button size="compact-sm" variant="default" disabled={busy} onClick={save}>
        Save the PDF as…
      </Button>
      {result.step === 'saved' ? <ShowInFolder handle={result.handle} size="compact-sm" /> : null}
    </span>
  )
}

type Detail = ContractOutputs['documentSummaries']['get']

/** Its name is the title of the page. */
const detailNames = allNames(documentSummaryFields).filter((name) => name !== 'summary' && name !== 'display_name')

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

/** The summaries to review around this one, of the households that Today showed: the user's own, or the firm's. */
function useSummariesToReview(id: string) {
  const api = useApi()
  const connectionId = useConnection().id
  const { whose }: AddressSearch = useSearch({ strict: false })
  const who = useQuery(api.places.me.queryOptions({ input: { connectionId } }))
  const me = who.data
  const input = { connectionId, id, owner_id: whose === 'firm' ? null : (me?.user_id ?? null) }
  const { data, isError } = useQuery({
    ...api.documentSummaries.toReview.queryOptions({ input }),
    enabled: me !== undefined,
  })
  return {
    ...(data ?? { previous: null, next: null, total: null }),
    whose,
    isRead: data !== undefined || isError || who.isError,
  }
}

/** Whether the user has reviewed an AI-generated summary, and the ways to the others that wait. */
function Review({ detail: { record, reviewed } }: { detail: Detail }) {
  const isPresenting = usePresenting() !== null
  if (record.entry_mode !== 'AI_AUTO' || isPresenting) return null
  return <ReviewBar id={record.id} version={record.updated_at} reviewed={reviewed} />
}

/** The day of a moment on this computer. */
const Day = ({ at }: { at: string }) => <CalendarDate date={localToday(new Date(at))} />

type ReviewBarProps = { id: string /** Its time of the last change. */; version: string; reviewed: Detail['reviewed'] }

function ReviewBar({ id, version, reviewed }: ReviewBarProps) {
  const api = useApi()
  const navigate = useNavigate()
  const connectionId = useConnection().id
  const { previous, next, total, whose, isRead } = useSummariesToReview(id)
  const { mutate, mutateAsync } = useMutation(api.documentSummaries.setReviewed.mutationOptions())
  const isReviewed = reviewed?.is_current === true
  const takeBack = () => {
    notifications.hide(`review-${id}`)
    mutate({ connectionId, id, updated_at: null })
  }
  const review = () =>
    void mutateAsync({ connectionId, id, updated_at: version }).then(
      () => toastUndo(`review-${id}`, { text: 'Marked as reviewed.' }, takeBack),
      // A toast has said that it failed.
      () => {},
    )
  const go = (to: string | null) =>
    to === null
      ? null
      : () =>
          void navigate({
            to: '/c/$connectionId/document-summaries/$id',
            params: { connectionId, id: to },
            search: whose === 'firm' ? { whose } : {},
            // Back leads to where the reviewing began, however many summaries were read.
            replace: true,
          })
  useCommand('summary.review', isReviewed ? null : review)
  useEarlyCommand('summary.next', go(next), { isRead, of: id })
  useEarlyCommand('summary.previous', go(previous), { isRead, of: id })
  const others = total === null ? null : total - (isReviewed ? 0 : 1)
  return (
    <div className={`row ${classes.review}`}>
      <span className={classes.reviewed}>
        {reviewed === null ? (
          'Not reviewed by me'
        ) : isReviewed ? (
          <>
            Reviewed by me on <Day at={reviewed.at} />
          </>
        ) : (
          <>
            Changed since I reviewed it on <Day at={reviewed.at} />
          </>
        )}
      </span>
      <Button variant={isReviewed ? 'default' : 'filled'} onClick={isReviewed ? takeBack : review}>
        {isReviewed ? 'Undo review' : 'Mark as reviewed'}
      </Button>
      <span className={`row ${classes.steps}`}>
        <Quiet>
          {others === null ? '' : others <= 0 ? 'No other summary waits.' : `${formatCount(others)} more to review`}
        </Quiet>
        {[
          { label: 'Previous', key: 'K', to: previous, Face: IconChevronLeft },
          { label: 'Next', key: 'J', to: next, Face: IconChevronRight },
        ].map(({ label, key, to, Face }) => (
          <Tooltip key={key} label={`${label} summary to review (${key})`}>
            <ActionIcon
              variant="default"
              size={28}
              aria-label={label}
              disabled={to === null}
              onClick={() => go(to)?.()}
            >
              <Face size={16} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        ))}
      </span>
    </div>
  )
}

const whoseText = {
  title: 'Is this text yours now?',
  text: 'It is marked as AI-generated, and you changed it. Mark it as user-entered to show that a person is responsible for it.',
  answers: [
    { answer: 'AI_AUTO', label: 'Leave it AI-generated' },
    { answer: 'USER', label: 'Mark as user-entered' },
  ],
} as const

const editedNames = namesWith(documentSummaryFields, 'update')

/** Edits all four fields of a summary. */
function SummaryForm({ editing }: { editing: Editing }) {
  const { ask, dialog } = useAsk<'AI_AUTO' | 'USER'>(whoseText)
  return (
    <>
      <EditForm
        resource="document-summaries"
        editing={editing}
        confirm={async (changed, { entry_mode: mode }) => {
          if (!authorUnsaid(changed, mode)) return changed
          const answer = await ask()
          if (answer === null) return null
          return answer === 'USER' ? { ...changed, entry_mode: 'USER' } : changed
        }}
      >
        <Fields>
          <FieldInputs
            fields={documentSummaryFields}
            names={editedNames.filter((name) => name !== 'summary')}
            special={{}}
          />
          <FieldInput field={documentSummaryFields.summary} name="summary" rows={10} />
          <FormNote>The service cannot move a summary to another document.</FormNote>
        </Fields>
      </EditForm>
      {dialog}
    </>
  )
}

function Summary({ detail }: { detail: Detail }) {
  const { record } = detail
  const editing = useEditing('document-summaries', record)
  const reason = useEditReason(detail)
  const [side, setSide] = useState<Side>('record')
  const isClientView = usePresenting() !== null
  return (
    <RecordPage
      resource="document-summaries"
      detail={detail}
      title={record.display_name}
      wide
      tags={record.entry_mode === 'AI_AUTO' ? <Tag accent>AI-generated</Tag> : null}
      edit={{ reason, editing }}
    >
      <BesideFile
        side={side}
        onSide={setSide}
        labels={{ record: 'Summary', file: 'Document' }}
        file={isClientView ? null : <OfDocument id={detail.document.id} />}
      >
        {editing.base ? (
          <SummaryForm editing={editing} />
        ) : (
          <>
            <Review detail={detail} />
            <SummaryFields detail={detail} />
          </>
        )}
        <RecordDetails record={record} resource="document-summaries" />
      </BesideFile>
    </RecordPage>
  )
}

/** One summary, as plain text or Markdown, next to its document. */
export function DocumentSummaryPage() {
  return (
    <RecordView resource="document-summaries">
      {(detail) => <Summary key={detail.record.id} detail={detail} />}
    </RecordView>
  )
}
