import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pMap from 'p-map'
import { openConnectionStore } from '../../../electron/data/connection-store.ts'
import { threadsOf } from '../../../electron/data/workers/worker-client.ts'
import { createHttpsAgent } from '../../../electron/http/https-agent.ts'
import { createServiceClient } from '../../../electron/service/create-service-client.ts'
import type { ServiceClient } from '../../../electron/service/service-client.ts'
import { createSyncEngine } from '../../../electron/sync/sync-engine.ts'
import { type ListedResource, listedResources } from '../../../shared/service/resource.ts'
import { createSandboxClient, type SandboxAddress } from '../../integration/support/sandbox-client.ts'

/** Creates the app's own client, signed in with client credentials. */
export async function connect(sandbox: SandboxAddress) {
  const plain = createSandboxClient(sandbox)
  const answer = await plain.token({ grant_type: 'client_credentials' })
  await plain.close()
  const { access_token: token } = answer.body as { access_token: string }
  const dispatcher = createHttpsAgent({ caCertificate: sandbox.caPem })
  const tokens = { current: async () => token, replace: async () => token }
  const service = createServiceClient({ baseUrl: sandbox.baseUrl, tokens, dispatcher })
  return {
    service,
    async close() {
      await service.close()
      await dispatcher.destroy()
    },
  }
}

/** Opens a new encrypted store in its own folder. */
export async function openFreshStore() {
  const folder = mkdtempSync(join(tmpdir(), 'steward-bench-'))
  const store = await openConnectionStore({
    startThread: threadsOf(new URL('../../../electron/data/workers/worker.ts', import.meta.url)),
    memory: false,
    folder,
    mirror: { key: 'a1'.repeat(32), created: true },
    ledger: { key: 'b2'.repeat(32), created: true },
  })
  return {
    store,
    async remove() {
      await store.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Runs one complete sweep over the six lists; returns ms, and the numbers of records received and written. */
export async function sweepOnce(parts: { store: OpenStore; service: ServiceClient; parallel: number }) {
  const engine = createSyncEngine({ ...parts, connectionId: '0'.repeat(32), periodic: false, valuations: false })
  const began = performance.now()
  engine.start()
  await engine.idle()
  const ms = performance.now() - began
  const { problem, resources } = engine.status()
  await engine.close()
  if (problem) throw new Error(`The sweep failed: ${problem.code} ${problem.detail ?? ''}`)
  const total = (field: 'received' | 'written' | 'setAside') => resources.reduce((sum, one) => sum + one[field], 0)
  return { ms, received: total('received'), written: total('written'), setAside: total('setAside') }
}

type OpenStore = Awaited<ReturnType<typeof openFreshStore>>['store']

/** A bare cursor walk over the same pages: fetched by the same client, parsed and discarded. */
export async function walkRaw(service: ServiceClient, parallel: number) {
  const began = performance.now()
  const found = await pMap(listedResources, (resource) => walkOne(service, resource), { concurrency: parallel })
  return { ms: performance.now() - began, records: found.reduce((sum, one) => sum + one, 0) }
}

type RawPage = { data: unknown[]; page_info: { has_next_page: boolean; end_cursor?: string } }

async function walkOne(service: ServiceClient, resource: ListedResource): Promise<number> {
  const { signal } = new AbortController()
  let records = 0
  let after: string | null = null
  for (;;) {
    const { bytes } = await service.listPage({ resource, after, limit: 1000, signal })
    const page = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()) as RawPage
    records += page.data.length
    if (!page.page_info.has_next_page) return records
    after = page.page_info.end_cursor ?? null
  }
}

/** Runs an operation of the service's control port. */
export async function control(sandbox: { controlUrl: string | null }, operation: string, body: unknown): Promise<void> {
  const answer = await fetch(`${sandbox.controlUrl}/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`The sandbox refused ${operation}: ${await answer.text()}`)
}
