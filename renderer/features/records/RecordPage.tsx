import { ActionIcon, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconChevronDown, IconChevronUp, IconStar, IconStarFilled } from '@tabler/icons-react'
import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { demoColleague, isForDemoColleague } from '../../../shared/domain/demo-colleague.ts'
import { fieldName } from '../../../shared/domain/field-words.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { JsonFields } from '../../../shared/domain/operation.ts'
import { isLocalId } from '../../../shared/domain/operation-rules.ts'
import { hasLinks, recordLink } from '../../../shared/domain/record-link.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { PendingWork } from '../../../shared/ipc/records.ts'
import { type DomainOf, domainOf, type Resource } from '../../../shared/service/resource.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
import { useViewState } from '../../components/data-grid/view-state.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { baseOf, draftKey, type Editing, useDrafts } from '../../components/forms/drafts.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { useSave } from '../../components/forms/use-save.ts'
import { useServerId } from '../../components/forms/use-server-id.ts'
import { OverflowMenu } from '../../components/OverflowMenu.tsx'
import { type Crumb, Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { ErrorState, PageSkeleton } from '../../components/States.tsx'
import { StateToggle } from '../../components/StateToggle.tsx'
import states from '../../components/states.module.css'
import { RecordFreshness, useSyncStatus } from '../../components/sync-state.tsx'
import { RecordText, Tag } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useCommand, useEarlyCommand } from '../../lib/commands/use-command.ts'
import { copyText, notCopied } from '../../lib/copy-text.ts'
import { type ListTrail, lineOfRecord, placeIn, useListTrail } from '../../lib/list-trail.ts'
import { useOpenWindow } from '../../lib/open-window.ts'
import { isGone } from '../../lib/present-error.ts'
import { usePresenting } from '../../lib/presenting.ts'
import { goneWords } from './gone-words.ts'
import { PendingNotice } from './PendingNotice.tsx'
import classes from './records.module.css'
import { useFavourite } from './use-favourite.ts'

type NamedLink = { id: string; name: string | null }

/** A record as its page last read it, for the notice that it is gone. */
type LastRead = {
  record: Readonly<Record<string, unknown>>
  title?: string
  household?: NamedLink | null
  entity?: NamedLink | null
}

type GoneRecordProps = { resource: Resource; id: string; last: LastRead; error: Error | null }

/** The page of a record that is no longer in the offline copy. It offers no actions, but unsaved input can be copied. */
function GoneRecord(props: GoneRecordProps) {
  return isLocalId(props.id) ? <GoneLocal {...props} /> : <Gone {...props} />
}

/** A record created here also loses its local id once it is sent. Its page then moves to the service's id. */
function GoneLocal(props: GoneRecordProps) {
  const connectionId = useConnection().id
  const { data, isFetchedAfterMount } = useQuery({
    ...useApi().outbox.serverIdOf.queryOptions({ input: { connectionId, record_id: props.id } }),
    refetchOnMount: 'always',
  })
  if (!isFetchedAfterMount || (data?.server_id ?? null) !== null) return <PageSkeleton label="Loading the record" />
  return <Gone {...props} />
}

function Gone({ resource, id, last, error }: GoneRecordProps) {
  const { id: connectionId } = useConnection()
  const lastCompleteAt = useSyncStatus()?.resources.find((progress) => progress.resource === resource)?.lastCompleteAt
  const isListRead = lastCompleteAt !== null && lastCompleteAt !== undefined
  const words = goneWords({ resource, id, isListRead })
  if (words === null) return <ErrorState screen error={error} />
  const { one, many } = resourceNames[resource]
  const name = nameOf(last)
  const around = last.entity ? { resource: 'entities' as const, ...last.entity } : householdOf(last)
  return (
    <Page
      title={words.title}
      kind={one}
      crumbs={[{ label: many, to: `/c/$connectionId/${resource}`, params: { connectionId } }]}
    >
      <div className={`column ${states.state}`} role="alert" data-code="record/not-found">
        {name.trim() === '' ? null : (
          <p className={states.title}>
            <RecordText>{name}</RecordText>
          </p>
        )}
        <p>{words.cause}</p>
        <p className={states.hint}>{words.nextStep}</p>
        <div className={`line ${states.actions}`}>
          {around === null ? null : <RecordLink {...around} />}
          <Link to={`/c/$connectionId/${resource}`} params={{ connectionId }}>
            All {many.toLowerCase()}
          </Link>
          <Link to="/c/$connectionId/activity" params={{ connectionId }}>
            Activity
          </Link>
        </div>
      </div>
      <Typed id={id} />
    </Page>
  )
}

const nameOf = ({ title, record: { display_name, name } }: LastRead): string =>
  [title, display_name, name].find((text) => typeof text === 'string') ?? ''

const householdOf = ({ household }: LastRead) => (household ? { resource: 'households' as const, ...household } : null)

/** Unsaved input about the record, so that the user need not type it again. */
function Typed({ id }: { id: string }) {
  const connectionId = useConnection().id
  const drafts = useDrafts((state) => state.drafts)
  const names = [id, `new:individuals/${id}`, `new:valuations/${id}`]
  const texts = names.flatMap((name) => {
    const draft = drafts[draftKey(connectionId, name)]
    return draft?.dirty && draft.values ? typedTexts(draft.values, draft.base) : []
  })
  if (texts.length === 0) return null
  const whole = texts.map(([field, text]) => `${field}: ${text}`).join('\n')
  return (
    <Section title="Your unsaved text" aside={<CopyButton text={whole} label="Copy your unsaved text" />}>
      <pre className={`as-typed ${classes.typed}`}>{whole}</pre>
    </Section>
  )
}

/** The fields that differ from the record, as text. Amounts and rows of assets are shown as typed. */
function typedTexts(values: JsonFields, base: JsonFields | null): [field: string, text: string][] {
  return Object.entries(values).flatMap(([field, value]): [string, string][] => {
    const before = base?.[field] ?? (typeof value === 'boolean' ? false : '')
    if (value === null || value === before) return []
    if (typeof value === 'boolean') return [[fieldName(field), value ? 'Yes' : 'No']]
    return [[fieldName(field), typeof value === 'string' ? value : JSON.stringify(value)]]
  })
}

type DetailOf<R extends Resource> = ContractOutputs extends Record<DomainOf<R>, { get: infer Detail }> ? Detail : never

type RecordViewProps<R extends Resource> = {
  resource: R
  /** The rest of the address, for a screen below the record's. */
  inside?: string
  children: (detail: DetailOf<R>) => ReactNode
}

/** The record of the address, as far as it has been read. If it is deleted while its page is open, the page says so. */
export function RecordView<R extends Resource>({ resource, inside = '', children }: RecordViewProps<R>) {
  const { id = '' } = useParams({ strict: false })
  useServerId(resource, id, inside)
  const connectionId = useConnection().id
  // The procedures of all resources are read in the same way; the answer has the type of this resource's.
  const { get } = useApi()[domainOf(resource) as 'households']
  const read: UseQueryResult<unknown> = useQuery(get.queryOptions({ input: { connectionId, id } }))
  const query = read as UseQueryResult<DetailOf<R> & LastRead>
  if (query.data !== undefined && isGone(query.error)) {
    return <GoneRecord key={id} resource={resource} id={id} last={query.data} error={query.error} />
  }
  return (
    <QueryView query={query} label={resourceNames[resource].one.toLowerCase()}>
      {children}
    </QueryView>
  )
}

/** Rows that are read before and after the record's last known place, in which it is looked for. */
const around = 100

/** Null without a list; undefined while it is read. */
function usePlace(trail: ListTrail | null) {
  const api = useApi()
  const offset = Math.max(0, (trail?.index ?? 0) - around)
  const { connectionId = '', query, id = '', index = 0 } = trail ?? {}
  // All lists take the same window; the query was made by the list of this resource.
  const { list } = api[domainOf(trail?.resource ?? 'households')] as Pick<typeof api.households, 'list'>
  const input = { connectionId, ...query, offset, limit: 2 * around } as Parameters<typeof list.call>[0]
  const { data, isLoading } = useQuery({ ...list.queryOptions({ input }), enabled: trail !== null })
  if (isLoading) return undefined
  if (!trail || !data) return null
  return placeIn(
    data.rows.map((row) => row.id),
    { id, index, offset, total: data.total },
  )
}

/** "12 of 41" with the next and previous record of the list from which this one was opened; nothing if there is no such list. */
function ListSteps({ resource, id }: { resource: Resource; id: string }) {
  const navigate = useNavigate()
  const connectionId = useConnection().id
  const { trail, step } = useListTrail()
  const rememberGrid = useViewState((state) => state.rememberGrid)
  const here = trail?.connectionId === connectionId && trail.resource === resource && trail.id === id ? trail : null
  const place = usePlace(here)
  const go = (to: string | null | undefined, by: 1 | -1) => {
    if (!here || !place || !to) return null
    return () => {
      const index = Math.max(0, Math.min(place.total - 1, place.index + by))
      step({ id: to, index, total: place.total })
      rememberGrid(here.listKey, { activeRow: here.groups ? lineOfRecord(here.groups, index) : index, opened: true })
      // Back leads to the list, however many records were stepped through.
      void navigate({ to: `/c/$connectionId/${resource}/$id`, params: { connectionId, id: to }, replace: true })
    }
  }
  const previous = go(place?.previous, -1)
  const next = go(place?.next, 1)
  const early = { isRead: place !== undefined, of: id }
  useEarlyCommand('record.previous', previous, early)
  useEarlyCommand('record.next', next, early)
  if (!here || !place) return null
  const { one } = resourceNames[resource]
  const arrows = [
    { label: `Previous ${one.toLowerCase()}`, keys: '[', run: previous, Face: IconChevronUp },
    { label: `Next ${one.toLowerCase()}`, keys: ']', run: next, Face: IconChevronDown },
  ]
  return (
    <span className="inline nowrap tabular quiet">
      <span>
        {formatCount(Math.min(place.index + 1, place.total))} of {formatCount(place.total)}
      </span>
      {arrows.map(({ label, keys, run, Face }) => (
        <Tooltip key={keys} label={`${label} (${keys})`}>
          <ActionIcon size={24} aria-label={label} disabled={run === null} onClick={() => run?.()}>
            <Face size={16} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      ))}
    </span>
  )
}

const inWords = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** In the demo firm: a command that simulates a colleague's edit of the record on screen, and reports it. */
function useDemoColleague({ resource, id }: { resource: Resource; id: string }): void {
  const api = useApi()
  const { id: connectionId, kind } = useConnection()
  const { mutate, isPending } = useMutation(
    api.connections.demoColleague.mutationOptions({
      onSuccess: ({ changed }) => {
        const fields = inWords.format(changed.map((field) => fieldName(field).toLowerCase()))
        notifications.show({
          message: `${demoColleague} changed ${fields} in the service. Your copy has not seen it yet.`,
          autoClose: 8_000,
        })
      },
    }),
  )
  const ask = isForDemoColleague(resource)
    ? () => {
        if (!isPending) mutate({ connectionId, resource, id })
      }
    : null
  useCommand('demo.colleague', kind === 'demo' ? ask : null)
}

type RecordActionsProps = { resource: Resource; id: string }

/** Records the visit for the recently opened list; an event then reports the change. A failure is ignored. */
function useVisit({ resource, id }: RecordActionsProps): void {
  const api = useApi()
  const connectionId = useConnection().id
  const { mutate } = useMutation(api.places.visit.mutationOptions({ meta: { shown: true } }))
  useEffect(() => mutate({ connectionId, resource, id }), [mutate, connectionId, resource, id])
}

/** The star beside a record's name. */
function FavoriteToggle(props: RecordActionsProps) {
  const { query, isFavourite, toggle } = useFavourite(props)
  useCommand('record.favourite', isFavourite ? null : toggle)
  useCommand('record.unfavourite', isFavourite ? toggle : null)
  return (
    <StateToggle
      label="Favorite"
      isOn={isFavourite}
      query={query}
      hints={{ on: 'Remove from favorites', off: 'Add to favorites' }}
      faces={{ on: IconStarFilled, off: IconStar }}
      onToggle={toggle}
    />
  )
}

/** The records that can be deleted through the outbox. */
type Deletable = 'households' | 'individuals' | 'documents'
type PageRecord = { id: string } & Readonly<Record<string, unknown>>

/** How a record is edited and deleted. */
type Editable = {
  /** Why editing and deleting are disabled; null if they are not. */
  reason: string | null
  /** Absent if the service cannot change such a record. */
  editing?: Editing
  /**
   * Absent if the service cannot delete such a record. Through the outbox, with further consequences to mention; or by a dialog of its
   * own.
   */
  remove?: { resource: Deletable; consequences?: string } | ((close: () => void) => ReactNode)
}

type DeleteProps = {
  resource: Deletable
  title: string
  /** The record as the page shows it. */
  record: PageRecord
  /** Key of the edit in progress. */
  draft: string
  /** Further consequences. */
  children?: string | undefined
  onClose: () => void
}

/** Asks before a record is deleted. The deletion is put into the outbox like every change, and can be undone until it is sent. */
function DeleteDialog({ resource, title, record, draft, children, onClose }: DeleteProps) {
  // The page behind the dialog may change while it is open.
  const [base] = useState(() => baseOf(record))
  const save = useSave()
  const one = resourceNames[resource].one.toLowerCase()
  const remove = useMutation({
    mutationFn: () =>
      save({ action: 'delete', resource, record_id: record.id, base }, 'Deleted on this computer, not sent yet'),
    meta: { shown: true },
    onSuccess: () => {
      useDrafts.getState().end(draft)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Delete this ${one}?`}
      onClose={onClose}
      cancel={{ label: 'Keep it', hasFocus: true }}
      confirm={{ label: 'Delete', isDangerous: true, isPending: remove.isPending, onConfirm: () => remove.mutate() }}
      error={remove.error}
    >
      <p>
        <strong>
          <RecordText>{title}</RecordText>
        </strong>{' '}
        is marked as deleted in the service, which keeps its data. {children}
      </p>
      <p>The deletion waits in the outbox, and can be undone there until it is sent.</p>
    </FormDialog>
  )
}

const copyOrSay = async (text: string) => {
  if (!(await copyText(text))) notifications.show({ message: notCopied, color: 'yellow', autoClose: 8000 })
}

type ActionsProps = { resource: Resource; record: PageRecord; title: string; primary?: ReactNode; edit?: Editable }

/** Actions of a record's page: its primary one, Edit, and every other in a menu. */
function RecordActions({ resource, record, title, primary, edit }: ActionsProps) {
  const { id } = record
  const { history, navigate } = useRouter()
  const openWindow = useOpenWindow()
  const connectionId = useConnection().id
  const [removing, { open, close }] = useDisclosure(false)
  useVisit({ resource, id })
  useDemoColleague({ resource, id })
  const copyId = () => void copyOrSay(id)
  const link = hasLinks(resource) ? recordLink({ resource, id }) : null
  const copyLink = link === null ? null : () => void copyOrSay(link)
  const { reason = null, editing, remove } = edit ?? {}
  const onEdit = editing && editing.base === null ? editing.begin : undefined
  useCommand('record.copy-id', copyId)
  useCommand('record.copy-link', copyLink)
  useCommand('record.edit', onEdit && reason === null ? onEdit : null)
  useCommand('record.delete', remove && reason === null ? open : null)
  useCommand('record.close', () => {
    if (history.canGoBack()) history.back()
    else void navigate({ to: `/c/$connectionId/${resource}`, params: { connectionId } })
  })
  return (
    <>
      {primary}
      {onEdit ? (
        <ReasonedButton reason={reason} onClick={onEdit}>
          Edit
        </ReasonedButton>
      ) : null}
      <OverflowMenu
        actions={[
          { label: 'Open in a new window', onRun: () => openWindow(history.location.href) },
          ...(copyLink ? [{ label: 'Copy link', onRun: copyLink }] : []),
          { label: 'Copy ID', onRun: copyId },
          ...(remove ? [{ label: 'Delete…', onRun: open, reason, danger: true }] : []),
        ]}
      />
      {removing && typeof remove === 'function' ? remove(close) : null}
      {removing && editing && typeof remove === 'object' ? (
        <DeleteDialog resource={remove.resource} draft={editing.draft} {...{ title, record }} onClose={close}>
          {remove.consequences}
        </DeleteDialog>
      ) : null}
    </>
  )
}

/** A record as its page reads it. */
type Detail = {
  record: { id: string } & Readonly<Record<string, unknown>>
  checked_at: string
  /** Shown between the list and the title in the breadcrumbs. */
  household?: { id: string; name: string | null } | null
  /** Pending writes to the record. */
  pending?: PendingWork | null
}

type Props = {
  resource: Resource
  detail: Detail
  title: string
  avatar?: ReactNode
  /** Short facts about the record, shown side by side; the time of the last check follows. */
  subtitle?: ReactNode
  tags?: ReactNode
  /** The page's one primary action. */
  primary?: ReactNode
  /** Absent if the service can neither change nor delete such a record. */
  edit?: Editable
  rail?: ReactNode
  wide?: boolean
  children: ReactNode
}

/** The page of one record: breadcrumbs, name, what it is, actions, and when it was last checked. */
export function RecordPage({ resource, detail, title, tags, subtitle, primary, edit, children, ...props }: Props) {
  const { record, household } = detail
  const { id: connectionId } = useConnection()
  const { one, many } = resourceNames[resource]
  const isClientView = usePresenting() !== null
  const crumbs: Crumb[] = [{ label: many, to: `/c/$connectionId/${resource}`, params: { connectionId } }]
  if (household)
    crumbs.push({
      label: household.name ?? household.id,
      to: '/c/$connectionId/households/$id',
      params: { connectionId, id: household.id },
    })
  return (
    <Page
      {...props}
      title={title.trim() === '' ? one : title}
      kind={one}
      crumbs={isClientView ? [] : crumbs}
      tags={
        <>
          {record.deleted_at ? <Tag>Deleted in the service</Tag> : null}
          {tags}
          {isClientView ? null : (
            <>
              <FavoriteToggle resource={resource} id={record.id} />
              <ListSteps resource={resource} id={record.id} />
            </>
          )}
        </>
      }
      subtitle={
        <>
          {subtitle}
          {isClientView ? null : <RecordFreshness at={detail.checked_at} />}
        </>
      }
      aside={
        isClientView ? null : <RecordActions {...{ resource, record, title, primary }} {...(edit ? { edit } : {})} />
      }
    >
      {isClientView ? null : <PendingNotice pending={detail.pending ?? null} />}
      {children}
    </Page>
  )
}
