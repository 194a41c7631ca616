import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { ContractInputs } from '../../../shared/ipc/contract.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { RowSource } from '../../components/data-grid/row-source.ts'
import { Money } from '../../components/Money.tsx'
import { useIsUnread } from '../../components/sync-state.ts'
import { NoneOf, SoFar } from '../../components/Unread.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { useFirstDrawn } from '../../lib/when-drawn.ts'

type SummedList = ContractInputs['rollUps']['list']['of']

/** The columns with the dates of figures. */
const dates = new Set(['oldest_figure', 'effective_date'])

/** The lists whose values can be summed. */
const hasValues = (resource: Resource): resource is SummedList['what'] =>
  resource === 'households' || resource === 'entities' || resource === 'valuations'

/**
 * The row below a list: its number of rows, the exact sum of its values, and how many of its figures are over a year old. Undefined
 * for lists without values. The order makes no difference to a sum, so it is not asked for again when the order changes.
 */
export function useListFooter<Row>(
  resource: Resource,
  { source, input }: { source: RowSource<Row>; input: { filters?: unknown; scope?: unknown } },
) {
  const api = useApi()
  const connectionId = useConnection().id
  const loaded = useSyncExternalStore(source.subscribe, source.loaded)
  const total = useSyncExternalStore(source.subscribe, source.total)
  const firstDrawn = useFirstDrawn()
  const { filters, scope } = input
  // The list's own input was checked against this resource's columns.
  const of = { what: resource, sort: { column: 'title', direction: 'asc' }, filters, scope } as SummedList
  const { data } = useQuery({
    ...api.rollUps.list.queryOptions({ input: { connectionId, of } }),
    enabled: hasValues(resource) && loaded && firstDrawn,
  })
  const isRowsUnread = useIsUnread(resource)
  if (!hasValues(resource)) return undefined
  const { one, many } = resourceNames[resource]
  return (column: string, first: boolean) => {
    if (first)
      return `${formatCount(total ?? 0)} ${(total === 1 ? one : many).toLowerCase()}${isRowsUnread ? ' so far' : ''}`
    if (!data) return null
    if (column === 'directly_held_asset_value')
      return data.valued > 0 ? (
        <>
          <Money cents={BigInt(data.directly_held_asset_value)} />
          <SoFar of="valuations" />
        </>
      ) : (
        <NoneOf resource="valuations">Not valued</NoneOf>
      )
    if (dates.has(column) && data.old > 0) return `${formatCount(data.old)} over a year`
    return null
  }
}
