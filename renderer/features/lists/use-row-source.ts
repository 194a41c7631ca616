import { type QueryKey, useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import {
  createRowSource,
  type ReadWindow,
  type RowSource,
  type WindowPage,
} from '../../components/data-grid/row-source.ts'

type Options<Row> = {
  /** Identifies the list; changes with its filters, order and scope. */
  listKey: string
  read: ReadWindow<Row>
  /** Returns the first window, if it has been read already. */
  first: () => WindowPage<Row> | null
  /** Number of rows when the list was last seen. */
  expected: number | null
  /** Query key that events mark as stale. */
  watch: QueryKey
}

/**
 * The rows of a list, refetched when events report changes. While a new order or filter is being read, the previous rows stay on
 * screen.
 */
export function useRowSource<Row>({ listKey, read, first, expected, watch }: Options<Row>): RowSource<Row> {
  const open = () => ({ key: listKey, rows: createRowSource<Row>({ read, expected, first: first() }) })
  const [source, setSource] = useState(open)
  if (source.key !== listKey) setSource(open())
  const [shown, setShown] = useState(source)
  const loaded = useSyncExternalStore(source.rows.subscribe, source.rows.loaded)
  const failed = useSyncExternalStore(source.rows.subscribe, source.rows.error)
  useEffect(() => {
    source.rows.want({ first: 0, last: 0, speed: 0 })
    return () => source.rows.stop()
  }, [source])
  if (shown !== source && (loaded || failed !== null)) setShown(source)

  useQuery({
    queryKey: [...watch, 'grid', listKey],
    queryFn: async () => {
      await source.rows.refresh()
      return Date.now()
    },
    initialData: 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return shown.rows
}
