import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPdf } from '../integration/packs/support/read-pdf.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { pack } from './pages/pack.ts'
import { palette } from './pages/palette.ts'
import { record } from './pages/record.ts'
import { close, expect, test } from './support/fixtures.ts'
import type { Computer } from './support/steward.ts'
import { openDemoFirm, showHouseholds } from './support/tenant.ts'
import { command, words } from './words.ts'

/** The one file that was saved, with its name. */
function savedFile({ folder }: Computer, extension: string): { name: string; bytes: Buffer } {
  const downloads = join(folder, 'downloads')
  const names = readdirSync(downloads).filter((name) => name.endsWith(extension))
  expect(names).toHaveLength(1)
  return { name: names[0] ?? '', bytes: readFileSync(join(downloads, names[0] ?? '')) }
}

test('a meeting pack is put together, saved as a template and printed from the keyboard alone @campaign', async ({
  page,
  computer,
  launch,
}) => {
  await openDemoFirm(page, launch)
  await palette(page).choose(words.lists.households, 'Abel Schulist')
  await expect(record(page).title).toHaveText('Abel Schulist')
  await expect(pack(page).open).toBeVisible()

  await palette(page).open()
  await page.keyboard.type('meeting pack')
  await expect(palette(page).chosen).toContainText(command('household.pack'))
  await page.keyboard.press('Enter')
  await expect(pack(page).dialog).toBeVisible()

  // The balance sheet comes before the people; the cover and the summary are left out.
  for (const section of [words.pack.cover, words.pack.summary]) {
    await pack(page).section(section).focus()
    await page.keyboard.press('Space')
  }
  await pack(page).section(words.pack.balanceSheet).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(pack(page).section(words.pack.balanceSheet)).toBeFocused()
  await pack(page).saveAs.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Annual review')
  await page.keyboard.press('Enter')
  await expect(pack(page).template).toHaveValue('Annual review')

  await pack(page).questions.focus()
  await page.keyboard.type('Who follows as trustee?')
  // Looked at first; Escape leads back to the choices.
  await pack(page).preview.focus()
  await page.keyboard.press('Enter')
  await expect(pack(page).previewDialog.getByRole('region', { name: 'Page 1' })).toContainText('Abel Schulist')
  await page.keyboard.press('Escape')
  await expect(pack(page).previewDialog).toHaveCount(0)
  await pack(page).save.focus()
  await page.keyboard.press('Enter')
  await expect(pack(page).saved).toBeVisible()
  const { name, bytes } = savedFile(computer, '.pdf')
  expect(name).toContain('Meeting pack Abel Schulist')
  const pdf = await readPdf(bytes)
  expect(pdf.outline.slice(0, 3)).toEqual(['Abel Schulist', words.pack.balanceSheet, words.pack.people])
  expect(pdf.pages.join(' ')).toContain('Who follows as trustee?')

  // The template is there in the next dialog, and after a restart.
  await page.keyboard.press('Escape')
  await expect(pack(page).dialog).toHaveCount(0)
  await page.reload()
  await pack(page).open.focus()
  await page.keyboard.press('Enter')
  await expect(pack(page).template).toBeEnabled()
  await pack(page).template.focus()
  await page.keyboard.press('ArrowDown')
  await expect(pack(page).templateNamed('Annual review')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(pack(page).template).toHaveValue('Annual review')
  await expect(pack(page).section(words.pack.cover)).not.toBeChecked()
  await expect(pack(page).sections.first()).toHaveAccessibleName(words.pack.balanceSheet)

  // One key makes the pack of another household with the same sections.
  await page.keyboard.press('Escape')
  await expect(pack(page).dialog).toHaveCount(0)
  await palette(page).choose(words.lists.households, 'Alan Newcomb')
  await expect(record(page).title).toHaveText('Alan Newcomb')
  await expect(pack(page).open).toBeEnabled()
  await page.keyboard.press('m')
  await expect(pack(page).madeAgain).toContainText('Alan Newcomb')
  const saved = readdirSync(join(computer.folder, 'downloads')).find((file) => file.includes('Alan Newcomb'))
  const again = await readPdf(readFileSync(join(computer.folder, 'downloads', saved ?? '')))
  expect(again.outline.slice(0, 3)).toEqual(['Alan Newcomb', words.pack.balanceSheet, words.pack.people])
})

test('several households give one ZIP, also while the service is stopped @campaign', async ({
  page,
  computer,
  launch,
}) => {
  const first = await launch(['--demo'])
  await page.goto(first.url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await frame(page).takeDemoOffline()
  await close(first)

  const second = await launch(['--demo-offline'])
  await page.goto(second.url)
  await showHouseholds(page)
  const households = grid(page, words.lists.households)
  await households.waitForRows()
  await households.cell(1, 5).focus()
  await page.keyboard.press('Shift+ArrowDown')
  await pack(page).openMany.focus()
  await page.keyboard.press('Enter')
  await pack(page).saveMany.focus()
  await page.keyboard.press('Enter')
  await expect(pack(page).saved).toContainText('2 of 2 packs.')
  expect(savedFile(computer, '.zip').bytes.subarray(0, 2).toString()).toBe('PK')
  await pack(page).asFolder.focus()
  await page.keyboard.press('Space')
  await pack(page).saveFolder.focus()
  await page.keyboard.press('Enter')
  const downloads = join(computer.folder, 'downloads')
  const folders = () => readdirSync(downloads, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  await expect.poll(() => folders().map(({ name }) => name)).toEqual([expect.stringMatching(/^Meeting packs/)])
  expect(readdirSync(join(downloads, folders()[0]?.name ?? ''))).toHaveLength(2)
})

test('where the browser may not work without a window, the page prints the pack itself @campaign', async ({
  page,
  computer,
  launch,
  electron,
}) => {
  // The first browser that is found ends as one does whose policy forbids HeadlessMode.
  const programs = join(computer.folder, 'programs')
  mkdirSync(programs)
  writeFileSync(join(programs, 'google-chrome-stable'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  computer.variables.PATH = `${programs}:${process.env.PATH}`
  const steward = await launch(['--demo'])
  await page.addInitScript(() => {
    const papers: string[] = []
    Object.assign(globalThis, { papers })
    globalThis.print = () => {
      papers.push(document.querySelector('[data-pack]')?.shadowRoot?.textContent ?? '')
    }
  })
  await page.goto(steward.url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await palette(page).choose(words.lists.households, 'Abel Schulist')
  await pack(page).open.focus()
  await page.keyboard.press('Enter')
  await pack(page).save.focus()
  await page.keyboard.press('Enter')
  if (electron !== null) {
    await expect(pack(page).saved).toBeVisible()
    return
  }
  await expect(pack(page).alert).toContainText(words.pack.unavailable)
  await pack(page).printHere.focus()
  await page.keyboard.press('Enter')
  const papers = () => page.evaluate(() => (globalThis as unknown as { papers: string[] }).papers)
  await expect.poll(async () => (await papers()).length).toBe(1)
  const [paper = ''] = await papers()
  expect(paper).toContain('Abel Schulist')
  expect(paper).toContain('Recorded value')
})
