import type { Page } from 'playwright'
import { words } from '../words.ts'
import { record } from './record.ts'

/** Page object for the form of one record, by its name: `Household`, `New person`. */
export const form = (page: Page, name: string) => {
  const root = page.getByRole('form', { name, exact: true })
  return {
    root,
    text: (label: string) => root.getByRole('textbox', { name: label, exact: true }),
    /** One of the people in a household's form. */
    person: (which: 'First' | 'Second') => {
      const part = root.getByRole('region', { name: words.form.person(which) })
      return (label: string) => part.getByRole('textbox', { name: label, exact: true })
    },
    date: (label: string) => root.locator('input[type="date"]').and(root.getByLabel(label)),
    flag: (label: string) => root.getByRole('checkbox', { name: label, exact: true }),
    choice: (label: string) => root.getByRole('combobox', { name: label, exact: true }),
    option: (label: string) => page.getByRole('option', { name: label, exact: true }),
    undo: (label: string) => root.getByRole('button', { name: words.form.undo(label) }),
    clear: (label: string) => root.getByRole('button', { name: words.form.clear(label), exact: true }),
    /** The fields with an error. */
    problems: root.locator('[aria-invalid="true"]'),
    save: root.getByRole('button', { name: words.form.save }),
    cancel: root.getByRole('button', { name: words.buttons.cancel }),
    said: root.getByRole('status'),
    async choose(label: string, option: string) {
      await root.getByRole('combobox', { name: label, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    },
  }
}

/** Page object for the edit controls on any record's page. */
export const editing = (page: Page) => ({
  edit: page.getByRole('button', { name: words.buttons.editAny }),
  /** Asks to delete the record on screen. */
  remove: () => record(page).run(words.form.deleteAny),
  newIndividual: page.getByRole('button', { name: words.record.newIndividualAny }),
  newHousehold: page.getByRole('button', { name: words.record.newHouseholdAny }),
  saved: page.getByRole('alert').filter({ hasText: words.form.saved }),
  /** The line about changes that are not sent yet. */
  pending: page.getByRole('main').getByRole('status').filter({ hasText: words.form.notSent }),
  dialog: (name: string) => page.getByRole('dialog', { name }),
  button: (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }),
})
