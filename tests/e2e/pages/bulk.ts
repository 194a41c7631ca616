import type { Page } from 'playwright'
import { words } from '../words.ts'

/** Page object for editing many records at once. */
export const bulk = (page: Page) => ({
  open: page.getByRole('button', { name: words.bulk.open }),
  field: (name: string) => page.getByRole('textbox', { name, exact: true }),
  flag: (name: string, answer: typeof words.bulk.asItIs | typeof words.values.yes | typeof words.values.no) =>
    page.getByRole('radiogroup', { name }).getByText(answer, { exact: true }),
  choice: (name: string) => page.getByRole('combobox', { name }).or(page.getByRole('textbox', { name })).first(),
  option: (name: string) => page.getByRole('listbox').getByRole('option', { name, exact: true }),
  preview: page.getByRole('table', { name: words.bulk.preview }),
  /** The preview while it is computed again: it is dimmed. */
  previewWaits: page.locator('[data-waiting]'),
  counts: page.getByText(words.bulk.counts),
  save: page.getByRole('button', { name: words.bulk.save }),
  outcome: page.getByRole('table', { name: words.bulk.outcome }),
  said: page.getByText(words.bulk.saved),
})
