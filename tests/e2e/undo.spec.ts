import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { editing, form } from './pages/form.ts'
import { frame } from './pages/frame.ts'
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

async function editCity(page: Page, city: string): Promise<void> {
  await editing(page).edit.click()
  const edited = form(page, words.records.individual)
  await edited.text(words.fields.city).fill(city)
  await edited.save.click()
  await expect(edited.root).toBeHidden()
  await expect(record(page).field(words.fields.city)).toHaveText(city)
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
  const person = (await service.list('/individuals?limit=50')).find(({ city }) => typeof city === 'string')
  const path = `/individuals/${String(person?.id)}`
  const base = page.url().replace(/\/households.*/, '')
  const city = record(page).field(words.fields.city)
  await page.goto(`${base}${path}`)
  await expect(city).toHaveText(String(person?.city))

  await editCity(page, 'Toast')
  await expect(undo(page).toastWaits).toBeVisible()
  await expect(undo(page).atRecord.waits).toBeVisible()
  await undo(page).inToast.click()
  await expect(undo(page).undone).toBeVisible()
  await expect(city).toHaveText(String(person?.city))
  await expect(editing(page).pending).toBeHidden()
  await expect(undo(page).toast).toBeHidden()

  await editCity(page, 'Once')
  await editCity(page, 'Twice')
  await editing(page).edit.click()
  const edited = form(page, words.records.individual)
  await edited.text(words.fields.city).fill('Typed')
  await edited.text(words.fields.city).press('Control+z')
  // While typing, the keys belong to the field.
  await expect(edited.text(words.fields.city)).toHaveValue('Twice')
  await edited.cancel.click()
  await expect(edited.root).toBeHidden()
  await expect(city).toHaveText('Twice')
  await page.keyboard.press('Control+z')
  await expect(city).toHaveText('Once')
  await page.keyboard.press('Control+z')
  await expect(city).toHaveText(String(person?.city))

  await editCity(page, 'Listed')
  await outbox(page).link.click()
  await expect(undo(page).inOutbox.waits).toBeVisible()
  await undo(page).inOutbox.undo.click()
  await expect(outbox(page).waiting).toHaveCount(0)
  await expect(outbox(page).done.first()).toContainText(words.undo.discarded)

  await page.goBack()
  await editCity(page, 'Here')
  await undo(page).atRecord.undo.click()
  await expect(city).toHaveText(String(person?.city))
  await page.keyboard.press('Control+z')
  await expect(undo(page).nothing).toContainText(words.undo.everythingSent)
  expect(await service.get(path)).toMatchObject({ city: person?.city, updated_at: person?.updated_at })
  await service.close()
})

test('a change within its period survives a restart, and is sent when the user asks for it', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  waitFor(computer, 60)
  const first = await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const person = (await service.list('/individuals?limit=50')).find(({ city }) => typeof city === 'string')
  const path = `/individuals/${String(person?.id)}`
  await page.goto(`${page.url().replace(/\/households.*/, '')}${path}`)
  await editCity(page, 'Kept')
  const address = new URL(page.url()).pathname
  await close(first)
  const second = await launch()
  await page.goto(second.url)
  await expect(frame(page).sync).toBeVisible()
  await page.goto(new URL(address, page.url()).href)
  await expect(record(page).field(words.fields.city)).toHaveText('Kept')
  await expect(undo(page).atRecord.undo).toBeVisible()
  await expect(frame(page).sync).not.toContainText(words.frame.upToDate)
  expect(await service.get(path)).toMatchObject({ city: person?.city })
  await undo(page).atRecord.sendNow.click()
  await expect.poll(() => service.get(path)).toMatchObject({ city: 'Kept' })
  await expect(editing(page).pending).toBeHidden()
  await expect(undo(page).atRecord.undo).toBeHidden()
  await page.keyboard.press('Control+z')
  await expect(undo(page).nothing).toContainText(words.undo.everythingSent)
  await service.close()
})

test('a change that is left alone is sent when its period is over, and put back from the activity', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  waitFor(computer, 10)
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const person = (await service.list('/individuals?limit=50')).find(({ city }) => typeof city === 'string')
  const path = `/individuals/${String(person?.id)}`
  await page.goto(`${page.url().replace(/\/households.*/, '')}${path}`)
  await editCity(page, 'Sent')
  await expect(undo(page).toastWaits).toBeVisible()
  await expect.poll(() => service.get(path), { timeout: 60_000 }).toMatchObject({ city: 'Sent' })
  await expect(editing(page).pending).toBeHidden()
  await expect(frame(page).sync).toContainText(words.frame.upToDate)

  // What was sent is put back by another edit, which can be undone like any other.
  await outbox(page).activity.click()
  await undo(page).putBack.first().click()
  await expect.poll(() => service.get(path), { timeout: 60_000 }).toMatchObject({ city: person?.city })
  await service.close()
})
