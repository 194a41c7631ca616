import type { Browser } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { Computer } from './steward.ts'

/** Acts as the user in the system's browser: opens the page that Steward asked for, and decides. */
export async function decide(browser: Browser, computer: Computer, decision: 'Authorize' | 'Deny'): Promise<string> {
  await expect.poll(() => computer.openedAddresses().length).toBeGreaterThan(0)
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const page = await context.newPage()
  await page.goto(computer.openedAddresses().at(-1) ?? '')
  await page.getByRole('button', { name: decision }).click()
  await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/callback/)
  const text = await page.locator('body').innerText()
  await context.close()
  return text
}
