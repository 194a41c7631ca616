import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type ProxyOptions, startHttpProxy } from '../doubles/proxy.ts'
import { type Identity, makeAuthority } from '../integration/http/support/made-up-certificates.ts'
import { connect } from './pages/connect.ts'
import { frame } from './pages/frame.ts'
import { start } from './pages/start.ts'
import { expect, test } from './support/fixtures.ts'
import type { Computer } from './support/steward.ts'
import { words } from './words.ts'

const authority = makeAuthority('Larch Test CA')
const emptyList = { data: [], page_info: { has_next_page: false }, total_count: 0 }

/** Starts an empty service whose host name only the proxy can resolve. */
async function startLarch(identity: Identity) {
  const server = createServer(identity, (request, response) => {
    response.setHeader('content-type', 'application/json')
    const isToken = request.url === '/oauth2/token'
    response.end(JSON.stringify(isToken ? { access_token: 'a', token_type: 'Bearer', expires_in: 3600 } : emptyList))
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `https://larch.test:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** Fills in the first step for the tenant, with its certificate authority. */
async function describe(page: Page, computer: Computer, origin: string): Promise<void> {
  const ca = join(computer.folder, 'larch-ca.pem')
  writeFileSync(ca, authority.pem)
  await start(page).connectTenant.click()
  await connect(page).fillIn({ ...typed(origin), ca }, 'address')
}

const typed = (origin: string) => ({
  ...{ name: 'Larch & Partners', baseUrl: origin, authUrl: origin },
  ...{ clientId: 'id', clientSecret: 'secret' },
})

test('behind a proxy that wants a password this is said, and where it lets Steward through everything works @campaign', async ({
  page,
  computer,
  launch,
}) => {
  const answers: ProxyOptions = {
    answer: (socket) =>
      void socket.end('HTTP/1.1 407 Who\r\nProxy-Authenticate: Negotiate\r\nContent-Length: 0\r\n\r\n'),
  }
  const proxy = await startHttpProxy(answers)
  const larch = await startLarch(authority.issue())
  computer.variables.HTTPS_PROXY = `http://127.0.0.1:${proxy.port}`
  await page.goto((await launch()).url)
  await describe(page, computer, larch.origin)
  await expect(connect(page).failure).toContainText('The proxy requires a password')
  await expect(connect(page).form).toContainText(`127.0.0.1:${proxy.port}`)

  delete answers.answer
  await connect(page).fillIn(typed(larch.origin))
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  expect(new Set(proxy.asked.map(({ target }) => `https://${target}`))).toEqual(new Set([larch.origin]))
  await larch.close()
  await proxy.close()
})

test('a certificate that expired says when, and what to look at @campaign', async ({ page, computer, launch }) => {
  const proxy = await startHttpProxy()
  const larch = await startLarch(authority.issue({ from: -30, to: -2 }))
  computer.variables.HTTPS_PROXY = `http://127.0.0.1:${proxy.port}`
  await page.goto((await launch()).url)
  await describe(page, computer, larch.origin)
  await expect(connect(page).form).toContainText(/The certificate of larch\.test expired on \w+ \d+, \d+/)
  await expect(connect(page).form).toContainText('date of this computer')
  await expect(connect(page).field(words.connect.serviceAddress)).toHaveAttribute('aria-invalid', 'true')
  await larch.close()
  await proxy.close()
})
