import type { BrowserContext, Page } from '@playwright/test'

/** The system's clipboard as text. */
export type Clipboard = { read(): Promise<string>; write(text: string): Promise<void> }

/** The clipboard by the page, which is given the permission for it. */
export async function clipboardOf(page: Page, context: BrowserContext): Promise<Clipboard> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  return {
    read: () => page.evaluate(() => navigator.clipboard.readText()),
    write: (text) => page.evaluate((given) => navigator.clipboard.writeText(given), text),
  }
}
