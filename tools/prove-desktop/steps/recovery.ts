import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { profileFolders, removalMarker } from '../../../electron/security/app-files.ts'
import { signIn } from '../../../tests/e2e/pages/connect.ts'
import { frame } from '../../../tests/e2e/pages/frame.ts'
import { lockSettings } from '../../../tests/e2e/pages/lock.ts'
import { words } from '../../../tests/e2e/words.ts'
import { secretsOf } from '../keyring.ts'
import { type Desk, must, type Step } from '../step.ts'
import { connectionOf, withTenant } from './secrets.ts'
import { until } from './until.ts'

const pageCrashes: Step = {
  id: 'page-crashes',
  title: 'A page that crashes is loaded again, and the user is told',
  line: 'crash',
  systems: 'all',
  limitMs: 420_000,
  async run(desk) {
    const steward = await desk.start({ args: ['--demo'] })
    await frame(steward.page).heading.waitFor({ timeout: 120_000 })
    await steward.main(({ dialog, BrowserWindow }) => {
      const told: string[] = []
      Object.assign(globalThis, { stewardTold: told })
      dialog.showMessageBox = async (...args: unknown[]) => {
        told.push((args.at(-1) as { message: string }).message)
        return { response: 0, checkboxChecked: false }
      }
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()
    })
    const heading = () =>
      steward.main(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]
          ?.webContents.executeJavaScript("document.querySelector('h1')?.textContent ?? ''")
          .catch(() => ''),
      )
    await until(heading, 'The page was not loaded again.', 60_000)
    const told = await steward.main(() => (globalThis as { stewardTold?: string[] }).stewardTold ?? [])
    must(
      told.some((message) => /crashed/.test(message)),
      'The user was not told.',
    )
    return ['The window shows its page again']
  },
}

/** Chromium holds its profile open until it has ended: the next start removes it, and the note that says so. */
const leftForNextStart = new Set([...profileFolders, removalMarker])

/** Whether a profile was left for the next start. Fails if anything else was left. */
function checkLeft(userDataDir: string): boolean {
  const left = readdirSync(userDataDir)
  const others = left.filter((name) => !leftForNextStart.has(name))
  must(others.length === 0, `These stayed: ${others.join(', ')}.`)
  must(left.length === 0 || left.includes(removalMarker), 'A profile stayed, and no note for the next start.')
  return left.length > 0
}

/** Lets the next start finish. A file in the profile shows whether it was removed. */
async function finishRemoval(desk: Desk, userDataDir: string): Promise<void> {
  const planted = [...profileFolders].map((name) => join(userDataDir, name)).filter((path) => existsSync(path))
  for (const path of planted) writeFileSync(join(path, 'of the proof'), 'made up')
  await desk.start({ userDataDir })
  must(!existsSync(join(userDataDir, removalMarker)), 'The next start did not finish the removal.')
  const stayed = planted.filter((path) => existsSync(join(path, 'of the proof')))
  must(stayed.length === 0, 'Chromium’s profile stayed after the next start.')
}

const removal: Step = {
  id: 'removal',
  title: '“Remove everything” leaves no file in Steward’s folder and no entry in the keychain',
  line: 'removal',
  systems: 'all',
  limitMs: 420_000,
  run: (desk) =>
    withTenant(async (tenant) => {
      const before = await secretsOf(desk.folder)
      const steward = await desk.start({ args: connectionOf(tenant, desk.folder, { flow: 'client_credentials' }) })
      const { page } = steward
      await signIn(page).beginOrganization.click()
      await frame(page).sync.filter({ hasText: words.frame.upToDate }).waitFor({ timeout: 120_000 })
      await page.keyboard.press('ControlOrMeta+,')
      await lockSettings(page).removeEverything.click()
      await lockSettings(page).words.fill('remove everything')
      await lockSettings(page).remove.click()
      await steward.ended
      const isProfileLeft = checkLeft(steward.userDataDir)
      if (isProfileLeft) await finishRemoval(desk, steward.userDataDir)
      const after = await secretsOf(desk.folder)
      const added = after.filter((account) => !before.includes(account))
      must(added.length === 0, `${added.length} entries stayed in the keychain.`)
      const how = isProfileLeft ? 'The next start removed Chromium’s profile' : 'The folder is empty'
      return [`${how}, and the keychain is as before`]
    }),
}

export const recoverySteps = [pageCrashes, removal]
