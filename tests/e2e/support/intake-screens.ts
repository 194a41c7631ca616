import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { frame } from '../pages/frame.ts'
import { grid } from '../pages/grid.ts'
import { dragFiles, intake } from '../pages/intake.ts'
import { words } from '../words.ts'
import { writeDroppedFolder } from './dropped-folder.ts'

/** Called for each screen while it is shown. */
type Seen = (screen: string) => Promise<void>

const listLink = (page: Page, name: string) => frame(page).navigation.getByRole('link', { name, exact: true })

/** Visits every screen for adding documents, with a folder of strange files; empties the tray afterwards. */
export async function visitIntakeScreens(page: Page, seen: Seen): Promise<void> {
  const parent = mkdtempSync(join(tmpdir(), 'steward-dropped-'))
  const tray = intake(page)
  try {
    const folder = writeDroppedFolder(parent)
    await listLink(page, words.lists.documents).click()
    await grid(page, words.lists.documents).waitForRows()
    await tray.add.click()
    await page.getByRole('dialog').getByRole('button', { name: words.intake.files }).waitFor()
    await seen('intake-household')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await listLink(page, words.lists.households).click()
    await grid(page, words.lists.households).waitForRows()
    await grid(page, words.lists.households).rowAt(0).getByRole('link').first().click()
    await tray.add.waitFor()
    const drag = await dragFiles(page, [folder.path])
    await drag.over()
    await tray.overlay.waitFor()
    await seen('intake-over')
    await drag.over()
    await drag.drop()
    await tray.row('Last Will.pdf').waitFor()
    await tray.reading.first().waitFor({ state: 'detached' })
    await seen('intake')
    await tray.select('scan0001.pdf').check()
    await tray.select('scan0002.pdf').check()
    await seen('intake-selected')
    await tray.cell(words.fields.type, 'scan0003.pdf').click()
    await tray.option('Living will').waitFor()
    await seen('intake-type')
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: words.intake.selectAll }).check()
    await tray.removeSelected.click()
    await tray.empty.waitFor()
    await seen('intake-empty')
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
}
