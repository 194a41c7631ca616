import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HeldEntry, HeldFiles } from '../../../../electron/documents/connection-files.ts'
import { createFetcher, type Fetcher, type FileRecord } from '../../../../electron/documents/fetch-files.ts'
import type { NewSealedFile } from '../../../../electron/documents/file-store.ts'
import { createFileStore } from '../../../../electron/documents/file-store.ts'
import { createHttpsAgent } from '../../../../electron/http/https-agent.ts'
import { createServiceClient } from '../../../../electron/service/create-service-client.ts'
import { AppError } from '../../../../shared/domain/app-error.ts'
import { createInstantClock } from '../../../doubles/instant-clock.ts'
import { startHttpsServer } from '../../support/https-server.ts'

type Handle = (request: IncomingMessage, response: ServerResponse, count: number) => unknown
type Held = Pick<HeldFiles, 'store' | 'put' | 'confirm' | 'get' | 'touch'>

export const ref = { kind: 'document', id: 'document_1' } as const
export const { signal } = new AbortController()
/** What to end after the test. */
export const ends: (() => Promise<unknown>)[] = []
/** The folder of the held files, of the test that runs. */
export let folder: string

/** Makes the folder; call it before each test. */
export async function makeFolder(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'steward-fetch-'))
}

/** Ends what the test started, and removes the folder; call it after each test. */
export async function cleanUp(): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end()
  await rm(folder, { recursive: true, force: true })
}

/** Creates held files with their rows in memory, over a real store. */
function createHeld() {
  const entries = new Map<string, HeldEntry>()
  const files = new Map<string, NewSealedFile>()
  const store = createFileStore(folder, { isDurable: false })
  const held: Held = {
    store,
    async put({ kind, id }, file, { name, etag, recordUpdatedAt }) {
      const { size, sha256 } = file
      const said = {
        media_type: 'application/octet-stream',
        preview: 'none',
        openable: false,
        not_openable: 'kind',
      } as const
      const at = '2026-01-01T00:00:00.000Z'
      const stamps = { held_at: at, usedAt: at, record_updated_at: recordUpdatedAt }
      const entry: HeldEntry = { kind, id, name, size, sha256, ...said, ...stamps, etag }
      entries.set(id, entry)
      files.set(id, file)
      return entry
    },
    async confirm({ id }, { recordUpdatedAt }) {
      const entry = entries.get(id)
      if (!entry) return null
      entries.set(id, { ...entry, record_updated_at: recordUpdatedAt })
      return entries.get(id) ?? null
    },
    get: async ({ id }) => entries.get(id) ?? null,
    touch: async () => {},
  }
  const contentOf = async (id: string) => {
    const file = files.get(id)
    const pieces: Uint8Array[] = []
    if (file) for await (const piece of store.read(file)) pieces.push(piece)
    return Buffer.concat(pieces)
  }
  return { held: held as HeldFiles, contentOf }
}

type Seen = { path: string; headers: IncomingMessage['headers'] }

type Bounds = { fileBytes?: number; room?: () => number; refuseAddress?: (url: URL) => void }

/** Starts a service that answers with `handle`, and a fetcher of one document of it. */
export async function world(handle: Handle, { fileBytes, room, refuseAddress }: Bounds = {}) {
  const seen: Seen[] = []
  const server = await startHttpsServer(null, (request, response) => {
    seen.push({ path: request.url ?? '', headers: request.headers })
    void Promise.resolve(handle(request, response, seen.length)).catch(() => {})
  })
  ends.push(() => server.close())
  const dispatcher = createHttpsAgent({ caCertificate: server.caPem })
  ends.push(() => dispatcher.destroy())
  const { clock } = createInstantClock()
  let tokens = 1
  const service = createServiceClient({
    baseUrl: server.origin,
    dispatcher,
    clock,
    tokens: {
      current: async () => `token-${tokens}`,
      replace: async () => `token-${++tokens}`,
    },
    ...(fileBytes === undefined ? {} : { limits: { fileBytes } }),
    ...(refuseAddress === undefined ? {} : { refuseAddress }),
  })
  const { held, contentOf } = createHeld()
  if (room !== undefined) held.store.room = async () => room()
  const record: { now: FileRecord | null } = { now: { name: 'The deed', updatedAt: '2026-01-01' } }
  const fetcher = createFetcher({ held, download: service.download, recordOf: async () => record.now, clock })
  ends.push(() => fetcher.close())
  const fetch = (more: Partial<Parameters<Fetcher['fetch']>[1]> = {}) =>
    fetcher.fetch(ref, { refresh: false, signal, ...more })
  return { server, seen, service, held, fetcher, fetch, record, contentOf }
}

/** The code with which a promise is rejected. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  const thrown = await promise.then(
    () => null,
    (error: unknown) => error,
  )
  return thrown instanceof AppError ? thrown.code : String(thrown)
}

/** The file of the service. */
export const content = randomBytes(3_500_000)

/** Sends the file from the requested position, or half of that and then nothing. */
export function send(response: ServerResponse, { from = 0, cut = false, headers = {}, whole = content } = {}) {
  const rest = whole.subarray(from)
  const range = from > 0 ? { 'content-range': `bytes ${from}-${whole.length - 1}/${whole.length}` } : {}
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': rest.length, etag: '"one"', ...range, ...headers })
  if (!cut) return void response.end(rest)
  response.write(rest.subarray(0, Math.floor(rest.length / 2)), () => setImmediate(() => response.destroy()))
}
/** The position from which a request asks for the file. */
export const fromOf = ({ headers }: IncomingMessage) => Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
