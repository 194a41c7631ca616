import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { fieldName } from '../../../shared/domain/field-words.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type {
  BulkInput,
  BulkProgress,
  BulkResource,
  BulkRow,
  BulkPreview as Preview,
} from '../../../shared/ipc/bulk.ts'
import type { ContractInputs } from '../../../shared/ipc/contract.ts'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import { FieldValue } from '../../components/FieldValue.tsx'
import { Page } from '../../components/Page.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { RecordTable } from '../../components/RecordTable.tsx'
import { Section } from '../../components/Section.tsx'
import { EmptyState, ErrorState } from '../../components/States.tsx'
import { useUndone } from '../../components/undo/undone.ts'
import { type UndoOffer, useTellSaved } from '../../components/undo/use-undo.tsx'
import { Quiet } from '../../components/Values.tsx'
import { useApi, useClient, useConnection } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useReadOnlyReason } from '../../lib/policy.ts'
import { type PresentedError, presentError } from '../../lib/present-error.ts'
import { useRun } from '../../lib/use-run.ts'
import { BulkFields } from './BulkFields.tsx'
import classes from './bulk.module.css'
import { changesOf, type Wanted } from './bulk-changes.ts'
import { type BulkTarget, useBulkTarget } from './bulk-target.ts'

type Outcome = BulkProgress['outcomes'][number]

type Applying =
  | { step: 'idle' }
  | { step: 'saving'; done: number; total: number }
  | { step: 'ended'; total: number; outcomes: Outcome[]; stopped: boolean; error: PresentedError | null }

const endedWith = (error: PresentedError): Applying => ({
  step: 'ended',
  total: 0,
  outcomes: [],
  stopped: false,
  error,
})

/** Saves a previewed bulk edit once. Leaving the screen stops it after the records being saved at that moment. */
function useBulkApply() {
  const client = useClient()
  const api = useApi()
  const queries = useQueryClient()
  const tellSaved = useTellSaved()
  const { state, start, stop, reset } = useRun<Applying>({ step: 'idle' }, endedWith)

  const apply = (input: ContractInputs['bulk']['apply']) =>
    start(async (show, signal) => {
      const outcomes: Outcome[] = []
      let total = 0
      let undo: UndoOffer = null
      const end = (error: PresentedError | null) => {
        const saved = outcomes.filter(({ outcome }) => outcome === 'saved').length
        // Also after the screen was left: what was saved can be undone.
        if (undo !== null) tellSaved(saved === 1 ? '1 change saved' : `${formatCount(saved)} changes saved`, undo)
        show({ step: 'ended', total, outcomes, stopped: signal.aborted, error })
      }
      show({ step: 'saving', done: 0, total })
      try {
        for await (const progress of await client.bulk.apply(input, { signal })) {
          total = progress.total
          undo ??= progress.undo
          outcomes.push(...progress.outcomes)
          show({ step: 'saving', done: progress.done, total })
          if (signal.aborted) break
        }
        end(null)
      } catch (thrown) {
        const error = signal.aborted ? null : presentError(thrown)
        if (error?.code === 'bulk/changed') await queries.invalidateQueries({ queryKey: api.bulk.preview.key() })
        end(error)
      }
    })
  return { state, apply: (input: ContractInputs['bulk']['apply']) => void apply(input), stop, reset }
}

function Change({ change: { field, before, after } }: { change: BulkRow['changes'][number] }) {
  return (
    <span className={classes.change}>
      <Quiet>{fieldName(field)}: </Quiet>
      <FieldValue field={field} value={before} />
      <span aria-hidden="true"> → </span>
      <span className="visually-hidden"> becomes </span>
      {after === null ? 'cleared' : <FieldValue field={field} value={after} />}
    </span>
  )
}

function WhatHappens({ row }: { row: BulkRow }) {
  if (row.outcome === 'already') return <Quiet>Already set</Quiet>
  if (row.outcome === 'cannot') return <div className={`${classes.what} negative`}>{row.reason}</div>
  return (
    <div className={classes.what}>
      {row.changes.map((change) => (
        <Change key={change.field} change={change} />
      ))}
      {row.remark === null ? null : <span className={`warned ${classes.remark}`}>{row.remark}</span>}
    </div>
  )
}

const columnsOf = (resource: BulkResource): readonly GridColumn<BulkRow>[] => [
  {
    id: 'title',
    header: 'Record',
    width: 240,
    cell: (row) => <RecordLink resource={resource} id={row.id} name={row.title} />,
  },
  { id: 'changes', header: 'What changes', width: 480, cell: (row) => <WhatHappens row={row} /> },
]

/** The effect of a bulk edit: counts for all records, the reasons for skipping, and the first records one by one. */
function BulkPreview({ resource, preview }: { resource: BulkResource; preview: Preview }) {
  const { counts, reasons, remarks, rows } = preview
  const total = counts.will_change + counts.already + counts.cannot
  const notes = [
    ...reasons.map(({ reason, count }) => ({ text: reason, count, kind: 'cannot' as const })),
    ...remarks.map(({ remark, count }) => ({ text: remark, count, kind: 'remark' as const })),
  ]
  return (
    <Section title="Preview" count={total}>
      <p role="status">
        {[
          `${formatCount(counts.will_change)} will change`,
          `${formatCount(counts.already)} already set`,
          `${formatCount(counts.cannot)} cannot be changed`,
        ].join(' · ')}
      </p>
      {notes.length === 0 ? null : (
        <ul className={`column ${classes.notes}`} aria-label="Notes">
          {notes.map(({ text, count, kind }) => (
            <li key={text} className={kind === 'cannot' ? 'negative' : `warned ${classes.remark}`}>
              {formatCount(count)} × {text}
            </li>
          ))}
        </ul>
      )}
      <RecordTable label="Preview" columns={columnsOf(resource)} rows={rows} keyOf={({ id }) => id} />
      {rows.length < total ? (
        <p className={classes.more}>
          <Quiet>
            The first {formatCount(rows.length)} of {formatCount(total)}. The counts include all of them.
          </Quiet>
        </p>
      ) : null}
    </Section>
  )
}

type Ended = Extract<Applying, { step: 'ended' }>

const words = { saved: 'Saved', already: 'Already set', cannot: 'Not changed', undone: 'Undone' } as const

/** How many were saved, and how many of these the user has undone since. */
function savedWords(saved: number, undone: number, named: string): string {
  if (undone === 0) return `${formatCount(saved)} ${named} saved on this computer, to be sent from the outbox.`
  if (undone < saved)
    return `${formatCount(undone)} of ${formatCount(saved)} changes undone; the others were sent already.`
  return `${saved === 1 ? 'The change was' : `All ${formatCount(saved)} changes were`} undone. Nothing of it is sent.`
}

/** The result of a bulk edit: counts, failures, and the outcome for every record. */
function BulkResult({ resource, ended, onBack }: { resource: BulkResource; ended: Ended; onBack: () => void }) {
  const connectionId = useConnection().id
  const { outcomes, total, stopped, error } = ended
  const saved = outcomes.filter(({ outcome }) => outcome === 'saved').length
  const undoneIds = useUndone()
  const isUndone = ({ operation_id: id }: Outcome) => id !== null && undoneIds.has(id)
  const undone = outcomes.filter(isUndone).length
  const left = total - outcomes.length
  const [one = '', many = ''] = [resourceNames[resource].one, resourceNames[resource].many].map((name) =>
    name.toLowerCase(),
  )
  return (
    <>
      <ErrorState error={error} />
      <Section title="Outcome" count={outcomes.length}>
        <p role="status">
          {savedWords(saved, undone, saved === 1 ? one : many)}
          {left > 0 && !stopped ? ` ${formatCount(left)} were not processed.` : ''}
          {left > 0 && stopped
            ? ` You stopped before the other ${formatCount(left)}. Some of them may have been saved; the outbox lists those.`
            : ''}
        </p>
        <div className={`line ${classes.actions}`}>
          <Link to="/c/$connectionId/outbox" params={{ connectionId }}>
            See the outbox
          </Link>
          <Link to={`/c/$connectionId/${resource}`} params={{ connectionId }}>
            Back to the list
          </Link>
          {left > 0 || error ? (
            <Button variant="default" onClick={onBack}>
              Preview again
            </Button>
          ) : null}
        </div>
        <RecordTable
          label="Outcome"
          columns={[
            {
              id: 'title',
              header: 'Record',
              width: 240,
              cell: (row: Outcome) => <RecordLink resource={resource} id={row.id} name={row.title} />,
            },
            {
              id: 'outcome',
              header: 'Outcome',
              width: 120,
              cell: (row) => words[isUndone(row) ? 'undone' : row.outcome],
            },
            { id: 'reason', header: 'Why', width: 320, cell: (row) => row.reason ?? '' },
          ]}
          rows={outcomes.slice(0, mostShown)}
          keyOf={({ id }) => id}
        />
        {outcomes.length > mostShown ? (
          <p className={classes.more}>The first {formatCount(mostShown)} are shown; the outbox has all of them.</p>
        ) : null}
      </Section>
    </>
  )
}

/** The most rows that a plain table renders without delay. */
const mostShown = 500

const typingMs = 250

function BulkForm({ target: { connectionId, resource, which } }: { target: BulkTarget }) {
  const api = useApi()
  const { history } = useRouter()
  const readOnly = useReadOnlyReason()
  const [wanted, setWanted] = useState<Wanted>({})
  const [asked] = useDebouncedValue(wanted, typingMs)
  const { problems } = changesOf(resource, wanted)
  const { changes } = changesOf(resource, asked)
  // The cast is safe: the main process validates the changes against the fields of this resource.
  const input = { connectionId, resource, which, changes: changes ?? {} } as BulkInput
  const query = useQuery({
    ...api.bulk.preview.queryOptions({ input }),
    enabled: changes !== null,
    // An earlier preview may be outdated: its changes may have been saved since.
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const applying = useBulkApply()
  const preview = changes === null ? undefined : query.data
  const waiting = asked !== wanted || query.isFetching
  const willChange = preview?.counts.will_change ?? 0
  const ready = preview !== undefined && !query.isError && !waiting && willChange > 0 && readOnly === null
  const apply = () => preview && applying.apply({ ...input, fingerprint: preview.fingerprint })
  useCommand('record.save', ready && applying.state.step === 'idle' ? apply : null)
  const want = (field: string, value: Wanted[string] | undefined) =>
    setWanted(({ [field]: _, ...others }) =>
      value === undefined || value === '' ? others : { ...others, [field]: value },
    )

  if (applying.state.step === 'ended') {
    return <BulkResult resource={resource} ended={applying.state} onBack={applying.reset} />
  }
  const saving = applying.state.step === 'saving' ? applying.state : null
  return (
    <>
      <Section title="Change">
        <BulkFields resource={resource} wanted={wanted} problems={problems} disabled={saving !== null} onWant={want} />
      </Section>
      {query.isError && changes !== null ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      <div className={`line ${classes.bar}`}>
        {saving ? (
          <>
            <progress
              className={classes.progress}
              aria-label="Saving"
              max={Math.max(1, saving.total)}
              value={saving.done}
            />
            <span role="status">
              Saving {formatCount(saving.done)} of {formatCount(saving.total)}…
            </span>
            <Button variant="default" onClick={applying.stop}>
              Stop
            </Button>
          </>
        ) : (
          <>
            <Button disabled={!ready} onClick={apply}>
              {willChange === 1 ? 'Save 1 change' : `Save ${formatCount(willChange)} changes`}
            </Button>
            <Button variant="default" onClick={() => history.back()}>
              Cancel
            </Button>
            <Quiet>
              {readOnly ??
                (changes === null
                  ? 'Choose what to change. Nothing is saved until you have seen the preview.'
                  : 'Saved on this computer first, then sent one by one.')}
            </Quiet>
          </>
        )}
      </div>
      {preview ? (
        <div data-waiting={waiting || undefined} className={classes.preview}>
          <BulkPreview resource={resource} preview={preview} />
        </div>
      ) : null}
    </>
  )
}

/** Bulk edit: choose the changes, preview them, save them. */
export function BulkPage() {
  const connectionId = useConnection().id
  const { resource } = useParams({ strict: false })
  const target = useBulkTarget((state) => state.target)
  if (target?.connectionId !== connectionId || target.resource !== resource) {
    return (
      <Page title="Bulk edit">
        <EmptyState
          title="No rows selected"
          hint="Select rows in a list of households, people or documents, then choose “Edit” above it."
        >
          <Link to="/c/$connectionId/households" params={{ connectionId }}>
            Go to households
          </Link>
        </EmptyState>
      </Page>
    )
  }
  const { one, many } = resourceNames[target.resource]
  return (
    <Page
      title={`Edit ${formatCount(target.count)} ${(target.count === 1 ? one : many).toLowerCase()}`}
      crumbs={[{ label: many, to: `/c/$connectionId/${target.resource}`, params: { connectionId } }]}
    >
      <BulkForm target={target} />
    </Page>
  )
}
