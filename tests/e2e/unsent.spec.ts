import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { editing, form } from './pages/form.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { dragFiles } from './pages/intake.ts'
import { outbox } from './pages/outbox.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { close, control, expect, test } from './support/fixtures.ts'
import { atService, openTenant } from './support/tenant.ts'
import { words } from './words.ts'

const idIn = (url: string) => decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')

test('an edit made offline, and a draft, outlive a restart; the edit lands when the service is back', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const first = await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const households = grid(page, words.lists.households)
  await households.rowAt(2).getByRole('link').first().click()
  await expect(frame(page).crumbs).toContainText(words.lists.households)
  const id = idIn(page.url())
  const name = await record(page).title.innerText()
  await control(tenant, 'offline')

  const edited = form(page, words.records.household)
  await page.keyboard.press('e')
  await edited.text(words.fields.externalId).fill('MADE-OFFLINE')
  await edited.save.click()
  await expect(edited.root).toBeHidden()
  await expect(editing(page).pending).toContainText('Changed on this computer, not sent yet')
  await expect(editing(page).pending.getByRole('link', { name: words.form.seeInOutbox })).toBeVisible()

  // Also shown in the list and in the search.
  await frame(page).link(words.lists.households).click()
  await expect(households.rowWith(name).first()).toContainText('Changed on this computer, not sent yet')
  await palette(page).open()
  await palette(page).field.fill('MADE-OFFLINE')
  await expect(palette(page).line(/not sent yet/)).toBeVisible()
  await page.keyboard.press('Enter')

  // A draft is left on purpose and is there again after the restart.
  await expect(record(page).title).toHaveText(name)
  await page.keyboard.press('e')
  await edited.text(words.fields.notes).fill('only typed')
  await frame(page).link(words.lists.users).click()
  await editing(page).button(words.form.keepDraft).click()
  await grid(page, words.lists.users).waitForRows()
  const noted = join(computer.userDataDir, 'last-screen.json')
  await expect.poll(() => readFileSync(noted, 'utf8')).toContain('/users')
  await close(first)

  const again = await launch()
  await page.goto(again.url)
  await grid(page, words.lists.users).waitForRows()
  await frame(page).link(words.lists.households).click()
  await households.rowWith(name).first().getByRole('link').first().click()
  await expect(edited.text(words.fields.notes)).toHaveValue('only typed')
  await expect(edited.said).toHaveText('1 field changed')
  await expect(editing(page).pending).toBeVisible()
  await edited.undo(words.fields.notes).click()
  await edited.cancel.click()
  await expect(record(page).field(words.fields.externalId)).toHaveText('MADE-OFFLINE')

  await control(tenant, 'online')
  await frame(page).syncNow.click()
  await expect.poll(async () => (await service.get(`/households/${id}`))?.external_id).toBe('MADE-OFFLINE')
  await expect(editing(page).pending).toBeHidden()
  await service.close()
})

test('a household and a person in it, both made offline, get their addresses when they are sent @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  await control(tenant, 'offline')
  await editing(page).newHousehold.click()
  const household = form(page, words.record.newHousehold)
  await household.choice(words.fields.owner).click()
  await page.getByRole('option').first().click()
  await household.text(words.fields.externalId).fill('OFFLINE-1')
  await household.save.click()
  await expect(editing(page).pending).toContainText('Created on this computer, not sent yet')
  await editing(page).newIndividual.click()
  const person = form(page, words.record.newIndividual)
  await person.text(words.fields.firstName).fill('Ada')
  await person.text(words.fields.lastName).fill('Offline')
  await person.save.click()
  await expect(record(page).title).toHaveText('Ada Offline')
  await expect(editing(page).pending).toContainText('Created on this computer, not sent yet')
  expect(idIn(page.url())).toMatch(/_local_/)
  // A creation that is changed before it is sent is created in its changed form.
  await editing(page).edit.click()
  await form(page, words.records.individual).text(words.fields.email).fill('ada@example.com')
  await form(page, words.records.individual).save.click()
  await expect(record(page).field(words.fields.email)).toHaveText('ada@example.com')

  await control(tenant, 'online')
  await frame(page).syncNow.click()
  await expect.poll(() => idIn(page.url())).not.toMatch(/_local_/)
  await expect(record(page).title).toHaveText('Ada Offline')
  const sent = await service.get(`/individuals/${idIn(page.url())}`)
  const [home] = await service.list('/households?external_id=OFFLINE-1')
  expect(sent).toMatchObject({ first_name: 'Ada', email: 'ada@example.com', household_id: home?.id })
  await record(page).household.click()
  await expect.poll(() => idIn(page.url())).toBe(home?.id)
  await service.close()
})

test('a deletion that was not sent is struck through, and taken back @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  await control(tenant, 'offline')
  const households = grid(page, words.lists.households)
  await households.rowAt(1).getByRole('link').first().click()
  await expect(frame(page).crumbs).toContainText(words.lists.households)
  const name = await record(page).title.innerText()
  await editing(page).remove()
  await expect(editing(page).dialog('Delete this household?')).toContainText('can be undone there until it is sent')
  await editing(page).button(words.form.delete).click()
  await expect(editing(page).pending).toContainText('Deleted on this computer, not sent yet')
  await expect(editing(page).edit).toHaveAttribute('aria-disabled', 'true')
  await frame(page).link(words.lists.households).click()
  const row = households.rowWith(name).first()
  await expect(row).toContainText('Deleted on this computer, not sent yet')
  await expect(row.getByRole('gridcell').first()).toHaveCSS('text-decoration-line', 'line-through')
  await row.getByRole('link').first().click()
  await page.getByRole('button', { name: words.form.undoDeletion }).click()
  await expect(editing(page).pending).toBeHidden()
  await expect(editing(page).edit).toHaveAttribute('aria-disabled', 'false')
})

test('a read-only connection says why nothing can be changed, until it is switched back @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  await grid(page, words.lists.households).rowAt(0).getByRole('link').first().click()
  await expect(frame(page).crumbs).toContainText(words.lists.households)
  const choose = async (name: string) => {
    await frame(page).connectionSwitcher.click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose(words.frame.makeReadOnly)
  await expect(editing(page).edit).toHaveAccessibleName(/This connection is read-only/)
  await expect(editing(page).edit).toHaveAttribute('aria-disabled', 'true')
  await expect(editing(page).newIndividual).toHaveAttribute('aria-disabled', 'true')
  await editing(page).edit.click({ force: true })
  await page.keyboard.press('e')
  await expect(form(page, words.records.household).root).toBeHidden()
  const dragged = await dragFiles(page, [fileURLToPath(import.meta.url)])
  await dragged.over()
  await dragged.drop()
  const refusal = page.getByRole('alert').filter({ hasText: words.intake.nothingAdded })
  await expect(refusal).toContainText('read-only')
  await outbox(page).link.click()
  await expect(refusal).toBeHidden()
  // This screen has no drop target.
  const stray = await dragFiles(page, [fileURLToPath(import.meta.url)])
  await stray.over()
  await stray.drop()
  await expect(refusal).toContainText('read-only')
  await expect(page.getByRole('status').filter({ hasText: 'Nothing is sent.' })).toContainText('read-only')
  await expect(page.getByRole('button', { name: words.outbox.sendNowAny })).toHaveAttribute('aria-disabled', 'true')
  await page.goBack()
  await choose(words.frame.allowChanges)
  await expect(editing(page).edit).toHaveAttribute('aria-disabled', 'false')
  await editing(page).edit.click()
  await expect(form(page, words.records.household).root).toBeVisible()
})

test('signing out minds what was not sent, and what was kept is sent after the next sign-in', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  await grid(page, words.lists.households).rowAt(0).getByRole('link').first().click()
  await expect(frame(page).crumbs).toContainText(words.lists.households)
  const id = idIn(page.url())
  await control(tenant, 'offline')
  await page.keyboard.press('e')
  await form(page, words.records.household).text(words.fields.externalId).fill('KEPT')
  await form(page, words.records.household).save.click()
  await expect(editing(page).pending).toBeVisible()

  const signOut = async () => {
    await frame(page).connectionSwitcher.click()
    await page.getByRole('menuitem', { name: words.frame.signOut }).click()
  }
  await signOut()
  const asking = editing(page).dialog(words.form.unsent)
  await expect(asking).toContainText('1 change has not been sent yet.')
  await editing(page).button(words.buttons.cancel).click()
  await expect(asking).toBeHidden()
  await signOut()
  await editing(page).button(words.buttons.exportTo).click()
  await expect(asking).toContainText(/Exported to .+\.json/)
  await editing(page).button(words.form.signOutAndKeep).click()
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Larch' })).toContainText('Signed out')

  await control(tenant, 'online')
  await page.getByRole('main').getByRole('link', { name: 'Larch & Partners' }).click()
  await page.getByRole('button', { name: words.signIn.organization, exact: true }).click()
  await expect.poll(async () => (await service.get(`/households/${id}`))?.external_id).toBe('KEPT')
  await service.close()
})
