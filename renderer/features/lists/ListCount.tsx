import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { RowSource } from '../../components/data-grid/row-source.ts'
import { useIsUnread, useResourceProgress } from '../../components/sync-state.ts'
import { Quiet } from '../../components/Values.tsx'
import type { ListProcedure, ListWindow } from './list-procedure.ts'

type Props<R extends Resource, Row> = {
  resource: Resource
  source: RowSource<Row>
  list: ListProcedure<R, Row>
  input: Omit<ListWindow<R>, 'offset' | 'limit'>
}

/** The exact number of rows, and if filtered also the number without the filters. */
export function ListCount<R extends Resource, Row>({ resource, source, list, input }: Props<R, Row>) {
  const total = useSyncExternalStore(source.subscribe, source.total)
  const { filters, ...whole } = input
  const all = useQuery({
    queryKey: [...list.key(), 'whole', JSON.stringify(whole)],
    queryFn: async ({ signal }) =>
      (await list.call({ ...whole, offset: 0, limit: 1 } as ListWindow<R>, { signal })).total,
    enabled: filters !== undefined,
  }).data
  const isUnread = useIsUnread(resource)
  const expected = useResourceProgress(resource)?.expected ?? null
  if (total === null || (total === 0 && isUnread)) return null
  const shown = formatCount(total)
  if (isUnread && !filters && expected !== null && expected > total)
    return (
      <Quiet>
        {shown} of {formatCount(expected)} so far
      </Quiet>
    )
  const count = filters && all !== undefined ? `${shown} of ${formatCount(all)}` : shown
  return <Quiet>{isUnread ? `${count} so far` : count}</Quiet>
}
