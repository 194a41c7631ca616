import { formatDay } from '../../shared/domain/dates.ts'

/** The items of one day; `title` is its heading, such as `Yesterday`. */
export type Day<Item> = { title: string; items: Item[] }

/**
 * Items by their day on this computer, in their order; a day appears twice if the clock was set back.
 *
 * @param momentOf - ISO 8601
 * @param now - ms since 1970
 */
export function byDay<Item>(items: readonly Item[], momentOf: (item: Item) => string, now: number): Day<Item>[] {
  const days: Day<Item>[] = []
  for (const item of items) {
    const title = formatDay(momentOf(item), now)
    const last = days.at(-1)
    if (last?.title === title) last.items.push(item)
    else days.push({ title, items: [item] })
  }
  return days
}
