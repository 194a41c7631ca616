import type { Locator, Page } from '@playwright/test'
import { estate } from './pages/estate.ts'
import { editing, form } from './pages/form.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { record } from './pages/record.ts'
import { settings } from './pages/settings.ts'
import { undo } from './pages/undo.ts'
import { expect, test } from './support/fixtures.ts'
import { openDemoFirm } from './support/tenant.ts'
import { words } from './words.ts'

/** What has the focus; the window itself if nothing has it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement === null || activeElement === document.body
      ? 'the window'
      : activeElement.outerHTML.slice(0, 120)
  })

/** Fails if the focus was lost after this action. */
const keeps = (page: Page, after: string) => expect.poll(() => focused(page), after).not.toBe('the window')

/** Opens and closes by Escape everything that a button of this part of the screen opens, one after the other. */
async function openAll(page: Page, screen: string, buttons: Locator) {
  const overlay = page.getByRole('dialog').or(page.getByRole('menu')).or(page.getByRole('main').getByRole('form'))
  for (let at = 0; at < (await buttons.count()); at += 1) {
    const button = buttons.nth(at)
    const name = `${screen}: ${await button.innerText()}`
    await button.focus()
    await page.keyboard.press('Enter')
    await overlay.first().waitFor()
    // Escape belongs to what was opened once the focus is in it.
    await expect(
      page.locator('[role="dialog"] :focus, [role="menu"] :focus, form :focus, :focus[role]').first(),
      name,
    ).toBeAttached()
    await page.keyboard.press('Escape')
    await expect(overlay, name).toHaveCount(0)
    await keeps(page, name)
  }
}

test('the focus is somewhere on the page after Save, Undo, Escape and every answer @campaign', async ({
  page,
  launch,
}) => {
  await openDemoFirm(page, launch)
  await page.keyboard.press('ControlOrMeta+,')
  await settings(page).timeToUndo.getByText('30 seconds').click()
  await settings(page).back.press('Enter')
  await frame(page).link(words.lists.households).press('Enter')
  await grid(page, words.lists.households).rowAt(1).getByRole('link').first().click()
  await record(page).lastChecked.waitFor()
  await keeps(page, 'a link of a row')
  await editing(page).edit.press('Enter')
  const household = form(page, words.records.household)
  await household.text(words.fields.notes).fill('Met in May.')
  await household.save.press('Enter')
  await expect(editing(page).edit).toBeFocused()
  await undo(page).inToast.press('Enter')
  await expect(undo(page).undone).toBeVisible()
  await keeps(page, 'Undo in the toast')
  await editing(page).edit.press('Enter')
  await household.root.waitFor()
  await page.keyboard.press('Escape')
  await expect(editing(page).edit).toBeFocused()
  await editing(page).edit.press('Enter')
  await household.text(words.fields.notes).fill('Met in June.')
  await page.keyboard.press('Escape')
  await editing(page).button(words.form.discardChanges).press('Enter')
  await expect(editing(page).edit).toBeFocused()

  await estate(page).drawing.waitFor()
  await estate(page).draw.press('Enter')
  await estate(page).dialog.getByRole('button', { name: words.buttons.close }).press('Enter')
  await expect(estate(page).draw).toBeFocused()
  await openAll(page, 'household', page.getByRole('main').locator('[aria-haspopup]:visible:not([role])'))
})

test('the focus is somewhere on the page after every menu and dialog of the lists @campaign', async ({
  page,
  launch,
}) => {
  await openDemoFirm(page, launch)
  for (const name of [words.lists.households, words.lists.individuals, words.lists.entities, words.lists.documents]) {
    await frame(page).navigation.getByRole('link', { name, exact: true }).press('Enter')
    await grid(page, name).waitForRows()
    await openAll(page, name, page.getByRole('main').locator('[aria-haspopup]:visible:not([role])'))
    await grid(page, name).rowAt(1).getByRole('link').first().click()
    await record(page).lastChecked.waitFor()
    await keeps(page, `${name}, opened`)
    await openAll(page, `one of ${name}`, page.getByRole('main').locator('[aria-haspopup]:visible:not([role])'))
  }
})
