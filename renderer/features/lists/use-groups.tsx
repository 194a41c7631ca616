import { useMemo, useSyncExternalStore } from 'react'
import { ageGroups } from '../../../shared/domain/figure-age.ts'
import { groupColumnsOf, type ListColumn, listColumns } from '../../../shared/ipc/list-columns.ts'
import { householdFields } from '../../../shared/records/household.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { GroupDisplay } from '../../components/data-grid/GroupRow.tsx'
import { createGroupedRows, type GroupedRows } from '../../components/data-grid/grouped-rows.ts'
import type { RowGroup, RowSource } from '../../components/data-grid/row-source.ts'
import type { GridView } from '../../components/data-grid/view-state.ts'
import { useChoices } from '../../components/filters/use-choices.ts'
import { Money } from '../../components/Money.tsx'
import { useCommand } from '../../lib/commands/use-command.ts'

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
    return { column, name: grouping === 'age' ? 'Age of figures' : groupColumnName(column, names) }
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
