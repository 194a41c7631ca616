import type { Page } from 'playwright'
import { custody, lock } from '../pages/lock.ts'
import { settings } from '../pages/settings.ts'

/** What is done with each screen while it is there. */
type Seen = (screen: string) => Promise<void>

const passphrase = 'correct horse'

/** The lock without and with a passphrase, a wrong one, and what is asked before everything is removed; it is open at the end. */
export async function visitLockScreens(page: Page, seen: Seen): Promise<void> {
  await lock(page).keys()
  await lock(page).title.waitFor()
  await seen('lock')
  await lock(page).unlock.click()
  await page.keyboard.press('ControlOrMeta+,')
  await custody(page).setPassphrase.click()
  await custody(page).field('New passphrase').fill(passphrase)
  await custody(page).set.click()
  await page.getByText('This is not the same').waitFor()
  await seen('passphrase-dialog')
  await custody(page).field('Once more').fill(passphrase)
  await custody(page).set.click()
  await page.getByRole('button', { name: 'Change…' }).waitFor()
  await custody(page).removeEverything.click()
  await custody(page).here.waitFor()
  await seen('remove-everything')
  await page.keyboard.press('Escape')
  await custody(page).removal.waitFor({ state: 'hidden' })
  await lock(page).keys()
  await lock(page).passphrase.fill('battery staple')
  await lock(page).unlock.click()
  await lock(page).problem.waitFor()
  await lock(page).forgotten.click()
  await seen('lock-passphrase')
  await lock(page).passphrase.fill(passphrase)
  await lock(page).unlock.click()
  await settings(page).heading.waitFor()
  await settings(page).back.click()
}
