import { ActionIcon, Tooltip } from '@mantine/core'
import { IconAppWindow, IconStar, IconStarFilled } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { hasLinks, recordLink } from '../../../shared/domain/record-link.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { useApi } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useConnection } from '../../lib/connection.ts'
import { copyText } from '../../lib/copy-text.ts'
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

/** Actions on any record: mark as favourite, open in a new window, close. */
export function RecordActions({ resource, id }: Props) {
  const { favourite, set } = useFavourite({ resource, id })
  const { history, navigate } = useRouter()
  const openWindow = useOpenWindow()
  const connectionId = useConnection().id
  useVisit({ resource, id })
  useDemoColleague({ resource, id })
  useCommand('record.favourite', favourite ? null : () => set(true))
  useCommand('record.unfavourite', favourite ? () => set(false) : null)
  useCommand('record.copy-id', () => void copyText(id))
  const link = hasLinks(resource) ? recordLink({ resource, id }) : null
  useCommand('record.copy-link', link === null ? null : () => void copyText(link))
  useCommand('record.close', () => {
    if (history.canGoBack()) history.back()
    else void navigate({ to: `/c/$connectionId/${resource}`, params: { connectionId } })
  })
  const Star = favourite ? IconStarFilled : IconStar
  return (
    <>
      <Tooltip label={favourite ? 'Remove from favorites' : 'Add to favorites'}>
        <ActionIcon size={24} aria-label="Favorite" aria-pressed={favourite} onClick={() => set(!favourite)}>
          <Star size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Open in a new window">
        <ActionIcon size={24} aria-label="Open in a new window" onClick={() => openWindow(history.location.href)}>
          <IconAppWindow size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
    </>
  )
}
