import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../http/clock.ts'
import type { Store } from '../store/store.ts'

/** Who a request acts for: a signed-in user, or the organization if there is no user. */
export interface Actor {
  userId: string | undefined
}

export interface Tokens {
  /** `code` links the tokens to the authorization code they came from, so that a replay of the code revokes them. */
  issueAccess(actor: Actor, seconds: number, code?: string): string
  issueRefresh(actor: Actor, code: string): string
  verifyAccess(token: string): Actor | undefined
  verifyRefresh(token: string): Actor | undefined
  revokeFromCode(code: string): void
  expireAllAccess(): void
  revokeAllRefresh(): void
}

type TokenRow = { user_id: string | null; expires_at: number | null }

/** Issues and checks tokens. Only hashes are stored: tokens survive a restart with the data, but cannot be read from it. */
export function createTokens(store: Store, clock: Clock): Tokens {
  const insert = store.db.prepare<[string, string, string | null, string | null, number | null]>(
    'INSERT INTO tokens (hash, kind, user_id, code_hash, expires_at) VALUES (?, ?, ?, ?, ?)',
  )
  const find = store.db.prepare<[string, string], TokenRow>(
    'SELECT user_id, expires_at FROM tokens WHERE hash = ? AND kind = ?',
  )
  const revoke = store.db.prepare<[string]>('DELETE FROM tokens WHERE code_hash = ?')
  const removeExpired = store.db.prepare<[number]>('DELETE FROM tokens WHERE expires_at < ?')
  const removeKind = store.db.prepare<[string]>('DELETE FROM tokens WHERE kind = ?')

  function issue(kind: 'access' | 'refresh', actor: Actor, expiresAt: number | null, code: string | undefined) {
    const token = randomBytes(32).toString('base64url')
    insert.run(hashOf(token), kind, actor.userId ?? null, code === undefined ? null : hashOf(code), expiresAt)
    return token
  }

  function verify(kind: 'access' | 'refresh', token: string): Actor | undefined {
    const row = find.get(hashOf(token), kind)
    if (row === undefined || (row.expires_at !== null && row.expires_at <= clock())) return undefined
    return { userId: row.user_id ?? undefined }
  }

  return {
    issueAccess(actor, seconds, code) {
      removeExpired.run(clock())
      return issue('access', actor, clock() + seconds * 1000, code)
    },
    issueRefresh: (actor, code) => issue('refresh', actor, null, code),
    verifyAccess: (token) => verify('access', token),
    verifyRefresh: (token) => verify('refresh', token),
    revokeFromCode: (code) => void revoke.run(hashOf(code)),
    expireAllAccess: () => void removeKind.run('access'),
    revokeAllRefresh: () => void removeKind.run('refresh'),
  }
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
