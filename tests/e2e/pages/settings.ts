import type { Page } from 'playwright'

/** Page object for settings, licences and the settings file. */
export const settings = (page: Page) => ({
  heading: page.getByRole('heading', { name: 'Settings', exact: true, level: 1 }),
  part: (name: string) => page.getByRole('region', { name }),
  parts: page.getByRole('navigation', { name: 'Settings' }),
  back: page.getByRole('button', { name: 'Back' }),
  theme: page.getByRole('radiogroup', { name: 'Theme' }),
  rows: page.getByRole('radiogroup', { name: 'Rows of lists' }),
  singleKeys: page.getByRole('switch', { name: 'Shortcuts of plain characters' }),
  export: page.getByRole('button', { name: 'Export…' }),
  file: page.locator('input[type="file"][aria-label="Settings file"]'),
  importing: page.getByRole('button', { name: 'Import…' }),
  import: page.getByRole('dialog', { name: 'Take over a settings file' }),
  wrong: page.getByRole('list', { name: 'What is wrong' }),
  licences: page.getByRole('link', { name: 'Licences of others' }),
  find: page.getByRole('searchbox', { name: 'Find' }),
  packages: page.getByRole('list', { name: 'Packages' }).getByRole('listitem'),
})

/** A settings file from someone else, for the file chooser. */
export const settingsFile = (content: object) => ({
  name: 'Steward settings.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(content)),
})
