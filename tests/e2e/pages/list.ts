import type { Page } from 'playwright'

/** Page object for a list's filters, views, columns and export. */
export const list = (page: Page) => {
  const form = page.getByRole('form', { name: 'Filter' })
  const menu = page.getByRole('menu')
  return {
    /** The exact count beside the title, such as `12 of 500`. */
    count: page.getByRole('banner').or(page.getByRole('main').locator('header')).first(),
    chips: page.getByRole('list', { name: 'Filters' }).getByRole('listitem'),
    chip: (text: string | RegExp) =>
      page.getByRole('list', { name: 'Filters' }).getByRole('listitem', {}).filter({ hasText: text }),
    removeFilter: (text: string) => page.getByRole('button', { name: `Remove filter: ${text}` }),
    clearAll: page.getByRole('button', { name: 'Clear all' }),
    form: {
      root: form,
      column: form.getByRole('combobox', { name: 'Column' }),
      condition: form.getByRole('combobox', { name: 'Condition' }),
      value: (name: 'Value' | 'From' | 'To' | 'Days' = 'Value') => form.getByRole('textbox', { name, exact: true }),
      choices: form.getByRole('combobox', { name: 'Values' }).or(form.getByRole('textbox', { name: 'Values' })),
      option: (name: string) => form.getByRole('option', { name, exact: true }),
      apply: form.getByRole('button', { name: 'Apply filter' }),
    },
    filter: page.getByRole('button', { name: 'Filter', exact: true }),
    columns: page.getByRole('button', { name: 'Columns', exact: true }),
    columnShown: (name: string) => page.getByRole('checkbox', { name, exact: true }),
    view: page.getByRole('button', { name: /^View: / }),
    item: (name: string | RegExp) => menu.getByRole('menuitem', { name }),
    exportAs: page.getByRole('button', { name: 'Export', exact: true }),
    said: page.getByRole('main').getByRole('status'),
    async choose(...path: string[]) {
      for (const name of path) await menu.getByRole('menuitem', { name }).click()
    },
  }
}
