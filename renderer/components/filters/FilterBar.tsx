import { ActionIcon, Button } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Filter } from '../../../shared/domain/filter-rules.ts'
import { sayFilter } from '../../../shared/domain/filter-words.ts'
import { concealFilters } from '../../../shared/domain/presenting.ts'
import { filterColumns, type ListColumn, searchColumn } from '../../../shared/ipc/list-columns.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { usePresenting } from '../../lib/presenting.ts'
import { lazyPopup, usePopup } from '../popups/use-popup.ts'
import classes from './filters.module.css'
import { useChoices } from './use-choices.ts'

const FilterDialog = lazyPopup('The filter', async () => (await import('./FilterDialog.tsx')).FilterDialog)

type Props = {
  resource: Resource
  names: ReadonlyMap<string, string>
  filters: readonly Filter[]
  onFilters: (filters: Filter[]) => void
  /** Column of the filter being created; null if none is. */
  filtering: string | null
  onFiltering: (column: string | null) => void
}

type ChipProps = {
  resource: Resource
  names: ReadonlyMap<string, string>
  filter: Filter
  text: string
  onChange: (filter: Filter) => void
  onRemove: () => void
}

/** One filter in words: clicking it edits it, the cross removes it. */
function Chip({ resource, names, filter, text, onChange, onRemove }: ChipProps) {
  const [opened, setOpened] = useState(false)
  const { button, popup } = usePopup('dialog', { opened, onOpened: setOpened })
  return (
    <li className={classes.chip}>
      <button type="button" {...button} className={`cut plain-button ${classes.chipText}`} title={text}>
        <bdi>{text}</bdi>
      </button>
      {popup ? (
        <FilterDialog
          popup={popup}
          label="Change filter"
          returnFocus
          resource={resource}
          names={names}
          start={filter}
          onApply={(next) => {
            setOpened(false)
            onChange(next)
          }}
          onCancel={() => setOpened(false)}
        />
      ) : null}
      <ActionIcon size={24} aria-label={`Remove filter: ${text}`} onClick={onRemove}>
        <IconX size={12} stroke={2} aria-hidden="true" />
      </ActionIcon>
    </li>
  )
}

/** The filters of a list, joined by "and": each in words with a remove button, and a button to add another. */
export function FilterBar({ resource, names, filters, onFilters, filtering, onFiltering }: Props) {
  const { button, popup } = usePopup('dialog', {
    opened: filtering !== null,
    onOpened: (opened) => onFiltering(opened ? 'title' : null),
  })
  const close = () => {
    onFiltering(null)
    // The element that had the focus may be gone with the rows that the filter removed.
    button.ref.current?.focus()
  }
  useCommand('list.filter', () => onFiltering('title'))
  const columns: Readonly<Record<string, ListColumn>> = filterColumns[resource]
  const { nameOfChoice } = useChoices(
    filters.some(({ column }) => column === 'owner_id'),
    filters.some(({ column }) => column === 'left_out') ? resource : null,
  )
  const presenting = usePresenting()
  const say = (filter: Filter) =>
    sayFilter({
      filter: presenting === null ? filter : (concealFilters([filter], presenting)[0] ?? filter),
      column: columns[filter.column] ?? { kind: 'text' },
      header: names.get(filter.column) ?? filter.column,
      nameOfChoice,
    })
  return (
    <>
      <Button {...button} variant="default" leftSection={<IconFilter size={14} stroke={1.75} aria-hidden="true" />}>
        Filter
      </Button>
      {popup ? (
        <FilterDialog
          popup={popup}
          label="New filter"
          resource={resource}
          names={names}
          start={filtering ?? 'title'}
          onApply={(filter) => {
            close()
            onFilters([...filters, filter])
          }}
          onCancel={close}
        />
      ) : null}
      {filters.some(({ column }) => column !== searchColumn) ? (
        <>
          <ul className={`wrap ${classes.chips}`} aria-label="Filters">
            {filters.map((filter, at) =>
              filter.column === searchColumn ? null : (
                <Chip
                  key={JSON.stringify(filter)}
                  resource={resource}
                  names={names}
                  filter={filter}
                  text={say(filter)}
                  onChange={(next) => onFilters(filters.with(at, next))}
                  onRemove={() => onFilters(filters.toSpliced(at, 1))}
                />
              ),
            )}
          </ul>
          <Button variant="subtle" color="gray" onClick={() => onFilters([])}>
            Clear all
          </Button>
        </>
      ) : null}
    </>
  )
}
