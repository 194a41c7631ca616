import { AppError } from '../../shared/domain/app-error.ts'
import { createMutex } from '../../shared/lib/timing.ts'
import { type Keychain, keychainAccount } from '../keychain/keychain.ts'
import type { Connection } from '../tenants/connection.ts'
import type { IssuedTokens } from './token-endpoint.ts'

/** A sign-in that cannot be renewed: how long its access token lasts, in ms; null if the server did not say. */
export type UnrenewableSignIn = { lifetimeMs: number | null }

/** A connection's entries in the keychain that belong to its sign-in. */
export type Secrets = ReturnType<typeof secretsOf>

/**
 * The {@link Secrets} of a connection, which is read at each use. A signed-in user has a refresh token or, if the server gave none, a note with the life of the
 * access token; a signed-in organization has a note. A public client has no client secret.
 */
export function secretsOf(of: { readonly connection: Connection }, keychain: Keychain) {
  const { id, flow } = of.connection
  // It may be edited while the session lasts.
  const isPublic = () => of.connection.token_auth === 'none'
  const isOrganization = flow === 'client_credentials'
  const secret = keychainAccount(id, 'client-secret')
  const signIn = keychainAccount(id, isOrganization ? 'organization-sign-in' : 'refresh-token')
  const unrenewable = keychainAccount(id, 'unrenewable-sign-in')
  const inTurn = createMutex()
  const keep = async ({ refreshToken, lifetimeMs }: IssuedTokens): Promise<void> => {
    const kept = isOrganization ? 'signed in' : refreshToken
    if (kept === null) {
      await keychain.set(unrenewable, String(lifetimeMs ?? ''))
      await keychain.delete(signIn)
    } else {
      await keychain.set(signIn, kept)
      await keychain.delete(unrenewable)
    }
  }
  return {
    async clientSecret(): Promise<string | null> {
      if (isPublic()) return null
      const found = await keychain.get(secret)
      if (found !== null) return found
      throw new AppError('auth/wrong-secret', {
        message: 'The client secret of this connection is not on this computer.',
        nextStep: 'Enter the client secret issued to your firm, and sign in again.',
      })
    },
    hasClientSecret: async () => isPublic() || (await keychain.get(secret)) !== null,
    forgetClientSecret: () => keychain.delete(secret),
    /** A user's refresh token, an organization's note; null if there is neither. */
    signIn: () => keychain.get(signIn),
    /** The connection may have become a public client since its secret was stored: then that is deleted. */
    keepSignIn: (issued: IssuedTokens) =>
      inTurn(async () => {
        if (isPublic()) await keychain.delete(secret)
        await keep(issued)
      }),
    /** Does nothing if another refresh token is kept by now, or none. */
    replaceSignIn: (before: string, issued: IssuedTokens) =>
      inTurn(async () => {
        if ((await keychain.get(signIn)) === before) await keep(issued)
      }),
    forgetSignIn: () =>
      inTurn(async () => {
        await keychain.delete(signIn)
        await keychain.delete(unrenewable)
      }),
    async unrenewableSignIn(): Promise<UnrenewableSignIn | null> {
      const noted = isOrganization ? null : await keychain.get(unrenewable)
      if (noted === null) return null
      return { lifetimeMs: /^\d+(\.\d+)?$/.test(noted) ? Number(noted) : null }
    },
  }
}
