import type { Page } from 'playwright'
import { editing, form } from '../pages/form.ts'
import { frame } from '../pages/frame.ts'
import { grid } from '../pages/grid.ts'
import { record } from '../pages/record.ts'

/** Called for each screen while it is shown. */
type Seen = (screen: string) => Promise<void>

const listLink = (page: Page, name: string) => frame(page).navigation.getByRole('link', { name, exact: true })

/** Opens the page of a list's row. */
async function openRow(page: Page, name: string, row: number) {
  await listLink(page, name).click()
  await grid(page, name).waitForRows()
  await grid(page, name).rowAt(row).getByRole('link').first().click()
  await frame(page).crumbs.waitFor()
}

async function discard(page: Page) {
  await page.keyboard.press('Escape')
  await editing(page).button('Discard changes').click()
}

async function visitHousehold(page: Page, seen: Seen) {
  await openRow(page, 'Households', 3)
  await editing(page).edit.click()
  const household = form(page, 'Household')
  await household.text('External id').fill('CLIENT-77')
  await household.text('Notes').fill('Prefers calls in the morning.')
  await seen('form-household')
  await listLink(page, 'Users').click()
  await editing(page).button('Keep as a draft').waitFor()
  await seen('form-leave')
  await editing(page).button('Go on editing').click()
  await discard(page)
  await editing(page).remove.click()
  await editing(page).button('Keep it').waitFor()
  await seen('form-delete')
  await editing(page).button('Keep it').click()
  await editing(page).newIndividual.click()
  await form(page, 'New individual').root.waitFor()
  await seen('form-individual-new')
  await form(page, 'New individual').cancel.click()
  await record(page)
    .section(/People/)
    .getByRole('link')
    .first()
    .click()
  await editing(page).edit.click()
  const person = form(page, 'Individual')
  await person.text('E-mail').fill('nobody')
  await person.text('Last name').fill('')
  await person.save.click()
  await person.problems.first().waitFor()
  await seen('form-individual')
  await discard(page)
}

async function visitNewHousehold(page: Page, seen: Seen) {
  await listLink(page, 'Households').click()
  await editing(page).newHousehold.click()
  const household = form(page, 'New household')
  await household.root.getByRole('button', { name: 'Add a primary client' }).click()
  await household.person('First')('City').fill('Boston')
  await household.save.click()
  await household.problems.first().waitFor()
  await seen('form-household-new')
  await discard(page)
}

async function visitDocuments(page: Page, seen: Seen) {
  await openRow(page, 'Documents', 1)
  await editing(page).edit.click()
  await form(page, 'Document').root.waitFor()
  await seen('form-document')
  await form(page, 'Document').cancel.click()
  await openRow(page, 'Document summaries', 1)
  await editing(page).edit.click()
  const summary = form(page, 'Document summary')
  await summary.choose('Written by', 'AI-generated')
  await summary.text('Name').fill('Key points')
  await seen('form-summary')
  await discard(page)
  await openRow(page, 'Entities', 2)
  await editing(page).remove.click()
  await page.getByRole('list', { name: 'What goes with it' }).waitFor()
  await seen('form-entity-delete')
  await editing(page).button('Keep it').click()
}

/** Visits screens with unsent changes, while the demo firm's service is unreachable. */
async function visitPending(page: Page, seen: Seen) {
  await frame(page).takeDemoOffline.click()
  await frame(page).bringDemoBack.waitFor()
  await openRow(page, 'Households', 0)
  await editing(page).edit.click()
  await form(page, 'Household').text('External id').fill('NOT-SENT')
  await form(page, 'Household').save.click()
  await editing(page).pending.waitFor()
  await seen('pending-page')
  await openRow(page, 'Households', 1)
  await editing(page).remove.click()
  await editing(page).button('Delete').click()
  await editing(page).pending.waitFor()
  await listLink(page, 'Households').click()
  await grid(page, 'Households').rowWith('not sent yet').first().waitFor()
  await seen('pending-list')
  for (const row of [0, 1]) await takeBack(page, row)
  await frame(page).bringDemoBack.click()
  await frame(page).takeDemoOffline.waitFor()
}

async function takeBack(page: Page, row: number) {
  await openRow(page, 'Households', row)
  await editing(page).pending.getByRole('link', { name: 'See in outbox' }).waitFor()
  const undo = page.getByRole('button', { name: 'Undo the deletion' })
  if (await undo.isVisible()) await undo.click()
}

async function visitReadOnly(page: Page, seen: Seen) {
  const choose = async (name: string) => {
    await frame(page).connectionSwitcher.click()
    await page.getByRole('menuitem', { name }).click()
  }
  await openRow(page, 'Households', 3)
  await choose('Make read-only')
  await page
    .getByRole('button', { name: /read-only/ })
    .first()
    .waitFor()
  await seen('read-only')
  await choose('Allow changes again')
}

/** Visits every form of the demo firm without sending anything. */
export async function visitFormScreens(page: Page, seen: Seen): Promise<void> {
  await visitHousehold(page, seen)
  await visitNewHousehold(page, seen)
  await visitDocuments(page, seen)
  await visitReadOnly(page, seen)
  await visitPending(page, seen)
}
