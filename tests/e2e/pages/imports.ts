import type { Page } from 'playwright'

type Part = 'households' | 'individuals'

/** Page object for the import of households and individuals from files. */
export const imports = (page: Page) => ({
  open: page.getByRole('button', { name: 'Import…' }),
  slot: (part: Part) => page.getByRole('region', { name: `File of ${part}`, exact: true }),
  choose: (part: Part, file: { name: string; buffer: Buffer }) =>
    page
      .getByRole('region', { name: `File of ${part}`, exact: true })
      .locator('input[type=file]')
      .setInputFiles({ mimeType: 'text/csv', ...file }),
  columns: (part: Part) => page.getByRole('table', { name: `Columns, ${part}` }),
  columnIs: (header: string) => page.getByRole('combobox', { name: `Column “${header}” is` }),
  encoding: (part: Part) =>
    page
      .getByRole('region', { name: `File of ${part}`, exact: true })
      .getByLabel('Encoding')
      .first(),
  problems: page.getByRole('list', { name: 'Before the rows can be checked' }),
  owner: page.getByLabel('Relationship owner of households whose row names none').first(),
  option: (name: string) => page.getByRole('listbox').getByRole('option', { name, exact: true }),
  check: page.getByRole('button', { name: 'Check the rows' }),
  rows: (part: Part) => page.getByRole('table', { name: `Rows, ${part}` }),
  show: (part: Part, which: RegExp) => page.getByRole('radiogroup', { name: `Rows shown, ${part}` }).getByText(which),
  start: page.getByRole('button', { name: /^Import [\d,]+ rows?$/ }),
  said: page.getByText(/rows are saved on this computer/),
  saveRefused: (part: Part) => page.getByRole('button', { name: `Save the ${part} that are not imported as CSV…` }),
})
