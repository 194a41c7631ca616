import { ActionIcon, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { resourceNames } from '../../../shared/domain/names.ts'
import { hasLinks, recordLink } from '../../../shared/domain/record-link.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { useDrafts } from '../../components/forms/drafts.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { baseOf, type Editing } from '../../components/forms/use-editing.ts'
import { useSave } from '../../components/forms/use-save.ts'
import { OverflowMenu } from '../../components/OverflowMenu.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useConnection } from '../../lib/connection.ts'
import { copyText, notCopied } from '../../lib/copy-text.ts'
import { useOpenWindow } from '../../lib/open-window.ts'
import { useDemoColleague } from './use-demo-colleague.ts'

type Props = { resource: Resource; id: string }

/** Records the visit for the recently opened list; an event then reports the change. A failure is ignored. */
function useVisit({ resource, id }: Props): void {
  const api = useApi()
  const connectionId = useConnection().id
  const { mutate } = useMutation(api.places.visit.mutationOptions({ meta: { shown: true } }))
  useEffect(() => mutate({ connectionId, resource, id }), [mutate, connectionId, resource, id])
}

function useFavourite({ resource, id }: Props) {
  const api = useApi()
  const connectionId = useConnection().id
  const favourites = useQuery(api.places.favourites.queryOptions({ input: { connectionId } })).data
  const favourite = favourites?.some((place) => place.resource === resource && place.id === id) ?? false
  const { mutate } = useMutation(api.places.setFavourite.mutationOptions())
  return { favourite, set: (to: boolean) => mutate({ connectionId, resource, id, favourite: to }) }
}

/** The star beside a record's name. */
export function FavoriteToggle({ resource, id }: Props) {
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
export type Editable = {
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
  // What is behind the dialog may change while it is open.
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
export function RecordActions({ resource, record, title, primary, edit }: ActionsProps) {
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
