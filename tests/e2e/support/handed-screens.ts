import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { claimInstance } from '../../../electron/hosts/common/instance-lock.ts'
import { frame } from '../pages/frame.ts'
import { handed } from '../pages/handed.ts'
import { keyboardOn } from './keyboard-on.ts'

/** Called for each screen while it is shown. */
type Seen = (screen: string) => Promise<void>

/** Acts as a second start, which hands over its links and files and ends. */
export const startAgain = (userDataDir: string, given: { links?: string[]; files?: string[] }) =>
  claimInstance(userDataDir, { given: { links: [], files: [], ...given }, onHandedOver: () => {} })

/**
 * Visits a link to a record that does not exist, and files that were opened with Steward.
 *
 * @param folder - where the files are put
 */
export async function visitHandedScreens(
  page: Page,
  { folder, userDataDir }: { folder: string; userDataDir: string },
  seen: Seen,
): Promise<void> {
  await startAgain(userDataDir, { links: ['steward://household/nobody'] })
  await handed(page).lost.waitFor()
  await seen('link-not-known')
  await handed(page).lost.getByRole('button').click()
  await frame(page).connectionSwitcher.focus()
  const files = ['Last Will.txt', 'Deed of the house in Montpellier, with its garden, signed.txt'].map((name) =>
    join(folder, name),
  )
  for (const file of files) writeFileSync(file, `what is in ${file}`)
  await startAgain(userDataDir, { files })
  await handed(page).dialog.waitFor()
  await seen('arrived-files')
  await page.keyboard.press('Escape')
  await handed(page).dialog.waitFor({ state: 'hidden' })
  await keyboardOn(frame(page).connectionSwitcher)
}
