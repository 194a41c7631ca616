import type { Page } from 'playwright'

/** Page object for logging a valuation. */
export const composer = (page: Page) => {
  const table = page.getByRole('table', { name: 'Directly held assets' })
  return {
    open: page.getByRole('button', { name: 'Log a valuation…' }),
    form: page.getByRole('form', { name: 'New valuation' }),
    table,
    rows: table.locator('tbody tr'),
    field: (label: 'Name' | 'Asset class' | 'External id' | 'Value', row: number) =>
      table.getByLabel(`${label}, row ${row}`, { exact: true }),
    classOption: (name: string | RegExp) => page.getByRole('option', { name }),
    total: table.locator('[data-total="after"]'),
    difference: table.locator('[data-total="difference"]'),
    date: page.getByLabel('Effective date'),
    addRow: page.getByRole('button', { name: 'Add a row' }),
    paste: page.getByRole('button', { name: 'Paste rows…' }),
    log: page.getByRole('button', { name: 'Log valuation' }),
    dialog: (name: string) => page.getByRole('dialog', { name }),
  }
}

/** Page object for an entity's history of observed valuations. */
export const history = (page: Page) => ({
  table: page.getByRole('table', { name: 'Observed valuations' }),
  figure: page.getByRole('img', { name: /^Observed values over time/ }),
  compare: page.getByRole('button', { name: 'Compare two of them' }),
  differences: page.getByRole('table', { name: 'Differences by asset' }),
})
