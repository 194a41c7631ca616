import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createConnectionLimits } from '../../../electron/connections/connection-limits.ts'
import type { HeldEntry, HeldFiles } from '../../../electron/documents/connection-files.ts'
import { createFetcher, type Fetcher, type FileRecord, fetchEvents } from '../../../electron/documents/fetch-files.ts'
import type { NewSealedFile } from '../../../electron/documents/file-store.ts'
import { createFileStore } from '../../../electron/documents/file-store.ts'
import { createHttpsAgent } from '../../../electron/http/https-agent.ts'
import { createServiceClient } from '../../../electron/service/create-service-client.ts'
import type { Connection } from '../../../electron/tenants/connection.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import { createInstantClock } from '../../doubles/instant-clock.ts'
import { startHttpsServer, type TestServer } from '../support/https-server.ts'

type Handle = (request: IncomingMessage, response: ServerResponse, count: number) => unknown
type Held = Pick<HeldFiles, 'store' | 'put' | 'confirm' | 'get' | 'touch'>

const ref = { kind: 'document', id: 'document_1' } as const
const { signal } = new AbortController()
const ends: (() => Promise<unknown>)[] = []
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-fetch-'))
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
  await rm(folder, { recursive: true, force: true })
})

/** Creates held files with their rows in memory, over a real store. */
function createHeld() {
  const entries = new Map<string, HeldEntry>()
  const files = new Map<string, NewSealedFile>()
  const store = createFileStore(folder, { isDurable: false })
  const held: Held = {
    store,
    async put({ kind, id }, file, { name, etag, recordUpdatedAt }) {
      const { size, sha256 } = file
      const said = {
        media_type: 'application/octet-stream',
        preview: 'none',
        openable: false,
        not_openable: 'kind',
      } as const
      const at = '2026-01-01T00:00:00.000Z'
      const stamps = { held_at: at, usedAt: at, record_updated_at: recordUpdatedAt }
      const entry: HeldEntry = { kind, id, name, size, sha256, ...said, ...stamps, etag }
      entries.set(id, entry)
      files.set(id, file)
      return entry
    },
    async confirm({ id }, { recordUpdatedAt }) {
      const entry = entries.get(id)
      if (!entry) return null
      entries.set(id, { ...entry, record_updated_at: recordUpdatedAt })
      return entries.get(id) ?? null
    },
    get: async ({ id }) => entries.get(id) ?? null,
    touch: async () => {},
  }
  const contentOf = async (id: string) => {
    const file = files.get(id)
    const pieces: Uint8Array[] = []
    if (file) for await (const piece of store.read(file)) pieces.push(piece)
    return Buffer.concat(pieces)
  }
  return { held: held as HeldFiles, contentOf }
}

type Seen = { path: string; headers: IncomingMessage['headers'] }

type Bounds = { fileBytes?: number; room?: () => number; refuseAddress?: (url: URL) => void }

async function world(handle: Handle, { fileBytes, room, refuseAddress }: Bounds = {}) {
  const seen: Seen[] = []
  const server = await startHttpsServer(null, (request, response) => {
    seen.push({ path: request.url ?? '', headers: request.headers })
    void Promise.resolve(handle(request, response, seen.length)).catch(() => {})
  })
  ends.push(() => server.close())
  const dispatcher = createHttpsAgent({ caCertificate: server.caPem })
  ends.push(() => dispatcher.destroy())
  const { clock } = createInstantClock()
  let tokens = 1
  const service = createServiceClient({
    baseUrl: server.origin,
    dispatcher,
    clock,
    tokens: {
      current: async () => `token-${tokens}`,
      replace: async () => `token-${++tokens}`,
    },
    ...(fileBytes === undefined ? {} : { limits: { fileBytes } }),
    ...(refuseAddress === undefined ? {} : { refuseAddress }),
  })
  const { held, contentOf } = createHeld()
  if (room !== undefined) held.store.room = async () => room()
  const record: { now: FileRecord | null } = { now: { name: 'The deed', updatedAt: '2026-01-01' } }
  const fetcher = createFetcher({ held, download: service.download, recordOf: async () => record.now, clock })
  ends.push(() => fetcher.close())
  const fetch = (more: Partial<Parameters<Fetcher['fetch']>[1]> = {}) =>
    fetcher.fetch(ref, { refresh: false, signal, ...more })
  return { server, seen, service, fetcher, fetch, record, contentOf }
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const thrown = await promise.then(
    () => null,
    (error: unknown) => error,
  )
  return thrown instanceof AppError ? thrown.code : String(thrown)
}

const content = randomBytes(3_500_000)

/** Sends the file from the requested position, or half of that and then nothing. */
function send(response: ServerResponse, { from = 0, cut = false, headers = {}, whole = content } = {}) {
  const rest = whole.subarray(from)
  const range = from > 0 ? { 'content-range': `bytes ${from}-${whole.length - 1}/${whole.length}` } : {}
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': rest.length, etag: '"one"', ...range, ...headers })
  if (!cut) return void response.end(rest)
  response.write(rest.subarray(0, Math.floor(rest.length / 2)), () => setImmediate(() => response.destroy()))
}
const fromOf = ({ headers }: IncomingMessage) => Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)

describe('a file', () => {
  it('is held as it came, under the name the service gives it', async () => {
    const header = `attachment; filename="deed.pdf"; filename*=UTF-8''..%2F%E2%82%AC%20deed.pdf`
    const { fetch, contentOf, seen } = await world((_, response) =>
      send(response, { headers: { 'content-disposition': header } }),
    )
    const told: [number, number | null][] = []
    const file = await fetch({ onProgress: (...progress) => told.push(progress) })
    expect(file).toMatchObject({ name: '€ deed.pdf', size: content.length, etag: '"one"' })
    expect((await contentOf(ref.id)).equals(content)).toBe(true)
    expect(told[0]).toEqual([0, content.length])
    expect(told.at(-1)).toEqual([content.length, content.length])
    expect(seen[0]).toMatchObject({
      path: '/api/public/v1/documents/document_1/download',
      headers: { authorization: 'Bearer token-1', 'accept-encoding': 'identity' },
    })
  })

  it('is called as its record is where the service gives no name, and may be compressed on the way or empty', async () => {
    const { fetch, contentOf } = await world((_, response, count) =>
      count === 1
        ? response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(content))
        : response.writeHead(200).end(),
    )
    expect(await fetch()).toMatchObject({ name: 'The deed', size: content.length, etag: null })
    expect((await contentOf(ref.id)).equals(content)).toBe(true)
    expect(await fetch({ refresh: true })).toMatchObject({ size: 0 })
  })

  it('that a cache gave from before its record changed is asked for again the next time, also if the cache confirms it', async () => {
    const { fetch, seen, record } = await world(({ headers }, response, count) => {
      const cached = count < 4 ? { age: '86400', date: 'Thu, 01 Jan 2026 12:00:00 GMT' } : {}
      if (headers['if-none-match'] !== undefined) return response.writeHead(304, cached).end()
      return send(response, { headers: { etag: '"one"', ...cached } })
    })
    record.now = { name: 'The deed', updatedAt: '2026-01-01T11:00:00Z' }
    expect(await fetch()).toMatchObject({ record_updated_at: '2026-01-01T11:00:00Z' })
    await fetch()
    expect(seen).toHaveLength(1)
    record.now = { name: 'The deed', updatedAt: '2026-01-02T08:00:00Z' }
    await fetch()
    await fetch()
    expect(seen).toHaveLength(3)
    // The service itself answers again.
    expect(await fetch()).toMatchObject({ record_updated_at: '2026-01-02T08:00:00Z' })
    await fetch()
    expect(seen).toHaveLength(4)
  })

  it('is not called missing, nor compared, on the strength of a copy of a cache', async () => {
    const old = { age: '86400' }
    const { fetch, service } = await world((_, response, count) =>
      count === 1 ? response.writeHead(404, old).end() : send(response, { headers: old }),
    )
    expect(await codeOf(fetch())).toBe('service/not-modified')
    await expect(service.digestOf('document_1', signal)).rejects.toMatchObject({ code: 'service/not-modified' })
  })

  it('of a summary is its PDF', async () => {
    const { fetcher, seen } = await world((_, response) => send(response))
    await fetcher.fetch({ kind: 'summary', id: 'document_summary_1' }, { refresh: false, signal })
    expect(seen[0]?.path).toBe('/api/public/v1/document-summaries/document_summary_1/download?format=pdf')
  })

  it('is asked for again only when its record changed, and comes again only when it is another one', async () => {
    const { fetch, seen, record } = await world(({ headers }, response, count) => {
      if (headers['if-none-match'] === '"one"' && count < 3) return response.writeHead(304).end()
      return send(response, count < 3 ? {} : { headers: { etag: '"two"' }, whole: content.subarray(1) })
    })
    await fetch()
    await fetch()
    expect(seen).toHaveLength(1)
    record.now = { name: 'The deed', updatedAt: '2026-01-02' }
    expect(await fetch()).toMatchObject({ etag: '"one"', record_updated_at: '2026-01-02' })
    await fetch()
    expect(seen).toHaveLength(2)
    record.now = { name: 'The deed', updatedAt: '2026-01-03' }
    expect(await fetch()).toMatchObject({ etag: '"two"', size: content.length - 1 })
    expect(seen).toHaveLength(3)
  })

  it('is downloaded once for all who ask, and for nobody when the last of them left', async () => {
    const gates: (() => void)[] = []
    const { fetch, seen } = await world(async (_, response) => {
      response.writeHead(200, { 'content-length': content.length })
      response.write(content.subarray(0, 1_000_000))
      await new Promise<void>((resolve) => gates.push(resolve))
      response.end(content.subarray(1_000_000))
    })
    const [first, second] = [new AbortController(), new AbortController()]
    const both = [fetch({ signal: first.signal }), fetch({ signal: second.signal })].map(codeOf)
    await expect.poll(() => gates.length).toBe(1)
    first.abort()
    expect(await both[0]).toBe('files/cancelled')
    const third = fetch()
    second.abort()
    expect(await both[1]).toBe('files/cancelled')
    for (const open of gates) open()
    expect((await third).size).toBe(content.length)
    expect(seen).toHaveLength(1)
    const last = new AbortController()
    const left = codeOf(fetch({ refresh: true, signal: last.signal }))
    await expect.poll(() => gates.length).toBe(2)
    last.abort()
    expect(await left).toBe('files/cancelled')
    // The file held before is still there, and there is nothing else.
    await expect.poll(async () => (await readdir(folder)).length).toBe(1)
  })

  it('is told of as it comes, and at its end', async () => {
    const { fetcher } = await world((_, response) => send(response))
    const events = []
    for await (const event of fetchEvents(fetcher, ref, { refresh: false, signal })) events.push(event)
    expect(events[0]).toMatchObject({ total: content.length, file: null })
    expect(events.at(-1)).toMatchObject({
      received: content.length,
      total: content.length,
      file: { name: 'The deed', size: content.length },
    })
    expect(Object.keys(events.at(-1)?.file ?? {})).not.toContain('etag')
  })
})

describe('a file that is cut off', () => {
  it('goes on where it was, if it is still the same', async () => {
    const { fetch, seen, contentOf } = await world((request, response, count) =>
      send(response, { from: fromOf(request), cut: count < 3 }),
    )
    await fetch()
    expect((await contentOf(ref.id)).equals(content)).toBe(true)
    expect(seen.map(({ headers }) => [headers.range !== undefined, headers['if-range']])).toEqual([
      [false, undefined],
      [true, '"one"'],
      [true, '"one"'],
    ])
  })

  it.each([
    ['the service sends all of it', (_: number, response: ServerResponse) => send(response)],
    [
      'it is another one by now',
      (_: number, response: ServerResponse) => send(response, { headers: { etag: '"two"' } }),
    ],
    [
      'the rest is of another one',
      (from: number, response: ServerResponse, count: number) =>
        count === 2
          ? send(response, { from, headers: { etag: '"two"' } })
          : send(response, { headers: { etag: '"two"' } }),
    ],
    [
      'the rest begins elsewhere',
      (from: number, response: ServerResponse, count: number) =>
        count === 2 ? send(response, { from: from - 1 }) : send(response),
    ],
    [
      'there is no rest',
      (_: number, response: ServerResponse, count: number) =>
        count === 2 ? response.writeHead(416).end() : send(response),
    ],
  ])('begins again when %s', async (_, answer) => {
    const { fetch, contentOf } = await world((request, response, count) =>
      count === 1 ? send(response, { cut: true }) : answer(fromOf(request), response, count),
    )
    await fetch()
    expect((await contentOf(ref.id)).equals(content)).toBe(true)
    expect(await readdir(folder)).toHaveLength(1)
  })

  it.each([
    ['a weak tag', { etag: 'W/"one"' }],
    ['no ranges', { 'accept-ranges': 'none' }],
  ])('begins again where the service has %s', async (_, headers) => {
    const { fetch, seen } = await world((_request, response, count) => send(response, { cut: count === 1, headers }))
    await fetch()
    expect(seen[1]?.headers.range).toBeUndefined()
  })

  it('goes on as long as each time brings more of it', async () => {
    const { fetch, seen, contentOf } = await world((request, response, count) =>
      send(response, { from: fromOf(request), cut: count < 7 }),
    )
    await fetch()
    expect(seen).toHaveLength(7)
    expect((await contentOf(ref.id)).equals(content)).toBe(true)
  })

  it('is not what is said of an answer with a part that nobody asked for', async () => {
    const { fetch } = await world((_, response) => response.writeHead(206).end(content))
    expect(await codeOf(fetch())).toBe('service/failed')
    expect(await readdir(folder)).toEqual([])
  })

  it('is given up after a few times that brought nothing, and leaves nothing', async () => {
    const { fetch, seen } = await world((_, response) => response.destroy())
    expect(await codeOf(fetch())).toBe('service/offline')
    expect(seen).toHaveLength(3)
    expect(await readdir(folder)).toEqual([])
  })

  it('of which less comes than the service said is not held', async () => {
    const { fetch } = await world((_, response) => {
      response.writeHead(200, { 'content-length': content.length + 1 })
      response.write(content, () => response.socket?.end())
    })
    expect(await codeOf(fetch())).toBe('service/truncated')
    expect(await readdir(folder)).toEqual([])
  })
})

describe('a redirect', () => {
  /** The same server under another host name is another origin. */
  const elsewhere = (server: TestServer) => server.origin.replace('127.0.0.1', 'localhost')

  it('is followed once, to another origin without the token', async () => {
    const made = await world((request, response) =>
      request.url?.startsWith('/signed')
        ? send(response)
        : response.writeHead(302, { location: `${elsewhere(made.server)}/signed?key=1` }).end(),
    )
    expect(await made.fetch()).toMatchObject({ size: content.length })
    expect(made.seen[1]).toMatchObject({ path: '/signed?key=1' })
    expect(made.seen[1]?.headers.authorization).toBeUndefined()
    expect(made.seen[1]?.headers.cookie).toBeUndefined()
  })

  it('is not followed twice', async () => {
    const made = await world((_, response) =>
      response.writeHead(307, { location: `${elsewhere(made.server)}/signed` }).end(),
    )
    expect(await codeOf(made.fetch())).toBe('service/redirected')
    expect(made.seen).toHaveLength(2)
  })

  it.each(['http://localhost/file', 'file:///etc/passwd', 'https://user:secret@localhost/', 'https://', ''])(
    'to %s is not followed',
    async (location) => {
      const { fetch, seen } = await world((_, response) => response.writeHead(302, { location }).end())
      expect(await codeOf(fetch())).toBe('service/redirected')
      expect(seen).toHaveLength(1)
    },
  )
})

describe('a redirect under a firm’s policy', () => {
  const refuse = (allowed: string[], base_url: string) => {
    const connection = { kind: 'tenant', base_url, read_only: false } as const
    const policy = { allowed_base_urls: [base_url, ...allowed] }
    return createConnectionLimits(
      () => connection as Connection,
      () => policy,
    ).refuseRedirect
  }

  it('contacts no address that is not allowed, and names its host', async () => {
    const other = await startHttpsServer((_, response) => response.end('a file'))
    ends.push(() => other.close())
    const rules = { refuse: (_: URL) => {} }
    const { fetch, server, seen } = await world(
      (_, response) => response.writeHead(302, { location: `${other.origin}/signed?key=1` }).end(),
      { refuseAddress: (url) => rules.refuse(url) },
    )
    rules.refuse = refuse([], server.origin)
    await expect(fetch()).rejects.toMatchObject({
      code: 'policy/address-not-allowed',
      message: expect.stringContaining(new URL(other.origin).host),
    })
    expect(other.seen).toEqual([])
    expect(seen).toHaveLength(1)
    expect(await readdir(folder)).toEqual([])
  })

  it('is followed to the service itself, and to what the firm allows as well', async () => {
    const rules = { refuse: (_: URL) => {} }
    const made = await world(
      (request, response) =>
        request.url?.startsWith('/signed')
          ? send(response)
          : response.writeHead(302, { location: `${made.server.origin}/signed` }).end(),
      { refuseAddress: (url) => rules.refuse(url) },
    )
    rules.refuse = refuse([], made.server.origin)
    expect(await made.fetch()).toMatchObject({ size: content.length })
    rules.refuse = refuse([`${made.server.origin}/signed`], `${made.server.origin}/service`)
    expect(await made.fetch({ refresh: true })).toMatchObject({ size: content.length })
    rules.refuse = refuse([`${made.server.origin}/sign`], `${made.server.origin}/service`)
    expect(await codeOf(made.fetch({ refresh: true }))).toBe('policy/address-not-allowed')
  })
})

describe('a download has limits', () => {
  const small = content.subarray(0, 1_000_000)

  it.each([
    ['says its size', (response: ServerResponse) => send(response, { whole: small })],
    ['does not say its size', (response: ServerResponse) => response.writeHead(200).end(small)],
    [
      'is compressed',
      (response: ServerResponse) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(small)),
    ],
  ])('of size, whether the service %s or not', async (_, answer) => {
    const { fetch, seen, service } = await world((_request, response) => answer(response), { fileBytes: 900_000 })
    await expect(fetch()).rejects.toMatchObject({
      code: 'files/too-large',
      message: 'The file is larger than 900 kB, the most that Steward downloads.',
    })
    expect(seen).toHaveLength(1)
    expect(await readdir(folder)).toEqual([])
    await expect(service.digestOf('document_1', signal)).rejects.toMatchObject({ code: 'files/too-large' })
  })

  it('of size, also where a cut download goes on', async () => {
    const { fetch } = await world(
      (request, response, count) => {
        const from = fromOf(request)
        if (count === 1) return send(response, { whole: small.subarray(0, 800_000), cut: true })
        // The rest is longer than the service had said.
        const range = `bytes ${from}-999999/*`
        response.writeHead(206, { etag: '"one"', 'content-range': range, 'content-length': 1_000_000 - from })
        return response.end(small.subarray(from))
      },
      { fileBytes: 900_000 },
    )
    expect(await codeOf(fetch())).toBe('files/too-large')
    expect(await readdir(folder)).toEqual([])
  })

  it('of growth: half a megabyte that unfolds to half a gigabyte is not written', async () => {
    // A gzip file may consist of several.
    const unfolding = Buffer.concat(Array(32).fill(gzipSync(Buffer.alloc(16 * 1024 * 1024))))
    expect(unfolding.length).toBeLessThan(600_000)
    const told: number[] = []
    const { fetch } = await world((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(unfolding),
    )
    await expect(fetch({ onProgress: (received) => told.push(received) })).rejects.toMatchObject({
      code: 'files/too-large',
      message: expect.stringContaining('more than 100 times'),
    })
    expect(Math.max(...told)).toBeLessThanOrEqual(64 * 1024 * 1024)
    expect(await readdir(folder)).toEqual([])
  })

  const emptyMembers = (bytes: number) => Buffer.alloc(bytes - (bytes % gzipSync('').length), gzipSync(''))
  it.each([
    ['unfolds to nothing', 'gzip', emptyMembers(80 * 1024 * 1024), 'less than was received'],
    ['unfolds to nothing, twice', 'gzip, gzip', gzipSync(emptyMembers(48 * 1024 * 1024)), 'less than was received'],
    ['is compressed 40 times over', Array(40).fill('gzip').join(','), gzipSync(small), '40 times over'],
  ])('of what is taken in: a compressed file that %s is refused', async (_what, coding, body, words) => {
    const { fetch, service } = await world((_, response) => {
      response.on('error', () => {})
      response.writeHead(200, { 'content-encoding': coding }).end(body)
    })
    await expect(fetch()).rejects.toMatchObject({ code: 'files/too-large', message: expect.stringContaining(words) })
    expect(await readdir(folder)).toEqual([])
    await expect(service.digestOf('document_1', signal)).rejects.toMatchObject({ code: 'files/too-large' })
  })

  it('and none for one that is compressed twice, without growing much', async () => {
    const { fetch } = await world((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip, br' }).end(brotliCompressSync(gzipSync(content))),
    )
    expect(await fetch()).toMatchObject({ size: content.length })
  })

  it('of the disk’s free space, before the first byte where the size is known', async () => {
    const { fetch } = await world((_, response) => send(response), { room: () => 2_000_000 })
    await expect(fetch()).rejects.toMatchObject({
      code: 'files/disk-full',
      message: 'This file has 3.5 MB, and 2 MB are free for it on this disk.',
    })
    expect(await readdir(folder)).toEqual([])
  })

  it('of the disk’s free space, while it comes where the size is not known', async () => {
    const told: number[] = []
    const { fetch } = await world((_, response) => response.writeHead(200).end(content), { room: () => 2_000_000 })
    expect(await codeOf(fetch({ onProgress: (received) => told.push(received) }))).toBe('files/disk-full')
    expect(Math.max(...told)).toBeLessThanOrEqual(2_000_000)
    expect(await readdir(folder)).toEqual([])
  })

  it('and leaves a share of the disk free for everything else that Steward writes', async () => {
    const { bavail, bsize } = await statfs(folder)
    const room = await createFileStore(folder).room()
    expect(room).toBeLessThan(bavail * bsize)
    expect(room).toBeGreaterThanOrEqual(0)
  })
})

describe('a download that is refused', () => {
  it('by a 401 is asked for once more with another token', async () => {
    const { fetch, seen } = await world(({ headers }, response) =>
      headers.authorization === 'Bearer token-2' ? send(response) : response.writeHead(401).end(),
    )
    await fetch()
    expect(seen).toHaveLength(2)
  })

  it.each([
    [401, 'service/unauthorized'],
    [403, 'service/forbidden'],
    [404, 'service/not-found'],
    [410, 'service/not-found'],
    [429, 'service/rate-limited'],
    [500, 'service/failed'],
  ])('by a %i says so', async (status, code) => {
    const list = '{"data":[],"page_info":{"has_next_page":false,"end_cursor":null},"total_count":0}'
    const { fetch } = await world((request, response) =>
      request.url?.includes('/documents?') ? response.end(list) : response.writeHead(status).end('{"message":"no"}'),
    )
    expect(await codeOf(fetch())).toBe(code)
    expect(await readdir(folder)).toEqual([])
  })

  it('by a 404 that its list answers as well says nothing about the file', async () => {
    const { fetch } = await world((_, response) => response.writeHead(404).end('<html>nginx</html>'))
    expect(await codeOf(fetch())).toBe('service/failed')
  })

  it('because the document is only here asks nobody', async () => {
    const { fetcher, seen } = await world((_, response) => send(response))
    const local = { kind: 'document', id: 'document_local_00000000-0000-4000-8000-000000000001' } as const
    expect(await codeOf(fetcher.fetch(local, { refresh: false, signal }))).toBe('files/not-held')
    expect(seen).toHaveLength(0)
  })
})
