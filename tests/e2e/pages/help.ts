import type { Page } from 'playwright'
import { words } from '../words.ts'

/** Page object for Help: beside the screen in a wide window, over it in a narrow one. */
export const help = (page: Page) => {
  const panel = page.locator('#help')
  const title = panel.getByRole('heading', { level: 2 }).nth(1)
  return {
    panel,
    field: panel.getByRole('searchbox', { name: words.help.search }),
    title,
    results: panel.getByRole('list', { name: words.help.results }).getByRole('listitem'),
    /** A link of the topic, by its text. */
    link: (text: string) => panel.getByRole('button', { name: text, exact: true }),
    back: panel.getByRole('button', { name: words.help.back }),
    contents: panel.getByRole('button', { name: words.help.contents }),
    async open() {
      await page.keyboard.press('F1')
      await title.waitFor()
    },
    async close() {
      await panel.getByRole('button', { name: words.help.close }).click()
      await panel.waitFor({ state: 'detached' })
    },
  }
}
