import { createHttpsAgent } from '../../../../electron/http/https-agent.ts'
import { createOutbox } from '../../../../electron/outbox/create-outbox.ts'
import type { KnownRecords, Outbox } from '../../../../electron/outbox/outbox.ts'
import { createServiceClient } from '../../../../electron/service/create-service-client.ts'
import type { SandboxOptions } from '../../../../sandbox/server.ts'
import type { JsonFields, Operation } from '../../../../shared/domain/operation.ts'
import { isOpen } from '../../../../shared/domain/operation-rules.ts'
import { createInstantClock } from '../../../doubles/instant-clock.ts'
import { createOutboxFilesDouble } from '../../../doubles/outbox-files.ts'
import { createOutboxStoreDouble } from '../../../doubles/outbox-store.ts'
import { startTestSandbox, type TestSandbox } from '../../support/sandbox.ts'

const dayMs = 24 * 3_600_000

type Resource = 'households' | 'individuals' | 'entities' | 'documents' | 'users'

/**
 * Runs the real engine and service client over real HTTPS against the real sandbox. They share a clock whose waits take no time;
 * the ledger is in memory and outlives engines.
 *
 * @param idleMs - silence after which a request fails, in ms; the usual limit is far above what a busy computer takes for an answer
 */
export async function startOutboxWorld({ idleMs, ...options }: SandboxOptions & { idleMs?: number } = {}) {
  const time = createInstantClock(Date.parse('2026-11-21T12:00:00Z'))
  const sandbox = await startTestSandbox({ clock: () => time.now, accessTokenSeconds: 10_000_000, ...options })
  const dispatcher = createHttpsAgent({ caCertificate: sandbox.caPem, limits: idleMs === undefined ? {} : { idleMs } })
  const tokens = { current: await tokenOf(sandbox), renewals: 0 }
  let renewing: Promise<string> | null = null
  const renew = async () => {
    tokens.renewals += 1
    tokens.current = await tokenOf(sandbox)
    renewing = null
    return tokens.current
  }
  const makeService = () =>
    createServiceClient({
      baseUrl: sandbox.baseUrl,
      dispatcher,
      clock: time.clock,
      limits: { attempts: 1 },
      tokens: {
        current: async () => tokens.current,
        async replace(rejected) {
          if (rejected !== tokens.current) return tokens.current
          // Shared by concurrent callers, as the session's own token source does.
          renewing ??= renew()
          return renewing
        },
      },
    })
  const state = { readOnly: false, store: createOutboxStoreDouble() }
  const files = createOutboxFilesDouble()
  let service = makeService()
  let outbox: Outbox
  const records: KnownRecords = {
    titleOf: async () => null,
    recordOf: async () => null,
    serverIdOf: async (localId) => state.store.serverIdOf(localId),
  }
  const open = async () => {
    const isReadOnly = () => state.readOnly
    const opened = await createOutbox({ store: state.store, service, records, files, isReadOnly, clock: time.clock })
    const { idle } = opened
    return Object.assign(opened, { idle: () => Promise.race([idle(), dayEnds()]) })
  }
  /** Rejects after a day of the clock: an outbox that never comes to rest would otherwise go on without end, since waits take no time. */
  const dayEnds = () =>
    new Promise<never>((_, reject) => {
      const end = time.now + dayMs
      time.onSleep = () => {
        if (time.now < end) return
        const open = [...state.store.operations.values()].filter(isOpen)
        reject(
          new Error(
            `Not at rest after a day: ${open.map(({ title, state: step }) => `${title} is ${step}`).join(', ')}`,
          ),
        )
      }
    })
  outbox = await open()

  const api = async <Body>(path: string) => (await sandbox.client.api(path, { token: tokens.current })).body as Body
  const world = {
    sandbox,
    time,
    files,
    tokens,
    state,
    get outbox() {
      return outbox
    },
    get store() {
      return state.store
    },
    operation(id: string): Operation {
      const found = state.store.operations.get(id)
      if (!found) throw new Error(`There is no operation ${id}.`)
      return found
    },
    async list(resource: Resource, query = ''): Promise<JsonFields[]> {
      return (await api<{ data: JsonFields[] }>(`/${resource}?limit=1000${query}`)).data
    },
    async first(resource: Resource): Promise<JsonFields & { id: string }> {
      const [found] = (await api<{ data: (JsonFields & { id: string })[] }>(`/${resource}?limit=1`)).data
      if (!found) throw new Error('The firm is empty.')
      return found
    },
    async get(resource: Resource, id: string): Promise<JsonFields | null> {
      const answer = await sandbox.client.api(`/${resource}/${id}`, { token: tokens.current })
      return answer.status === 200 ? (answer.body as JsonFields) : null
    },
    api,
    /** Stops the engine and opens another one over the same ledger. */
    async restart() {
      await outbox.close()
      await service.close()
      service = makeService()
      outbox = await open()
    },
    /** Opens an engine over a ledger that holds these operations, as a crash would have left them. */
    async reopenWith(operations: readonly Operation[]) {
      await outbox.close()
      state.store = createOutboxStoreDouble()
      await state.store.commit({ operations, events: [] })
      outbox = await open()
    },
    async stop() {
      await outbox.close()
      await service.close()
      await dispatcher.destroy()
      await sandbox.close()
    },
  }
  return world
}

export type OutboxWorld = Awaited<ReturnType<typeof startOutboxWorld>>

async function tokenOf(sandbox: TestSandbox): Promise<string> {
  const answer = await sandbox.client.token({ grant_type: 'client_credentials' })
  return (answer.body as { access_token: string }).access_token
}
