import { expect, type Locator, type Page } from '@playwright/test'
import { dragFiles } from '../pages/intake.ts'

/**
 * Presses the keys of one shortcut, such as `g` and `s`, without waiting in between: the first waits for the second only as long
 * as a user would, and a slow computer must not take longer.
 */
export async function pressInTurn(page: Page, ...keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)))
}

/**
 * Does a user's work and counts it: a click, a key with its modifiers, and a text typed or pasted are one step each. A hand
 * without a pointer walks to each control with Tab or the arrows and presses Enter or Space; it counts every key.
 */
export type Hand = ReturnType<typeof createHand>

const furthest = 150

/** True if the control, or something in it, has the focus, or is the option that a combo box points at. */
const isReached = (control: Locator) =>
  control.evaluate((element) => {
    const { activeElement } = document
    if (element === activeElement || element.contains(activeElement)) return true
    const pointed = activeElement?.getAttribute('aria-activedescendant')
    if (pointed) return element.id === pointed || element.contains(document.getElementById(pointed))
    // Mantine's combo boxes mark the chosen option.
    return element.hasAttribute('data-combobox-selected')
  })

export function createHand(page: Page, pointer: boolean) {
  let steps = 0
  const press = async (key: string) => {
    steps += 1
    await page.keyboard.press(key)
  }

  async function walkTo(control: Locator): Promise<void> {
    await control.waitFor()
    const role = await control.getAttribute('role')
    const key = role === 'menuitem' || role === 'option' ? 'ArrowDown' : 'Tab'
    for (let step = 0; step < furthest; step += 1) {
      if (await isReached(control)) return
      await press(key)
    }
    throw new Error(`The keyboard does not reach ${String(control)}.`)
  }

  return {
    /** Runs one job and returns its number of steps. */
    async count(job: () => Promise<void>): Promise<number> {
      steps = 0
      await job()
      return steps
    },
    /** Presses one shortcut. */
    async keys(...keys: string[]): Promise<void> {
      steps += keys.length
      await pressInTurn(page, ...keys)
    },
    /** Types into what has the focus. */
    async type(text: string): Promise<void> {
      steps += 1
      await page.keyboard.type(text)
    },
    /** Pastes into what has the focus. */
    async paste(text: string): Promise<void> {
      steps += 1
      await page.evaluate((cells) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', cells)
        document.activeElement?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        )
      }, text)
    },
    /** Drops files from the file manager; without a pointer they are chosen in the system's dialog. */
    async drop(paths: readonly string[]): Promise<void> {
      if (pointer) {
        steps += 1
        const drag = await dragFiles(page, paths)
        await drag.over()
        await drag.drop()
        return
      }
      const choosing = page.waitForEvent('filechooser')
      steps += 2
      await pressInTurn(page, 'n', 'd')
      await (await choosing).setFiles([...paths])
    },
    /** Presses a button, follows a link, chooses an option. */
    async choose(control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
      if (pointer) {
        steps += 1
        await control.click()
        return
      }
      await walkTo(control)
      await press(key)
    },
    /** Chooses an option of a native list: with a pointer a click on the list and one on the option. */
    async pick(select: Locator, label: string): Promise<void> {
      if (!pointer) await walkTo(select)
      steps += pointer ? 2 : 1
      await select.selectOption({ label })
    },
    /** Puts the text into a field, in place of what is there. */
    async fill(field: Locator, text: string): Promise<void> {
      await expect(field).toBeEditable()
      if (pointer) {
        steps += 2
        await field.fill(text)
        return
      }
      await walkTo(field)
      steps += 1
      await field.fill(text)
    },
  }
}
