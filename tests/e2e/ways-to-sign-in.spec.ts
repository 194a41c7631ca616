import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SandboxProcess } from '../integration/support/sandbox-process.ts'
import { signIn } from './pages/connect.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { decide } from './support/browser-user.ts'
import { close, expect, test } from './support/fixtures.ts'
import { type Computer, secretsInKeyring } from './support/steward.ts'
import { showHouseholds } from './support/tenant.ts'
import { words } from './words.ts'

type Fields = Readonly<Record<string, string>>

/** Writes the file that a firm gives its advisors. */
function describe(computer: Computer, tenant: SandboxProcess, fields: Fields): string[] {
  const path = join(computer.folder, 'connection.json')
  const described = {
    name: 'Larch & Partners',
    base_url: tenant.baseUrl,
    auth_url: tenant.authUrl,
    client_id: tenant.clientId,
    ...(fields.token_auth === 'none' ? {} : { client_secret: tenant.clientSecret }),
    redirect_uri: 'http://127.0.0.1/callback',
    ca_file: tenant.caPath,
    ...fields,
  }
  writeFileSync(path, JSON.stringify(described))
  return ['--connection', path]
}

/** The names of the entries in the keyring, without the connection's id. */
const entriesOf = async (computer: Computer) => (await secretsInKeyring(computer)).map((name) => name.slice(33)).sort()

const storeKeys = ['ledger-key', 'mirror-key']

type Way = { name: string; options: string[]; fields: Fields; entries: string[]; personal: boolean }

const ways: readonly Way[] = [
  {
    name: 'a user, with the secret in the request’s body',
    options: ['--token-auth', 'post', '--discovery'],
    fields: { token_auth: 'post' },
    entries: ['client-secret', 'refresh-token'],
    personal: true,
  },
  {
    name: 'a user, with the secret in the request’s header',
    options: ['--token-auth', 'basic'],
    fields: { token_auth: 'basic' },
    entries: ['client-secret', 'refresh-token'],
    personal: true,
  },
  {
    name: 'a user, without a secret',
    options: ['--public-client'],
    fields: { token_auth: 'none' },
    entries: ['refresh-token'],
    personal: true,
  },
  {
    name: 'the organization',
    options: ['--token-auth', 'basic', '--discovery'],
    fields: { flow: 'client_credentials', token_auth: 'basic' },
    entries: ['client-secret', 'organization-sign-in'],
    personal: false,
  },
]

for (const { name, options, fields, entries, personal } of ways) {
  test.describe(`signing in as ${name}`, () => {
    test.use({ tenantOptions: options })

    test('reads everything, leaves only what it needs in the keyring, and lasts over a restart @campaign', async ({
      page,
      browser,
      computer,
      launch,
      tenant,
    }) => {
      const steward = await launch(describe(computer, tenant, fields))
      await page.goto(steward.url)
      if (personal) {
        await signIn(page).begin.click()
        await decide(browser, computer, 'Authorize')
      } else {
        await signIn(page).beginOrganization.click()
      }
      await expect(frame(page).sync).toContainText(words.frame.upToDate)
      await showHouseholds(page)
      await grid(page, words.lists.households).waitForRows()
      expect(await grid(page, words.lists.households).total()).toBe(20)
      await close(steward)
      expect(await entriesOf(computer)).toEqual([...storeKeys, ...entries].sort())

      const again = await launch()
      await page.goto(again.url)
      await frame(page).syncNow.click()
      await expect(frame(page).sync).toContainText(words.frame.upToDate)
      expect(computer.openedAddresses()).toHaveLength(personal ? 1 : 0)
    })
  })
}

test.describe('a sign-in server without refresh tokens', () => {
  test.use({ tenantOptions: ['--no-refresh', '--public-client', '--access-token-seconds', '3600'] })

  test('leaves the offline copy readable after a restart, and the screens say why a sign-in is needed @campaign', async ({
    page,
    browser,
    computer,
    launch,
    tenant,
  }) => {
    const steward = await launch(describe(computer, tenant, { token_auth: 'none' }))
    await page.goto(steward.url)
    await signIn(page).begin.click()
    await decide(browser, computer, 'Authorize')
    await expect(frame(page).sync).toContainText(words.frame.upToDate)
    await showHouseholds(page)
    await close(steward)
    expect(await entriesOf(computer)).toEqual([...storeKeys, 'unrenewable-sign-in'].sort())

    const again = await launch()
    await page.goto(again.url)
    await grid(page, words.lists.households).waitForRows()
    expect(await grid(page, words.lists.households).total()).toBe(20)
    await expect(page.getByText(words.signIn.noRefresh)).toContainText('every 60 minutes.')
    await page.getByRole('link', { name: words.signIn.organization, exact: true }).click()
    await expect(page.getByText(words.signIn.noRefresh)).toContainText('every 60 minutes.')
    await signIn(page).begin.click()
    await expect.poll(() => computer.openedAddresses().length).toBe(2)
    await decide(browser, computer, 'Authorize')
    await expect(frame(page).sync).toContainText(words.frame.upToDate)
    await expect(page.getByText(words.signIn.noRefresh)).toBeHidden()
  })
})
