import { ActionIcon, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { hasLinks, recordLink } from '../../../shared/domain/record-link.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { OverflowMenu } from '../../components/OverflowMenu.tsx'
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

/** How a record is edited and deleted. */
export type Editable = {
  /** Why editing and deleting are disabled; null if they are not. */
  reason: string | null
  /** Absent while the form is open, and if the record cannot be edited at all. */
  onEdit?: () => void
  /** Renders the confirmation dialog; absent if the service cannot delete such a record. */
  remove?: (close: () => void) => ReactNode
}

const copyOrSay = async (text: string) => {
  if (!(await copyText(text))) notifications.show({ message: notCopied, color: 'yellow', autoClose: 8000 })
}

/** Actions of a record's page: its primary one, Edit, and every other in a menu. */
export function RecordActions({ resource, id, primary, edit }: Props & { primary?: ReactNode; edit?: Editable }) {
  const { history, navigate } = useRouter()
  const openWindow = useOpenWindow()
  const connectionId = useConnection().id
  const [removing, { open, close }] = useDisclosure(false)
  useVisit({ resource, id })
  useDemoColleague({ resource, id })
  const copyId = () => void copyOrSay(id)
  const link = hasLinks(resource) ? recordLink({ resource, id }) : null
  const copyLink = link === null ? null : () => void copyOrSay(link)
  const { reason = null, onEdit, remove } = edit ?? {}
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
      {removing && remove ? remove(close) : null}
    </>
  )
}
