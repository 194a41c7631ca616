import type { Page } from 'playwright'
import { words } from '../words.ts'

/** Page object for the palette (Ctrl/Cmd-K) with records and commands. */
export const palette = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: words.frame.search })
  return {
    dialog,
    field: dialog.getByRole('combobox', { name: words.frame.search }),
    group: (name: string) => dialog.getByRole('group', { name }),
    line: (name: string | RegExp) => dialog.getByRole('option', { name }),
    /** The line that Enter opens. */
    chosen: dialog.getByRole('option', { selected: true }),
    matches: dialog.locator('mark'),
    announced: dialog.getByRole('status'),
    async open() {
      await page.keyboard.press('Control+k')
      await dialog.waitFor()
    },
    /** Types a whole name and clicks the only line of that group with this name. */
    async choose(group: string, name: string) {
      await this.open()
      await page.keyboard.type(name)
      await dialog.getByRole('group', { name: group }).getByRole('option', { name }).click()
      // Until it is closed, its keys close it.
      await dialog.waitFor({ state: 'hidden' })
    },
  }
}
