import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { connect, editConnection } from './pages/connect.ts'
import { frame } from './pages/frame.ts'
import { start } from './pages/start.ts'
import { control, expect, test } from './support/fixtures.ts'
import { keyboardOn } from './support/keyboard-on.ts'
import { openTenant } from './support/tenant.ts'
import { words } from './words.ts'

/** Moves the focus on with Tab until it is on this control. */
async function tabTo(page: Page, control: ReturnType<Page['locator']>): Promise<void> {
  await control.waitFor()
  for (let presses = 0; presses < 40; presses += 1) {
    if ((await control.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not reach the control.')
}

test('a firm is connected in three steps from the keyboard: each is checked, errors are at the field, Back keeps all', async ({
  page,
  launch,
  tenant,
}) => {
  await page.goto((await launch()).url)
  const form = connect(page)
  const { serviceAddress, signInAddress, clientId, clientSecret } = words.connect
  await tabTo(page, start(page).connectTenant)
  await page.keyboard.press('Enter')
  await expect(form.step).toHaveText(/Addresses/)
  await tabTo(page, form.field(serviceAddress))
  await page.keyboard.type(tenant.baseUrl)
  await page.keyboard.press('Tab')
  await keyboardOn(form.field(signInAddress))
  await page.keyboard.type(tenant.authUrl)
  await page.keyboard.press('Enter')
  await expect(form.failure).toContainText('certificate is not trusted')
  await expect(form.form).toContainText('certificate of your firm’s own certificate authority')
  // Choosing a file is the system's dialog.
  await form.certificate.setInputFiles(tenant.caPath)
  await expect(form.form).toContainText('A certificate is selected.')
  await form.field(signInAddress).focus()
  await page.keyboard.press('Enter')

  await expect(form.step).toHaveText(/Client/)
  await tabTo(page, form.field(clientId))
  await page.keyboard.type(tenant.clientId)
  await page.keyboard.press('Tab')
  await page.keyboard.type('not-the-secret')
  await page.keyboard.press('Enter')
  await expect(form.field(clientSecret)).toHaveAttribute('aria-invalid', 'true')
  await keyboardOn(form.field(clientSecret))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(tenant.clientSecret)
  await tabTo(page, form.back)
  await page.keyboard.press('Enter')
  await expect(form.field(serviceAddress)).toHaveValue(tenant.baseUrl)
  await keyboardOn(form.field(words.fields.name))
  await page.keyboard.press('Enter')
  await expect(form.field(clientSecret)).toHaveValue(tenant.clientSecret)
  await form.organization.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')

  await expect(form.step).toHaveText(/Sign-in/)
  // The step has no field: the keyboard is on its button.
  await keyboardOn(form.save)
  await page.keyboard.press('Enter')
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
})

test('a connection is edited from the keyboard: a wrong secret changes nothing, another address says what it means @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const steward = await openTenant({ page, computer, launch, tenant })
  await page.goto(new URL('/settings', steward.url).href)
  const form = editConnection(page)
  const { clientSecret, serviceAddress } = words.connect
  await tabTo(page, page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Connections' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: words.connect.edit('Larch & Partners') }))
  await page.keyboard.press('Enter')
  await expect(form.field(words.fields.name)).toHaveValue('Larch & Partners')
  await expect(form.field(clientSecret)).toHaveValue('')
  await expect(page.getByRole('list', { name: 'Certificates in use' })).toContainText('SHA-256')

  await tabTo(page, form.field(words.fields.name))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Larch & Sons')
  await tabTo(page, form.field(clientSecret))
  await page.keyboard.type('not-the-secret')
  await page.keyboard.press('Enter')
  await keyboardOn(form.field(clientSecret))
  await expect(form.failure).toContainText('Nothing was changed')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await expect(page.getByText(words.connect.saved)).toBeVisible()
  const edit = page.getByRole('link', { name: words.connect.edit('Larch & Sons') })
  await expect(edit).toBeVisible()
  await expect(frame(page).error).toHaveCount(0)

  await tabTo(page, edit)
  await page.keyboard.press('Enter')
  await form.field(serviceAddress).fill('https://other.example.com')
  await expect(form.notice).toContainText('you will sign in again')
  await expect(form.notice).toContainText('Larch & Sons stays on this computer')
  await expect(form.saveAsOther).toBeVisible()
  await form.field(serviceAddress).fill(tenant.baseUrl)
  await expect(form.notice).toHaveCount(0)
  await expect(form.save).toBeVisible()
})

test('a check can be cancelled, and what was typed stays @campaign', async ({ page, launch, tenant }) => {
  await page.goto((await launch()).url)
  await start(page).connectTenant.click()
  await control(tenant, 'fail', { fault: { kind: 'hang' }, path: '/users', times: 9 })
  const form = connect(page)
  const typed = { baseUrl: tenant.baseUrl, authUrl: tenant.authUrl, ca: tenant.caPath, clientId: '', clientSecret: '' }
  await form.fillIn(typed, 'address')
  await expect(form.checks).toContainText('checking…')
  await page.getByRole('button', { name: 'Cancel the check' }).click()
  await expect(form.checks).toHaveCount(0)
  await expect(form.field(words.connect.serviceAddress)).toHaveValue(tenant.baseUrl)
  await control(tenant, 'reset')
  await form.next.click()
  await expect(form.step).toHaveText(/Client/)
})

test('a connection file fills all steps when it is chosen, pasted or dropped; the request to the administrator is copied as text @campaign', async ({
  page,
  clipboard,
  computer,
  launch,
  tenant,
}) => {
  const steward = await launch()
  const described = {
    ...{ name: 'Larch & Partners', base_url: tenant.baseUrl, auth_url: tenant.authUrl, client_id: tenant.clientId },
    ...{
      client_secret: tenant.clientSecret,
      flow: 'client_credentials',
      ca_certificate: readFileSync(tenant.caPath, 'utf8'),
    },
  }
  const text = JSON.stringify(described)
  const path = join(computer.folder, 'larch.json')
  writeFileSync(path, text)
  const form = connect(page)
  const address = form.field(words.connect.serviceAddress)
  await page.goto(steward.url)
  await start(page).connectTenant.click()
  await page.getByLabel('Connection description').setInputFiles(path)
  await expect(address).toHaveValue(tenant.baseUrl)

  await page.reload()
  await expect(address).toHaveValue('')
  await clipboard.write(text)
  await address.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(address).toHaveValue(tenant.baseUrl)

  await page.reload()
  await expect(address).toHaveValue('')
  const transfer = await page.evaluateHandle((dropped) => {
    const data = new DataTransfer()
    data.items.add(new File([dropped], 'larch.json', { type: 'application/json' }))
    return data
  }, text)
  await form.form.dispatchEvent('drop', { dataTransfer: transfer })
  await expect(address).toHaveValue(tenant.baseUrl)

  await form.request.locator('summary').click()
  await form.request.getByRole('button', { name: words.connect.copyRequest }).click()
  await expect(form.request).toContainText('Copied.')
  const copied = await clipboard.read()
  expect(copied).toContain('Client Credentials')
  expect(copied).toContain(tenant.baseUrl)
  expect(copied).not.toContain(tenant.clientSecret)
  await form.next.click()
  await expect(form.field(words.connect.clientId)).toHaveValue(tenant.clientId)
  await form.next.click()
  await form.save.click()
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
})
