import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { close, expect, test } from './support/fixtures.ts'
import { unlockKeyring } from './support/steward.ts'
import { openTenant } from './support/tenant.ts'
import { words } from './words.ts'

test('a locked keychain is said before anything else, and a start goes on once it is unlocked, or without it @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await close(await openTenant({ page, computer, launch, tenant }))

  const locked = await launch([], 'locked')
  await page.goto(locked.url)
  const title = page.getByRole('heading', { name: words.keychain.locked })
  await title.waitFor()
  await page.getByRole('button', { name: words.keychain.again }).click()
  await title.waitFor()
  await unlockKeyring(computer)
  // The first try may still have been under way, and have opened it.
  const again = page.getByRole('button', { name: words.keychain.again })
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 })
    await expect(title).toBeHidden({ timeout: 1_000 })
  }).toPass()
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await grid(page, words.lists.households).waitForRows()
  await close(locked)

  const left = await launch([], 'locked')
  await page.goto(left.url)
  await title.waitFor()
  await page.getByRole('button', { name: words.keychain.leave }).click()
  await expect(page.getByText(words.keychain.inMemory).first()).toBeVisible()
})
