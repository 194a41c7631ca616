import type { Page } from 'playwright'
import { editing, form } from './pages/form.ts'
import { frame } from './pages/frame.ts'
import { record } from './pages/record.ts'
import { control, expect, test } from './support/fixtures.ts'
import { atService, openTenant } from './support/tenant.ts'
import { words } from './words.ts'

const addressOf = (page: Page, path: string) => page.url().replace(/\/households.*/, path)

/** Opens the same page in another window. */
async function anotherWindow(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await record(page).run(words.buttons.openInNewWindow)
  return opened
}

/** Expects that the page of a deleted record offers no actions. */
async function expectGone(page: Page, title: string) {
  await expect(record(page).title).toHaveText(title)
  await expect(editing(page).edit).toBeHidden()
  await expect(page.getByRole('main').getByRole('button', { name: words.buttons.more })).toBeHidden()
  await expect(page.getByRole('button', { name: words.form.undoDeletion })).toBeHidden()
}

test('a person whom a colleague deleted is said to be gone in every window, and what was typed can be copied @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const [person] = await service.list('/individuals?limit=1')
  await page.goto(addressOf(page, `/individuals/${String(person?.id)}`))
  const other = await anotherWindow(page)
  await editing(other).edit.click()
  await form(other, words.records.individual).text(words.fields.notes).fill('Asked for the deed of the lake house.')

  await control(tenant, 'delete', { resource: 'individuals', id: person?.id })
  await frame(page).syncNow.click()
  await expectGone(page, 'This person is gone')
  await expect(page.getByRole('alert')).toContainText('It was deleted, on this computer or by a colleague')
  await expectGone(other, 'This person is gone')
  await expect(record(other).section(words.record.typed)).toContainText('Notes: Asked for the deed of the lake house.')
  await page.getByRole('link', { name: 'All people' }).click()
  await expect(page).toHaveURL(/\/individuals$/)
  await service.close()
})

test('a deletion made here is said on every open page once it was sent, and none offers to undo it @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const [document] = await service.list('/documents?limit=1')
  await page.goto(addressOf(page, `/documents/${String(document?.id)}`))
  const other = await anotherWindow(page)
  await expect(editing(other).edit).toBeVisible()
  await editing(page).remove()
  await editing(page).button(words.form.delete).click()
  await expectGone(page, 'This document is gone')
  await expectGone(other, 'This document is gone')
  await service.close()
})
