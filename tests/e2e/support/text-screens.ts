import type { Page } from '@playwright/test'
import { filePanel } from '../pages/file-panel.ts'
import { frame } from '../pages/frame.ts'
import { palette } from '../pages/palette.ts'
import { command, words } from '../words.ts'
import { expect } from './fixtures.ts'

/** Shows every screen of the search in documents, in the demo firm. */
export async function visitTextScreens(page: Page, show: (screen: string) => Promise<void>): Promise<void> {
  await palette(page).open()
  await page.keyboard.type('power of attorney')
  await palette(page).group(words.lists.documents).getByRole('option').first().click()
  await filePanel(page).download.click()
  await filePanel(page).pdfPage(1).waitFor()
  await palette(page).choose(words.frame.commands, command('go.texts'))
  await page.getByText(words.texts.anySearchable).waitFor()
  await show('texts')
  const field = page.getByRole('searchbox', { name: words.texts.field })
  await field.fill('the attorney')
  const hit = page.getByRole('list', { name: words.texts.found }).getByRole('link').first()
  await hit.waitFor()
  await show('texts-found')
  await palette(page).open()
  await page.keyboard.type('the attorney')
  await palette(page).line(new RegExp(words.texts.all)).waitFor()
  await show('texts-palette')
  await page.keyboard.press('Escape')
  await hit.click()
  await expect(filePanel(page).findField).toHaveValue('the attorney')
  await filePanel(page).pdfPage(1).waitFor()
  await show('texts-page')
  await page.goBack()
  await field.fill('qwertzuiop')
  await page.getByText(words.texts.nothing).waitFor()
  await show('texts-nothing')
  await page.getByRole('link', { name: words.texts.seeNotSearched }).click()
  await page.getByRole('list', { name: words.texts.notHere }).getByRole('listitem').first().waitFor()
  await show('texts-not-searched')
  await page.getByRole('link', { name: words.texts.choose }).click()
  await page.getByText(words.texts.anySearchable).waitFor()
  await show('texts-settings')
  await page.getByRole('combobox', { name: words.texts.scopeOf }).click()
  await page.getByRole('option', { name: words.texts.allFiles }).click()
  await page.getByRole('dialog').waitFor()
  await show('texts-question')
  await page.getByRole('dialog').getByRole('button', { name: words.buttons.cancel }).click()
  await page.goBack()
  await frame(page).sync.waitFor()
}
