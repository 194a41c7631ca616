import type { Page } from 'playwright'
import { words } from '../words.ts'

/** Page object for logging a valuation. */
export const composer = (page: Page) => {
  const table = page.getByRole('table', { name: words.valuation.assets })
  return {
    open: page.getByRole('button', { name: words.valuation.open }),
    form: page.getByRole('form', { name: words.valuation.form }),
    table,
    rows: table.locator('tbody tr'),
    field: (label: string, row: number) => table.getByLabel(words.valuation.cell(label, row), { exact: true }),
    classOption: (name: string | RegExp) => page.getByRole('option', { name }),
    total: table.locator('[data-total="after"]'),
    difference: table.locator('[data-total="difference"]'),
    date: page.getByLabel(words.fields.effectiveDate),
    addRow: page.getByRole('button', { name: words.valuation.addRow }),
    paste: page.getByRole('button', { name: words.valuation.paste }),
    log: page.getByRole('button', { name: words.valuation.log }),
    /** Shown before a valuation is logged. */
    review: {
      dialog: page.getByRole('dialog', { name: words.valuation.review }),
      confirm: page.getByRole('dialog').getByRole('button', { name: words.valuation.confirm, exact: true }),
    },
    dialog: (name: string) => page.getByRole('dialog', { name }),
  }
}

/** Page object for an entity's history of observed valuations. */
export const history = (page: Page) => ({
  table: page.getByRole('table', { name: words.valuation.observed }),
  figure: page.getByRole('img', { name: words.valuation.figure }),
  compare: page.getByRole('button', { name: words.valuation.compare }),
  differences: page.getByRole('table', { name: words.valuation.differences }),
})
