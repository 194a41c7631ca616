import type { Page } from 'playwright'
import { words } from '../words.ts'

type Part = 'households' | 'individuals'

/** Page object for the import of households and individuals from files. */
export const imports = (page: Page) => ({
  open: page.getByRole('button', { name: words.buttons.importFrom }),
  slot: (part: Part) => page.getByRole('region', { name: words.imports.file(part), exact: true }),
  choose: (part: Part, file: { name: string; buffer: Buffer }) =>
    page
      .getByRole('region', { name: words.imports.file(part), exact: true })
      .locator('input[type=file]')
      .setInputFiles({ mimeType: 'text/csv', ...file }),
  columns: (part: Part) => page.getByRole('table', { name: words.imports.columns(part) }),
  columnIs: (header: string) => page.getByRole('combobox', { name: words.imports.column(header) }),
  encoding: (part: Part) =>
    page
      .getByRole('region', { name: words.imports.file(part), exact: true })
      .getByLabel(words.imports.encoding)
      .first(),
  problems: page.getByRole('list', { name: words.imports.problems }),
  owner: page.getByLabel(words.imports.owner).first(),
  option: (name: string) => page.getByRole('listbox').getByRole('option', { name, exact: true }),
  check: page.getByRole('button', { name: words.imports.check }),
  rows: (part: Part) => page.getByRole('table', { name: words.imports.rows(part) }),
  show: (part: Part, which: RegExp) =>
    page.getByRole('radiogroup', { name: words.imports.rowsShown(part) }).getByText(which),
  start: page.getByRole('button', { name: words.imports.start }),
  said: page.getByText(words.imports.saved),
  saveRefused: (part: Part) => page.getByRole('button', { name: words.imports.saveRefused(part) }),
})
