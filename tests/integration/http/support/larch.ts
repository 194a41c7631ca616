import type { RequestListener, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createHttpsAgent } from '../../../../electron/http/https-agent.ts'
import { createServiceClient } from '../../../../electron/service/create-service-client.ts'
import { AppError } from '../../../../shared/domain/app-error.ts'
import { createInstantClock } from '../../../doubles/instant-clock.ts'
import { type Identity, makeAuthority, selfSigned } from './made-up-certificates.ts'

/** Functions that stop what a test started, called one after the other. */
export const ends: Array<() => Promise<unknown> | undefined> = []

export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end()
}

export const authority = makeAuthority('Larch Test CA')
const unrelated = selfSigned('unrelated.test').cert
export const { signal } = new AbortController()
export const token = 'token-that-no-proxy-may-see'
export const write = {
  method: 'POST',
  path: 'households',
  body: { notes: 'note-that-no-proxy-may-see' },
  signal,
} as const
export const list = { resource: 'users', after: null, limit: 1, signal } as const
const page = { data: [{ id: 'user_1' }], page_info: { has_next_page: false }, total_count: 1 }

/** The service's answer to {@link list}. */
export const answerPage = (response: ServerResponse) => void response.end(JSON.stringify(page))

/** Starts a service on this computer under the name `larch.test`, which DNS does not resolve. */
export async function startLarch(options: { identity?: Identity; answer?: RequestListener } = {}) {
  const { identity = authority.issue(), answer = (_, response) => answerPage(response) } = options
  const seen: { path: string; authorization: string | undefined; body: string }[] = []
  // OpenSSL completes the chain of a server with authorities that the server trusts, so this one trusts only a stranger.
  const server = createServer({ ...identity, ca: unrelated, ciphers: 'DEFAULT@SECLEVEL=0' }, (request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => void pieces.push(piece))
    request.on('end', () => {
      const { url: path = '', headers } = request
      seen.push({ path, authorization: headers.authorization, body: Buffer.concat(pieces).toString() })
      answer(request, response)
    })
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  })
  const { port } = server.address() as AddressInfo
  return { origin: `https://larch.test:${port}`, port, seen }
}

/** Creates a client of `origin` on a computer whose system reports these proxies; `says` may change. */
export function startClient(
  origin: string,
  system: { says: string },
  options: { caCertificate?: string | null; connectMs?: number } = {},
) {
  const asked: string[] = []
  const dispatcher = createHttpsAgent({
    caCertificate: options.caCertificate === undefined ? authority.pem : options.caCertificate,
    limits: { connectMs: options.connectMs ?? 10_000 },
    resolveProxy: async (url) => {
      asked.push(url)
      return system.says
    },
  })
  const client = createServiceClient({
    baseUrl: origin,
    dispatcher,
    clock: createInstantClock().clock,
    limits: { attempts: 1 },
    tokens: { current: async () => token, replace: async () => token },
  })
  ends.push(async () => {
    await client.close()
    await dispatcher.destroy()
  })
  return { client, dispatcher, asked }
}

/** @throws if the promise does not reject with an AppError */
export async function failureOf(promise: Promise<unknown>): Promise<AppError> {
  const thrown = await promise.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(thrown instanceof AppError)) throw new Error('it did not fail by name', { cause: thrown })
  return thrown
}
