import type { Page } from 'playwright'
import { frame } from '../pages/frame.ts'
import { lock, lockSettings } from '../pages/lock.ts'
import { settings } from '../pages/settings.ts'
import { words } from '../words.ts'
import { keyboardOn } from './keyboard-on.ts'

/** Called for each screen while it is shown. */
type Seen = (screen: string) => Promise<void>

const passphrase = 'correct horse'

/**
 * Visits the lock without and with a passphrase, a wrong passphrase, and the question before everything is removed. At the end
 * Steward is unlocked and has no passphrase.
 */
export async function visitLockScreens(page: Page, seen: Seen): Promise<void> {
  await lock(page).keys()
  await lock(page).title.waitFor()
  await seen('lock')
  await lock(page).unlock.click()
  await frame(page).sync.getByText(words.frame.upToDate).waitFor()
  await page.keyboard.press('ControlOrMeta+,')
  await lockSettings(page).setPassphrase.press('Enter')
  await keyboardOn(lockSettings(page).field(words.lock.newPassphrase))
  await page.keyboard.press('Escape')
  await keyboardOn(lockSettings(page).setPassphrase)
  await page.keyboard.press('Enter')
  await keyboardOn(lockSettings(page).field(words.lock.newPassphrase))
  await page.keyboard.type(passphrase)
  await page.keyboard.press('Enter')
  await page.getByText('The passphrases do not match').waitFor()
  await seen('passphrase-dialog')
  await page.keyboard.press('Tab')
  await keyboardOn(lockSettings(page).field(words.lock.onceMore))
  await page.keyboard.type(passphrase)
  await page.keyboard.press('Enter')
  await keyboardOn(lockSettings(page).changePassphrase)
  await lockSettings(page).removeEverything.press('Enter')
  await lockSettings(page).here.waitFor()
  await keyboardOn(lockSettings(page).words)
  await seen('remove-everything')
  await page.keyboard.press('Escape')
  await lockSettings(page).removal.waitFor({ state: 'hidden' })
  await keyboardOn(lockSettings(page).removeEverything)
  await lock(page).keys()
  await lock(page).passphrase.fill('battery staple')
  await lock(page).unlock.click()
  await lock(page).problem.waitFor()
  await lock(page).forgotten.click()
  await seen('lock-passphrase')
  await lock(page).passphrase.fill(passphrase)
  await lock(page).unlock.click()
  await settings(page).heading.waitFor()
  // The button disappears with the passphrase, so the focus moves to the control beside it.
  await lockSettings(page).removePassphrase.press('Enter')
  await keyboardOn(lockSettings(page).field(words.lock.passphraseNow))
  await page.keyboard.type(passphrase)
  await page.keyboard.press('Enter')
  await keyboardOn(lockSettings(page).setPassphrase)
  await settings(page).back.click()
}
