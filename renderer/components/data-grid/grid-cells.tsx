import { createContext, type ReactNode, useContext } from 'react'
import type { Resource } from '../../../shared/service/resource.ts'
import { shortened } from '../../lib/text-pieces.ts'

/** Where a list's links lead, known once for all its rows. */
export const GridLinks = createContext<(resource: Resource, id: string) => string>(() => '')

type Props = { resource: Resource; id: string; name: string; children?: ReactNode }

/**
 * A record's name as a way to it, in a list. A plain anchor: the grid follows it, as a router's link in every row would
 * cost most of a frame in fast scrolling. Its tab stop is its cell's.
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
