import type { Page } from 'playwright'
import { words } from '../words.ts'

/** Page object for a list's filters, views, columns and export. */
export const list = (page: Page) => {
  const form = page.getByRole('form', { name: words.list.filter })
  const menu = page.getByRole('menu')
  return {
    /** The exact count beside the title, such as `12 of 500`. */
    count: page.getByRole('banner').or(page.getByRole('main').locator('header')).first(),
    chips: page.getByRole('list', { name: words.list.filters }).getByRole('listitem'),
    chip: (text: string | RegExp) =>
      page.getByRole('list', { name: words.list.filters }).getByRole('listitem', {}).filter({ hasText: text }),
    removeFilter: (text: string) => page.getByRole('button', { name: words.list.removeFilter(text) }),
    clearAll: page.getByRole('button', { name: words.list.clearAll }),
    form: {
      root: form,
      column: form.getByRole('combobox', { name: words.list.column }),
      condition: form.getByRole('combobox', { name: words.list.condition }),
      value: (name: string = words.list.value) => form.getByRole('textbox', { name, exact: true }),
      choices: form
        .getByRole('combobox', { name: words.list.values })
        .or(form.getByRole('textbox', { name: words.list.values })),
      option: (name: string) => form.getByRole('option', { name, exact: true }),
      apply: form.getByRole('button', { name: words.list.apply }),
    },
    filter: page.getByRole('button', { name: words.list.filter, exact: true }),
    columns: page.getByRole('button', { name: words.list.columns, exact: true }),
    columnShown: (name: string) => page.getByRole('checkbox', { name, exact: true }),
    view: page.getByRole('button', { name: words.list.view }),
    item: (name: string | RegExp) => menu.getByRole('menuitem', { name }),
    exportAs: page.getByRole('button', { name: words.buttons.export, exact: true }),
    search: (many: string) => page.getByRole('searchbox', { name: words.list.searchIn(many) }),
    preview: page.getByRole('complementary', { name: words.list.preview }),
    /** The bar with the selected rows and their actions. */
    selection: page.getByRole('region', { name: words.list.selection }),
    said: page.getByRole('main').getByRole('status'),
    /** Says who one is, from the list of households, which then shows one's own. */
    async sayWhoIAm(name: string) {
      await page.getByRole('button', { name: words.list.view }).click()
      await menu.getByRole('menuitem', { name: words.list.myHouseholds }).click()
      await page.getByRole('dialog').getByLabel(words.list.youAre).first().click()
      await page.getByRole('option', { name }).click()
      await page.getByRole('button', { name: words.list.showMyHouseholds }).click()
    },
    async choose(...path: string[]) {
      for (const name of path) await menu.getByRole('menuitem', { name }).click()
    },
  }
}
