import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { downloadFile } from '../../../electron/documents/download-file.ts'
import { createFileStore } from '../../../electron/documents/file-store.ts'
import { createHttpsAgent } from '../../../electron/http/https-agent.ts'
import { systemClock } from '../../../electron/platform/clock.ts'
import { createServiceClient } from '../../../electron/service/create-service-client.ts'

/** Input of a process that does one transfer, as JSON. */
export type TransferOrder = {
  what: 'bare-up' | 'bare-down' | 'up' | 'down'
  origin: string
  caPem: string
  folder: string
  /** The plain file of the bare upload; our upload uses the sealed one. */
  plain: string
  sealed: { storedName: string; key: string; size: number }
}

const order = JSON.parse(process.argv[2] ?? '') as TransferOrder
const { signal } = new AbortController()

/** Node's own client with a plain file at the other end, in chunks as large as ours. */
const agent = new Agent({ ca: order.caPem, keepAlive: true })
async function bare(method: 'GET' | 'POST'): Promise<void> {
  const headers = method === 'POST' ? { 'content-length': order.sealed.size } : {}
  const outgoing = request(`${order.origin}/bare`, { method, agent, headers })
  const target = createWriteStream(join(order.folder, 'bare'), { highWaterMark: 2 ** 20, mode: 0o600 })
  const answered = new Promise<void>((resolve, reject) => {
    outgoing.once('error', reject).once('response', (answer) => {
      pipeline(answer, target).then(resolve, reject)
    })
  })
  if (method === 'POST') await pipeline(createReadStream(order.plain, { highWaterMark: 2 ** 20 }), outgoing)
  else outgoing.end()
  await answered
}

const dispatcher = createHttpsAgent({ caCertificate: order.caPem })
const service = createServiceClient({
  baseUrl: order.origin,
  dispatcher,
  tokens: { current: async () => 'token', replace: async () => 'token' },
})
const staged = createFileStore(join(order.folder, 'staged'))
const held = createFileStore(join(order.folder, 'held'), { isDurable: false })

async function up(): Promise<void> {
  const { size, storedName } = order.sealed
  const key = Buffer.from(order.sealed.key, 'hex')
  const outcome = await service.send({
    method: 'POST',
    path: 'documents',
    body: null,
    signal,
    file: {
      parts: { household_id: 'household_1', name: 'Bench', type: 'OTHER' },
      name: 'bench.bin',
      media_type: 'application/octet-stream',
      size,
      open: () => staged.read({ storedName, key, size }, undefined, { isPassing: true }),
      onProgress: () => {},
      beforeEnd: async () => {},
    },
  })
  if (outcome.kind !== 'answered' || outcome.status !== 201) throw new Error(`The upload ended as ${outcome.kind}.`)
}

async function down(): Promise<void> {
  const found = await downloadFile({
    ref: { kind: 'document', id: 'document_bench' },
    store: held,
    download: service.download,
    clock: systemClock,
    etag: null,
    signal,
    onProgress: () => {},
  })
  if (found.file?.size !== order.sealed.size) throw new Error('The download is not whole.')
}

const transfers = { 'bare-up': () => bare('POST'), 'bare-down': () => bare('GET'), up, down }
// The connection and its set-up exist long before a user transfers a file, so they are not measured.
await service.getRecord({ resource: 'documents', id: 'document_bench', signal })
const before = process.memoryUsage.rss()
const from = performance.now()
await transfers[order.what]()
const ms = performance.now() - from
const peak = process.resourceUsage().maxRSS * 1024
await dispatcher.destroy()
agent.destroy()
for (const name of ['bare', 'held']) await rm(join(order.folder, name), { recursive: true, force: true })
console.log(JSON.stringify({ ms, rss_growth_mib: (peak - before) / 2 ** 20 }))
