import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium, openPage } from '../../doubles/headless-chromium.ts'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'

let sandbox: TestSandbox
let browser: Browser
let application: Server
let redirectUri: string
beforeAll(async () => {
  sandbox = await startTestSandbox({ households: 2 })
  browser = await launchChromium()
  application = createServer((_request, response) => response.end('<h1>Back in the application</h1>'))
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve))
  redirectUri = `http://127.0.0.1:${(application.address() as AddressInfo).port}/callback`
})
afterAll(async () => {
  await browser.close()
  application.close()
  await sandbox.close()
})

async function openSignIn(): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const page = await openPage(context)
  const complaints: string[] = []
  page.on('console', (message) => {
    // Browsers request the icon automatically; the page is not responsible for it.
    if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico')) complaints.push(message.text())
  })
  const query = new URLSearchParams({
    client_id: sandbox.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    state: 's t',
  })
  await page.goto(`${sandbox.authUrl}/oauth2/authorize?${query}`)
  return { page, complaints }
}

describe('the sign-in page in a browser', () => {
  test.each([
    ['Authorize', 'code'],
    ['Deny', 'error'],
  ])('%s leads back to the application with its %s, past its own security policy', async (button, parameter) => {
    const { page, complaints } = await openSignIn()
    await page.getByLabel('Sign in as').selectOption({ index: 2 })
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('heading', { name: 'Back in the application' }).waitFor()
    const query = new URL(page.url()).searchParams
    expect(page.url().startsWith(`${redirectUri}?`)).toBe(true)
    expect(query.get(parameter)).toMatch(/./)
    expect(query.get('state')).toBe('s t')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('has nothing that axe objects to', async () => {
    const { page } = await openSignIn()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await page.context().close()
  })
})
