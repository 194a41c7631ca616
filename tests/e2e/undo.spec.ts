import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { bulk } from './pages/bulk.ts'
import { editing, form } from './pages/form.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { imports } from './pages/imports.ts'
import { outbox } from './pages/outbox.ts'
import { record } from './pages/record.ts'
import { undo } from './pages/undo.ts'
import { close, expect, test } from './support/fixtures.ts'
import type { Computer } from './support/steward.ts'
import { atService, openTenant } from './support/tenant.ts'
import { words } from './words.ts'

/** Chooses how long saved changes wait, as the settings do. */
const waitFor = ({ userDataDir }: Computer, undo_seconds: number) =>
  writeFileSync(join(userDataDir, 'preferences.json'), JSON.stringify({ undo_seconds }))

async function editEmail(page: Page, email: string): Promise<void> {
  await editing(page).edit.click()
  const edited = form(page, words.records.individual)
  await edited.text(words.fields.email).fill(email)
  await edited.save.click()
  await expect(edited.root).toBeHidden()
  await expect(record(page).field(words.fields.email)).toHaveText(email)
}

test('a saved change is undone in the toast, by Ctrl-Z, in the outbox and at the record, and never reaches the service', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  waitFor(computer, 60)
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const person = (await service.list('/individuals?limit=50')).find(({ email }) =>
    /^[a-z.]+@[a-z.]+$/.test(String(email)),
  )
  const path = `/individuals/${String(person?.id)}`
  const base = page.url().replace(/\/households.*/, '')
  const email = record(page).field(words.fields.email)
  await page.goto(`${base}${path}`)
  await expect(email).toHaveText(String(person?.email))

  await editEmail(page, 'toast@example.com')
  await expect(undo(page).toastWaits).toBeVisible()
  await expect(undo(page).atRecord.waits).toBeHidden()
  await undo(page).inToast.click()
  await expect(undo(page).undone).toBeVisible()
  await expect(email).toHaveText(String(person?.email))
  await expect(editing(page).pending).toBeHidden()
  await expect(undo(page).toast).toBeHidden()

  await editEmail(page, 'once@example.com')
  await editEmail(page, 'twice@example.com')
  await editing(page).edit.click()
  const edited = form(page, words.records.individual)
  await edited.text(words.fields.email).fill('typed@example.com')
  await edited.text(words.fields.email).press('Control+z')
  // While typing, the keys belong to the field.
  await expect(edited.text(words.fields.email)).toHaveValue('twice@example.com')
  await edited.cancel.click()
  await expect(edited.root).toBeHidden()
  await expect(email).toHaveText('twice@example.com')
  await page.keyboard.press('Control+z')
  await expect(email).toHaveText('once@example.com')
  await page.keyboard.press('Control+z')
  await expect(email).toHaveText(String(person?.email))

  await editEmail(page, 'listed@example.com')
  await outbox(page).link.click()
  await expect(undo(page).inOutbox.waits).toBeVisible()
  await undo(page).inOutbox.undo.click()
  await expect(outbox(page).waiting).toHaveCount(0)
  await expect(outbox(page).done.first()).toContainText(words.undo.state)

  await page.goBack()
  await editEmail(page, 'here@example.com')
  await undo(page).atRecord.undo.click()
  await expect(email).toHaveText(String(person?.email))
  await page.keyboard.press('Control+z')
  await expect(undo(page).nothing).toContainText(words.undo.everythingSent)
  expect(await service.get(path)).toMatchObject({ email: person?.email, updated_at: person?.updated_at })
  await service.close()
})

test('a change within its period survives a restart, and is sent when the user asks for it @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  waitFor(computer, 60)
  const first = await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const person = (await service.list('/individuals?limit=50')).find(({ email }) =>
    /^[a-z.]+@[a-z.]+$/.test(String(email)),
  )
  const path = `/individuals/${String(person?.id)}`
  await page.goto(`${page.url().replace(/\/households.*/, '')}${path}`)
  await editEmail(page, 'kept@example.com')
  const address = new URL(page.url()).pathname
  await close(first)
  const second = await launch()
  await page.goto(second.url)
  await expect(frame(page).sync).toBeVisible()
  await page.goto(new URL(address, page.url()).href)
  await expect(record(page).field(words.fields.email)).toHaveText('kept@example.com')
  await expect(undo(page).atRecord.undo).toBeVisible()
  await expect(frame(page).sync).not.toContainText(words.frame.upToDate)
  expect(await service.get(path)).toMatchObject({ email: person?.email })
  await undo(page).atRecord.sendNow.click()
  await expect.poll(() => service.get(path)).toMatchObject({ email: 'kept@example.com' })
  await expect(editing(page).pending).toBeHidden()
  await expect(undo(page).atRecord.undo).toBeHidden()
  await page.keyboard.press('Control+z')
  await expect(undo(page).nothing).toContainText(words.undo.everythingSent)
  await service.close()
})

test('a change that is left alone is sent when its period is over, and put back from the activity @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  waitFor(computer, 10)
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const person = (await service.list('/individuals?limit=50')).find(({ email }) =>
    /^[a-z.]+@[a-z.]+$/.test(String(email)),
  )
  const path = `/individuals/${String(person?.id)}`
  await page.goto(`${page.url().replace(/\/households.*/, '')}${path}`)
  await editEmail(page, 'sent@example.com')
  await expect(undo(page).toastWaits).toBeVisible()
  await expect.poll(() => service.get(path), { timeout: 60_000 }).toMatchObject({ email: 'sent@example.com' })
  await expect(editing(page).pending).toBeHidden()
  await expect(frame(page).sync).toContainText(words.frame.upToDate)

  // A sent edit is put back by another edit, which can be undone like any other.
  await outbox(page).activity.click()
  await undo(page).putBack.first().click()
  await expect.poll(() => service.get(path), { timeout: 60_000 }).toMatchObject({ email: person?.email })
  await service.close()
})

test('after a bulk edit was undone, its page says so and no longer that it was saved @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  waitFor(computer, 60)
  await openTenant({ page, computer, launch, tenant })
  const households = grid(page, words.lists.households)
  await households.waitForRows()
  await households.cell(0, 1).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await bulk(page).open.click()
  await bulk(page).choice(words.fields.owner).click()
  await page.getByRole('listbox').getByRole('option').last().click()
  await bulk(page).save.click()
  const saved = bulk(page).outcome.getByText(words.form.saved, { exact: true })
  await expect(saved.first()).toBeVisible()
  const count = await saved.count()
  await page.keyboard.press('Control+z')
  await expect(bulk(page).outcome.getByText(words.activity.states.undone, { exact: true })).toHaveCount(count)
  await expect(saved).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: words.undo.wereUndone })).toBeVisible()
})

test('after an import was undone, its page says so, and no row is called imported @campaign', async ({
  page,
  computer,
  launch,
}) => {
  waitFor(computer, 60)
  const { url } = await launch(['--demo'])
  await page.goto(url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await frame(page).navigation.getByRole('link', { name: words.lists.households, exact: true }).click()
  await grid(page, words.lists.households).waitForRows()
  await imports(page).open.click()
  const file = 'Family;Advisor\nZabriskie;Faith Hilpert\nZwicky;Faith Hilpert\n'
  await imports(page).choose('households', { name: 'families.csv', buffer: Buffer.from(file) })
  await imports(page).check.click()
  await imports(page).start.click()
  await expect(imports(page).said).toBeVisible()
  await expect(imports(page).rows('households')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('main').getByText(words.imports.undone)).toBeVisible()
  await expect(imports(page).said).toHaveCount(0)
  await expect(imports(page).rows('households')).toHaveCount(0)
  await frame(page).link(words.frame.outbox).click()
  await expect(page.getByText(words.outbox.empty)).toBeVisible()
})
