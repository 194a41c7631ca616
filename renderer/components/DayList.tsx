import { type KeyboardEvent, type ReactNode, useId, useMemo } from 'react'
import { formatDay } from '../../shared/domain/dates.ts'
import { useNow } from '../lib/use-now.ts'
import classes from './day-list.module.css'
import { moveByLine } from './line-keys.ts'

/** The items of one day; `title` is its heading, such as `Yesterday`. */
type DayOfItems<Item> = { title: string; items: Item[] }

/**
 * Items by their day on this computer, in their order; a day appears twice if the clock was set back.
 *
 * @param momentOf - ISO 8601
 * @param now - ms since 1970
 */
function byDay<Item>(items: readonly Item[], momentOf: (item: Item) => string, now: number): DayOfItems<Item>[] {
  const days: DayOfItems<Item>[] = []
  for (const item of items) {
    const title = formatDay(momentOf(item), now)
    const last = days.at(-1)
    if (last?.title === title) last.items.push(item)
    else days.push({ title, items: [item] })
  }
  return days
}

type Props<Item> = {
  /** In the order of their days. */
  items: readonly Item[]
  /** ISO 8601. */
  momentOf: (item: Item) => string
  keyOf: (item: Item) => string | number
  /** The heading level of the days. */
  level: 2 | 3
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  /** One item, as an element of a list. */
  children: (item: Item) => ReactNode
}

/** Items under the day on which they happened. The arrow keys move between their lines. */
export function DayList<Item>({ items, momentOf, keyOf, level, onKeyDown = moveByLine, children }: Props<Item>) {
  const now = useNow()
  const days = useMemo(() => byDay(items, momentOf, now), [items, momentOf, now])
  return (
    <ol className="plain-list" onKeyDown={onKeyDown}>
      {days.map(({ title, items: [first, ...others] }) =>
        first === undefined ? null : (
          <Day key={keyOf(first)} title={title} level={level}>
            {[first, ...others].map(children)}
          </Day>
        ),
      )}
    </ol>
  )
}

function Day({ title, level, children }: { title: string; level: 2 | 3; children: ReactNode }) {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <li className={classes.day}>
      <Heading id={id}>{title}</Heading>
      <ol aria-labelledby={id}>{children}</ol>
    </li>
  )
}
