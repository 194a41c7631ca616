import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { startHttpsServer, type TestServer } from './https-server.ts'

/** The part of oidc-provider that is used here; the package has no types. */
type ProviderGrant = { addOIDCScope(scope: string): void; save(): Promise<string> }
type Provider = {
  callback(): (request: IncomingMessage, response: ServerResponse) => void
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  Grant: new (of: { clientId: string; accountId: string }) => ProviderGrant
}
type LoadGrantContext = { oidc: { client: { clientId: string }; session: { accountId: string } } }

export const registered = { clientId: 'steward-test', clientSecret: 'third-party-client-secret-0123456789' }

/**
 * Starts a real third-party authorization server over https, at the paths that the service's description gives. It requires PKCE,
 * and its sign-in page decides automatically as configured.
 */
export async function startAuthorizationServer(): Promise<TestServer & { decide: 'authorize' | 'deny' }> {
  const handler: { answer: (request: IncomingMessage, response: ServerResponse) => void } = { answer: () => {} }
  const server = await startHttpsServer(null, (request, response) => handler.answer(request, response))
  const { Provider } = createRequire(import.meta.url)('oidc-provider') as {
    Provider: new (issuer: string, configuration: object) => Provider
  }
  const provider = new Provider(
    server.origin,
    configuration(() => provider),
  )
  const running = Object.assign(server, { decide: 'authorize' as 'authorize' | 'deny' })
  const answer = provider.callback()
  handler.answer = (request, response) => {
    // This server grants nothing without a scope, but the described service has no scopes.
    if (request.url?.startsWith('/oauth2/authorize?')) request.url += '&scope=openid'
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const result =
      running.decide === 'authorize'
        ? { login: { accountId: 'jo' }, consent: {} }
        : { error: 'access_denied', error_description: 'no' }
    provider.interactionFinished(request, response, result).catch(() => response.writeHead(500).end())
  }
  return running
}

function configuration(provider: () => Provider): object {
  return {
    clients: [
      {
        client_id: registered.clientId,
        client_secret: registered.clientSecret,
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1/callback'],
        grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    routes: { authorization: '/oauth2/authorize', token: '/oauth2/token' },
    features: { devInteractions: { enabled: false }, clientCredentials: { enabled: true } },
    cookies: { keys: ['a-key-for-tests'] },
    pkce: { required: () => true },
    interactions: { url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
    issueRefreshToken: () => true,
    rotateRefreshToken: false,
    async loadExistingGrant({ oidc }: LoadGrantContext) {
      const { Grant } = provider()
      const grant = new Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid')
      await grant.save()
      return grant
    },
  }
}
