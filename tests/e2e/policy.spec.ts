import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { connect } from './pages/connect.ts'
import { filePanel } from './pages/file-panel.ts'
import { frame } from './pages/frame.ts'
import { dragFiles, intake } from './pages/intake.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { start } from './pages/start.ts'
import { goTo } from './support/alarms.ts'
import { expect, test } from './support/fixtures.ts'
import { manyPages } from './support/pdf-writer.ts'
import { writePolicy } from './support/policy.ts'
import type { Computer } from './support/steward.ts'
import { atService, openTenant } from './support/tenant.ts'
import { uploadDocuments } from './support/upload.ts'
import { words } from './words.ts'

/** Sets the firm's policy for a computer from now on. */
function decide(computer: Computer, policy: object) {
  computer.variables.STEWARD_POLICY = writePolicy(computer.folder, policy)
}

const written = (computer: Computer) => {
  const folder = join(computer.folder, 'downloads')
  return existsSync(folder) ? readdirSync(folder) : []
}

const readingOnly = 'Your firm allows reading only on this computer.'
const noExport = 'Your firm does not allow exports and printing on this computer.'
const noSaving = 'Your firm does not allow files to leave Steward on this computer.'

/** Searches the palette for a command and expects no match. */
async function expectNotInPalette(page: Page, typed: string, title: string | RegExp) {
  await palette(page).open()
  await palette(page).field.fill(typed)
  await expect(palette(page).announced).not.toHaveText('')
  await expect(palette(page).line(title)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(palette(page).dialog).toBeHidden()
}

/** Presses keys and expects a message with the reason why the command is forbidden. */
async function expectToldOf(page: Page, keys: readonly string[], reason: string) {
  for (const key of keys) await page.keyboard.press(key)
  const told = page.getByRole('alert').filter({ hasText: reason })
  await expect(told).toBeVisible()
  await told.getByRole('button').click()
  await expect(told).toBeHidden()
}

test('what the firm forbids while Steward runs cannot be done by palette, shortcut, button, drag and drop, or on paper @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const deed = { name: 'Deed', fileName: 'deed.pdf', content: manyPages(2, (at) => `Sheet ${at + 1}`) }
  const [id] = await uploadDocuments(tenant, [deed])
  const [household] = await atService(tenant).list('/households?limit=1')
  decide(computer, {})
  await openTenant({ page, computer, launch, tenant })
  const home = new URL(page.url()).pathname.split('/').slice(0, 3).join('/')
  await goTo(page, `${home}/documents/${id}`)
  await expect(frame(page).heading).toHaveText('Deed')
  const files = filePanel(page)
  await files.download.click()
  await files.saveAs.click()
  await expect.poll(() => written(computer)).toHaveLength(1)

  decide(computer, { read_only: true, no_export: true, no_save_as: true })
  await expect(files.root.getByRole('button', { name: words.buttons.saveAsAny })).toContainText(noSaving)
  await files.root.getByRole('button', { name: words.buttons.saveAsAny }).click({ force: true })
  await expect(files.open).toContainText(noSaving)
  await expectToldOf(page, ['s'], noSaving)
  await expectToldOf(page, ['o'], noSaving)
  await expectToldOf(page, ['Control+p'], noExport)
  await expect(files.root.getByRole('button', { name: noExport })).toBeDisabled()
  await expectNotInPalette(page, 'save a copy', /Save a copy/)
  await expectNotInPalette(page, 'print', /Print/)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('body')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await frame(page).link(words.lists.households).click()
  await expect(page.getByRole('button', { name: words.buttons.exportAny })).toContainText(noExport)
  await expectNotInPalette(page, 'export to', words.buttons.exportAny)
  await expectNotInPalette(page, 'new household', /New household/)

  await goTo(page, `${home}/households/${household?.id}`)
  await expect(record(page).section(/^Documents/)).toBeVisible()
  await expect(page.getByRole('button', { name: words.buttons.editAny })).toContainText(readingOnly)
  await expectNotInPalette(page, 'edit this record', /Edit this record/)
  const dropped = join(computer.folder, 'letter.txt')
  writeFileSync(dropped, 'Dear all')
  const drag = await dragFiles(page, [dropped])
  await drag.over()
  await drag.drop()
  await frame(page).connectionSwitcher.click()
  await expect(page.getByRole('menuitem', { name: words.frame.readOnlyByFirm })).toBeDisabled()
  await page.keyboard.press('Escape')
  await goTo(page, `${home}/intake`)
  await expect(intake(page).empty).toBeVisible()
  expect(written(computer)).toHaveLength(1)

  decide(computer, {})
  await goTo(page, `${home}/households/${household?.id}`)
  await expect(page.getByRole('button', { name: words.buttons.edit, exact: true })).toBeEnabled()
})

test('the firm’s connection is there, asks for its secret alone, and stays; no other address is taken @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const connection = {
    name: 'Larch & Partners',
    base_url: tenant.baseUrl,
    auth_url: tenant.authUrl,
    client_id: tenant.clientId,
    flow: 'client_credentials',
    ca_certificate: readFileSync(tenant.caPath, 'utf8'),
  }
  decide(computer, { connection, allowed_base_urls: [tenant.baseUrl] })
  const steward = await launch()
  await page.goto(steward.url)
  await expect(page.getByText(words.settings.presetNote)).toBeVisible()
  await connect(page).field(words.connect.clientSecret).fill(tenant.clientSecret)
  await connect(page).field(words.connect.clientSecret).press('Enter')
  await expect(frame(page).sync).toContainText(words.frame.upToDate)

  await goTo(page, '/')
  await expect(start(page).connection('Larch & Partners')).toBeVisible()
  await expect(page.getByText(words.settings.managed)).toBeVisible()
  await expect(page.getByRole('button', { name: words.settings.moreFor('Larch & Partners') })).toHaveCount(0)
  await start(page).connectTenant.click()
  const elsewhere = { baseUrl: 'https://elsewhere.example.com', authUrl: 'https://auth.example.com' }
  await connect(page).fillIn({ ...elsewhere, clientId: 'desktop', clientSecret: 'secret' }, 'address')
  await expect(page.getByRole('alert')).toContainText('not among those that your firm allows')
  await expect(connect(page).field(words.connect.serviceAddress)).toBeVisible()
})
