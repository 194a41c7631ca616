import type { Keychain } from './keychain.ts'

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
