import type { FastifyInstance } from 'fastify'
import { API_ROOT, createApp, registerApi } from './app.ts'
import type { Client } from './auth/clients.ts'
import { createCodes } from './auth/codes.ts'
import { authEndpoints } from './auth/endpoints.ts'
import { type AuthRoutesOptions, registerAuthRoutes } from './auth/routes.ts'
import { type AuthRules, TOKEN_AUTH } from './auth/rules.ts'
import type { ChoosableUser } from './auth/sign-in-page.ts'
import { createTokenEndpoint } from './auth/token-endpoint.ts'
import { createTokens, type Tokens } from './auth/tokens.ts'
import { createColleague } from './control/colleague.ts'
import { watchConnections } from './control/connections.ts'
import { type Control, createControl } from './control/control.ts'
import { registerFaultHooks } from './control/fault-hooks.ts'
import { createFaults } from './control/faults.ts'
import { createPageFaults } from './control/page-faults.ts'
import { registerStats } from './control/stats.ts'
import { createDocumentFiles } from './files/document-files.ts'
import type { FileStore } from './files/file-store.ts'
import { createErrorAnswers } from './http/error-answer.ts'
import { registerGzip } from './http/gzip.ts'
import { registerRateLimit } from './http/rate-limit.ts'
import type { ServiceDescription } from './openapi/document.ts'
import type { SandboxOptions } from './options.ts'
import { allRoutes } from './routes/all.ts'
import type { Services } from './routes/services.ts'
import { withSuccessStyle } from './routes/success-style.ts'
import type { User } from './schemas/responses.ts'
import type { ApiRules } from './schemas/rules.ts'
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
  /** Every registered route, such as `GET /api/public/v1/users/:id`. */
  registered: readonly string[]
  client: Client
  description: ServiceDescription
  control: Control
}

/** Assembles the service: its API, its authorization server and all faults. It does not listen yet. */
export function createService({ store, fileStore, identity, options }: ServiceParts): Service {
  const { clock = Date.now, errorStyle = 'nested', maxUploadBytes = MAX_UPLOAD_BYTES } = options
  const { client, cursorKey, ids } = prepareStore(store, options)
  const cursors = createCursors(cursorKey)
  const pageFaults = createPageFaults(store, cursors)
  const services: Services = {
    store,
    cursors,
    fileStore,
    documentFiles: createDocumentFiles(store, fileStore),
    clock,
    ids,
    rules: apiRules(options),
    bendPage: pageFaults.bend,
    maxUploadBytes,
  }
  const routes = routesOf(services, options)
  const tokens = createTokens(store, clock)
  const faults = createFaults()

  const sendError = createErrorAnswers(errorStyle)
  const app = createApp({ key: identity.keyPem, cert: identity.certificatePem }, sendError)
  const registered: string[] = []
  app.addHook('onRoute', ({ method, url }) => void registered.push(`${String(method)} ${url}`))
  const stats = registerStats(app, API_ROOT)
  // Timestamps in records and in the `Date` header come from the same clock.
  app.addHook('onSend', async (_request, reply) => void reply.header('date', new Date(clock()).toUTCString()))
  registerGzip(app)
  const rateLimit = registerRateLimit(app, { root: API_ROOT, perSecond: options.rateLimit, clock, sendError })
  registerFaultHooks(app, faults, sendError)
  registerApi(app, routes, tokens)
  const signIn = { client, rules: authRules(options), endpoints: authEndpoints(options.discovery ?? false) }
  registerSignIn(app, { ...signIn, tokens, options, countGrant: stats.countGrant, listUsers: () => listUsers(store) })
  const connections = watchConnections(app.server)
  const colleague = createColleague(services)
  const control = createControl({
    ...{ faults, pageFaults, connections, tokens, colleague, stats, rateLimit },
    documentFiles: services.documentFiles,
  })
  return { app, registered, client, description: { routes, errorStyle, ...signIn }, control }
}

type SignInParts = Pick<AuthRoutesOptions, 'client' | 'rules' | 'endpoints' | 'listUsers' | 'countGrant'> & {
  tokens: Tokens
  options: SandboxOptions
}

function registerSignIn(app: FastifyInstance, { tokens, options, ...parts }: SignInParts): void {
  const { clock = Date.now, accessTokenSeconds } = options
  const codes = createCodes(clock)
  const answerTokenRequest = createTokenEndpoint({
    ...parts,
    codes,
    tokens,
    accessSeconds: accessTokenSeconds ?? ACCESS_SECONDS,
    organizationSeconds: accessTokenSeconds ?? ORGANIZATION_SECONDS,
  })
  registerAuthRoutes(app, { ...parts, codes, clock, answerTokenRequest })
}

function routesOf(services: Services, { successStyle = 'described', householdEntities = true }: SandboxOptions) {
  const routes = allRoutes(services).filter(
    ({ operationId }) => householdEntities || operationId !== 'listHouseholdEntities',
  )
  return withSuccessStyle(routes, successStyle)
}

function apiRules(options: SandboxOptions): ApiRules {
  const { emptyPrimaries = true, strictNull = false, valuationDescriptionMax, fileTypes = 'any' } = options
  return { emptyPrimaries, strictNull, valuationDescriptionMax, fileTypes }
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
