import { Menu } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { hasLinks, recordLink } from '../../../shared/domain/record-link.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { copyText, notCopied } from '../../lib/copy-text.ts'
import { useOpenWindow } from '../../lib/open-window.ts'

type Props = { resource: Resource; id: string; onMessage: (text: string) => void }

/** The actions on the record of a row, in the row's menu. */
export function RowMenuItems({ resource, id, onMessage }: Props) {
  const api = useApi()
  const connectionId = useConnection().id
  const openWindow = useOpenWindow()
  const favourites = useQuery(api.places.favourites.queryOptions({ input: { connectionId } })).data
  const favourite = favourites?.some((place) => place.resource === resource && place.id === id) ?? false
  const { mutate: setFavourite } = useMutation(api.places.setFavourite.mutationOptions())
  const link = hasLinks(resource) ? recordLink({ resource, id }) : null
  return (
    <>
      <Menu.Item onClick={() => openWindow(`/c/${connectionId}/${resource}/${encodeURIComponent(id)}`)}>
        Open in a new window
      </Menu.Item>
      <Menu.Item onClick={() => setFavourite({ connectionId, resource, id, favourite: !favourite })}>
        {favourite ? 'Remove from favorites' : 'Add to favorites'}
      </Menu.Item>
      {resource === 'households' ? <PinItem id={id} /> : null}
      {link === null ? null : (
        <Menu.Item
          onClick={() => void copyText(link).then((copied) => onMessage(copied ? 'Copied the link.' : notCopied))}
        >
          Copy link
        </Menu.Item>
      )}
      <Menu.Divider />
    </>
  )
}

function PinItem({ id }: { id: string }) {
  const api = useApi()
  const input = { connectionId: useConnection().id, household_id: id }
  const { data } = useQuery(api.travel.get.queryOptions({ input }))
  const { mutate: pin } = useMutation(api.travel.pin.mutationOptions())
  const { mutate: unpin } = useMutation(api.travel.unpin.mutationOptions())
  const pinned = (data?.pinned ?? null) !== null
  return (
    <Menu.Item disabled={data === undefined} onClick={() => (pinned ? unpin(input) : pin(input))}>
      {pinned ? 'Unpin' : 'Pin for travel'}
    </Menu.Item>
  )
}
