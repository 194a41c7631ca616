import { Link } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import type { Resource } from '../../shared/service/resource.ts'
import { useConnection } from '../lib/connection.ts'
import { RecordText } from './Values.tsx'

/** Inside a grid one tab stop serves all cells, so links there are reached by the grid's own keys. */
export const LinkTabIndex = createContext(0)

type Props = { resource: Resource; id: string; name: string | null }

/** A way to another record's page. Without a name (it is not in the offline copy) the id stands for it. */
export function RecordLink({ resource, id, name }: Props) {
  const connection = useConnection()
  const tabIndex = useContext(LinkTabIndex)
  const text = <RecordText>{name?.trim() ? name : id}</RecordText>
  if (tabIndex < 0) {
    // The grid opens its rows itself; the router's own link is too slow to be made anew for every row scrolled past.
    return (
      <a href={`/c/${connection.id}/${resource}/${encodeURIComponent(id)}`} tabIndex={tabIndex}>
        {text}
      </a>
    )
  }
  return (
    <Link to={`/c/$connectionId/${resource}/$id`} params={{ connectionId: connection.id, id }}>
      {text}
    </Link>
  )
}
