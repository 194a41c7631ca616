import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import {
  createRowSource,
  type ReadWindow,
  type RowSource,
  type WindowPage,
} from '../../components/data-grid/row-source.ts'
import { useAhead } from '../../lib/api.ts'
import type { PrefetchRequest } from '../../lib/client/connect-client.ts'

type Options<Row> = {
  /** Identifies the list; changes with its filters, order and scope. */
  listKey: string
  /** The subject of the list: the user's place in the list is remembered by it. */
  about: string
  read: ReadWindow<Row>
  /** The request of the first window, whose response may have been requested ahead; null if it was not. */
  prefetched: PrefetchRequest | null
  /** Number of rows when the list was last seen. */
  expected: number | null
  /** The row at the top of the list when it was last seen; 0 if it was not. */
  startAt: number
  /** Query key that events mark as stale. */
  watch: QueryKey
}

/** A list that was left is kept for this many ms, so that returning to it draws its rows at once. */
const keptMs = 5 * 60_000

const isRead = (rows: RowSource<unknown>) => rows.error() === null && rows.rereadError() === null

type Opened<Row> = { listKey: string; about: string; queryKey: QueryKey; rows: RowSource<Row>; isPrefetched: boolean }

/**
 * The rows of a list that was left, unless an event reported changes since: rows that are known to be old are not drawn, and their list
 * is read from the start.
 */
function findKept<Row>(
  queries: QueryClient,
  { listKey, about }: Pick<Options<Row>, 'listKey' | 'about'>,
  queryKey: QueryKey,
): Opened<Row> | null {
  const kept = queries.getQueryCache().findAll({ queryKey })
  for (const { queryKey: own, state } of kept) {
    const rows = state.data as RowSource<Row> | undefined
    if (rows?.loaded() && isRead(rows) && !state.isInvalidated)
      return { listKey, about, queryKey: own, rows, isPrefetched: false }
  }
  return null
}

/**
 * The rows of a list, refetched when events report changes. While a new order or filter is being read, the previous rows stay on
 * screen: `isPrevious` is true then, and `about` names the list that they are of.
 */
export function useRowSource<Row>(options: Options<Row>): {
  source: RowSource<Row>
  about: string
  isPrevious: boolean
} {
  const { listKey, about, read, prefetched, expected, startAt, watch } = options
  const queries = useQueryClient()
  const ahead = useAhead()
  const open = (): Opened<Row> => {
    const ofList = [...watch, 'grid', listKey]
    const kept = findKept<Row>(queries, options, ofList)
    if (kept) return kept
    const first = prefetched && (ahead.peek(prefetched) as WindowPage<Row> | undefined)
    const rows = createRowSource<Row>({ read, expected, first: first ?? null })
    // A key of its own: the rows that were read before, and are old, stay under theirs until they are removed.
    return { listKey, about, queryKey: [...ofList, crypto.randomUUID()], rows, isPrefetched: Boolean(first) }
  }
  const [before, setSource] = useState(open)
  // The query below remembers the rows even of a render that React drops, so they must be those of its key.
  const source = before.listKey === listKey ? before : open()
  if (source !== before) setSource(source)
  const [shown, setShown] = useState(source)
  const loaded = useSyncExternalStore(source.rows.subscribe, source.rows.loaded)
  const failed = useSyncExternalStore(source.rows.subscribe, source.rows.error)
  // The grid requests the rows of the list that it shows, from where it shows them. The rows that will replace them have no grid yet.
  const begin = useEffectEvent(() => {
    if (source.isPrefetched && prefetched) ahead.drop(prefetched)
    if (shown !== source) source.rows.want({ first: startAt, last: startAt, speed: 0 })
  })
  useEffect(() => {
    begin()
    return () => source.rows.stop()
  }, [source])
  if (shown !== source && (loaded || failed !== null)) setShown(source)

  useQuery({
    queryKey: source.queryKey,
    queryFn: async ({ signal }) => {
      await source.rows.refresh()
      // Leaving the list ends its reads: its rows are then as old as before.
      signal.throwIfAborted()
      return source.rows
    },
    initialData: source.rows,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptMs,
    structuralSharing: false,
  })
  return { source: shown.rows, about: shown.about, isPrevious: shown !== source }
}
