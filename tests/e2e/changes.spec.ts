import { changes } from './pages/changes.ts'
import { grid } from './pages/grid.ts'
import { expect, test } from './support/fixtures.ts'
import { openTenant } from './support/tenant.ts'
import { words } from './words.ts'

test('“I met them today” keeps the day, shows what came since, and can be undone', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  await grid(page, words.lists.households).rowAt(2).getByRole('link').first().click()
  await expect(changes(page).section).toContainText(words.changes.none)
  await changes(page).met.focus()
  await page.keyboard.press('Enter')
  await expect(changes(page).lastMeeting).toBeVisible()
  await changes(page).sinceMeeting.focus()
  await page.keyboard.press('Space')
  await expect(changes(page).section).toContainText(words.changes.noneSinceMeeting)
  await changes(page).undoMeeting.focus()
  await page.keyboard.press('Enter')
  await expect(changes(page).lastMeeting).toHaveCount(0)
  await expect(changes(page).section).toContainText(words.changes.none)
})
