import type { Page } from 'playwright'

/** Page object for editing many records at once. */
export const bulk = (page: Page) => ({
  open: page.getByRole('button', { name: /^Edit (all )?[\d,]+( selected)?…$/ }),
  field: (name: string) => page.getByRole('textbox', { name, exact: true }),
  flag: (name: string, answer: 'Left as it is' | 'Yes' | 'No') =>
    page.getByRole('radiogroup', { name }).getByText(answer, { exact: true }),
  choice: (name: string) => page.getByRole('combobox', { name }).or(page.getByRole('textbox', { name })).first(),
  option: (name: string) => page.getByRole('listbox').getByRole('option', { name, exact: true }),
  preview: page.getByRole('table', { name: 'Preview' }),
  counts: page.getByText(/will change · /),
  save: page.getByRole('button', { name: /^Save [\d,]+ changes?$/ }),
  outcome: page.getByRole('table', { name: 'Outcome' }),
  said: page.getByText(/saved on this computer, to be sent from the outbox/),
})
