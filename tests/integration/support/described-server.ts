import type { SignInServer } from '../../../electron/auth/sign-in-server.ts'

/** The endpoints of an authorization server without metadata, at the paths of the service's description. */
export const describedServer = (authUrl: string, unused: SignInServer['unused'] = null): SignInServer => ({
  authorizationEndpoint: `${authUrl}/oauth2/authorize`,
  tokenEndpoint: `${authUrl}/oauth2/token`,
  issuer: null,
  namesIssuer: false,
  unused,
})
