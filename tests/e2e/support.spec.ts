import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readZip } from '../doubles/read-zip.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { support } from './pages/support.ts'
import { expect, test } from './support/fixtures.ts'
import { openDemoFirm } from './support/tenant.ts'
import { words } from './words.ts'

test('a support bundle is shown whole, has no names, and is saved as shown @campaign', async ({
  page,
  launch,
  computer,
}) => {
  await openDemoFirm(page, launch)
  await frame(page).link(words.lists.households).click()
  const households = grid(page, words.lists.households)
  await households.waitForRows()
  const title = (await households.rowAt(1).getByRole('link').first().innerText()).trim()
  expect(title.length).toBeGreaterThan(3)

  await page.keyboard.press('ControlOrMeta+,')
  await page.getByRole('link', { name: words.settings.logs }).click()
  // The first log lines are written to disk a few seconds after the start.
  await expect.poll(() => existsSync(join(computer.userDataDir, 'logs', 'steward.log'))).toBe(true)
  await support(page).look.click()
  await expect(support(page).files).toHaveCount(9)
  const seen = new Map<string, string>()
  for (const name of [
    'about.json',
    'settings.json',
    'policy.json',
    'connections.json',
    'stores.json',
    'sync.json',
    'outbox.json',
    'crash-dumps.json',
    'log.jsonl',
  ]) {
    await support(page).file(name).click()
    await expect(support(page).copy(name)).toBeVisible()
    seen.set(name, (await support(page).text.textContent()) ?? '')
  }
  expect(seen.get('stores.json')).toContain('"integrity": "ok"')
  expect(seen.get('log.jsonl')).toContain('"event":"started"')
  for (const text of seen.values()) expect(text).not.toContain(title)

  await support(page).save.click()
  await expect(support(page).saved).toContainText(/Saved as Steward support \d{4}-\d\d-\d\d\.zip/)
  await expect(support(page).dialog).toBeHidden()
  const downloads = join(computer.folder, 'downloads')
  const [name = ''] = await readdir(downloads)
  expect([...readZip(await readFile(join(downloads, name)))]).toEqual([...seen])
})
