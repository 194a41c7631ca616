import { afterEach, expect, it } from 'vitest'
import { createHttpsAgent } from '../../../electron/http/https-agent.ts'
import { createServiceClient } from '../../../electron/service/create-service-client.ts'
import { createInstantClock } from '../../doubles/instant-clock.ts'
import { sendJson, startHttpsServer } from '../support/https-server.ts'

const pages = 12
const ends: Array<() => Promise<void>> = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/**
 * Walks a list of twelve pages; the first token expires before page `at`. `refuses` tells which tokens the service rejects from
 * then on.
 */
async function walk(at: number, refuses: (token: string) => boolean) {
  const server = await startHttpsServer((request, response) => {
    const page = Number(new URL(request.path, 'https://x').searchParams.get('after') ?? 0)
    const token = String(request.headers.authorization).slice('Bearer '.length)
    if (page >= at && refuses(token)) return sendJson(response, {}, 401)
    const isLast = page === pages - 1
    const info = isLast ? { has_next_page: false } : { has_next_page: true, end_cursor: String(page + 1) }
    sendJson(response, { data: [{ id: `r${page}` }], page_info: info, total_count: pages })
  })
  const dispatcher = createHttpsAgent({ caCertificate: server.caPem })
  const replaced: string[] = []
  let token = 'token-0'
  const client = createServiceClient({
    baseUrl: server.origin,
    dispatcher,
    clock: createInstantClock().clock,
    tokens: {
      current: async () => token,
      async replace(rejected) {
        replaced.push(rejected)
        token = `token-${replaced.length}`
        return token
      },
    },
  })
  ends.push(async () => {
    await client.close()
    await dispatcher.destroy()
    await server.close()
  })
  const { signal } = new AbortController()
  const walked = client.listAll({ resource: 'users', query: {}, signal }).then(
    ({ records }) => records.map((record) => (record as { id: string }).id),
    (error: { code: string }) => error.code,
  )
  return { outcome: await walked, replaced, requests: server.seen.length }
}

const indexes = Array.from({ length: pages }, (_, at) => at)

it.each(indexes)('a token that ends before page %i is renewed once, and the list is whole', async (at) => {
  const { outcome, replaced, requests } = await walk(at, (token) => token === 'token-0')
  expect(outcome).toEqual(indexes.map((page) => `r${page}`))
  expect(replaced).toEqual(['token-0'])
  expect(requests).toBe(pages + 1)
})

it.each(indexes)('where no token serves from page %i on, one more is tried and no other', async (at) => {
  const { outcome, replaced, requests } = await walk(at, () => true)
  expect(outcome).toBe('service/unauthorized')
  expect(replaced).toHaveLength(1)
  expect(requests).toBe(at + 2)
})
