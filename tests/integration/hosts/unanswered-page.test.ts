import { readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { buildClientPage } from '../../doubles/build-client-page.ts'
import { launchChromium, openPage } from '../../doubles/headless-chromium.ts'

const folder = join(tmpdir(), `steward-unanswered-${process.pid}`)
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const launch = 'a'.repeat(43)

/** How many requests and sockets the server accepts without ever answering them, and all requests that it got. */
type Plan = { heldSessions: number; heldSockets: number; passes: unknown[] }

/** A server that serves the page and accepts every connection, but answers as planned only. */
async function startServer(plan: Plan): Promise<{ server: Server; sockets: WebSocketServer; origin: string }> {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url !== '/session') {
      const name = request.url === '/' || request.url === undefined ? '/index.html' : request.url
      const file = await readFile(join(folder, name)).catch(() => null)
      return response.writeHead(file ? 200 : 404, { 'content-type': types[extname(name)] ?? 'text/plain' }).end(file)
    }
    const chunks = await request.toArray()
    plan.passes.push(JSON.parse(Buffer.concat(chunks).toString()))
    if (plan.passes.length <= plan.heldSessions) return
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ token: 'token', resume: 'resume' }))
  }
  const server = createServer((request, response) => void respond(request, response))
  const sockets = new WebSocketServer({ server, path: '/ipc' })
  let proven = 0
  sockets.on('connection', (socket) =>
    socket.on('message', () => {
      proven += 1
      if (proven > plan.heldSockets) socket.send('{}')
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, sockets, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

describe('a page whose requests are accepted and never answered', () => {
  let browser: Browser
  let page: Page
  let stop: () => Promise<void>

  beforeAll(async () => {
    await buildClientPage(folder)
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser.close()
    await rm(folder, { recursive: true })
  })
  beforeEach(async () => {
    page = await openPage(browser)
    await page.clock.install()
  })
  afterEach(async () => {
    await page.close()
    await stop()
  })

  const open = async (held: Partial<Plan>): Promise<Plan> => {
    const plan: Plan = { heldSessions: 0, heldSockets: 0, passes: [], ...held }
    const { server, sockets, origin } = await startServer(plan)
    stop = async () => {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
    await page.goto(`${origin}/#launch=${launch}`)
    return plan
  }
  /** Lets the page's time limits pass until it is in this state: in small steps, since a request that is answered needs real time. */
  const becomes = (state: string) =>
    expect
      .poll(async () => {
        await page.clock.runFor(1_000)
        return page.locator('html').getAttribute('data-link')
      })
      .toBe(state)

  it('says so after three tries, and connects with the same link when it is loaded again', async () => {
    const plan = await open({ heldSessions: 3 })
    await becomes('unanswered')
    expect(await page.locator('html').getAttribute('data-failure')).toBe('unanswered')
    expect(plan.passes).toEqual([{ launch }, { launch }, { launch }])
    expect(new URL(page.url()).hash).toBe('')
    await page.evaluate(() => window.loadAgain())
    await becomes('ready')
    expect(plan.passes.at(-1)).toEqual({ launch })
    expect(new URL(page.url()).hash).toBe('')
  })

  it('sends a request again that was not answered in time', async () => {
    const plan = await open({ heldSessions: 1 })
    await becomes('ready')
    expect(plan.passes).toHaveLength(2)
  })

  it('opens another socket if the first stays open without an answer', async () => {
    const plan = await open({ heldSockets: 1 })
    await becomes('ready')
    expect(plan.passes).toHaveLength(1)
  })

  it('says so if no socket is answered', async () => {
    await open({ heldSockets: 3 })
    await becomes('unanswered')
  })
})
