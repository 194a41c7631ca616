import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { browserOptions } from '../../tools/lib/browser.mjs'

/** Milliseconds. This limit only ends tests that hang; it is far above normal waits, even on one busy core. */
const patience = 180_000

/** Starts the headless Chromium without a window, in which pages are tested. */
export const launchChromium = (args: string[] = []): Promise<Browser> =>
  chromium.launch({ ...browserOptions({ headless: true }), args, timeout: patience })

/** Opens a page that waits as patiently as the tests do. Playwright's own limit is 30 s. */
export async function openPage(browser: Browser | BrowserContext): Promise<Page> {
  const page = await browser.newPage()
  page.setDefaultTimeout(patience)
  return page
}
