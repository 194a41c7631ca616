import { readdir } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fetchEvents } from '../../../electron/documents/fetch-files.ts'

import { cleanUp, codeOf, content, folder, fromOf, makeFolder, ref, send, signal, world } from './support/fetching.ts'

beforeEach(makeFolder)
afterEach(cleanUp)

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

  it('is not cancelled once all of it is here: who leaves then gets it', async () => {
    const { fetch, held, contentOf } = await world((_, response) => send(response))
    const leaving = new AbortController()
    const { put } = held
    held.put = async (...file) => {
      leaving.abort()
      return put(...file)
    }
    expect(await fetch({ signal: leaving.signal })).toMatchObject({ size: content.length })
    expect((await contentOf(ref.id)).equals(content)).toBe(true)
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
