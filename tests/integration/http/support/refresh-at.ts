import type { Dispatcher } from 'undici'
import { createTokenEndpoint, type IssuedTokens } from '../../../../electron/auth/token-endpoint.ts'
import { describedServer } from '../../support/described-server.ts'

/** Sends a refresh token and a secret to the token endpoint of an authorization server. */
export function refreshAt(authUrl: string, dispatcher: Dispatcher): Promise<IssuedTokens> {
  const connection = { client_id: 'id', token_auth: 'post', resource: null, audience: null } as const
  const { signal } = new AbortController()
  return createTokenEndpoint({ connection, dispatcher }).refresh({
    server: describedServer(authUrl),
    ...{ refreshToken: 'refresh', clientSecret: 'secret', signal },
  })
}
