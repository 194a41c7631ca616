import type { RequestListener } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { exchange } from '../../../electron/http/exchange.ts'
import { createHttpsAgent } from '../../../electron/http/https-agent.ts'
import { nameExchangeFailure } from '../../../electron/http/network-errors.ts'
import { streamAnswer } from '../../../electron/http/stream-answer.ts'
import { createServiceClient } from '../../../electron/service/create-service-client.ts'
import { createInstantClock } from '../../doubles/instant-clock.ts'
import { startHttpsServer } from '../support/https-server.ts'

// Tests the real limits in virtual time: the network is real, only timers are controlled by the test.

const ends: Array<() => unknown> = []

// For the whole file, since undici keeps using its timer.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterAll(() => {
  vi.useRealTimers()
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const { signal } = new AbortController()
const SECOND = 1_000

/** Returns the outcome of an exchange and the seconds it took, checked twice a second or less often. */
async function secondsUntilFailed(
  pending: Promise<unknown>,
  { mostSeconds = 200, stepMs = SECOND / 2 } = {},
): Promise<{ code: string; seconds: number }> {
  const outcome = { code: '' }
  pending.then(
    () => (outcome.code = 'answered'),
    (thrown: unknown) => (outcome.code = nameExchangeFailure(thrown).error.code),
  )
  let waited = 0
  for (; outcome.code === '' && waited < mostSeconds * SECOND; waited += stepMs) {
    await vi.advanceTimersByTimeAsync(stepMs)
    // Network activity that timers trigger happens in real time.
    for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate)
  }
  return { code: outcome.code, seconds: waited / SECOND }
}

function agentFor(caCertificate: string | null) {
  const dispatcher = createHttpsAgent({ caCertificate })
  ends.push(() => dispatcher.destroy())
  return dispatcher
}

async function serve(answer: RequestListener) {
  const arrived = Promise.withResolvers<void>()
  const server = await startHttpsServer(null, (request, response) => {
    answer(request, response)
    arrived.resolve()
  })
  ends.push(() => server.close())
  const asked = { dispatcher: agentFor(server.caPem), origin: server.origin, path: '/', headers: {}, signal }
  return { asked, arrived: arrived.promise }
}

it('a server that takes a connection and never finishes the handshake is given up after 10 seconds', async () => {
  const sockets: Socket[] = []
  const arrived = Promise.withResolvers<void>()
  const deaf = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    arrived.resolve()
  })
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => deaf.close(resolve))
  })
  const address = deaf.address()
  const port = typeof address === 'object' ? address?.port : 0
  const asked = { dispatcher: agentFor(null), origin: `https://127.0.0.1:${port}`, path: '/', headers: {}, signal }
  const pending = exchange({ ...asked, method: 'GET', maximumBytes: 1000, stalledMs: 30 * SECOND })
  pending.catch(() => {})
  await arrived.promise
  const { code, seconds } = await secondsUntilFailed(pending)
  expect(code).toBe('service/offline')
  expect(seconds).toBeGreaterThanOrEqual(9)
  expect(seconds).toBeLessThanOrEqual(12)
})

it('an answer that does not begin is given up after 30 seconds', async () => {
  const { asked, arrived } = await serve(() => {})
  const pending = exchange({ ...asked, method: 'GET', maximumBytes: 1000, stalledMs: 300 * SECOND })
  pending.catch(() => {})
  await arrived
  const { code, seconds } = await secondsUntilFailed(pending)
  expect(code).toBe('service/timed-out')
  expect(seconds).toBeGreaterThanOrEqual(28)
  expect(seconds).toBeLessThanOrEqual(33)
})

it('an answer that begins and then brings nothing is given up 30 seconds later', async () => {
  const { asked, arrived } = await serve((_, response) => void response.writeHead(200).write('{'))
  const pending = exchange({ ...asked, method: 'GET', maximumBytes: 1000, stalledMs: 300 * SECOND })
  pending.catch(() => {})
  await arrived
  const { code, seconds } = await secondsUntilFailed(pending)
  expect(code).toBe('service/timed-out')
  expect(seconds).toBeGreaterThanOrEqual(28)
  // Its headers took at most the allowed 30 seconds.
  expect(seconds).toBeLessThanOrEqual(63)
})

it('a download that begins and then brings nothing is given up after 60 seconds', async () => {
  const { asked } = await serve((_, response) => void response.writeHead(200, { 'content-length': 10 }).write('1'))
  const answer = await streamAnswer({ ...asked, idleMs: 60 * SECOND })
  const { code, seconds } = await secondsUntilFailed(
    (async () => {
      for await (const _ of answer.body);
    })(),
  )
  expect(code).toBe('service/timed-out')
  expect(seconds).toBeGreaterThanOrEqual(58)
  expect(seconds).toBeLessThanOrEqual(61)
})

it('a compressed download of which nothing can be unfolded is given up after half an hour, although it keeps coming', async () => {
  const empty = Buffer.alloc(2_000, gzipSync(''))
  const { asked } = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    const drip = setInterval(() => response.write(empty), 5 * SECOND)
    response.on('close', () => clearInterval(drip))
  })
  const { download } = createServiceClient({
    ...{ baseUrl: asked.origin, dispatcher: asked.dispatcher, clock: createInstantClock().clock },
    tokens: { current: async () => 'token', replace: async () => 'token' },
  })
  const { code, seconds } = await secondsUntilFailed(
    (async () => {
      const answer = await download({ kind: 'document', id: 'document_1', signal })
      for await (const _ of answer.body);
    })(),
    { mostSeconds: 2_000, stepMs: 5 * SECOND },
  )
  expect(code).toBe('files/too-large')
  expect(seconds).toBeGreaterThanOrEqual(1_795)
  expect(seconds).toBeLessThanOrEqual(1_810)
})

it('a file of which nothing can be sent any more is given up after 60 to 120 seconds', async () => {
  const { asked } = await serve(() => {})
  const body = {
    contentType: 'application/octet-stream',
    length: 2,
    async *open() {
      yield Buffer.from('1')
      await new Promise(() => {})
    },
  }
  const started = Promise.withResolvers<void>()
  const pending = exchange({
    ...asked,
    ...{ method: 'POST', body, headers: { 'content-length': '2' }, maximumBytes: 1000, stalledMs: 30 * SECOND },
    onFirstByte: started.resolve,
  })
  pending.catch(() => {})
  await started.promise
  const { code, seconds } = await secondsUntilFailed(pending)
  expect(code).toBe('service/timed-out')
  expect(seconds).toBeGreaterThanOrEqual(59)
  expect(seconds).toBeLessThanOrEqual(121)
})
