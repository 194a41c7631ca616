import { readdirSync } from 'node:fs'
import { signIn } from '../../../tests/e2e/pages/connect.ts'
import { frame } from '../../../tests/e2e/pages/frame.ts'
import { custody } from '../../../tests/e2e/pages/lock.ts'
import { words } from '../../../tests/e2e/words.ts'
import { secretsOf } from '../keyring.ts'
import { must, type Step } from '../step.ts'
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
      await custody(page).removeEverything.click()
      await custody(page).words.fill('remove everything')
      await custody(page).remove.click()
      await steward.ended
      const left = readdirSync(steward.userDataDir)
      must(left.length === 0, `These stayed: ${left.join(', ')}.`)
      const after = await secretsOf(desk.folder)
      const added = after.filter((account) => !before.includes(account))
      must(added.length === 0, `${added.length} entries stayed in the keychain.`)
      return ['The folder is empty, and the keychain is as before']
    }),
}

export const recoverySteps = [pageCrashes, removal]
