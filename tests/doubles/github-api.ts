import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A local server that answers as GitHub's API does to the few requests of the project's scripts, and records them. */
export type RecordingApi = {
  readonly address: string
  /** The variables that GitHub sets for every step, and the run's token. */
  readonly environment: Record<string, string>
  /** Method, path with query, and body of each request that changes something. */
  readonly requests: [method: string, path: string, body: unknown][]
  /** The different authorizations of all requests. */
  readonly tokens: string[]
  /** Open issues, as the next list shows them. */
  issues: { number: number; title: string; body?: string }[]
  /** Answers every later request with this status. */
  fail(status: number): void
  close(): Promise<void>
}

const parsed = (type: string | undefined, text: string): unknown =>
  type === 'application/json' ? JSON.parse(text) : text

/** Starts the server on a free port of this computer. */
export async function createApi(): Promise<RecordingApi> {
  let status: number | undefined
  const tokens = new Set<string>()
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '', headers } = request
    tokens.add(headers.authorization ?? '')
    if (method !== 'GET')
      api.requests.push([method, url, parsed(headers['content-type'], Buffer.concat(chunks).toString())])
    const created = { upload_url: `${api.address}/upload{?name,label}`, html_url: `${api.address}/draft` }
    const body = JSON.stringify(method === 'GET' ? api.issues : created)
    response.writeHead(status ?? 200, { 'content-type': 'application/json' }).end(body)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const api: RecordingApi = {
    address,
    environment: { GITHUB_API_URL: address, GITHUB_REPOSITORY: 'firm/steward', GITHUB_TOKEN: 'token' },
    requests: [],
    get tokens() {
      return [...tokens]
    },
    issues: [],
    fail(next) {
      status = next
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return api
}
