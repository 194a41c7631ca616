import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import type { SandboxProcess } from '../integration/support/sandbox-process.ts'
import { connect, signIn, type TypedFirm } from './pages/connect.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { record } from './pages/record.ts'
import { start } from './pages/start.ts'
import { decide } from './support/browser-user.ts'
import { close, control, expect, test } from './support/fixtures.ts'
import { openTenant, showHouseholds } from './support/tenant.ts'
import { words } from './words.ts'

/** A firm as the form's three steps need it; a wrong value may replace each. */
const firm = (tenant: SandboxProcess, wrong: Partial<TypedFirm> = {}): TypedFirm => ({
  ...{ name: 'Larch & Partners', baseUrl: tenant.baseUrl, authUrl: tenant.authUrl },
  ...{ clientId: tenant.clientId, clientSecret: tenant.clientSecret, ca: tenant.caPath },
  ...{ redirectUri: 'http://127.0.0.1/callback', ...wrong },
})

/** Connects the firm; the sign-in then begins by itself. */
async function describe(page: Page, tenant: SandboxProcess, wrong: Partial<TypedFirm> = {}): Promise<void> {
  await start(page).connectTenant.click()
  await connect(page).fillIn(firm(tenant, wrong))
}

test('an advisor signs in through the browser, and reads everything after a restart without the service', async ({
  page,
  browser,
  computer,
  launch,
  tenant,
}) => {
  const steward = await launch()
  await page.goto(steward.url)
  await describe(page, tenant)
  expect(await decide(browser, computer, 'Authorize')).toMatch(/Steward/)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await showHouseholds(page)
  const households = grid(page, words.lists.households)
  await households.waitForRows()
  expect(await households.total()).toBe(20)
  const title = (await households.rowAt(4).getByRole('link').first().innerText()).trim()
  await close(steward)
  await tenant.stop()

  const again = await launch()
  await page.goto(again.url)
  await showHouseholds(page)
  await households.waitForRows()
  expect(await households.total()).toBe(20)
  await expect(frame(page).sync).toContainText(words.frame.offline)
  await expect(page.getByRole('main').getByText(words.frame.lastChecked).first()).toBeVisible()
  await households.rowAt(4).getByRole('link').first().click()
  await expect(record(page).title).toHaveText(title)
  for (const name of [
    words.lists.individuals,
    words.lists.entities,
    words.lists.valuations,
    words.lists.documents,
    words.lists.summaries,
    words.lists.users,
  ]) {
    await frame(page).navigation.getByRole('link', { name, exact: true }).click()
    await grid(page, name).waitForRows()
    await grid(page, name).rowAt(0).getByRole('link').first().click()
    await expect(record(page).lastChecked).toBeVisible()
  }
  expect(computer.openedAddresses()).toHaveLength(1)
})

test('a refusal is called that, and can be tried again @campaign', async ({
  page,
  browser,
  computer,
  launch,
  tenant,
}) => {
  await page.goto((await launch()).url)
  await describe(page, tenant)
  await decide(browser, computer, 'Deny')
  await expect(signIn(page).failure).toContainText('Access was denied')
})

test('a wrong secret is called that, before anything is saved and before a browser opens @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await page.goto((await launch()).url)
  await start(page).connectTenant.click()
  await connect(page).fillIn(firm(tenant, { clientSecret: 'not-the-secret' }), 'client')
  await expect(connect(page).failure).toContainText('The client ID or secret is wrong')
  await expect(connect(page).field(words.connect.clientSecret)).toHaveAttribute('aria-invalid', 'true')
  expect(computer.openedAddresses()).toEqual([])
})

test('a taken port is called that, and the browser is never opened @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  const squatter = createServer((_request, response) => response.end('mine'))
  await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve))
  const { port } = squatter.address() as AddressInfo
  await page.goto((await launch()).url)
  await describe(page, tenant, { redirectUri: `http://127.0.0.1:${port}/callback` })
  await expect(connect(page).failure).toContainText('The sign-in port is taken')
  expect(computer.openedAddresses()).toEqual([])
  squatter.close()
})

test('a sign-in server out of reach is called that, and can be tried again @campaign', async ({
  page,
  browser,
  computer,
  launch,
  tenant,
}) => {
  await page.goto((await launch()).url)
  await describe(page, tenant)
  await expect.poll(() => computer.openedAddresses().length).toBe(1)
  await control(tenant, 'fail', { fault: { kind: 'drop' }, path: '/oauth2/token', times: 20 })
  await decide(browser, computer, 'Authorize')
  await expect(signIn(page).failure).toContainText('The sign-in server cannot be reached')
  await control(tenant, 'reset')
  await page.getByRole('button', { name: words.buttons.tryAgain }).click()
  await expect.poll(() => computer.openedAddresses().length).toBe(2)
  await decide(browser, computer, 'Authorize')
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
})

test('sign-in can be cancelled while the browser is open @campaign', async ({ page, computer, launch, tenant }) => {
  await page.goto((await launch()).url)
  await describe(page, tenant)
  await expect.poll(() => computer.openedAddresses().length).toBe(1)
  await signIn(page).cancel.click()
  await expect(signIn(page).begin.or(signIn(page).failure)).toBeVisible()
})

test('each wrong field of a connection is named at the field, in its step @campaign', async ({
  page,
  launch,
  tenant,
}) => {
  await page.goto((await launch()).url)
  await start(page).connectTenant.click()
  const form = connect(page)
  await form.fillIn(firm(tenant, { baseUrl: 'http://firm.example.com' }), 'address')
  await expect(form.field(words.connect.serviceAddress)).toHaveAttribute('aria-invalid', 'true')
  await expect(form.field(words.connect.signInAddress)).not.toHaveAttribute('aria-invalid', 'true')
  await form.fillIn(firm(tenant, { redirectUri: 'https://elsewhere.example.com/' }))
  await expect(form.field(words.connect.redirectAddress)).toHaveAttribute('aria-invalid', 'true')
})

test('a service that refuses every token offers to sign in again, beside signing out, and the copy stays @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  await control(tenant, 'fail', { fault: { kind: 'status', status: 401 }, path: '^/api/', times: 1_000_000 })
  await frame(page).syncNow.click()
  await expect(frame(page).sync).toContainText(words.frame.notUpToDate)
  await expect(frame(page).sync.getByRole('link', { name: words.signIn.again })).toBeVisible()
  expect(await grid(page, words.lists.households).total()).toBe(20)

  await frame(page).connectionSwitcher.click()
  await expect(page.getByRole('menuitem', { name: words.frame.signOut })).toBeVisible()
  await page.getByRole('menuitem', { name: words.signIn.again }).click()
  await control(tenant, 'reset')
  await signIn(page).beginOrganization.click()
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await expect(frame(page).sync.getByRole('link', { name: words.signIn.again })).toBeHidden()
})
