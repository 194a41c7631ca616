import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { Connection } from '../../../electron/tenants/connection.ts'
import { startHttpsServer, type TestServer } from './https-server.ts'

/** The part of oidc-provider that is used here; the package has no types. */
type ProviderGrant = { addOIDCScope(scope: string): void; save(): Promise<string> }
type Provider = {
  callback(): (request: IncomingMessage, response: ServerResponse) => void
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  on(event: string, listener: (context: TokenContext) => void): void
  Grant: new (of: { clientId: string; accountId: string }) => ProviderGrant
}
type TokenContext = { oidc: { params: Readonly<Record<string, string>> } }
type LoadGrantContext = { oidc: { client: { clientId: string }; session: { accountId: string } } }

export const registered = { clientId: 'steward-test', clientSecret: 'third-party-client-secret-0123456789' }

/** Every kind of character that a form encodes, or that separates the parts of an Authorization header. */
export const awkward = { clientId: 'steward: 100% +test', clientSecret: 'secret:with +, %41 & ~"/-_.=' }

/** Registered besides {@link registered}: a client that uses HTTP Basic, a public one, and one that may not have a refresh token. */
export const publicClientId = 'steward-public'
export const onlineClientId = 'steward-online'

/** How long access tokens live at this server, in seconds. */
export const accessSeconds = 60

const usualPaths = { authorization: '/oauth2/authorize', token: '/oauth2/token' }

/** Other paths than those of the service's description: only its metadata name them. */
export const otherPaths = { authorization: '/pages/sign-in', token: '/api/tokens' }

type Options = {
  /** Whether it publishes metadata; then its endpoints are at {@link otherPaths}. */
  discovery?: boolean
}

/** A real third-party authorization server, with what it granted. */
export type AuthorizationTestServer = TestServer & {
  decide: 'authorize' | 'deny'
  /** The grant types of its successful token requests, oldest first. */
  granted: string[]
  /** The parameters of the requests for its sign-in page. */
  asked: URLSearchParams[]
}

/**
 * Starts oidc-provider over https, with its own rule for refresh tokens: only for `offline_access`, to which the user consents. It
 * requires PKCE, and its sign-in page decides automatically as configured.
 */
export async function startAuthorizationServer({ discovery = false }: Options = {}): Promise<AuthorizationTestServer> {
  const handler: { answer: (request: IncomingMessage, response: ServerResponse) => void } = { answer: () => {} }
  const server = await startHttpsServer(null, (request, response) => handler.answer(request, response))
  const { Provider } = createRequire(import.meta.url)('oidc-provider') as {
    Provider: new (issuer: string, configuration: object) => Provider
  }
  const paths = discovery ? otherPaths : usualPaths
  const provider = new Provider(
    server.origin,
    configuration(paths, () => provider),
  )
  const state = { decide: 'authorize' as 'authorize' | 'deny', granted: [] as string[], asked: [] as URLSearchParams[] }
  const running = Object.assign(server, state)
  provider.on('grant.success', ({ oidc }) => running.granted.push(oidc.params.grant_type ?? ''))
  const answer = provider.callback()
  handler.answer = (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', server.origin)
    if (pathname === paths.authorization) running.asked.push(searchParams)
    if (!discovery && pathname.startsWith('/.well-known/')) return response.writeHead(404).end('not here')
    if (!pathname.startsWith('/interaction/')) return answer(request, response)
    const result =
      running.decide === 'authorize'
        ? { login: { accountId: 'jo' }, consent: {} }
        : { error: 'access_denied', error_description: 'no' }
    provider.interactionFinished(request, response, result).catch(() => response.writeHead(500).end())
  }
  return running
}

const native = {
  application_type: 'native',
  redirect_uris: ['http://127.0.0.1/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
}

const clients = [
  {
    ...native,
    client_id: registered.clientId,
    client_secret: registered.clientSecret,
    grant_types: [...native.grant_types, 'client_credentials'],
    token_endpoint_auth_method: 'client_secret_post',
  },
  {
    ...native,
    client_id: awkward.clientId,
    client_secret: awkward.clientSecret,
    grant_types: [...native.grant_types, 'client_credentials'],
    token_endpoint_auth_method: 'client_secret_basic',
  },
  { ...native, client_id: publicClientId, token_endpoint_auth_method: 'none' },
  { ...native, client_id: onlineClientId, token_endpoint_auth_method: 'none', scope: 'openid profile email' },
]

function configuration(routes: typeof usualPaths, provider: () => Provider): object {
  return {
    clients,
    routes,
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({ scope: '', accessTokenTTL: accessSeconds }),
        useGrantedResource: () => true,
      },
    },
    claims: { openid: ['sub'], email: ['email'], profile: ['name'] },
    cookies: { keys: ['a-key-for-tests'] },
    pkce: { required: () => true },
    ttl: { AccessToken: accessSeconds, ClientCredentials: accessSeconds },
    clockTolerance: 0,
    interactions: { url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
    async loadExistingGrant({ oidc }: LoadGrantContext) {
      const { Grant } = provider()
      const grant = new Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid profile email offline_access')
      await grant.save()
      return grant
    },
  }
}

/** A connection to that server as {@link registered}, with changes. */
export function connectionTo(server: TestServer, change: Partial<Connection> = {}): Connection {
  return {
    id: 'd'.repeat(32),
    name: 'Third party',
    kind: 'tenant',
    base_url: server.origin,
    auth_url: server.origin,
    client_id: registered.clientId,
    redirect_uri: 'http://127.0.0.1/callback',
    flow: 'authorization_code',
    user: null,
    pkce: true,
    token_auth: 'post',
    scope: null,
    resource: null,
    audience: null,
    ca_certificate: server.caPem,
    read_only: false,
    ...change,
  }
}
