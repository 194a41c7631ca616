import { readdir, statfs } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createConnectionLimits } from '../../../electron/connections/connection-limits.ts'
import { createFileStore } from '../../../electron/documents/file-store.ts'
import type { Connection } from '../../../electron/tenants/connection.ts'
import { startHttpsServer, type TestServer } from '../support/https-server.ts'

import { cleanUp, codeOf, content, ends, folder, fromOf, makeFolder, send, signal, world } from './support/fetching.ts'

beforeEach(makeFolder)
afterEach(cleanUp)

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
