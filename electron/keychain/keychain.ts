/**
 * Stores secrets. `null` from `get` means "no such entry" and nothing else: an implementation that cannot distinguish that from
 * "locked" must throw `keychain/locked` instead.
 */
export type Keychain = {
  /** `os`: the operating system's. `session`: this process's memory. `demo-file`: the made-up firm's own file. */
  readonly kind: 'os' | 'session' | 'demo-file'
  get(account: string): Promise<string | null>
  set(account: string, secret: string): Promise<void>
  /** Does nothing if there is no such entry. */
  delete(account: string): Promise<void>
}

/**
 * The entries that a connection may have. Without a refresh token another one is there from sign-in to sign-out:
 * `organization-sign-in`, or `unrenewable-sign-in` with the life of the user's access token in ms. Neither is a secret.
 * Which of the two entries holds the client secret is decided in `client-secret-entries.ts`.
 */
export const secretNames = [
  'client-secret',
  'client-secret-2',
  'refresh-token',
  'organization-sign-in',
  'unrenewable-sign-in',
  'mirror-key',
  'ledger-key',
] as const

export type SecretName = (typeof secretNames)[number]

/**
 * The keychain account of one secret of one connection. The id is derived from base_url, auth_url, client id and user, so two
 * connections can never read each other's entries.
 */
export function keychainAccount(connectionId: string, secret: SecretName): string {
  return `${connectionId}:${secret}`
}

/** Keeps secrets only in this process's memory; they are gone when Steward quits. */
export function createSessionKeychain(): Keychain {
  const secrets = new Map<string, string>()
  return {
    kind: 'session',
    async get(account) {
      return secrets.get(account) ?? null
    },
    async set(account, secret) {
      secrets.set(account, secret)
    },
    async delete(account) {
      secrets.delete(account)
    },
  }
}
