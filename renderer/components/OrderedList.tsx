import { ActionIcon, Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import classes from './ordered-list.module.css'

type Item = { key: string; name: string; isChosen: boolean }

type Props<One extends Item> = {
  label: string
  items: readonly One[]
  onChoose: (item: One) => void
  /** Moves an item up (−1) or down (1) by one place. */
  onMove: (at: number, by: 1 | -1) => void
  /** Further controls of an item. */
  beside?: (item: One) => ReactNode
}

/** Items in the user's order, each chosen or not: moved by its arrows, or by Alt and the arrow keys. */
export function OrderedList<One extends Item>({ label, items, onChoose, onMove, beside }: Props<One>) {
  const [statusText, setStatusText] = useState('')
  const move = (at: number, by: 1 | -1) => {
    const item = items[at]
    if (item === undefined || items[at + by] === undefined) return
    onMove(at, by)
    setStatusText(`${item.name} is now number ${at + by + 1} of ${items.length}.`)
  }
  const onKeyDown = (at: number) => (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(at, event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <>
      <ul aria-label={label} className={classes.list}>
        {items.map((item, at) => (
          <li key={item.key} className={`line ${classes.item}`}>
            <Checkbox
              label={item.name}
              checked={item.isChosen}
              onKeyDown={onKeyDown(at)}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              onChange={() => onChoose(item)}
            />
            {beside?.(item)}
            <ActionIcon size={24} aria-label={`Move ${item.name} up`} disabled={at === 0} onClick={() => move(at, -1)}>
              <IconArrowUp size={14} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
            <ActionIcon
              size={24}
              aria-label={`Move ${item.name} down`}
              disabled={at === items.length - 1}
              onClick={() => move(at, 1)}
            >
              <IconArrowDown size={14} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <span className="visually-hidden" role="status">
        {statusText}
      </span>
    </>
  )
}
