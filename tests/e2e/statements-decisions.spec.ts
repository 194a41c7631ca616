import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createSandboxClient } from '../integration/support/sandbox-client.ts'
import { frame } from './pages/frame.ts'
import { dragFiles } from './pages/intake.ts'
import { lock } from './pages/lock.ts'
import { statements } from './pages/statements.ts'
import { control, expect, test } from './support/fixtures.ts'
import { openTenant } from './support/tenant.ts'
import { words } from './words.ts'

async function drop(page: Page, folder: string, name: string, content: string): Promise<void> {
  mkdirSync(join(folder, 'statements'), { recursive: true })
  const path = join(folder, 'statements', name)
  writeFileSync(path, content)
  const drag = await dragFiles(page, [path])
  await drag.over()
  await expect(statements(page).overlay).toBeVisible()
  await drag.drop()
  await expect(frame(page).heading).toHaveText(words.statements.title)
}

/** A custodian's file with two columns of amounts whose names do not say which is the value. */
const twoAmounts = (day: string, cents: number) =>
  [
    `"Positions as of ${day}"`,
    '',
    'Account Number,Symbol,Description,Quantity,Market Value,Market Value 2',
    `X10442871,LARX,LARCH TOTAL MARKET INDEX,10,900.00,${1000 + cents / 100}`,
    `X10442871,NGH,NORTHGATE HOLDINGS INC,5,90.00,${200 + cents / 100}`,
    `X10442871,,Account Total,,990.00,${1200 + (2 * cents) / 100}`,
    '',
  ].join('\n')

/** The day this many days before today, as a custodian writes it. */
function dayBefore(days: number): string {
  const day = new Date(Date.now() - days * 86_400_000)
  return `${day.getMonth() + 1}/${day.getDate()}/${day.getFullYear()}`
}

test('a corrected column is read so in the next file of its header, an archived entity is said, and a lock hides the toast of an approval', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const client = createSandboxClient(tenant)
  const { body } = await client.api('/entities?limit=1000')
  let [id, name] = ['', '']
  for (const one of (body as { data: { id: string; display_name: string }[] }).data) {
    const { status } = await client.api(`/entities/${one.id}/valuation`)
    if (status !== 404 || !/^[\w .·’'&-]{6,50}$/.test(one.display_name)) continue
    ;[id, name] = [one.id, one.display_name]
    break
  }
  await control(tenant, 'edit', { resource: 'entities', id, patch: { stage: 'ARCHIVED' } })
  await openTenant({ page, computer, launch, tenant })
  const screen = statements(page)
  const larch = screen.rows.filter({ hasText: 'LARCH TOTAL MARKET INDEX' })
  await drop(page, computer.folder, 'september.csv', twoAmounts(dayBefore(34), 1))
  await screen.files.getByRole('link', { name: 'september.csv' }).click()
  await expect(larch).toContainText('900.00')
  await page.getByRole('button', { name: words.statements.correct }).click()
  await page.getByRole('combobox', { name: 'Use of the column Market Value 2' }).selectOption('value')
  await expect(larch).toContainText('$1,000.01')

  await screen.link.click()
  await drop(page, computer.folder, 'october.csv', twoAmounts(dayBefore(4), 7))
  await screen.files.getByRole('link', { name: 'october.csv' }).click()
  await expect(larch).toContainText('$1,000.07')
  await expect(screen.questions).toHaveCount(0)

  await screen.link.click()
  await page.getByRole('button', { name: 'Remove september.csv' }).click()
  await expect(page.getByRole('link', { name: 'september.csv' })).toHaveCount(0)
  await expect(screen.entity('X10442871')).toHaveCount(1)
  await screen.entity('X10442871').fill(name)
  await screen.option(name).click()
  for (const security of ['LARCH TOTAL MARKET INDEX', 'NORTHGATE HOLDINGS INC']) {
    await screen.class(security).click()
    await page.getByRole('option').first().click()
    await expect(screen.class(security)).toHaveCount(0)
  }
  await expect(screen.valuation(name)).toContainText(`${name} is archived.`)
  await expect(screen.approveAll).toHaveCount(0)
  await screen.approve(name).click()
  await expect(screen.saved).toBeVisible()

  await lock(page).keys()
  await expect(lock(page).title).toBeVisible()
  await expect(screen.saved).toHaveCount(0)
  await expect(page.getByText(name)).toHaveCount(0)
  await expect(lock(page).unlock).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(frame(page).heading).toHaveText(words.statements.title)
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.getByRole('button', { name: words.outbox.sendNowAny }).first().click()
  await expect.poll(async () => (await client.api(`/entities/${id}/valuation`)).status).toBe(200)
  const held = (await client.api(`/entities/${id}/valuation`)).body as { directly_held_assets: { value: number }[] }
  expect(held.directly_held_assets.map(({ value }) => value)).toEqual([1000.07, 200.07])
  await client.close()
})
