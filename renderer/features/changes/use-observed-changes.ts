import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ContractInputs } from '../../../shared/ipc/contract.ts'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'

export type AskedChanges = Omit<ContractInputs['changes']['list'], 'connectionId' | 'before' | 'limit'>

/** The changes that fit, newest first, page by page. A page may have none although there are more. */
export function useObservedChanges(asked: AskedChanges, limit: number) {
  const connectionId = useConnection().id
  const query = useInfiniteQuery({
    ...useApi().changes.list.infiniteOptions({
      input: (before: number | null) => ({ connectionId, before, limit, ...asked }),
      initialPageParam: null,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const changes = useMemo(() => data?.pages.flatMap((page) => page.changes) ?? [], [data])
  return { query, changes, isShort: (data?.pages.at(-1)?.changes.length ?? 0) < limit && query.hasNextPage }
}
