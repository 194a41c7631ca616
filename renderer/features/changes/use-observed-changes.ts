import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ContractInputs } from '../../../shared/ipc/contract.ts'
import { useApi, useConnection } from '../../lib/api.ts'

export type AskedChanges = Omit<ContractInputs['changes']['list'], 'connectionId' | 'before' | 'limit'>

/** The changes that fit, newest first, page by page. A page may have none although there are more. */
export function useObservedChanges(asked: AskedChanges, limitOf: (before: number | null) => number, enabled = true) {
  const connectionId = useConnection().id
  const query = useInfiniteQuery({
    ...useApi().changes.list.infiniteOptions({
      input: (before: number | null) => ({ connectionId, before, limit: limitOf(before), ...asked }),
      initialPageParam: null,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
    placeholderData: keepPreviousData,
    enabled,
  })
  const { data } = query
  const [page, at] = [data?.pages.at(-1), data?.pageParams.at(-1) ?? null]
  const changes = useMemo(() => data?.pages.flatMap((page) => page.changes) ?? [], [data])
  return { query, changes, isShort: query.hasNextPage && (page?.changes.length ?? 0) < limitOf(at) }
}
