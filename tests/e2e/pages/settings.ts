import type { Page } from 'playwright'
import { words } from '../words.ts'

/** Page object for settings, licences and the settings file. */
export const settings = (page: Page) => ({
  heading: page.getByRole('heading', { name: words.settings.title, exact: true, level: 1 }),
  part: (name: string) => page.getByRole('region', { name }),
  parts: page.getByRole('navigation', { name: words.settings.title }),
  search: page.getByRole('searchbox', { name: words.settings.search }),
  count: page.getByRole('main').locator('..').getByRole('status').first(),
  back: page.getByRole('button', { name: words.buttons.back }),
  theme: page.getByRole('radiogroup', { name: words.settings.theme }),
  rows: page.getByRole('radiogroup', { name: words.settings.rows }),
  timeToUndo: page.getByRole('radiogroup', { name: words.settings.timeToUndo }),
  singleKeys: page.getByRole('switch', { name: words.settings.singleKeys }),
  export: page.getByRole('button', { name: words.buttons.exportTo }),
  file: page.locator('input[type="file"][aria-label="Settings file"]'),
  importing: page.getByRole('button', { name: words.buttons.importFrom }),
  import: page.getByRole('dialog', { name: words.settings.importing }),
  wrong: page.getByRole('list', { name: words.settings.wrong }),
  licences: page.getByRole('link', { name: words.settings.licences }),
  find: page.getByRole('searchbox', { name: words.buttons.find }),
  packages: page.getByRole('list', { name: words.settings.packages }).getByRole('listitem'),
})

/** A settings file from someone else, for the file chooser. */
export const settingsFile = (content: object) => ({
  name: 'Steward settings.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(content)),
})
