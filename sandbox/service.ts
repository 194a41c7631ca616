import type { FastifyInstance } from 'fastify'
import { API_ROOT, createApp, registerApi } from './app.ts'
import type { Client } from './auth/clients.ts'
import { createCodes } from './auth/codes.ts'
import { type AuthEndpoints, authEndpoints } from './auth/endpoints.ts'
import { registerAuthRoutes } from './auth/routes.ts'
import { type AuthRules, TOKEN_AUTH } from './auth/rules.ts'
import type { ChoosableUser } from './auth/sign-in-page.ts'
import { createTokenEndpoint } from './auth/token-endpoint.ts'
import { createTokens } from './auth/tokens.ts'
import { createColleague } from './control/colleague.ts'
import { watchConnections } from './control/connections.ts'
import { type Control, createControl } from './control/control.ts'
import { registerFaultHooks } from './control/fault-hooks.ts'
import { createFaults } from './control/faults.ts'
import { createPageFaults } from './control/page-faults.ts'
import { registerStats } from './control/stats.ts'
import { createDocumentFiles } from './files/document-files.ts'
import type { FileStore } from './files/file-store.ts'
import { registerGzip } from './http/gzip.ts'
import { registerRateLimit } from './http/rate-limit.ts'
import type { SandboxOptions } from './options.ts'
import { allRoutes } from './routes/all.ts'
import type { Route } from './routes/route.ts'
import type { Services } from './routes/services.ts'
import type { User } from './schemas/responses.ts'
import { createCursors } from './store/cursor.ts'
import { prepareStore } from './store/prepare.ts'
import type { Store } from './store/store.ts'
import type { ServerIdentity } from './tls/authority.ts'

const ACCESS_SECONDS = 300
const ORGANIZATION_SECONDS = 3600
const MAX_UPLOAD_BYTES = 8 * 1024 ** 3

export interface ServiceParts {
  store: Store
  fileStore: FileStore
  identity: ServerIdentity
  options: SandboxOptions
}

export interface Service {
  app: FastifyInstance
  routes: readonly Route[]
  client: Client
  rules: AuthRules
  endpoints: AuthEndpoints
  control: Control
}

/** Assembles the service: its API, its authorization server and all faults. It does not listen yet. */
export function createService({ store, fileStore, identity, options }: ServiceParts): Service {
  const { clock = Date.now, maxUploadBytes = MAX_UPLOAD_BYTES } = options
  const { client, cursorKey } = prepareStore(store, options)
  const cursors = createCursors(cursorKey)
  const pageFaults = createPageFaults(store, cursors)
  const documentFiles = createDocumentFiles(store, fileStore)
  const bendPage = pageFaults.bend
  const services: Services = { store, cursors, fileStore, documentFiles, clock, bendPage, maxUploadBytes }
  const routes = allRoutes(services)
  const tokens = createTokens(store, clock)
  const codes = createCodes(clock)
  const faults = createFaults()

  const app = createApp({ key: identity.keyPem, cert: identity.certificatePem })
  const stats = registerStats(app, API_ROOT)
  // Timestamps in records and in the `Date` header come from the same clock.
  app.addHook('onSend', async (_request, reply) => void reply.header('date', new Date(clock()).toUTCString()))
  registerGzip(app)
  const rateLimit = registerRateLimit(app, { root: API_ROOT, perSecond: options.rateLimit, clock })
  registerFaultHooks(app, faults)
  registerApi(app, routes, tokens)
  const rules = authRules(options)
  const endpoints = authEndpoints(options.discovery ?? false)
  const answerTokenRequest = createTokenEndpoint({
    client,
    rules,
    codes,
    tokens,
    accessSeconds: options.accessTokenSeconds ?? ACCESS_SECONDS,
    organizationSeconds: options.accessTokenSeconds ?? ORGANIZATION_SECONDS,
  })
  registerAuthRoutes(app, {
    client,
    rules,
    endpoints,
    codes,
    clock,
    answerTokenRequest,
    countGrant: stats.countGrant,
    listUsers: () => listUsers(store),
  })
  const connections = watchConnections(app.server)
  const colleague = createColleague(services)
  const control = createControl({ faults, pageFaults, connections, tokens, colleague, stats, rateLimit })
  return { app, routes, client, rules, endpoints, control }
}

function authRules({ refreshTokens = 'always', tokenAuth = TOKEN_AUTH, scopes, resource }: SandboxOptions): AuthRules {
  return { refreshTokens, tokenAuth, scopes, resource }
}

function listUsers(store: Store): ChoosableUser[] {
  return store.readPage({ table: 'users', filter: {}, limit: 1000 }).rows.map(({ text }) => {
    const user = JSON.parse(text) as User
    return { id: user.id, name: `${user.first_name} ${user.last_name}` }
  })
}
