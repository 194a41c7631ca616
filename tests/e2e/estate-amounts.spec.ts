import type { Page } from 'playwright'
import { estate } from './pages/estate.ts'
import { frame } from './pages/frame.ts'
import { list } from './pages/list.ts'
import { presenter } from './pages/presenter.ts'
import { settings } from './pages/settings.ts'
import { expect, test } from './support/fixtures.ts'
import { openTenant, showHouseholds } from './support/tenant.ts'
import { words } from './words.ts'

const gauge = (page: Page) => page.getByRole('region', { name: words.estate.gauge })
const amountField = (page: Page) => page.getByRole('textbox', { name: words.estate.amount })

test('an amount of the firm is shown against each household, in the list and on its page, and hidden while presenting', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  await list(page).view.click()
  await expect(list(page).item(words.estate.above)).toHaveCount(0)
  await page.keyboard.press('Escape')
  const households = page.url()

  await page.goto(new URL('/settings', page.url()).href)
  const part = settings(page).part(words.settings.estates)
  await part.getByRole('textbox', { name: words.estate.amount }).fill('10k')
  await part.getByRole('button', { name: words.estate.saveAmount }).click()
  await expect(part.getByRole('button', { name: words.estate.removeAmount })).toBeVisible()

  await page.goto(households)
  await showHouseholds(page)
  await list(page).view.click()
  await list(page).choose(words.estate.above)
  await expect(list(page).chip(words.estate.isAbove)).toBeVisible()
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(gauge(page)).toContainText(
    /\d above .*against .*your amount for each living primary, \d{4}, your assumption/,
  )
  await expect(gauge(page).locator('svg')).toBeVisible()

  await gauge(page).getByRole('button', { name: words.estate.editAmount }).click()
  await page.getByRole('radio', { name: words.estate.ownAmount }).check()
  await amountField(page).fill('900bn')
  await page.getByRole('button', { name: words.estate.saveAmount }).click()
  await expect(gauge(page)).toContainText(/\d below .*this household’s own amount/)
  await page.getByRole('button', { name: words.estate.undo }).click()
  await expect(gauge(page)).toContainText(/\d above/)

  await presenter(page).keys()
  await expect(presenter(page).mark).toBeVisible()
  await expect(estate(page).section).toBeVisible()
  await expect(gauge(page)).toHaveCount(0)
  await presenter(page).amounts.click()
  await expect(gauge(page)).toContainText(/\d above/)
  await presenter(page).leave.click()
  await expect(frame(page).heading).toBeVisible()
})
