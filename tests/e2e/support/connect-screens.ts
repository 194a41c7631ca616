import type { Page } from 'playwright'
import type { SandboxProcess } from '../../integration/support/sandbox-process.ts'
import { connect, editConnection } from '../pages/connect.ts'
import { frame } from '../pages/frame.ts'
import { start } from '../pages/start.ts'
import { words } from '../words.ts'

/** Called for each screen while it is shown. */
type Seen = (screen: string) => Promise<void>

/**
 * Visits the pages that edit the connection `Larch & Partners` and connect a firm: a notice of another address, wrong input, a check that
 * failed, and the three steps.
 */
export async function visitConnectScreens(page: Page, tenant: SandboxProcess, seen: Seen): Promise<void> {
  await page.keyboard.press('ControlOrMeta+,')
  await page.getByRole('link', { name: words.connect.edit('Larch & Partners') }).click()
  await editConnection(page).save.waitFor()
  await seen('connection-edit')
  await editConnection(page).field(words.connect.serviceAddress).fill('https://other.example.com')
  await editConnection(page).notice.waitFor()
  await seen('connection-edit-other')
  await page.goBack()
  await page.goBack()
  await frame(page).connectionSwitcher.click()
  await page.getByRole('menuitem', { name: words.frame.allConnections }).click()
  await start(page).connectTenant.click()
  const form = connect(page)
  const firm = { baseUrl: tenant.baseUrl, authUrl: tenant.authUrl, clientId: 'steward', clientSecret: 'wrong' }
  await form.fillIn({ ...firm, baseUrl: 'http://firm.example.com' }, 'address')
  await form.problemAt(words.connect.serviceAddress).waitFor()
  await seen('connect-wrong')
  await form.fillIn(firm, 'address')
  await form.failure.waitFor()
  await seen('connect-certificate')
  await form.request.locator('summary').click()
  await seen('connect-request')
  await form.fillIn({ ...firm, ca: tenant.caPath }, 'address')
  await form.field(words.connect.clientId).waitFor()
  await seen('connect-client')
  await page.getByText('Scope and extra parameters').click()
  await seen('connect-extra')
  await form.field(words.connect.clientId).fill(tenant.clientId)
  await form.field(words.connect.clientSecret).fill(tenant.clientSecret ?? '')
  await form.next.click()
  await form.field(words.connect.redirectAddress).waitFor()
  await seen('connect-redirect')
}
