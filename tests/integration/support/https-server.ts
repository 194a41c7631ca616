import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServerIdentity } from '../../../sandbox/tls/authority.ts'

/** A request as a test server received it, with its whole body. */
export type SeenRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: string }

/** An https server on 127.0.0.1 with its own certificate authority. */
export type TestServer = {
  origin: string
  caPem: string
  /** Everything it received, oldest first. */
  seen: SeenRequest[]
  server: Server
  close(): Promise<void>
}

/**
 * @param answer - answers each request; may use the raw socket to misbehave
 * @param handle - handles requests before their bodies are read; they are not in `seen`
 */
export async function startHttpsServer(
  answer: ((request: SeenRequest, response: ServerResponse, raw: IncomingMessage) => void) | null,
  handle?: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-https-'))
  const { caPem, certificatePem, keyPem } = createServerIdentity(folder, Date.now())
  const seen: SeenRequest[] = []
  const server = createServer({ cert: certificatePem, key: keyPem }, (raw, response) => {
    if (handle !== undefined) handle(raw, response)
    else void answerWhole(raw, response)
  })
  const answerWhole = async (raw: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of raw) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const request = { method: raw.method ?? '', path: raw.url ?? '', headers: raw.headers, body }
    seen.push(request)
    answer?.(request, response, raw)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    caPem,
    seen,
    server,
    async close() {
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
