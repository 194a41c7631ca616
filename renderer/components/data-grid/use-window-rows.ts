import { type QueryFunction, type QueryKey, useQueries } from '@tanstack/react-query'
import { windowSize, windowsFor } from './windows.ts'

export type WindowPage<Row> = { rows: Row[]; total: number; offset: number }
export type WindowQuery<Row> = { queryKey: QueryKey; queryFn: QueryFunction<WindowPage<Row>> }

export type WindowRows<Row> = {
  /** How many rows there are, by the newest answer; null before the first. */
  total: number | null
  rowAt: (index: number) => Row | undefined
  error: Error | null
  retry: () => void
}

type Options<Row> = {
  total: number | null
  visible: { first: number; last: number }
  query: (window: { offset: number; limit: number }) => WindowQuery<Row>
}

const readAhead = 40

/**
 * The windows of a list that are in view, read as they come into view. Windows out of view are dropped after a while, so
 * the whole table is never held; a window that is read again keeps its rows on screen meanwhile.
 */
export function useWindowRows<Row>({ total, visible, query }: Options<Row>): WindowRows<Row> {
  const offsets = windowsFor(visible, total, readAhead)
  const results = useQueries({
    queries: offsets.map((offset) => ({ ...query({ offset, limit: windowSize }), gcTime: 60_000 })),
  })
  let newest: { at: number; total: number } | null = null
  for (const { data, dataUpdatedAt } of results) {
    if (data && dataUpdatedAt >= (newest?.at ?? 0)) newest = { at: dataUpdatedAt, total: data.total }
  }
  const pages = new Map(results.map((result, at) => [offsets[at], result.data]))
  const failed = results.find((result) => result.isError && !result.data)
  return {
    total: newest?.total ?? null,
    rowAt: (index) => pages.get(index - (index % windowSize))?.rows[index % windowSize],
    error: failed?.error ?? null,
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch()
    },
  }
}
