import { AppError } from '../../shared/domain/app-error.ts'
import { noScope, usualScope } from '../../shared/domain/connection-fields.ts'
import type { Connection } from '../tenants/connection.ts'

/** The scope with which a server that follows OpenID Connect gives a refresh token. */
const OFFLINE = 'offline_access'

/** A scope to send; null to send none. */
export type Scope = string | null

/**
 * The scopes to ask for, one after the other while the server refuses them: the connection's, then the same without `offline_access`.
 * An organization needs no refresh token, so it asks for a scope only if its connection names one.
 */
export function scopesToTry({ scope, flow }: Pick<Connection, 'scope' | 'flow'>): readonly [Scope, ...Scope[]] {
  const usual = flow === 'authorization_code' ? usualScope : null
  const wanted = scope === noScope ? null : (scope ?? usual)
  if (wanted === null || !asksForRefresh(wanted)) return [wanted]
  const without = wordsOf(wanted).filter((word) => word !== OFFLINE)
  return [wanted, without.length === 0 ? null : without.join(' ')]
}

/** Whether a scope asks for a refresh token. */
export function asksForRefresh(scope: Scope): boolean {
  return scope !== null && wordsOf(scope).includes(OFFLINE)
}

/** Whether the server refused the scope of a request. */
export function isRefusedScope(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.code === 'auth/invalid-scope'
}

const wordsOf = (scope: string) => scope.split(' ')
