import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { ageGroups } from '../../../shared/domain/figure-age.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { ContractInputs } from '../../../shared/ipc/contract.ts'
import { groupColumnsOf, type ListColumn, listColumns } from '../../../shared/ipc/list-columns.ts'
import { householdFields } from '../../../shared/records/household.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { GroupDisplay } from '../../components/data-grid/GroupRow.tsx'
import { createGroupedRows, type GroupedRows } from '../../components/data-grid/grouped-rows.ts'
import type { RowGroup, RowSource } from '../../components/data-grid/row-source.ts'
import type { GridView } from '../../components/data-grid/view-state.ts'
import { useChoices } from '../../components/filters/use-choices.ts'
import { Money } from '../../components/Money.tsx'
import { useIsUnread } from '../../components/sync-state.tsx'
import { NoneOf, SoFar } from '../../components/Unread.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useFirstDrawn } from '../../lib/when-drawn.ts'

type Options<Row> = {
  resource: Resource
  /** The column by which the list is grouped; null if it is not. */
  group: string | null
  names: ReadonlyMap<string, string>
  source: RowSource<Row>
  view: GridView
  onView: (change: GridView) => void
}

/** The columns by which a list can be grouped, with their names. */
export const groupChoices = (resource: Resource, names: ReadonlyMap<string, string>) =>
  groupColumnsOf(listColumns[resource]).map((column) => {
    const { grouping } = columnsOf(resource)[column] ?? {}
    return { column, name: grouping === 'age' ? 'Age of values' : groupColumnName(column, names) }
  })

const columnsOf = (resource: Resource): Readonly<Record<string, ListColumn>> => listColumns[resource]

const groupColumnName = (column: string, names: ReadonlyMap<string, string>) =>
  column === 'owner_id' ? householdFields.primary_relationship_owner_id.header : (names.get(column) ?? column)

/** The lines of a grouped list, and how its groups are shown; the rows as they are if it is not grouped. */
export function useGroups<Row>({ resource, group, names, source, view, onView }: Options<Row>) {
  const groups = useSyncExternalStore(source.subscribe, source.groups)
  const { nameOfChoice } = useChoices(group === 'owner_id')
  const shown = group === null ? null : groups
  const { closed } = view
  const lines = useMemo(() => shown && createGroupedRows(source, shown, new Set(closed)), [source, shown, closed])
  const display = useMemo(
    (): GroupDisplay | undefined =>
      group === null
        ? undefined
        : {
            nameOf: ({ column, key }) => nameOfGroup({ resource, column, key, names, nameOfChoice }),
            sumOf: ({ directly_held_asset_value: cents }, column) =>
              column === 'directly_held_asset_value' && cents !== null ? <Money cents={BigInt(cents)} /> : null,
            onToggle: ({ key, closed: isClosed }) =>
              onView({ closed: isClosed ? (closed ?? []).filter((one) => one !== key) : [...(closed ?? []), key] }),
          },
    [resource, group, names, nameOfChoice, closed, onView],
  )
  const isClosed = (one: RowGroup) => closed?.includes(one.key) ?? false
  const all = shown ?? []
  useCommand('list.close-groups', all.every(isClosed) ? null : () => onView({ closed: all.map(({ key }) => key) }))
  useCommand('list.open-groups', all.some(isClosed) ? () => onView({ closed: [] }) : null)
  return { lines: lines satisfies GroupedRows<Row> | null, display }
}

type Named = {
  resource: Resource
  column: string
  key: string | null
  names: ReadonlyMap<string, string>
  nameOfChoice: (column: string, value: string) => string
}

function nameOfGroup({ resource, column, key, names, nameOfChoice }: Named): string {
  const { kind, grouping } = columnsOf(resource)[column] ?? {}
  const name = groupColumnName(column, names)
  if (grouping === 'age') return ageGroups.find((one) => one.key === key)?.name ?? 'Never valued'
  if (key === null) return `${name}: not set`
  if (kind === 'boolean') return `${name}: ${key === '1' ? 'yes' : 'no'}`
  if (kind === 'enum') return nameOfChoice(column, key)
  return key.toUpperCase()
}

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
