import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Agent } from 'undici'
import type { UseCases } from '../../../electron/api/core.ts'
import { createIntake, type Intake } from '../../../electron/api/intake.ts'
import { createStatementUseCases } from '../../../electron/api/statements.ts'
import type { OpenConnection } from '../../../electron/connections/open-connection.ts'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { openStoresInMemory } from '../../../electron/data/open-stores.ts'
import { settleMirror } from '../../../electron/data/overlay/replay-ledger.ts'
import { createReader } from '../../../electron/data/reads/reader.ts'
import { createReaderCalls, createWriterCalls } from '../../../electron/data/workers/worker-calls.ts'
import { createWriter } from '../../../electron/data/writer.ts'
import { openConnectionFiles } from '../../../electron/documents/connection-files.ts'
import { createFetcher, fileRecordIn } from '../../../electron/documents/fetch-files.ts'
import { createTray } from '../../../electron/intake/tray.ts'
import { createOutbox, knownRecordsIn, outboxFilesOf } from '../../../electron/outbox/create-outbox.ts'
import { createServiceClient } from '../../../electron/service/create-service-client.ts'
import { readBytes } from '../../../electron/statements/read-bytes.ts'
import type { StatementReader } from '../../../electron/statements/reader.ts'
import { createSyncEngine } from '../../../electron/sync/sync-engine.ts'
import { createDemoConnection } from '../../../electron/tenants/connection.ts'
import { createTravel } from '../../../electron/travel/travel.ts'
import { createFileStore } from '../../../sandbox/files/file-store.ts'
import type { Valuation } from '../../../sandbox/schemas/responses.ts'
import { createService } from '../../../sandbox/service.ts'
import { openStore } from '../../../sandbox/store/store.ts'
import type { ServerIdentity } from '../../../sandbox/tls/authority.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { Operation } from '../../../shared/domain/operation.ts'
import { createEmitter, createMutex } from '../../../shared/lib/calls.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { Statement } from '../../../shared/statements/statement.ts'
import { noReading } from '../../doubles/no-reading.ts'
import { createRandom } from '../../faults/random.ts'
import { createTransport } from '../../faults/transport.ts'
import { createVirtualClock, type Life } from '../../faults/virtual-clock.ts'
import { today } from '../reading.ts'
import type { Firm } from '../world/types.ts'
import { createMortal, Killed, type Mortal, never } from './mortal.ts'
import { inTurn, overHttps, tokenOf } from './outside.ts'

/** How long documents wait before they are sent, in ms; valuations from statements wait a minute. */
const graceMs = 20_000

type Api = UseCases['statements'] & Pick<Intake, 'takeFile'>

type Row = { json: string }

/** One run of the program: open until it is closed or killed. */
type Running = {
  life: Life
  api: Api
  open: OpenConnection
  killed: Promise<never>
}

/**
 * The core of Steward on a computer, and the firm's service: the real API of statements, tray, files, stores, outbox and sync over the real
 * sandbox, which is reached over HTTPS. Time, faults of the network and kills depend on the seed alone.
 */
export async function createOffice(
  { folder, identity }: { folder: string; identity: ServerIdentity },
  seed: number,
  firm: Firm,
) {
  const random = createRandom(seed * 104_729 + 11)
  const clock = createVirtualClock(Date.parse(`${today}T09:00:00Z`), random)
  const store = openStore(undefined)
  const runFolder = join(folder, `run-${seed}`)
  const { app, client, control } = createService({
    store,
    fileStore: createFileStore(join(runFolder, 'service')),
    identity,
    options: { households: 1, seed: 7, clock: clock.now, accessTokenSeconds: 1_000_000_000 },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  for (const household of firm.households) control.colleague.create('households', household)
  for (const person of firm.individuals) control.colleague.create('individuals', person)
  for (const entity of firm.entities) control.colleague.create('entities', entity)
  for (const valuation of firm.valuations.values()) control.colleague.create('valuations', valuation)
  const baseUrl = `https://127.0.0.1:${(app.server.address() as { port: number }).port}`
  const agent = new Agent({ connect: { ca: identity.caPem }, connections: 1 })
  const token = await tokenOf(baseUrl, { agent, id: client.id, secret: client.secret ?? '' })
  // One request after the other, so that the same seed is the same run.
  const served = createMutex()
  const transport = createTransport({
    app: { inject: (asked) => served(() => overHttps(`${baseUrl}${asked.url}`, agent, asked)) },
    clock,
    random,
  })
  const connection = createDemoConnection({
    ...{ base_url: baseUrl, auth_url: baseUrl, client_id: client.id, ca_certificate: identity.caPem, read_only: false },
  })
  let stores = openStoresInMemory()
  // The ledger is the same one for all lives of Steward.
  const allOperations = stores.ledger.prepare<[], Row>('SELECT json FROM operation ORDER BY seq')
  const openOperations = stores.ledger.prepare<[], Row>('SELECT json FROM operation WHERE is_open = 1 ORDER BY seq')
  const allValuations = store.db.prepare<[], Row>('SELECT json FROM valuations ORDER BY seq')
  const parsed = new Map<string, unknown>()
  /** Records are read at every step of a run, and most of them have not changed since the last one. */
  const parseOnce = ({ json }: Row): unknown => {
    if (!parsed.has(json)) parsed.set(json, JSON.parse(json))
    return parsed.get(json)
  }
  let running: Running | null = null
  let isSignedIn = true
  let made = 0
  /** Calls of ports until Steward is killed. */
  let callsLeft = Number.POSITIVE_INFINITY
  const counts = { lives: 0, kills: 0 }
  const planted = new Set<string>()
  const exported: string[] = []
  const houses = new Set(firm.households.map(({ id }) => id))
  const statements = new Map<string, Statement>()
  let busy = 0
  /** Ends work of the disk that a kill leaves unfinished. */
  const working = new Set<() => void>()

  const now = () => Math.floor(clock.now())
  const newId = () => {
    made += 1
    return `00000000-0000-4000-8000-${made.toString(16).padStart(12, '0')}`
  }
  const kill = (life: Life) => {
    if (!life.dead) counts.kills += 1
    life.dead = true
    callsLeft = Number.POSITIVE_INFINITY
    for (const done of working) done()
    working.clear()
  }
  /** The disk works: no time passes until it is done, or Steward is killed at it. */
  const whileBusy = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    busy += 1
    let isCounted = true
    const done = () => {
      if (isCounted) busy -= 1
      isCounted = false
    }
    working.add(done)
    try {
      return await work()
    } finally {
      done()
      working.delete(done)
    }
  }
  /** A call of a port, which may be the last thing that Steward does: then it is done or not, and nobody hears of it. */
  const lastPerhaps = async <Result>(life: Life, work: () => Result | Promise<Result>): Promise<Result> => {
    if (life.dead) return never()
    callsLeft -= 1
    const isLast = callsLeft <= 0
    if (isLast && random.chance(0.5)) {
      kill(life)
      return never()
    }
    busy += 1
    let result: Result
    try {
      // Asynchronous, as a call of another thread is.
      await Promise.resolve()
      result = await work()
    } finally {
      busy -= 1
    }
    if (isLast) kill(life)
    return life.dead ? never() : result
  }

  function storeOf(life: Life): { store: OpenedStore; end: () => void } {
    const changes = createEmitter<[resources: Resource[], onlyChecked: Resource[]]>()
    for (const db of [stores.mirror, stores.ledger]) if (db.inTransaction) db.exec('ROLLBACK')
    const writer = createWriter({
      ...stores,
      now,
      onChanged: (...of) => life.dead || changes.emit(of),
    })
    settleMirror(writer)
    const reader = createReader(stores.mirror, stores.ledger, { today: () => today })
    const calls = { ...createWriterCalls(writer), ...createReaderCalls(reader) }
    const carried = Object.fromEntries(
      Object.entries(calls).map(([name, call]) => [
        name,
        (...input: unknown[]) => lastPerhaps(life, () => (call as (...all: unknown[]) => unknown)(...input)),
      ]),
    ) as unknown as OpenedStore
    const opened: OpenedStore = {
      ...carried,
      ...{ mirrorRebuilt: false, ledgerReport: null, isWritable: true },
      outbox: {
        load: () => lastPerhaps(life, calls.loadOutbox),
        commit: (step) => lastPerhaps(life, () => calls.commitOutbox(step)),
        setAllPaused: (paused) => lastPerhaps(life, () => calls.pauseOutbox(paused)),
      },
      onChanged: (listener) => changes.on((of) => listener(...of)),
      close: async () => {},
      terminate: async () => {},
    }
    return { store: opened, end: () => writer.batch.end() }
  }

  const readerOf = (life: Life): StatementReader => {
    const rows = new Map<string, Awaited<ReturnType<typeof readBytes>>['rows']>()
    return {
      read: (id, file) =>
        lastPerhaps(life, async () => {
          const { rows: read, ...reading } = await readBytes({ ...file, bytes: new Uint8Array(file.bytes) })
          rows.set(id, read)
          const [, fileId = ''] = id.split(' ')
          if (reading.reading.is === 'statement') statements.set(fileId, reading.reading.statement)
          return structuredClone({ ...reading, rowCount: read.length })
        }),
      canScan: false,
      scan: async () => [],
      async rows(id, { offset, limit }) {
        const all = rows.get(id)
        if (all === undefined) return null
        const width = all.reduce((most, { cells }) => Math.max(most, cells.length), 0)
        return { rows: all.slice(offset, offset + limit), total: all.length, width }
      },
      close: async () => {},
    }
  }

  async function start({ life, killed }: Mortal): Promise<Running> {
    counts.lives += 1
    const { store: opened, end } = storeOf(life)
    const time = clock.clockOf(life)
    const onDisk = await openConnectionFiles({
      rows: opened,
      folders: { held: join(runFolder, 'held'), staged: join(runFolder, 'staged') },
      ofThisRun: null,
      onChanged: () => {},
      now,
    })
    const { staged, held } = onDisk
    const whileWorking = <Result>(work: () => Promise<Result>) => (life.dead ? never() : whileBusy(work))
    const files = {
      ...onDisk,
      staged: {
        ...staged,
        read: inTurn(staged.read, whileWorking),
        remove: (id: string) => whileWorking(() => staged.remove(id)),
        add: (...file: Parameters<typeof staged.add>) => whileWorking(() => staged.add(...file)),
        store: {
          ...staged.store,
          write: (...of: Parameters<typeof staged.store.write>) => whileWorking(() => staged.store.write(...of)),
        },
      },
      held: { ...held, adoptStaged: (from: string, to: string) => whileWorking(() => held.adoptStaged(from, to)) },
    }
    const service = createServiceClient({
      baseUrl,
      dispatcher: transport.dispatcherOf(life),
      clock: time,
      limits: { attempts: 2 },
      tokens: { current: () => currentToken(), replace: () => currentToken() },
    })
    const fetcher = createFetcher({ held: files.held, download: service.download, recordOf: fileRecordIn(opened) })
    const sync = createSyncEngine({
      ...{
        connectionId: connection.id,
        store: opened,
        service,
        clock: time,
        periodic: false,
        concurrency: 1,
        parallel: 1,
      },
    })
    const outbox = await createOutbox({
      ...{ store: opened.outbox, service, files: outboxFilesOf(files), records: knownRecordsIn(opened) },
      ...{ isReadOnly: () => false, graceMs: async () => graceMs, clock: time, newId },
    })
    const tray = createTray({
      ...{ store: opened, files, outbox, onChange: () => {} },
      newId: () => `drop_${newId()}`,
      now: () => new Date(now()).toISOString(),
    })
    const travel = createTravel({
      ...{ store: opened, service, held: files.held, fetcher, sync, clock: time },
      isSignedIn: async () => isSignedIn,
      ...{ onChange: () => {}, onChosen: () => {} },
    })
    const close = async () => {
      for (const part of [sync, travel, tray, outbox, fetcher, service, files]) await part.close()
      life.dead = true
      end()
    }
    const open: OpenConnection = {
      ...{ store: opened, sync, outbox, files, fetcher, travel, tray, close },
      onFilesChanged: () => () => {},
      beforeClose: () => {},
    }
    const connections = { get: async () => ({ connection, open: async () => open }) }
    const intake = createIntake(connections, { reading: noReading, now })
    const api = createStatementUseCases({
      ...{ runtimes: connections, intake: intake.statements, reader: readerOf(life) },
      files: {
        async saveText({ text }) {
          exported.push(text)
          return null
        },
      },
      publish: () => {},
      today: () => today,
      now,
      mayReadText: () => true,
      kinds: async () => ({ kinds: {}, problem: null }),
      samples: { candidates: () => [], files: () => [] },
    })
    return { life, api: { ...api, takeFile: intake.takeFile }, open, killed }
  }

  const currentToken = async () => {
    if (isSignedIn) return token
    throw new AppError('auth/sign-in-needed', { message: 'Signed out.', nextStep: 'Sign in.' })
  }

  /** Waits for everything that can happen without time passing. */
  const settle = async () => {
    for (let quiet = 0; quiet < 3; ) {
      await new Promise<void>((resolve) => setImmediate(resolve))
      quiet = transport.isBusy() || busy > 0 ? 0 : quiet + 1
    }
  }
  const engine = async (): Promise<Running> => {
    if (running === null || running.life.dead) {
      const mortal = createMortal()
      running = await Promise.race([start(mortal), mortal.killed])
    }
    return running
  }
  /** Lets time pass until the work is done, or Steward is killed at it. */
  const pass = async <Result>(work: Promise<Result>, killed: Promise<never>): Promise<Result> => {
    let isDone = false
    const done = Promise.race([work, killed]).finally(() => {
      isDone = true
    })
    done.catch(() => {})
    for (let moments = 0; !isDone; moments += 1) {
      if (moments > 100_000) throw new Error('It does not come to an end.')
      await settle()
      if (!isDone && clock.isAnybodyWaiting()) clock.advance()
    }
    return done
  }

  return {
    random,
    clock,
    transport,
    counts,
    service: { control, store },
    /** What the reader last gave of a file, by its id in the tray. */
    statements: statements as ReadonlyMap<string, Statement>,
    /** Texts that were saved as files. */
    exported: exported as readonly string[],
    settle,
    isOpen: () => running !== null && !running.life.dead,
    /** Calls the API of statements; time passes only while its answer waits for it. Throws {@link Killed}. */
    async ask<Result>(call: (api: Api, open: OpenConnection) => Promise<Result>): Promise<Result> {
      const { api, open, killed } = await engine()
      await settle()
      const result = await pass(call(api, open), killed)
      await settle()
      return result
    },
    /** The same for work that waits for the service. */
    async wait<Result>(call: (open: OpenConnection) => Promise<Result>): Promise<Result> {
      const { open, killed } = await engine()
      return pass(call(open), killed)
    },
    /** Time passes until so many timers have ended. */
    async moments(count: number) {
      await engine()
      for (let moment = 0; moment < count; moment += 1) {
        if (clock.isAnybodyWaiting()) clock.advance()
        await settle()
      }
    },
    /** Kills Steward at a later call of one of its ports. */
    killLater(calls: number) {
      callsLeft = calls
    },
    spare() {
      callsLeft = Number.POSITIVE_INFINITY
    },
    async close() {
      if (running === null || running.life.dead) return
      const { open, killed } = running
      await pass(open.close(), killed).catch((thrown) => {
        if (!(thrown instanceof Killed)) throw thrown
      })
      running = null
    },
    /** Signing out removes the copy of the firm's records; what was not sent stays. */
    async signOut() {
      await this.close()
      isSignedIn = false
      for (const db of [stores.mirror, stores.ledger]) if (db.inTransaction) db.exec('ROLLBACK')
      stores.mirror.close()
      const fresh = openStoresInMemory()
      fresh.ledger.close()
      stores = { ...stores, mirror: fresh.mirror }
      running = null
    },
    signIn() {
      isSignedIn = true
    },
    /** Every valuation that the service has, in the order in which they were made. */
    valuations(): Valuation[] {
      return allValuations.all().map(parseOnce) as Valuation[]
    },
    latest(entityId: string): Valuation | null {
      const own = this.valuations().filter(({ entity_id }) => entity_id === entityId)
      return own.reduce<Valuation | null>(
        (latest, each) => (latest === null || each.effective_date >= latest.effective_date ? each : latest),
        null,
      )
    },
    /** Every document of the firm at the service, with its file. */
    async documents(): Promise<{ name: string; entity_id: string | null; household_id: string; content: Buffer }[]> {
      const rows = store.db.prepare<[], { json: string }>('SELECT json FROM documents ORDER BY seq').all()
      const found = rows.map(({ json }) => JSON.parse(json)).filter(({ household_id }) => houses.has(household_id))
      const documents = []
      for (const { id, name, entity_id = null, household_id } of found) {
        const answer = await app.inject({
          method: 'GET',
          url: `/api/public/v1/documents/${id}/download`,
          headers: { authorization: `Bearer ${token}` },
        })
        documents.push({ name, entity_id, household_id, content: answer.rawPayload })
      }
      return documents
    },
    /** True for a valuation that Steward sent. */
    isSent: (valuationId: string) => transport.created.has(valuationId) || planted.has(valuationId),
    /** Makes the service hold a valuation a second time, as if Steward had sent it twice: to see that the judge finds it. */
    async plantAgain(valuationId: string): Promise<void> {
      const sent = this.valuations().find(({ id }) => id === valuationId)
      const body = transport.created.get(valuationId)
      if (sent && body) planted.add(await this.createAsColleague(sent.entity_id, body))
    },
    /** Logs a valuation as a colleague does. */
    async createAsColleague(entityId: string, body: object): Promise<string> {
      const answer = await app.inject({
        method: 'POST',
        url: `/api/public/v1/entities/${entityId}/valuation`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      })
      if (answer.statusCode !== 201) throw new Error(`A colleague's valuation was refused: ${answer.payload}`)
      return (answer.json() as { id: string }).id
    },
    /** Every write that was ever saved on this computer, as the ledger has it. */
    operations(): Operation[] {
      return allOperations.all().map(parseOnce) as Operation[]
    },
    /** Writes that are neither sent nor given up. */
    openOperations(): Operation[] {
      return openOperations.all().map(parseOnce) as Operation[]
    },
    /** What valuations were read from, by their writes. */
    sources(): { operation_id: string; entity_id: string; json: string }[] {
      return stores.ledger
        .prepare<[], { operation_id: string; entity_id: string; json: string }>(
          'SELECT operation_id, entity_id, json FROM statement_valuation ORDER BY seq',
        )
        .all()
    },
    /** The ledger's memory of accounts, with everything that does not count any more. */
    accountRecords(): { id: string; entity_id: string; operation_id: string | null; json: string }[] {
      return stores.ledger
        .prepare<[], { id: string; entity_id: string; operation_id: string | null; json: string }>(
          'SELECT id, entity_id, operation_id, json FROM statement_account ORDER BY seq',
        )
        .all()
    },
    /** The accounts that the ledger knows: those that were last read. */
    knownAccounts() {
      const { read } = createReaderCalls(createReader(stores.mirror, stores.ledger, { today: () => today }))
      return read('statements.allAccounts', {})
    },
    async end() {
      if (running !== null) running.life.dead = true
      await agent.close()
      await app.close()
      store.close()
      stores.mirror.close()
      stores.ledger.close()
      await rm(runFolder, { recursive: true, force: true })
    },
  }
}

export type Office = Awaited<ReturnType<typeof createOffice>>
