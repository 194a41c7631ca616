import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { frame } from './pages/frame.ts'
import { test as base, expect } from './support/fixtures.ts'
import { copyUserData, type Steward, startSteward } from './support/steward.ts'
import { words } from './words.ts'

/** Always runs the browser shell, whichever shell the other specs test. */
const test = base.extend<{ steward: Steward }>({
  steward: async ({ computer, explored }, use) => {
    copyUserData(explored, computer)
    const steward = await startSteward(computer, ['--demo'])
    await use(steward)
    await steward.stop()
  },
})

/** Returns the new address that Steward prints when a used link was opened. */
async function freshAddress(steward: Steward): Promise<string> {
  const addresses = () => steward.output().match(/http:\/\/\S+#launch=\S+/g) ?? []
  await expect.poll(() => addresses().length).toBeGreaterThan(1)
  return addresses().at(-1) ?? ''
}

test('a fresh address pasted into a tab whose link was used opens Steward there @campaign', async ({
  page,
  steward,
}) => {
  const first = await page.context().newPage()
  await first.goto(steward.url)
  await expect(frame(first).sync).toBeVisible()
  await page.goto(steward.url)
  const lost = page.getByRole('heading', { name: 'This link was used or has expired' })
  await expect(lost).toBeVisible()
  // A used address that is pasted again changes nothing.
  await page.goto(`${new URL(steward.url).origin}/#launch=spent`)
  await expect(lost).toBeVisible()
  await page.goto(await freshAddress(steward))
  await expect(frame(page).sync).toBeVisible()
  expect(page.url()).not.toContain('launch')
})

test('a running page whose session was ended is let in again without being loaded @campaign', async ({
  page,
  steward,
}) => {
  await page.goto(steward.url)
  await expect(frame(page).sync).toBeVisible()
  await page.evaluate(() => document.documentElement.setAttribute('data-kept', 'here'))
  const other = await page.context().newPage()
  await other.goto(steward.url)
  const banner = page.getByRole('alert').filter({ hasText: 'This link was used or has expired' })
  await expect(banner).toBeVisible()
  const fresh = new URL(await freshAddress(steward))
  await page.goto(`${page.url().replace(/#.*$/, '')}${fresh.hash}`)
  await expect(banner).toBeHidden()
  await expect(page.locator('html[data-kept="here"]')).toBeAttached()
  await page.getByRole('link', { name: words.lists.households }).first().click()
  await expect(page.getByRole('grid')).toBeVisible()
})

test('a page whose first request and first socket are cut by a slow computer connects all the same', async ({
  page,
  steward,
}) => {
  let sockets = 0
  await page.routeWebSocket(/\/ipc$/, (socket) => {
    sockets += 1
    if (sockets > 1) socket.connectToServer()
    else socket.onMessage(() => socket.close())
  })
  let requests = 0
  await page.route('**/session', (route) => {
    requests += 1
    return requests > 1 ? route.continue() : route.abort('connectionreset')
  })
  await page.goto(steward.url)
  await expect(frame(page).sync).toBeVisible()
  expect({ requests, sockets }).toEqual({ requests: 2, sockets: 2 })
})

test('a page without the code of its screens, or that waits for its session, says so and goes on @campaign', async ({
  page,
  steward,
}) => {
  await page.route(/start-app-.*\.js$/, (route) => route.abort('connectionreset'))
  await page.goto(steward.url)
  await expect(page.getByRole('heading', { name: 'The screens of Steward could not be loaded' })).toBeVisible()
  await page.unrouteAll()
  const held = Promise.withResolvers<void>()
  await page.route('**/session', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Waiting for Steward…' })).toBeVisible()
  held.resolve()
  await expect(page.getByRole('link', { name: 'Demo firm' })).toBeVisible()
})

base(
  'without a keychain a restart says why the client secret is asked for @campaign',
  async ({ page, computer, tenant }) => {
    const path = join(computer.folder, 'connection.json')
    const described = {
      name: 'Larch & Partners',
      base_url: tenant.baseUrl,
      auth_url: tenant.authUrl,
      client_id: tenant.clientId,
      client_secret: tenant.clientSecret,
      flow: 'client_credentials',
      ca_file: tenant.caPath,
    }
    writeFileSync(path, JSON.stringify(described))
    const imported = await startSteward(computer, ['--connection', path], { keyring: null })
    await imported.stop()
    const again = await startSteward(computer, [], { keyring: null })
    try {
      await page.goto(again.url)
      await expect(page.getByText('without a keychain it is kept in memory only, until Steward closes')).toBeVisible()
      await expect(page.getByText('came without its client secret')).toBeHidden()
      await page.getByLabel(words.connect.clientSecret).last().fill(tenant.clientSecret)
      await page.getByRole('button', { name: words.connect.save }).click()
      await expect(frame(page).sync).toBeVisible()
    } finally {
      await again.stop()
    }
  },
)

test('a page that is loaded again before its session was answered opens Steward all the same @campaign', async ({
  page,
  steward,
}) => {
  await page.goto(steward.url)
  await expect(frame(page).sync).toBeVisible()
  // The first page after this asks for its session, and never sees the answer.
  await page.addInitScript(() => {
    if (sessionStorage.getItem('test.held') !== null) return
    sessionStorage.setItem('test.held', '')
    const { fetch } = window
    window.fetch = async (input, init) => {
      const answer = await fetch(input, init)
      if (input !== '/session') return answer
      document.documentElement.setAttribute('data-answered', `${answer.status}`)
      return new Promise<Response>(() => {})
    }
  })
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html[data-answered="200"]')).toBeAttached()
  await page.reload()
  await expect(frame(page).sync).toBeVisible()
})
