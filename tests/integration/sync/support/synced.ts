import type { Dispatcher } from 'undici'
import { createHttpsAgent } from '../../../../electron/http/https-agent.ts'
import type { Clock } from '../../../../electron/platform/clock.ts'
import type { AccessTokens } from '../../../../electron/service/check-answer.ts'
import { createServiceClient } from '../../../../electron/service/create-service-client.ts'
import type { ServiceClient } from '../../../../electron/service/service-client.ts'
import { createSyncEngine, type SyncEngineOptions } from '../../../../electron/sync/sync-engine.ts'
import type { SandboxOptions } from '../../../../sandbox/options.ts'
import { makeFolder, openStore, removeFolder } from '../../data/support/open-store.ts'
import { startTestSandbox } from '../../support/sandbox.ts'

/** A clock without waits or randomness. */
export const promptClock: Clock = {
  now: Date.now,
  elapsed: () => performance.now(),
  sleep: async (_, signal) => signal?.throwIfAborted(),
  random: () => 0.5,
}

type StartOptions = {
  sandbox?: SandboxOptions
  engine?: Partial<SyncEngineOptions>
  /** The client's clock; by default one that never waits. */
  clock?: Clock
  /** The service client's tokens, made of the one that the sandbox accepts; by default always that one. */
  tokensOf?: (accepted: string) => AccessTokens
  /** Installed between the client and the network. */
  intercept?: Dispatcher.DispatcherComposeInterceptor
  /** The client as the engine sees it. */
  around?: (service: ServiceClient) => ServiceClient
}

/** Starts a sandbox, a real client that is signed in to it, a real encrypted store, and a sync engine between them. */
export async function startSynced(options: StartOptions = {}) {
  const sandbox = await startTestSandbox(options.sandbox)
  const answer = await sandbox.client.token({ grant_type: 'client_credentials' })
  const { access_token: token } = answer.body as { access_token: string }
  const dispatcher = createHttpsAgent({ caCertificate: sandbox.caPem })
  const service = createServiceClient({
    baseUrl: sandbox.baseUrl,
    tokens: options.tokensOf?.(token) ?? { current: async () => token, replace: async () => token },
    dispatcher: options.intercept ? dispatcher.compose(options.intercept) : dispatcher,
    clock: options.clock ?? promptClock,
  })
  const folder = makeFolder()
  const store = await openStore(folder)
  const makeEngine = (more: Partial<SyncEngineOptions> = {}) =>
    createSyncEngine({
      connectionId: 'c'.repeat(32),
      store,
      service: options.around?.(service) ?? service,
      periodic: false,
      ...options.engine,
      ...more,
    })
  const engine = makeEngine()
  return {
    sandbox,
    service,
    store,
    folder,
    engine,
    makeEngine,
    /** Runs one sync to its end; returns its status. */
    async run() {
      engine.start()
      await engine.idle()
      return engine.status()
    },
    async stop() {
      await engine.close()
      await store.close()
      await service.close()
      await dispatcher.destroy()
      await sandbox.close()
      removeFolder(folder)
    },
  }
}
