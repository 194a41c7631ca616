import { expect as seen } from '@playwright/test'
import { type Browser, chromium, type ElectronApplication, type Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserOptions } from '../../../tools/lib/browser.mjs'
import { createDesktopWindow } from '../../e2e/support/desktop.ts'

const noApp = {} as ElectronApplication
let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch(browserOptions({ headless: true }))
})
afterAll(() => browser.close())

async function pageWith(...names: readonly string[]): Promise<Page> {
  const page = await browser.newPage()
  await page.setContent(`<ul>${names.map((name) => `<li>${name} <a href="#${name}">Open</a></li>`).join('')}</ul>`)
  return page
}

it('a locator that was made before a restart finds its element in the window that is open now', async () => {
  const window = createDesktopWindow()
  const { page } = window
  expect(() => page.getByRole('listitem')).toThrow('Steward was not started yet')
  // Taken before the window is there, and called after.
  const goto = page.goto

  const first = await pageWith('Ada')
  window.show(noApp, first)
  await goto('about:blank#first')
  expect(first.url()).toBe('about:blank#first')
  const rows = page.getByRole('listitem')
  const rowOf = (name: string) => rows.filter({ has: page.locator(`[href="#${name}"]`) })
  const grace = rowOf('Grace')
  const link = rows.last().getByRole('link')
  expect([await rows.count(), await grace.count()]).toEqual([1, 0])

  await first.close()
  window.show(noApp, await pageWith('Ada', 'Grace'))
  expect([await rows.count(), await grace.count(), await rowOf('Ada').count()]).toEqual([2, 1, 1])
  await link.or(page.getByText('nowhere')).click()
  expect(new URL(page.url()).hash).toBe('#Grace')
  await seen(page).toHaveURL(/#Grace$/)
  await seen(rows).toHaveText([/Ada/, /Grace/])
})
