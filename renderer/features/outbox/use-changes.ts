import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import type { ActivitySearch } from './activity-search.ts'

const pageSize = 50

/** This device's changes that fit a search, newest first, page by page; with `saved_with` only those of one save. */
export function useChanges(asked: ActivitySearch & { saved_with?: string }) {
  const connectionId = useConnection().id
  return useInfiniteQuery({
    ...useApi().outbox.changes.infiniteOptions({
      input: (before: number | null) => ({ connectionId, before, limit: pageSize, ...asked }),
      initialPageParam: null,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
    placeholderData: keepPreviousData,
  })
}
