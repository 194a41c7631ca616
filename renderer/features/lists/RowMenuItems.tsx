import { Menu } from '@mantine/core'
import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { hasLinks, recordLink } from '../../../shared/domain/record-link.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { useApi, useConnection } from '../../lib/api.ts'
import { copyText, notCopied } from '../../lib/copy-text.ts'
import { useOpenWindow } from '../../lib/open-window.ts'
import type { LeaveOut } from '../missing-documents/public.ts'
import { useFavourite } from '../records/public.ts'

type Props = { resource: Resource; id: string; leaveOut: LeaveOut | null; onMessage: (text: string) => void }

/** The actions on the record of a row, in the row's menu. */
export function RowMenuItems({ resource, id, leaveOut, onMessage }: Props) {
  const connectionId = useConnection().id
  const openWindow = useOpenWindow()
  const { query, isFavourite, toggle } = useFavourite({ resource, id })
  const link = hasLinks(resource) ? recordLink({ resource, id }) : null
  return (
    <>
      <Menu.Item onClick={() => openWindow(`/c/${connectionId}/${resource}/${encodeURIComponent(id)}`)}>
        Open in a new window
      </Menu.Item>
      <StateItem
        query={query}
        isOn={isFavourite}
        words={{ part: 'Your favorites', on: 'Remove from favorites', off: 'Add to favorites' }}
        onToggle={toggle}
      />
      {resource === 'households' ? <PinItem id={id} /> : null}
      {leaveOut === null ? null : (
        <Menu.Item onClick={() => leaveOut.start({ which: { ids: [id] }, count: 1 })}>Not for this record…</Menu.Item>
      )}
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
  const query = useQuery(api.travel.get.queryOptions({ input }))
  const { mutate: pin } = useMutation(api.travel.pin.mutationOptions())
  const { mutate: unpin } = useMutation(api.travel.unpin.mutationOptions())
  const isPinned = query.data === undefined ? null : query.data.pinned !== null
  return (
    <StateItem
      query={query}
      isOn={isPinned}
      words={{ part: 'Pinned households', on: 'Unpin', off: 'Pin for travel' }}
      onToggle={() => (isPinned ? unpin(input) : pin(input))}
    />
  )
}

type StateItemProps = {
  query: Pick<UseQueryResult, 'isError' | 'refetch'>
  /** Null while it is not known. */
  isOn: boolean | null
  /** The words for a press, and what was read for it, which begins a sentence. */
  words: { part: string; on: string; off: string }
  onToggle: () => void
}

/** Changes whether something is so, once it is known; if it could not be read, reads it again. */
function StateItem({ query, isOn, words, onToggle }: StateItemProps) {
  if (isOn !== null) return <Menu.Item onClick={onToggle}>{isOn ? words.on : words.off}</Menu.Item>
  return (
    <Menu.Item disabled={!query.isError} closeMenuOnClick={false} onClick={() => void query.refetch()}>
      {query.isError ? `${words.part} could not be read. Try again` : words.part}
    </Menu.Item>
  )
}
