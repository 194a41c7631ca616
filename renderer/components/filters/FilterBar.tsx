import { ActionIcon, Button, Popover } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Filter } from '../../../shared/domain/filter-rules.ts'
import { sayFilter } from '../../../shared/domain/filter-words.ts'
import { type ListColumn, listColumns } from '../../../shared/ipc/list-columns.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { FilterForm } from './FilterForm.tsx'
import classes from './filters.module.css'
import { useChoices } from './use-choices.ts'

type Props = {
  resource: Resource
  names: ReadonlyMap<string, string>
  filters: readonly Filter[]
  onFilters: (filters: Filter[]) => void
  /** The column of the filter that is being made; null when none is. */
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

/** One filter in words: a press changes it, the cross removes it. */
function Chip({ resource, names, filter, text, onChange, onRemove }: ChipProps) {
  const [open, setOpen] = useState(false)
  return (
    <li className={classes.chip}>
      <Popover
        opened={open}
        onChange={setOpen}
        position="bottom-start"
        trapFocus
        returnFocus
        closeOnEscape={false}
        withinPortal
        shadow="md"
      >
        <Popover.Target>
          <button type="button" className={classes.chipText} title={text} onClick={() => setOpen(!open)}>
            <bdi>{text}</bdi>
          </button>
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown} aria-label="Change filter">
          <FilterForm
            resource={resource}
            names={names}
            start={filter}
            onApply={(next) => {
              setOpen(false)
              onChange(next)
            }}
            onCancel={() => setOpen(false)}
          />
        </Popover.Dropdown>
      </Popover>
      <ActionIcon size={24} aria-label={`Remove filter: ${text}`} onClick={onRemove}>
        <IconX size={12} stroke={2} aria-hidden="true" />
      </ActionIcon>
    </li>
  )
}

/** The filters of a list, joined by "and": each in words and removable, and the way to another. */
export function FilterBar({ resource, names, filters, onFilters, filtering, onFiltering }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    onFiltering(null)
    // What had the focus before may be gone with the rows that the filter took away.
    button.current?.focus()
  }
  useCommand('list.filter', () => onFiltering('title'))
  const columns: Readonly<Record<string, ListColumn>> = listColumns[resource]
  const { nameOfChoice } = useChoices(filters.some(({ column }) => column === 'owner_id'))
  const say = (filter: Filter) =>
    sayFilter({
      filter,
      kind: columns[filter.column]?.kind ?? 'text',
      header: names.get(filter.column) ?? filter.column,
      nameOfChoice,
    })
  return (
    <>
      <Popover
        opened={filtering !== null}
        onChange={(open) => onFiltering(open ? 'title' : null)}
        position="bottom-start"
        trapFocus
        closeOnEscape={false}
        withinPortal
        shadow="md"
      >
        <Popover.Target>
          <Button
            ref={button}
            variant="default"
            leftSection={<IconFilter size={14} stroke={1.75} aria-hidden="true" />}
            onClick={() => onFiltering(filtering === null ? 'title' : null)}
          >
            Filter
          </Button>
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown} aria-label="New filter">
          <FilterForm
            key={filtering}
            resource={resource}
            names={names}
            start={filtering ?? 'title'}
            onApply={(filter) => {
              close()
              onFilters([...filters, filter])
            }}
            onCancel={close}
          />
        </Popover.Dropdown>
      </Popover>
      {filters.length > 0 ? (
        <>
          <ul className={classes.chips} aria-label="Filters">
            {filters.map((filter, at) => (
              <Chip
                key={JSON.stringify(filter)}
                resource={resource}
                names={names}
                filter={filter}
                text={say(filter)}
                onChange={(next) => onFilters(filters.with(at, next))}
                onRemove={() => onFilters(filters.toSpliced(at, 1))}
              />
            ))}
          </ul>
          <Button variant="subtle" color="gray" onClick={() => onFilters([])}>
            Clear all
          </Button>
        </>
      ) : null}
    </>
  )
}
