import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API_ROOT, createApp, registerApi } from './app.ts'
import type { Client } from './auth/clients.ts'
import { createCodes } from './auth/codes.ts'
import { registerAuthRoutes } from './auth/routes.ts'
import type { ChoosableUser } from './auth/sign-in-page.ts'
import { createTokenEndpoint } from './auth/token-endpoint.ts'
import { createTokens } from './auth/tokens.ts'
import { createColleague } from './control/colleague.ts'
import { watchConnections } from './control/connections.ts'
import { type Control, createControl } from './control/control.ts'
import { startControlPort } from './control/control-port.ts'
import { registerFaultHooks } from './control/fault-hooks.ts'
import { createFaults } from './control/faults.ts'
import { createPageFaults } from './control/page-faults.ts'
import { registerStats } from './control/stats.ts'
import { seedStore } from './data/seed-store.ts'
import { createDocumentFiles } from './files/document-files.ts'
import { createFileStore } from './files/file-store.ts'
import { registerGzip } from './http/gzip.ts'
import { createOpenApiDocument } from './openapi/document.ts'
import type { SandboxOptions } from './options.ts'
import { allRoutes } from './routes/all.ts'
import type { Services } from './routes/services.ts'
import type { User } from './schemas/responses.ts'
import { createCursors } from './store/cursor.ts'
import { openStore, type Store } from './store/store.ts'
import { createServerIdentity } from './tls/authority.ts'

export type { SandboxOptions } from './options.ts'

const DEFAULTS = {
  households: 500,
  seed: 7,
  redirectUris: ['http://127.0.0.1/callback'],
  accessTokenSeconds: 300,
  organizationTokenSeconds: 3600,
  maxUploadBytes: 8 * 1024 ** 3,
}

export interface Sandbox {
  /** `https://127.0.0.1:PORT`, without a slash at the end. */
  baseUrl: string
  authUrl: string
  caPem: string
  caPath: string
  clientId: string
  clientSecret: string
  openApiUrl: string
  /** Null unless the control port was asked for. */
  controlUrl: string | null
  /** The same as the control port, in-process; always there. */
  control: Control
  close(): Promise<void>
}

/** Starts the whole service on 127.0.0.1 and resolves when it answers. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const clock = options.clock ?? Date.now
  const scratch = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const identity = createServerIdentity(options.certDir ?? join(scratch, 'certificates'), Date.now())
  const store = openStore(options.data)
  const settings = prepareStore(store, options)
  const fileStore = createFileStore(options.data === undefined ? join(scratch, 'files') : `${options.data}.files`)
  const cursors = createCursors(settings.cursorKey)
  const pageFaults = createPageFaults(store, cursors)
  const tokens = createTokens(store, clock)
  const faults = createFaults()
  const services: Services = {
    store,
    cursors,
    fileStore,
    documentFiles: createDocumentFiles(store, fileStore),
    clock,
    bendPage: pageFaults.bend,
    maxUploadBytes: options.maxUploadBytes ?? DEFAULTS.maxUploadBytes,
  }

  const app = createApp({ key: identity.keyPem, cert: identity.certificatePem })
  const stats = registerStats(app, API_ROOT)
  registerGzip(app)
  registerFaultHooks(app, faults)
  const routes = allRoutes(services)
  registerApi(app, routes, tokens)
  const codes = createCodes(clock)
  registerAuthRoutes(app, {
    client: settings.client,
    codes,
    clock,
    answerTokenRequest: createTokenEndpoint({
      client: settings.client,
      codes,
      tokens,
      accessSeconds: options.accessTokenSeconds ?? DEFAULTS.accessTokenSeconds,
      organizationSeconds: options.accessTokenSeconds ?? DEFAULTS.organizationTokenSeconds,
    }),
    listUsers: () => listUsers(store),
    countGrant: stats.countGrant,
  })
  const openApi = { text: '' }
  app.get(`${API_ROOT}/openapi.json`, (_request, reply) => reply.type('application/json').send(openApi.text))
  const connections = watchConnections(app.server)
  await app.listen({ host: '127.0.0.1', port: options.port ?? 0 })

  const baseUrl = `https://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const authUrl = `${baseUrl}/auth`
  openApi.text = JSON.stringify(createOpenApiDocument({ routes, apiUrl: baseUrl + API_ROOT, authUrl }))
  const colleague = createColleague(services)
  const control = createControl({ faults, pageFaults, connections, tokens, colleague, stats })
  const controlPort = options.control ? await startControlPort(control, options.controlPort ?? 0) : undefined
  return {
    baseUrl,
    authUrl,
    caPem: identity.caPem,
    caPath: identity.caPath,
    clientId: settings.client.id,
    clientSecret: settings.client.secret,
    openApiUrl: `${baseUrl}${API_ROOT}/openapi.json`,
    controlUrl: controlPort?.url ?? null,
    control,
    async close() {
      await Promise.all([app.close(), controlPort?.close()])
      store.close()
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}

/** Fills an empty store; one that has been filled before keeps its data, its client and its cursors. */
function prepareStore(store: Store, options: SandboxOptions): { client: Client; cursorKey: string } {
  const { seed = DEFAULTS.seed, households = DEFAULTS.households } = options
  const setting = (name: string, fresh: () => string) => {
    const known = store.setting(name)
    if (known !== undefined) return known
    const value = fresh()
    store.saveSetting(name, value)
    return value
  }
  if (store.setting('seed') === undefined) {
    seedStore(store, { seed, households })
    store.saveSetting('seed', String(seed))
  }
  const client: Client = {
    id: options.clientId ?? setting('client_id', () => 'sandbox-client'),
    secret: options.clientSecret ?? setting('client_secret', () => randomBytes(24).toString('base64url')),
    redirectUris: options.redirectUris ?? DEFAULTS.redirectUris,
  }
  // Cursors are the same for the same seed, so that a walk can be taken up again and a page compared with last time's.
  return { client, cursorKey: `cursor:${store.setting('seed')}` }
}

function listUsers(store: Store): ChoosableUser[] {
  return store.readPage({ table: 'users', filter: {}, limit: 1000 }).rows.map(({ text }) => {
    const user = JSON.parse(text) as User
    return { id: user.id, name: `${user.first_name} ${user.last_name}`, email: user.email }
  })
}
