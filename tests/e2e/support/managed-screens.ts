import type { Page } from 'playwright'
import { frame } from '../pages/frame.ts'
import { settings } from '../pages/settings.ts'
import { start } from '../pages/start.ts'
import { words } from '../words.ts'
import { strictPolicy, writePolicy } from './policy.ts'

/** Called for each screen while it is shown. */
type Seen = (screen: string) => Promise<void>

/**
 * Visits screens under a strict policy: a managed connection on the first screen, and settings that the user cannot change.
 *
 * @param folder - the folder of the policy that Steward was started with; the strict policy stays there
 */
export async function visitManagedScreens(page: Page, folder: string, seen: Seen): Promise<void> {
  await frame(page).connectionSwitcher.click()
  await page.getByRole('menuitem', { name: words.frame.allConnections }).click()
  await start(page).openDemo.waitFor()
  writePolicy(folder, strictPolicy)
  await page.getByText(words.settings.managed).waitFor()
  await seen('start-managed')
  await start(page).connection(strictPolicy.connection.name).click()
  await page.getByText(words.settings.presetNote).waitFor()
  await seen('sign-in-managed')
  await page.keyboard.press('ControlOrMeta+,')
  await settings(page).part(words.settings.managed).getByText('3 days').waitFor()
  await settings(page).parts.getByRole('link', { name: words.settings.managed }).click()
  await seen('settings-managed')
  await settings(page).parts.getByRole('link', { name: words.settings.lock }).click()
  await seen('settings-lock-managed')
}
