import type { Page } from 'playwright'
import type { SandboxProcess } from '../../integration/support/sandbox-process.ts'
import { editing, form } from '../pages/form.ts'
import { outbox } from '../pages/outbox.ts'
import { words } from '../words.ts'

async function control(tenant: SandboxProcess, operation: string, body: object): Promise<void> {
  const response = await fetch(`${tenant.controlUrl}/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${operation}: ${await response.text()}`)
}

const homeOf = (page: Page) => page.url().replace(/(\/c\/[0-9a-f]{32}).*/, '$1')

async function edit(page: Page, id: string, changes: Readonly<Record<string, string>>): Promise<void> {
  await page.goto(`${homeOf(page)}/households/${id}`)
  await editing(page).edit.click()
  const edited = form(page, words.records.household)
  for (const [label, text] of Object.entries(changes)) await edited.text(label).fill(text)
  await edited.save.click()
  await edited.root.waitFor({ state: 'hidden' })
}

async function addPerson(page: Page, id: string): Promise<void> {
  await page.goto(`${homeOf(page)}/households/${id}`)
  await editing(page).newIndividual.click()
  const person = form(page, words.record.newIndividual)
  await person.text(words.fields.firstName).fill('Zoë')
  await person.text(words.fields.lastName).fill('Byron')
  await person.save.click()
  await person.root.waitFor({ state: 'hidden' })
}

const notes = 'Prefers mornings, and no calls on Fridays.\nTwo children: Ada and Ben.\nReview the premium in June.'

/**
 * Fills the outbox of the open tenant: a change that conflicts with a colleague's, one that is refused, one that is paused, and a
 * new person.
 */
export async function fillOutbox(page: Page, tenant: SandboxProcess, households: readonly string[]): Promise<void> {
  const [met = '', refused = '', held = '', parent = ''] = households
  const patch = (id: string, fields: object) => control(tenant, 'edit', { resource: 'households', id, patch: fields })
  await edit(page, met, { [words.fields.notes]: notes, [words.fields.externalId]: 'CRM-2040' })
  await outbox(page).link.click()
  await outbox(page).done.first().waitFor()
  await outbox(page).holdAll.click()
  await outbox(page).held.waitFor()
  await edit(page, met, {
    [words.fields.notes]: notes.replace('mornings', 'evenings'),
    [words.fields.externalId]: 'CRM-2044',
  })
  await patch(met, { notes: notes.replace('Fridays', 'Mondays').replace('June', 'July'), external_id: 'CRM-2041' })
  await patch(held, { external_id: 'CRM-2050' })
  await edit(page, refused, { [words.fields.externalId]: 'CRM-2050' })
  await outbox(page).link.click()
  await outbox(page).letAllGo.click()
  await outbox(page).decide.nth(1).waitFor()
  await outbox(page).holdAll.click()
  await outbox(page).held.waitFor()
  await edit(page, held, { [words.fields.notes]: 'Not before the meeting.' })
  await addPerson(page, parent)
  await outbox(page).link.click()
  await outbox(page).waiting.nth(3).waitFor()
}

/**
 * Adds to the filled outbox, as after an outage: a new household whose answer was lost, and a deletion of a household that a colleague
 * edits; then shows all questions on one screen.
 */
export async function askAfterOutage(page: Page, tenant: SandboxProcess, deleted: string): Promise<void> {
  await page.goto(`${homeOf(page)}/households/${deleted}`)
  await editing(page).remove()
  await editing(page).button(words.form.delete).click()
  await editing(page).pending.waitFor()
  await control(tenant, 'edit', { resource: 'households', id: deleted, patch: { notes: 'Call Ada before June.' } })
  await page.goto(`${homeOf(page)}/households`)
  await editing(page).newHousehold.click()
  const created = form(page, words.record.newHousehold)
  await created.choice(words.fields.owner).click()
  await page.getByRole('option').first().click()
  await created.text(words.fields.notes).first().fill('Met at the conference.')
  await created.root.getByRole('button', { name: words.form.addPrimary }).click()
  await created.person('First')(words.fields.firstName).fill('Ada')
  await created.person('First')(words.fields.lastName).fill('Byron')
  await created.person('First')(words.fields.state).fill('NY')
  await created.save.click()
  await created.root.waitFor({ state: 'hidden' })
  await control(tenant, 'fail', { fault: { kind: 'commit-then-drop' }, method: 'POST', path: '/households$' })
  await outbox(page).link.click()
  await outbox(page).letAllGo.click()
  // The household is searched for in several rounds before anything is asked.
  await outbox(page).answerHere(4).click({ timeout: 240_000 })
  await outbox(page).questions.nth(3).waitFor()
  await page.getByText(words.outbox.isThisTheOne).waitFor()
}
