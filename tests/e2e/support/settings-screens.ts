import type { Page } from 'playwright'
import { settings, settingsFile } from '../pages/settings.ts'
import { support } from '../pages/support.ts'
import { words } from '../words.ts'
import { keyboardOn } from './keyboard-on.ts'

/** Called for each screen while it is shown. */
type Seen = (screen: string) => Promise<void>

const tenant = {
  name: 'Larch & Partners',
  base_url: 'https://larch.example',
  auth_url: 'https://auth.larch.example',
  client_id: 'steward',
  redirect_uri: 'http://127.0.0.1:8400/callback',
  user: 'jo@larch.example',
  read_only: true,
}
const preferences = { density: 'compact', idle_minutes: 15, single_keys: false }

/**
 * Visits the settings of a Steward with the demo firm, a settings file before it is applied, an invalid one, a support bundle and
 * the licences.
 */
export async function visitSettingsScreens(page: Page, seen: Seen): Promise<void> {
  await page.keyboard.press('ControlOrMeta+,')
  await settings(page).part(words.settings.about).getByText('SQLite').waitFor()
  await seen('settings')
  await settings(page).parts.getByRole('link', { name: words.settings.about }).click()
  await seen('settings-about')
  await settings(page).importing.focus()
  await settings(page).file.setInputFiles(settingsFile({ steward_settings: 1, preferences, connections: [tenant] }))
  await settings(page).import.getByText('Larch & Partners').waitFor()
  await seen('settings-import')
  await page.keyboard.press('Escape')
  await settings(page).import.waitFor({ state: 'hidden' })
  await keyboardOn(settings(page).importing)
  await settings(page).file.setInputFiles(
    settingsFile({ steward_settings: 1, preferences: { theme: 'blue', dense: 1 } }),
  )
  await settings(page).wrong.waitFor()
  await seen('settings-import-wrong')
  await page.keyboard.press('Escape')
  await settings(page).import.waitFor({ state: 'hidden' })
  await support(page).look.press('Enter')
  await support(page).file('log.jsonl').waitFor()
  await seen('support-bundle')
  await page.keyboard.press('Escape')
  await support(page).dialog.waitFor({ state: 'hidden' })
  await keyboardOn(support(page).look)
  await settings(page).licences.click()
  await settings(page).packages.first().waitFor()
  await settings(page).find.fill('sqlite')
  await settings(page).packages.getByText('better-sqlite3').click()
  await seen('licences')
  await page.goBack()
  await settings(page).heading.waitFor()
  await settings(page).back.click()
}

/** Scrolls to the parts of settings that neither their top nor their bottom shows. */
export async function visitSettingsParts(page: Page, seen: Seen): Promise<void> {
  await page.keyboard.press('ControlOrMeta+,')
  for (const [part, name] of [
    [words.settings.lock, 'settings-lock'],
    [words.settings.connections, 'settings-connections'],
    [words.settings.logs, 'settings-support'],
  ] as const) {
    await settings(page).parts.getByRole('link', { name: part }).click()
    await seen(name)
  }
  await settings(page).back.click()
}
