import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServerIdentity } from '../../../sandbox/tls/authority.ts'

/**
 * A plain TLS server in its own process. It counts the bytes of every upload and answers every GET with a fixed number of bytes,
 * so that it does the same work for every client.
 */
const bytes = Number(process.argv[2])
const folder = await mkdtemp(join(tmpdir(), 'steward-bench-tls-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
process.once('SIGTERM', () => process.exit())
const { caPem, certificatePem, keyPem } = createServerIdentity(folder, Date.now())
const recordPath = '/api/public/v1/documents/document_bench'
const block = randomBytes(1024 * 1024)

const server = createServer({ cert: certificatePem, key: keyPem }, (request, response) => {
  if (request.url === recordPath) response.end('{"id":"document_bench"}')
  else void (request.method === 'GET' ? send(response) : receive(request, response))
})

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let received = 0
  for await (const chunk of request) received += (chunk as Buffer).length
  const at = new Date().toISOString()
  const record = { id: 'document_bench', created_at: at, updated_at: at, received }
  response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(record))
}

async function send(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes, etag: '"bench"' })
  for (let left = bytes; left > 0; left -= block.length) {
    if (!response.write(block.subarray(0, left))) await once(response, 'drain')
  }
  response.end()
}

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ origin: `https://127.0.0.1:${port}`, caPem })}\n`)
})
