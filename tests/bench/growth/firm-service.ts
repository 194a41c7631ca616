import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { createServerIdentity } from '../../../sandbox/tls/authority.ts'
import { type ListedResource, listedResources } from '../../../shared/service/resource.ts'
import type { SandboxAddress } from '../../integration/support/sandbox-client.ts'
import { createFirm } from '../generate/firm.ts'
import { pageOf } from '../generate/page-of.ts'

/**
 * The lists of a generated firm over TLS, in a process of its own. It makes each page when it is requested, so that a firm of any
 * size takes no memory.
 */
const firm = createFirm(7, { individuals: Number(process.argv[2]) })
const folder = mkdtempSync(join(tmpdir(), 'steward-bench-firm-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
process.once('SIGTERM', () => process.exit())
const { caPem, certificatePem, keyPem } = createServerIdentity(folder, Date.now())
const compress = promisify(gzip)

const server = createServer({ cert: certificatePem, key: keyPem }, (request, response) => {
  answer(request).then(
    async (body) => {
      const bytes = await compress(body, { level: 1 })
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip', 'content-length': bytes.length }
      response.writeHead(200, headers).end(bytes)
    },
    () => refuse(response),
  )
})

async function answer(request: IncomingMessage): Promise<string> {
  const url = new URL(request.url ?? '', 'https://service.example')
  if (url.pathname === '/oauth2/token')
    return JSON.stringify({ access_token: 'bench', token_type: 'Bearer', expires_in: 86_400 })
  const resource = listedResources.find((name): name is ListedResource => url.pathname === `/api/public/v1/${name}`)
  if (!resource) throw new Error('There is no such list.')
  const from = Number(url.searchParams.get('after') ?? 0)
  return JSON.stringify(pageOf(firm, resource, { from, limit: Number(url.searchParams.get('limit')) }))
}

function refuse(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
}

server.listen(0, '127.0.0.1', () => {
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const address: SandboxAddress = { baseUrl: origin, authUrl: origin, caPem, clientId: 'bench', clientSecret: 'bench' }
  process.stdout.write(`${JSON.stringify(address)}\n`)
})
