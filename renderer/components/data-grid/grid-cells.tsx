import { createContext, type ReactNode, useContext } from 'react'
import type { Resource } from '../../../shared/service/resource.ts'
import { shortened } from '../../lib/text-pieces.ts'

/** Builds the address of a record, provided once for all rows of a list. */
export const GridLinks = createContext<(resource: Resource, id: string) => string>(() => '')

type Props = { resource: Resource; id: string; name: string; children?: ReactNode }

/**
 * A record's name as a link inside a list. It is a plain anchor that the grid follows, because a router link in every row costs
 * most of a frame in fast scrolling. Its cell is the tab stop.
 */
export function GridLink({ resource, id, name, children }: Props) {
  const hrefOf = useContext(GridLinks)
  return (
    <>
      <a href={hrefOf(resource, id)} tabIndex={-1} data-open="">
        {shortened(name.trim() ? name : id)}
      </a>
      {children}
    </>
  )
}
