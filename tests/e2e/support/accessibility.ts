import type { Page } from '@playwright/test'
import axe from 'axe-core'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules whose result depends on the theme. Roles, names and order are the same in both themes. */
const ofColour = ['color-contrast', 'link-in-text-block']

type Run = { type: 'tag' | 'rule'; values: readonly string[] }

/** Impacts that fail a screen. `minor` is left to taste. */
const failing = ['moderate', 'serious', 'critical']

/** Rows of a list after the first ones, which are drawn by the same code, and cost axe most of its time. */
const likeOthers = '[role="grid"] [role="row"][data-line]:nth-child(n + 7)'

/** Moderate and serious violations of the rules on the current screen. axe is loaded once per document: its source is half a megabyte. */
async function violations(page: Page, runOnly: Run): Promise<{ id: string; at: string; html: string }[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ runOnly, failing, likeOthers }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      // Passed rules are left out: describing them takes three quarters of the time for a full list.
      const { violations } = await axe.run(
        { exclude: [likeOthers] },
        { runOnly: { ...runOnly, values: [...runOnly.values] }, resultTypes: ['violations'] },
      )
      return (
        violations
          .filter(({ impact }) => failing.includes(impact ?? ''))
          .flatMap(({ id, nodes }) => nodes.map(({ target, html }) => ({ id, at: target.join(' '), html })))
          // A popup of a control is drawn at the end of the document; it belongs to the control's landmark.
          .filter(({ id, at }) => id !== 'region' || document.querySelector(at)?.closest('[data-portal]') === null)
      )
    },
    { runOnly, failing, likeOthers },
  )
}

const looks = [
  { name: 'light', colorScheme: 'light', forcedColors: 'none', runOnly: { type: 'tag', values: standards } },
  { name: 'dark', colorScheme: 'dark', forcedColors: 'none', runOnly: { type: 'rule', values: ofColour } },
  { name: 'forced colours', colorScheme: 'dark', forcedColors: 'active', runOnly: { type: 'rule', values: ofColour } },
] as const satisfies readonly ({ runOnly: Run } & Record<string, unknown>)[]

/**
 * Returns every moderate or serious violation on the current screen: with all rules in the light theme, with colour rules only in the dark
 * one and in forced colours.
 */
export async function judge(page: Page, screen: string): Promise<string[]> {
  const found: string[] = []
  for (const { name, colorScheme, forcedColors, runOnly } of looks) {
    await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
    for (const { id, at, html } of await violations(page, runOnly)) {
      found.push(`${screen}, ${name}: ${id} at ${at} ${html.slice(0, 120)}`)
    }
  }
  return found
}

/** Returns controls smaller than 24 by 24 pixels that are too close to another one. Links within a line of text are exempt. */
export async function tooSmall(page: Page, screen: string): Promise<string[]> {
  const least = 24
  const found = await page.evaluate((least) => {
    // While a dialog is open, nothing behind it can be clicked.
    const within = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document
    const controls = [...within.querySelectorAll('a[href], button, input, select, textarea, summary, [role="option"]')]
    const middle = ({ left, top, width, height }: DOMRect) => ({ x: left + width / 2, y: top + height / 2 })
    const boxes = controls
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(
        ({ element, box }) => box.width > 1 && box.height > 1 && element.checkVisibility({ visibilityProperty: true }),
      )
      // Below something that floats over it, such as the bar of selected rows, it cannot be clicked.
      .filter(({ element, box }) => {
        const { x, y } = middle(box)
        const onTop = document.elementFromPoint(x, y)
        return element instanceof HTMLInputElement || !onTop || onTop.contains(element) || element.contains(onTop)
      })
    return boxes
      .filter(({ element, box }) => {
        if (box.width >= least && box.height >= least) return false
        const { x, y } = middle(box)
        // The circle of 24 pixels around it may touch no other control, nor that control's circle.
        return boxes.some(({ element: other, box: near }) => {
          if (other === element || other.contains(element) || element.contains(other)) return false
          const dx = Math.max(near.left - x, 0, x - near.right)
          const dy = Math.max(near.top - y, 0, y - near.bottom)
          return Math.hypot(dx, dy) < least / 2
        })
      })
      .map(
        ({ element, box }) => `${Math.round(box.width)}×${Math.round(box.height)} ${element.outerHTML.slice(0, 160)}`,
      )
  }, least)
  return found.map((one) => `${screen}: ${one}`)
}
