import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOutbox } from '../../electron/outbox/create-outbox.ts'
import type { Outbox } from '../../electron/outbox/outbox.ts'
import { createServiceClient } from '../../electron/service/create-service-client.ts'
import { createFileStore } from '../../sandbox/files/file-store.ts'
import { createService } from '../../sandbox/service.ts'
import { openStore, type Store } from '../../sandbox/store/store.ts'
import { createServerIdentity, type ServerIdentity } from '../../sandbox/tls/authority.ts'
import type { JsonFields } from '../../shared/domain/operation.ts'
import { createOutboxFilesDouble } from '../doubles/outbox-files.ts'
import { createOutboxStoreDouble } from '../doubles/outbox-store.ts'
import { storeOf } from './crashing-store.ts'
import { createRandom } from './random.ts'
import { createTransport } from './transport.ts'
import { createVirtualClock, type Life } from './virtual-clock.ts'

/** Shared by all runs, since creating a certificate takes longer than a run. */
export function createGround() {
  const folder = mkdtempSync(join(tmpdir(), 'steward-faults-'))
  const identity = createServerIdentity(folder, Date.now())
  return { folder, identity, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export type Ground = { folder: string; identity: ServerIdentity }

const households = 3

/** How long saved writes wait before they are sent, in ms, by seed. */
const periods = [10_000, 0, 30_000, 10_000, 60_000]

/**
 * Creates the real engine, the real service client and the real sandbox in one process; time and randomness depend on the seed.
 */
export async function createWorld({ folder, identity }: Ground, seed: number) {
  const random = createRandom(seed)
  const clock = createVirtualClock(Date.parse('2026-11-21T12:00:00Z'), random)
  const strictNull = seed % 4 === 2
  const store = openStore(undefined)
  const { app, client, control } = createService({
    store,
    fileStore: createFileStore(join(folder, 'files')),
    identity,
    options: { households, seed: 7, hostile: true, clock: clock.now, accessTokenSeconds: 1_000_000_000, strictNull },
  })
  await app.ready()
  const token = await tokenOf(app, client)
  // Some services return fewer fields in a list than for a single record.
  if (seed % 3 === 0)
    for (const table of ['households', 'individuals'] as const) control.setPageFault(table, 'required-only')
  const theirs = new Map<string, JsonFields>()
  const transport = createTransport({ app, clock, random })
  const ledger = createOutboxStoreDouble()
  const files = createOutboxFilesDouble(4096)
  const mirror = new Map(readAll(store, 'individuals').map((record) => [String(record.id), record]))
  const state = { crashes: 0.01, lives: 0, ids: 0, life: { dead: true } as Life }
  let outbox: Outbox | null = null
  const services: { close(): Promise<void> }[] = []

  const newId = () => {
    state.ids += 1
    return `00000000-0000-4000-8000-${state.ids.toString(16).padStart(12, '0')}`
  }
  const open = async (): Promise<Outbox> => {
    state.life.dead = true
    const life: Life = { dead: false }
    state.life = life
    state.lives += 1
    const service = createServiceClient({
      baseUrl: 'https://sandbox.invalid',
      dispatcher: transport.dispatcherOf(life),
      clock: clock.clockOf(life),
      limits: { attempts: 2 },
      tokens: { current: async () => token, replace: async () => token },
    })
    services.push(service)
    outbox = await createOutbox({
      store: storeOf(ledger, {
        life,
        random,
        crashes: () => state.crashes,
        onKept: ({ records = [], gone = [] }) => {
          for (const { resource, bytes } of records) if (resource === 'individuals') keep(mirror, bytes)
          for (const { resource, id } of gone) if (resource === 'individuals') mirror.delete(id)
        },
      }),
      service,
      files,
      records: {
        titleOf: async () => null,
        recordOf: async (_, id) => mirror.get(id) ?? null,
        serverIdOf: async (localId) => ledger.serverIdOf(localId),
      },
      isReadOnly: () => false,
      graceMs: async () => periods[seed % periods.length] ?? 0,
      clock: clock.clockOf(life),
      newId,
    })
    return outbox
  }

  return {
    random,
    /** True if the service refuses null in updates. */
    strictNull,
    clock,
    transport,
    ledger,
    files,
    mirror,
    state,
    colleague: control.colleague,
    /** Records that a colleague created, with the fields the colleague sent. */
    theirs: theirs as ReadonlyMap<string, JsonFields>,
    /** Creates a record as a colleague, unless the service refuses it. With `file` it is sent as a form. */
    async createAsColleague(path: string, fields: JsonFields, file?: Uint8Array) {
      const body = file ? formOf(fields, file) : { payload: JSON.stringify(fields), type: 'application/json' }
      const answer = await app.inject({
        method: 'POST',
        url: `/api/public/v1/${path}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': body.type },
        payload: body.payload,
      })
      if (answer.statusCode === 201) theirs.set((answer.json() as { id: string }).id, fields)
    },
    all: (table: Parameters<typeof readAll>[1]) => readAll(store, table),
    /** SHA-256 of a document's file at the service. */
    digestOf: (documentId: string) =>
      store.db.prepare<[string], string>('SELECT sha256 FROM files WHERE document_id = ?').pluck().get(documentId),
    /** Returns the running engine; after a crash, a new one over the same ledger. */
    async engine(): Promise<Outbox> {
      return outbox === null || state.life.dead ? open() : outbox
    },
    crash() {
      state.life.dead = true
    },
    /** Waits for everything that can happen without time passing. */
    async settle() {
      for (let quiet = 0; quiet < 3; ) {
        await new Promise<void>((resolve) => setImmediate(resolve))
        quiet = transport.isBusy() ? 0 : quiet + 1
      }
    },
    async end() {
      state.life.dead = true
      // A crashed engine that waits for an answer would be kept in memory by its abort signal; closing its service releases it.
      await Promise.all(services.map((service) => service.close()))
      await app.close()
      store.close()
    },
  }
}

export type World = Awaited<ReturnType<typeof createWorld>>

function keep(mirror: Map<string, JsonFields>, bytes: Uint8Array): void {
  const record: JsonFields = JSON.parse(new TextDecoder().decode(bytes))
  mirror.set(String(record.id), record)
}

/** Returns every record that ever existed, including deleted ones, in order of creation. */
function readAll(
  store: Store,
  table: 'households' | 'individuals' | 'valuations' | 'entities' | 'users' | 'documents',
): JsonFields[] {
  const rows = store.db.prepare<[], { json: string; deleted_at: string | null }>(
    `SELECT json, deleted_at FROM ${table} ORDER BY seq`,
  )
  return rows.all().map(({ json, deleted_at }) => ({ ...JSON.parse(json), deleted: deleted_at !== null }))
}

function formOf(fields: JsonFields, file: Uint8Array): { payload: Buffer; type: string } {
  const part = (head: string) => `--twin\r\ncontent-disposition: form-data; ${head}\r\n\r\n`
  const texts = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}${String(value)}\r\n`)
  const head = `${texts.join('')}${part('name="file"; filename="twin.pdf"')}`
  const payload = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--twin--\r\n')])
  return { payload, type: 'multipart/form-data; boundary=twin' }
}

async function tokenOf(
  app: Awaited<ReturnType<typeof createService>>['app'],
  client: { id: string; secret: string | null },
): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/auth/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.id,
      client_secret: client.secret ?? '',
    }).toString(),
  })
  return (answer.json() as { access_token: string }).access_token
}
