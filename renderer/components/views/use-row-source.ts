import { type QueryKey, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { createRowSource, type ReadWindow, type RowSource, type WindowPage } from '../data-grid/row-source.ts'

type Options<Row> = {
  /** Changes with everything that makes it another list. */
  listKey: string
  read: ReadWindow<Row>
  /** The first window, where it is there already. */
  first: () => WindowPage<Row> | null
  /** How many rows there were when the list was last seen. */
  expected: number | null
  /** What events make stale. */
  watch: QueryKey
}

/**
 * The rows of a list, read again when events say that they changed. While another order or filter is read, the rows
 * before it stay on screen.
 */
export function useRowSource<Row>({ listKey, read, first, expected, watch }: Options<Row>): RowSource<Row> {
  const latest = useRef({ read, expected, first })
  latest.current = { read, expected, first }
  const source = useMemo(() => {
    const { read: readWindow, expected: total, first: known } = latest.current
    return { key: listKey, rows: createRowSource<Row>({ read: readWindow, expected: total, first: known() }) }
  }, [listKey])
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
