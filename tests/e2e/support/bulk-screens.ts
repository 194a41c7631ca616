import type { Page } from 'playwright'
import { sheet, workbook } from '../../doubles/workbook.ts'
import { bulk } from '../pages/bulk.ts'
import { frame } from '../pages/frame.ts'
import { grid } from '../pages/grid.ts'
import { imports } from '../pages/imports.ts'
import { words } from '../words.ts'

const families =
  'External ID;Family;Advisor\nNEW-001;Müller;\nNEW-001;Müller again;\nNEW-002;Baker;nobody@example.com\n'
const people =
  'Household,First name,Last name,DOB,E-mail\nMüller,Jo,Müller,3/31/1961,jo\nMüller,Jo,Müller,,\nBaker,Bo,Baker,,\n'

/** A workbook with a report’s title, a question, a row left out and three sheets. */
const clients = workbook({
  Clients: sheet([
    ['Client list, November 2026'],
    ['Prepared for Larch and Partners'],
    ['Household', 'First name', 'Last name', 'DOB', 'Email address', 'Street', 'City', 'State', 'Zip'],
    ['Baker', 'Bo', 'Baker', '3/4/1961', 'bo@home.example', '2 New Street', 'Ithaca', 'NY', '14850'],
    ['Baker', 'Zoë', 'O’Baker', '4/3/1985', '', '2 New Street', 'Ithaca', 'NY', '14850'],
    ['Total: 2 people'],
  ]),
  Archive: sheet([['Household', 'First name', 'Last name']]),
  Notes: sheet([['Nothing here']]),
})

/** Visits the screens of bulk edits and imports of the demo firm and shows each, without saving anything. */
export async function visitBulkScreens(page: Page, show: (screen: string) => Promise<void>): Promise<void> {
  await frame(page).navigation.getByRole('link', { name: words.lists.individuals, exact: true }).click()
  const list = grid(page, words.lists.individuals)
  await list.waitForRows()
  await list.cell(0, 1).focus()
  for (const key of ['x', 'ArrowDown', 'x', 'ArrowDown', 'x']) await page.keyboard.press(key)
  await show('list-selected')
  await page.getByRole('button', { name: words.bulk.editSelected(3) }).click()
  await bulk(page).field(words.fields.addressLine1).fill('2 New Street')
  await bulk(page).flag(words.fields.trustee, words.values.yes).click()
  await bulk(page).counts.waitFor()
  await bulk(page).previewWaits.waitFor({ state: 'detached' })
  await show('bulk')
  await frame(page).navigation.getByRole('link', { name: words.lists.households, exact: true }).click()
  await imports(page).open.click()
  await imports(page).slot('households').waitFor()
  await show('import-empty')
  await imports(page).choose('households', { name: 'families.csv', buffer: Buffer.from(families) })
  await imports(page).choose('individuals', { name: 'people.csv', buffer: Buffer.from(people) })
  await imports(page).columns('households').waitFor()
  await imports(page).columns('individuals').waitFor()
  await show('import-columns')
  await imports(page).check.click()
  await imports(page).rows('individuals').waitFor()
  await show('import-checked')
  await imports(page).choose('individuals', { name: 'clients.xlsx', buffer: Buffer.from(clients) })
  await imports(page).slot('individuals').getByText(words.imports.header(3)).waitFor()
  for (const summary of await imports(page).slot('individuals').locator('details:not([open]) > summary').all())
    await summary.click()
  await show('import-questions')
}
