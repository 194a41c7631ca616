import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createSandboxClient } from '../integration/support/sandbox-client.ts'
import type { SandboxProcess } from '../integration/support/sandbox-process.ts'
import { frame } from './pages/frame.ts'
import { dragFiles, intake } from './pages/intake.ts'
import { outbox } from './pages/outbox.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { statements } from './pages/statements.ts'
import { digestOf, largeFile, writeDroppedFolder } from './support/dropped-folder.ts'
import { close, control, expect, test } from './support/fixtures.ts'
import { atService, openDemoFirm, openTenant, type ServiceRecord } from './support/tenant.ts'
import { words } from './words.ts'

async function openHousehold(page: Page, id: string): Promise<string> {
  await page.goto(page.url().replace(/\/households.*/, `/households/${id}`))
  await expect(record(page).section(/^Documents/)).toBeVisible()
  return record(page).title.innerText()
}

/** Returns the digests of these documents' files, as the service delivers them. */
async function digestsAt(tenant: SandboxProcess, documents: readonly ServiceRecord[]): Promise<string[]> {
  const client = createSandboxClient(tenant)
  const digests: string[] = []
  for (const { id } of documents) digests.push(digestOf((await client.api(`/documents/${id}/download`)).bytes))
  await client.close()
  return digests.toSorted()
}

test('each file to upload has all its fields and its problem on the screen in a narrow window', async ({
  page,
  computer,
  launch,
}) => {
  await openDemoFirm(page, launch)
  await palette(page).choose(words.lists.households, 'Abel Schulist')
  await expect(record(page).section(/^Documents/)).toBeVisible()
  const drag = await dragFiles(page, [writeDroppedFolder(computer.folder).path])
  await drag.over()
  await drag.drop()
  const tray = intake(page)
  await expect(tray.rows).toHaveCount(30)
  await expect(tray.reading).toHaveCount(0)
  for (const width of [640, 760, 900, 1000]) {
    await page.setViewportSize({ width, height: 600 })
    const cut = await tray.rows.evaluateAll((rows) =>
      rows.flatMap((row) =>
        [...row.querySelectorAll('td, th')]
          .filter((cell) => cell.getBoundingClientRect().right > innerWidth)
          .map((cell) => cell.textContent),
      ),
    )
    expect(cut, String(width)).toEqual([])
  }
  await page.setViewportSize({ width: 640, height: 600 })
  await expect(tray.row('Last Will.pdf').getByRole('cell')).toHaveCount(7)
  await tray.cell(words.fields.type, 'scan0001.pdf').click()
  await tray.option('Deed').click()
  await expect(tray.cell(words.fields.type, 'scan0001.pdf')).toHaveText('Deed')
})

test('a folder of thirty mixed files reaches the service once each, through lost answers, cuts and two restarts @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const first = await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const [household] = await service.list('/households?limit=1')
  const householdId = String(household?.id)
  const documents = () => service.list(`/documents?household_id=${householdId}&limit=1000`)
  const before = new Set((await documents()).map(({ id }) => id))
  const added = async () => (await documents()).filter(({ id }) => !before.has(id))
  const title = await openHousehold(page, householdId)
  const folder = writeDroppedFolder(computer.folder)

  const drag = await dragFiles(page, [folder.path])
  await drag.over()
  await expect(intake(page).overlay).toHaveText(`Add to the ${title} household`)
  await drag.drop()
  const tray = intake(page)
  await expect(frame(page).heading).toHaveText(words.intake.filesToUpload)
  await expect(tray.rows).toHaveCount(30)
  await expect(tray.reading).toHaveCount(0)
  // From here on the originals must not matter.
  rmSync(folder.path, { recursive: true })
  await expect(tray.rows.filter({ hasText: words.intake.needsType })).toHaveCount(28)
  await expect(tray.row('empty scan.pdf')).toContainText('The file is empty')
  const twice = tray.rows.filter({ hasText: words.intake.sameFile })
  await expect(twice).toHaveCount(1)
  // Their pages say nothing, so that their names only suggest.
  await expect(tray.row('Last Will.pdf')).toContainText('Not sure: Will')
  await expect(tray.row('scan of Maria.jpg')).toContainText('Not sure: Passport')
  await expect(tray.cell(words.fields.type, 'letter.txt')).toHaveText('None')
  await expect(tray.row('statement April.pdf')).toContainText('2026 / Q2')

  await page.getByRole('checkbox', { name: words.intake.selectAll }).check()
  await tray.forSelected(words.fields.type).fill('other')
  await tray.option('Other').click()
  await expect(tray.cell(words.fields.type, 'letter.txt')).toHaveText('Other')
  await page.getByRole('checkbox', { name: words.intake.selectAll }).uncheck()
  await tray.cell(words.fields.type, 'scan0001.pdf').click()
  await tray.list(words.fields.type, 'scan0001.pdf').fill('deed')
  await tray.option('Deed').click()
  await expect(tray.cell(words.fields.type, 'scan0001.pdf')).toHaveText('Deed')
  await tray.name('scan0002.pdf').fill('Letter of wishes')
  await tray.name('scan0002.pdf').press('Enter')
  await tray.select('scan0002.pdf').check()
  await tray.select('scan0003.pdf').check()
  await tray.forSelected(words.fields.type).fill('living')
  await tray.option('Living will').click()
  await expect(tray.cell(words.fields.type, 'scan0003.pdf')).toHaveText('Living will')
  await tray.removeSelected.click()
  await expect(tray.rows).toHaveCount(28)
  await tray.undo.click()
  await expect(tray.rows).toHaveCount(30)
  await twice.getByRole('button', { name: words.buttons.removeAny }).click()
  await tray.remove('empty scan.pdf').click()
  await expect(tray.rows).toHaveCount(28)
  await close(first)

  const second = await launch()
  await page.goto(second.url)
  await expect(tray.link).toContainText('28')
  await tray.link.click()
  await expect(tray.rows.filter({ hasText: words.intake.ready })).toHaveCount(28)
  await expect(tray.cell(words.fields.type, 'scan0001.pdf')).toHaveText('Deed')
  await expect(tray.name('scan0002.pdf')).toHaveValue('Letter of wishes')

  const busy = { kind: 'status', status: 429, retryAfter: 1 }
  await control(tenant, 'fail', { fault: busy, method: 'POST', path: '/documents$' })
  await control(tenant, 'fail', { fault: { kind: 'commit-then-drop' }, method: 'POST', path: '/documents$', times: 3 })
  await control(tenant, 'fail', { fault: { kind: 'cut' }, method: 'POST', path: '/documents$', skip: 4, times: 2 })
  await tray.upload.click()
  await expect(tray.empty).toBeVisible()
  await outbox(page).link.click()
  // Steward ends when some files are uploaded and others are not.
  await expect.poll(async () => (await added()).length).toBeGreaterThan(6)
  await control(tenant, 'offline')
  await close(second)
  await control(tenant, 'online')
  const third = await launch()
  await page.goto(third.url)
  await outbox(page).link.click()
  // Before the list is there, nothing is waiting either.
  await expect.poll(async () => (await added()).length).toBeGreaterThanOrEqual(28)
  await page.getByText(words.outbox.empty).waitFor()

  const made = await added()
  expect(await digestsAt(tenant, made)).toEqual(folder.digests)
  expect(made).toHaveLength(28)
  expect(made.find(({ name }) => name === 'Letter of wishes')).toMatchObject({ type: 'LIVING_WILL' })
  expect(made.find(({ name }) => name === 'scan0001')).toMatchObject({ type: 'DEED' })
  expect(new Set(made.map(({ name }) => name)).size).toBe(28)
  await expect(tray.link).toHaveCount(0)
  expect(made.some(({ name }) => name === largeFile.replace('.pdf', ''))).toBe(true)
  await service.close()
})

test('files are picked with a button, and what becomes of the originals then does no harm @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const [person] = await service.list('/individuals?limit=1')
  await page.goto(page.url().replace(/\/households.*/, `/individuals/${String(person?.id)}`))
  const tray = intake(page)
  const path = join(computer.folder, 'Passport.pdf')
  const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(300_000, 0x42)])
  writeFileSync(path, content)
  await tray.add.click()
  const choosing = page.waitForEvent('filechooser')
  await tray.pick(words.intake.files).click()
  await (await choosing).setFiles([path])
  await expect(tray.row('Passport.pdf')).toContainText(words.intake.needsType)
  await tray.cell(words.fields.type, 'Passport.pdf').click()
  await tray.option('Passport').click()
  writeFileSync(path, 'something else')
  await tray.upload.click()
  const uploaded = async () =>
    (await service.list(`/documents?household_id=${String(person?.household_id)}&limit=1000`)).filter(
      ({ name, individual_id: of }) => name === 'Passport' && of === person?.id,
    )
  await expect.poll(async () => (await uploaded()).length).toBe(1)
  const made = await uploaded()
  expect(made).toMatchObject([{ type: 'PASSPORT' }])
  expect(await digestsAt(tenant, made)).toEqual([digestOf(content)])

  // From the list of all documents, Steward first asks for the household. The duplicate file is recognised.
  await frame(page).link(words.lists.documents).click()
  writeFileSync(path, content)
  await tray.add.click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('combobox', { name: words.records.household })
    .or(dialog.getByRole('textbox', { name: words.records.household }))
    .click()
  await page.getByRole('option').first().click()
  const again = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: words.intake.files }).click()
  await (await again).setFiles([path])
  await expect(tray.row('Passport.pdf')).toContainText('The same file as the document Passport')
  await service.close()
})

test('a file dropped where no document is taken is no document, and is never opened by the browser @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const path = join(computer.folder, 'stray.html')
  writeFileSync(path, '<title>stray</title>')
  const before = page.url()
  const drag = await dragFiles(page, [path])
  await drag.over()
  await drag.drop()
  await expect(statements(page).notRead).toContainText(['stray.html'])
  await frame(page).link(words.lists.users).click()
  await expect(frame(page).heading).toHaveText(words.lists.users)
  expect(new URL(page.url()).origin).toBe(new URL(before).origin)
  await expect(intake(page).link).toHaveCount(0)
})

test('what a Mac and Office leave in a folder is left out and listed, and a picture dragged from a browser is answered @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const service = atService(tenant)
  const [household] = await service.list('/households?limit=1')
  await openHousehold(page, String(household?.id))
  // The estate map arrives last; until then another element may appear below what is dragged.
  await page.locator('main rect').first().waitFor()
  const picture = await dragFiles(page, [], 'https://example.com/picture.jpg')
  await picture.over()
  await picture.drop()
  await expect(page.getByRole('alert').filter({ hasText: words.intake.nothingAdded })).toContainText(
    'Save it as a file',
  )

  const folder = join(computer.folder, 'From a Mac')
  mkdirSync(folder)
  cpSync(join(import.meta.dirname, '../fixtures/files/dropped'), folder, { recursive: true })
  symlinkSync('/etc/hostname', join(folder, 'link.txt'))
  writeFileSync(join(folder, 'Trust.lnk'), 'a link')
  const drag = await dragFiles(page, [folder])
  await drag.over()
  await drag.drop()
  const tray = intake(page)
  await expect(tray.row('Letter.docx')).toContainText(words.intake.needsType)
  await expect(tray.rows).toHaveCount(1)
  const listed = page.getByRole('alert').filter({ hasText: words.intake.leftOut }).getByRole('listitem')
  await expect(listed).toHaveText([
    'From a Mac/._Letter.docx: attributes of another file, made by macOS',
    'From a Mac/~$Letter.docx: made by Office while a document is open',
    'From a Mac/Trust.lnk: a link to another place',
  ])
  await service.close()
})
