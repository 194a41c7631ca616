import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isGone } from '../lib/present-error.ts'
import { ErrorState, PageSkeleton } from './States.tsx'

type Props<Data> = { query: UseQueryResult<Data, Error>; label: string; children: (data: Data) => ReactNode }

/**
 * Renders a query as loading, error or data. Data stays on screen during a refetch, even a failing one, unless the record is no
 * longer in the copy.
 */
export function QueryView<Data>({ query, label, children }: Props<Data>) {
  if (query.data !== undefined && !isGone(query.error)) return <>{children(query.data)}</>
  if (query.isError) return <ErrorState screen error={query.error} onRetry={() => void query.refetch()} />
  return <PageSkeleton label={`Loading ${label}`} />
}
