import type { Page } from 'playwright'
import { words } from '../words.ts'

/** Page object for a windowed list, by the name of its resource ("Households"). */
export const grid = (page: Page, name: string) => {
  const root = page.getByRole('grid', { name })
  return {
    root,
    /** The drawn rows that have data. */
    rows: root.locator('[role="row"][data-line]:not([aria-busy])'),
    /** A row by its index in the whole list, from 0; drawn only while in view. */
    rowAt: (index: number) => root.locator(`[role="row"][aria-rowindex="${index + 2}"]`),
    rowWith: (text: string | RegExp) => root.getByRole('row').filter({ hasText: text }),
    cell: (row: number, column: number) =>
      root.locator(`[role="row"][aria-rowindex="${row + 2}"] [role="gridcell"][aria-colindex="${column + 1}"]`),
    /** The tick box of a row, and the one that ticks all rows. */
    tick: (row: number) => root.locator(`[role="row"][aria-rowindex="${row + 2}"] [data-tick]`),
    /** The button of a row's menu, shown while the pointer is over the row. */
    more: (row: number) => root.locator(`[role="row"][aria-rowindex="${row + 2}"] [data-more]`),
    tickAll: root.locator('[data-tick-all]'),
    /** The row of sums below the list. */
    totals: root.getByRole('row', { name: words.list.totals }),
    /** The headings of a grouped list that are drawn, and one by its line. */
    headings: root.locator('[role="gridcell"][aria-expanded]'),
    heading: (line: number) =>
      root.locator(`[role="row"][aria-rowindex="${line + 2}"] > [role="gridcell"][aria-expanded]`),
    header: (title: string) => root.getByRole('columnheader', { name: title }),
    /** Returns the number of rows in the whole list; null while it is unknown. */
    async total(): Promise<number | null> {
      const count = Number(await root.getAttribute('aria-rowcount'))
      return count < 0 ? null : count - 1
    },
    async waitForRows() {
      await root.locator('[role="row"][data-line]:not([aria-busy])').first().waitFor()
    },
  }
}
