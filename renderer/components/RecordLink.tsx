import { Link } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import type { Resource } from '../../shared/service/resource.ts'
import { useConnection } from '../lib/connection.ts'
import { RecordText } from './Values.tsx'

/** A grid has a single tab stop, so links inside it are not tab stops. */
export const LinkTabIndex = createContext(0)

type Props = { resource: Resource; id: string; name: string | null }

/** A link to another record's page. Shows the id if the name is not in the offline copy. */
export function RecordLink({ resource, id, name }: Props) {
  const connection = useConnection()
  const tabIndex = useContext(LinkTabIndex)
  const text = <RecordText>{name?.trim() ? name : id}</RecordText>
  if (tabIndex < 0) {
    // The grid opens its rows itself: creating a router link for every row scrolled past is too slow.
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
