import type { Page } from '@playwright/test'

/** Collects everything that must never happen. */
export async function watch(page: Page, origin: string): Promise<string[]> {
  const alarms: string[] = []
  page.on('dialog', (dialog) => {
    alarms.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (['http:', 'https:', 'ws:'].includes(protocol) && host !== origin) alarms.push(`request: ${request.url()}`)
  })
  page.on('popup', () => alarms.push('a window was opened'))
  page.on('download', (download) => alarms.push(`download: ${download.suggestedFilename()}`))
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) alarms.push(`violation: ${message.text()}`)
  })
  await page.exposeFunction('stewardAlarm', (what: string) => alarms.push(what))
  await page.addInitScript(() => {
    const report = (what: string) => (window as unknown as { stewardAlarm: (what: string) => void }).stewardAlarm(what)
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      report(`violation: ${violatedDirective} by ${blockedURI} in ${sourceFile}`),
    )
    Object.defineProperty(window, '__ran', { set: () => report('a payload ran') })
  })
  return alarms
}

/** Returns elements that only a payload could have created. */
export const foreign = (page: Page) =>
  page
    .locator('main :is(script, iframe, object, embed, form, base, meta, link, video, math, [onerror], [onload])')
    .count()

/** Goes to a path of the app without reloading the page. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
