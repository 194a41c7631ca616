import { ActionIcon, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { demoColleague, isForDemoColleague } from '../../../shared/domain/demo-colleague.ts'
import { fieldName } from '../../../shared/domain/field-words.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import { hasLinks, recordLink } from '../../../shared/domain/record-link.ts'
import type { PendingWork } from '../../../shared/ipc/records.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { RecordFreshness } from '../../components/Freshness.tsx'
import { useDrafts } from '../../components/forms/drafts.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { baseOf, type Editing } from '../../components/forms/use-editing.ts'
import { useSave } from '../../components/forms/use-save.ts'
import { OverflowMenu } from '../../components/OverflowMenu.tsx'
import { type Crumb, Page } from '../../components/Page.tsx'
import { RecordText, Tag } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useConnection } from '../../lib/connection.ts'
import { copyText, notCopied } from '../../lib/copy-text.ts'
import { useOpenWindow } from '../../lib/open-window.ts'
import { ListSteps } from './ListSteps.tsx'
import { PendingNotice } from './PendingNotice.tsx'

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

function useFavourite({ resource, id }: RecordActionsProps) {
  const api = useApi()
  const connectionId = useConnection().id
  const favourites = useQuery(api.places.favourites.queryOptions({ input: { connectionId } })).data
  const favourite = favourites?.some((place) => place.resource === resource && place.id === id) ?? false
  const { mutate } = useMutation(api.places.setFavourite.mutationOptions())
  return { favourite, set: (to: boolean) => mutate({ connectionId, resource, id, favourite: to }) }
}

/** The star beside a record's name. */
function FavoriteToggle({ resource, id }: RecordActionsProps) {
  const { favourite, set } = useFavourite({ resource, id })
  useCommand('record.favourite', favourite ? null : () => set(true))
  useCommand('record.unfavourite', favourite ? () => set(false) : null)
  const Star = favourite ? IconStarFilled : IconStar
  return (
    <Tooltip label={favourite ? 'Remove from favorites' : 'Add to favorites'}>
      <ActionIcon size={24} aria-label="Favorite" aria-pressed={favourite} onClick={() => set(!favourite)}>
        <Star size={16} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
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
  children: ReactNode
}

/** The page of one record: breadcrumbs, name, what it is, actions, and when it was last checked. */
export function RecordPage({ resource, detail, title, tags, subtitle, primary, edit, children, ...props }: Props) {
  const { record, household } = detail
  const { id: connectionId } = useConnection()
  const { one, many } = resourceNames[resource]
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
      crumbs={crumbs}
      tags={
        <>
          {record.deleted_at ? <Tag>Deleted in the service</Tag> : null}
          {tags}
          <FavoriteToggle resource={resource} id={record.id} />
          <ListSteps resource={resource} id={record.id} />
        </>
      }
      subtitle={
        <>
          {subtitle}
          <RecordFreshness at={detail.checked_at} />
        </>
      }
      aside={<RecordActions {...{ resource, record, title, primary }} {...(edit ? { edit } : {})} />}
    >
      <PendingNotice pending={detail.pending ?? null} />
      {children}
    </Page>
  )
}
