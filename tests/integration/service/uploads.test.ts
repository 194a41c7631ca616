import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import type { WriteFile } from '../../../electron/http/multipart.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import { startHttpsServer, type TestServer } from '../support/https-server.ts'
import { clientOf, signal } from './arrange-client.ts'

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown

const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function serve(handle: Handle): Promise<TestServer> {
  const server = await startHttpsServer(null, (request, response) => {
    void Promise.resolve(handle(request, response)).catch(() => {})
  })
  servers.push(server)
  return server
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const megabytes = (count: number) => randomBytes(count * 1024 * 1024)

/** Creates a source that counts how often it was opened, how much of it was read, and whether reading was stopped early. */
function fileOf(content: Uint8Array, more: Partial<WriteFile> = {}) {
  const told = { opened: 0, read: 0, left: 0, sent: [] as number[], ends: 0 }
  const file: WriteFile = {
    parts: { household_id: 'household_1', name: 'Deed', type: 'DEED' },
    name: 'deed.pdf',
    media_type: 'application/pdf',
    size: content.length,
    async *open() {
      told.opened += 1
      try {
        for (let at = 0; at < content.length; at += 1024 * 1024) {
          const piece = Uint8Array.from(content.subarray(at, at + 1024 * 1024))
          told.read += piece.length
          yield piece
          // Like the encrypted store: a chunk is no longer valid when the next one is requested.
          piece.buffer.transfer(0)
        }
      } finally {
        told.left += 1
      }
    },
    onProgress: (sent) => told.sent.push(sent),
    beforeEnd: async () => {
      told.ends += 1
    },
    ...more,
  }
  return { file, told, request: { method: 'POST', path: 'documents', body: null, file, signal } as const }
}

it('an upload sends the fields, and then the file, in a form whose length it knows', async () => {
  const seen: { headers: IncomingMessage['headers']; body: Buffer }[] = []
  const server = await serve(async (request, response) => {
    seen.push({ headers: request.headers, body: await bodyOf(request) })
    response.writeHead(201).end('{"id":"document_1"}')
  })
  const content = megabytes(5)
  const { request, told } = fileOf(content, { name: '“Ünï” "q" \r\n\\ \u202e🏛.pdf' })
  expect(await clientOf(server).client.send(request)).toMatchObject({ kind: 'answered', status: 201 })
  const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = seen
  expect(headers['content-length']).toBe(String(body.length))
  expect(headers['transfer-encoding']).toBeUndefined()
  expect(headers.authorization).toBe('Bearer token-1')
  const boundary = /^multipart\/form-data; boundary=([\w-]+)$/.exec(headers['content-type'] ?? '')?.[1] ?? ''
  const parts = body.toString('latin1').split(`--${boundary}`)
  const text = (part: string | undefined) => Buffer.from(part ?? '', 'latin1').toString()
  expect(parts.slice(1, 4).map(text)).toEqual([
    '\r\nContent-Disposition: form-data; name="household_id"\r\n\r\nhousehold_1\r\n',
    '\r\nContent-Disposition: form-data; name="name"\r\n\r\nDeed\r\n',
    '\r\nContent-Disposition: form-data; name="type"\r\n\r\nDEED\r\n',
  ])
  const [head = '', ...rest] = (parts[4] ?? '').split('\r\n\r\n')
  expect(text(head)).toBe(
    '\r\nContent-Disposition: form-data; name="file"; filename="“Ünï” %22q%22 %0D%0A\\ \u202e🏛.pdf"\r\n' +
      'Content-Type: application/pdf',
  )
  const sent = Buffer.from(rest.join('\r\n\r\n').slice(0, -2), 'latin1')
  expect(createHash('sha256').update(sent).digest('hex')).toBe(createHash('sha256').update(content).digest('hex'))
  expect(parts[5]).toBe('--\r\n')
  expect(told).toMatchObject({ opened: 1, left: 1, ends: 1 })
  expect(told.sent.at(-1)).toBe(content.length)
})

it('an upload renews the token once after a 401, and sends the file again from its first byte', async () => {
  const seen: [string | undefined, number][] = []
  const server = await serve(async (request, response) => {
    if (seen.length === 0) {
      seen.push([request.headers.authorization, 0])
      response.writeHead(401, { connection: 'close' }).end()
      return
    }
    seen.push([request.headers.authorization, (await bodyOf(request)).length])
    response.writeHead(201).end('{"id":"document_1"}')
  })
  const { request, told } = fileOf(megabytes(24))
  const { client, tokens } = clientOf(server)
  expect(await client.send(request)).toMatchObject({ kind: 'answered', status: 201 })
  expect(seen.map(([token]) => token)).toEqual(['Bearer token-1', 'Bearer token-2'])
  expect(tokens.replaced).toEqual(['token-1'])
  expect(told).toMatchObject({ opened: 2, left: 2, ends: 1 })
})

it.each([413, 422])('an upload reads a %i that comes before the file is through, and stops sending', async (status) => {
  const server = await serve(async (request, response) => {
    await once(request, 'readable')
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"message":"no"}')
  })
  const { request, told } = fileOf(megabytes(64))
  const outcome = await clientOf(server).client.send(request)
  expect(outcome).toMatchObject({ kind: 'answered', status })
  await expect.poll(() => told.left).toBe(1)
  expect(told).toMatchObject({ opened: 1, ends: 0 })
  expect(told.read).toBeLessThan(64 * 1024 * 1024)
})

it.each([301, 302, 303, 307, 308])(
  'an upload never follows a %i, which would carry the file elsewhere',
  async (status) => {
    let elsewhere = 0
    const other = await serve((_, response) => {
      elsewhere += 1
      response.end()
    })
    const server = await serve(async (request, response) => {
      await bodyOf(request)
      response.writeHead(status, { location: `${other.origin}/api/public/v1/documents` }).end()
    })
    const { request } = fileOf(megabytes(1))
    expect(await clientOf(server).client.send(request)).toMatchObject({ kind: 'answered', status })
    expect(elsewhere).toBe(0)
  },
)

it('an upload reads the file no faster than it is taken', async () => {
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  let begun = () => {}
  const beginning = new Promise<void>((resolve) => {
    begun = resolve
  })
  const server = await serve(async (request, response) => {
    begun()
    await gate
    await bodyOf(request)
    response.writeHead(201).end('{"id":"document_1"}')
  })
  const { request, told } = fileOf(megabytes(64))
  const sending = clientOf(server).client.send(request)
  await beginning
  let before = -1
  await expect
    .poll(
      () => {
        const isResting = told.read === before
        before = told.read
        return isResting
      },
      { interval: 100 },
    )
    .toBe(true)
  expect(told.read).toBeLessThan(32 * 1024 * 1024)
  go()
  expect(await sending).toMatchObject({ kind: 'answered', status: 201 })
})

it('an upload knows what was cut in the middle for lost, and that its last bytes never went out', async () => {
  const server = await serve(async (request) => {
    await once(request, 'readable')
    request.socket.destroy()
  })
  const { request, told } = fileOf(megabytes(64))
  expect(await clientOf(server).client.send(request)).toMatchObject({ kind: 'lost', error: expect.any(AppError) })
  await expect.poll(() => told.left).toBe(1)
  expect(told.ends).toBe(0)
})

it('an upload knows that nothing was sent where no server listens, without opening the file', async () => {
  const server = await startHttpsServer(null)
  await server.close()
  const { request, told } = fileOf(megabytes(1))
  expect(await clientOf(server).client.send(request)).toMatchObject({ kind: 'not-sent' })
  expect(told.opened).toBe(0)
})

it('an upload is lost when it is stopped on its way, and leaves its source', async () => {
  const stop = new AbortController()
  const server = await serve(async (request) => {
    await once(request, 'readable')
    stop.abort()
  })
  const { request, told } = fileOf(megabytes(64))
  const outcome = await clientOf(server).client.send({ ...request, signal: stop.signal })
  expect(outcome.kind).toBe('lost')
  await expect.poll(() => told.left).toBe(1)
  expect(told.ends).toBe(0)
})

it('an upload completes no form whose source fails, and says what the source said', async () => {
  const bodies: Promise<unknown>[] = []
  const server = await serve((request) => {
    bodies.push(bodyOf(request).catch(() => 'cut'))
  })
  const gone = new AppError('files/damaged', { message: 'It is damaged.', nextStep: 'Drop it again.' })
  const { request } = fileOf(megabytes(8), {
    async *open() {
      yield megabytes(4)
      throw gone
    },
  })
  expect(await clientOf(server).client.send(request)).toMatchObject({ error: { code: 'files/damaged' } })
  expect(await Promise.all(bodies)).toEqual(['cut'])
})
