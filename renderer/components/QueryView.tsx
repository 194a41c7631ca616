import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isGone, presentError } from '../lib/present-error.ts'
import { ErrorState, PageSkeleton } from './States.tsx'

type Props<Data> = { query: UseQueryResult<Data, Error>; label: string; children: (data: Data) => ReactNode }

/**
 * A query's three faces. Data once read stays on screen while it is read again, even if that fails; only what the copy no
 * longer has goes at once.
 */
export function QueryView<Data>({ query, label, children }: Props<Data>) {
  if (query.data !== undefined && !isGone(query.error)) return <>{children(query.data)}</>
  if (query.isError) return <ErrorState screen error={presentError(query.error)} onRetry={() => void query.refetch()} />
  return <PageSkeleton label={`Loading ${label}`} />
}
