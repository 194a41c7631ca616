import type { Page } from 'playwright'
import { editing, form } from '../pages/form.ts'
import { frame } from '../pages/frame.ts'
import { grid } from '../pages/grid.ts'
import { record } from '../pages/record.ts'
import { words } from '../words.ts'

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
  await editing(page).button(words.form.discardChanges).click()
}

async function visitHousehold(page: Page, seen: Seen) {
  await openRow(page, words.lists.households, 3)
  await editing(page).edit.click()
  const household = form(page, words.records.household)
  await household.text(words.fields.externalId).fill('CLIENT-77')
  await household.text(words.fields.notes).fill('Prefers calls in the morning.')
  await seen('form-household')
  await listLink(page, words.lists.users).click()
  await editing(page).button(words.form.keepDraft).waitFor()
  await seen('form-leave')
  await editing(page).button(words.form.goOn).click()
  await discard(page)
  await editing(page).remove()
  await editing(page).button(words.form.keepIt).waitFor()
  await seen('form-delete')
  await editing(page).button(words.form.keepIt).click()
  await editing(page).newIndividual.click()
  await form(page, words.record.newIndividual).root.waitFor()
  await seen('form-individual-new')
  await form(page, words.record.newIndividual).cancel.click()
  await record(page).section(words.record.peopleAny).getByRole('link').first().click()
  await editing(page).edit.click()
  const person = form(page, words.records.individual)
  await person.text(words.fields.email).fill('nobody')
  await person.text(words.fields.lastName).fill('')
  await person.save.click()
  await person.problems.first().waitFor()
  await seen('form-individual')
  await discard(page)
}

async function visitNewHousehold(page: Page, seen: Seen) {
  await listLink(page, words.lists.households).click()
  await editing(page).newHousehold.click()
  const household = form(page, words.record.newHousehold)
  await household.root.getByRole('button', { name: words.form.addPrimary }).click()
  await household.person('First')(words.fields.city).fill('Boston')
  await household.save.click()
  await household.problems.first().waitFor()
  await seen('form-household-new')
  await discard(page)
}

async function visitDocuments(page: Page, seen: Seen) {
  await openRow(page, words.lists.documents, 1)
  await editing(page).edit.click()
  await form(page, words.records.document).root.waitFor()
  await seen('form-document')
  await form(page, words.records.document).cancel.click()
  await openRow(page, words.lists.summaries, 1)
  await editing(page).edit.click()
  const summary = form(page, words.records.summary)
  await summary.choose(words.fields.writtenBy, words.values.aiGenerated)
  await summary.text(words.fields.name).fill('Key points')
  await seen('form-summary')
  await discard(page)
  await openRow(page, words.lists.entities, 2)
  await editing(page).remove()
  await page.getByRole('list', { name: words.form.goesWithIt }).waitFor()
  await seen('form-entity-delete')
  await editing(page).button(words.form.keepIt).click()
}

/** Visits screens with unsent changes, while the demo firm's service is unreachable. */
async function visitPending(page: Page, seen: Seen) {
  await frame(page).takeDemoOffline()
  await openRow(page, words.lists.households, 0)
  await editing(page).edit.click()
  await form(page, words.records.household).text(words.fields.externalId).fill('NOT-SENT')
  await form(page, words.records.household).save.click()
  await editing(page).pending.waitFor()
  await seen('pending-page')
  await openRow(page, words.lists.households, 1)
  await editing(page).remove()
  await editing(page).button(words.form.delete).click()
  await editing(page).pending.waitFor()
  await listLink(page, words.lists.households).click()
  await grid(page, words.lists.households).rowWith(words.form.notSent).first().waitFor()
  await seen('pending-list')
  for (const row of [0, 1]) await takeBack(page, row)
  await frame(page).bringDemoBack.click()
  await frame(page).bringDemoBack.waitFor({ state: 'hidden' })
}

async function takeBack(page: Page, row: number) {
  await openRow(page, words.lists.households, row)
  await editing(page).pending.getByRole('link', { name: words.form.seeInOutbox }).waitFor()
  const undo = page.getByRole('button', { name: words.form.undoDeletion })
  if (await undo.isVisible()) await undo.click()
}

async function visitReadOnly(page: Page, seen: Seen) {
  const choose = async (name: string) => {
    await frame(page).connectionSwitcher.click()
    await page.getByRole('menuitem', { name }).click()
  }
  await openRow(page, words.lists.households, 3)
  await choose(words.frame.makeReadOnly)
  await page.getByRole('button', { name: words.form.readOnly }).first().waitFor()
  await seen('read-only')
  await choose(words.frame.allowChanges)
}

/** Visits every form of the demo firm without sending anything. */
export async function visitFormScreens(page: Page, seen: Seen): Promise<void> {
  await visitHousehold(page, seen)
  await visitNewHousehold(page, seen)
  await visitDocuments(page, seen)
  await visitReadOnly(page, seen)
  await visitPending(page, seen)
}
