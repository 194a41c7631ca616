import type { Keychain } from './keychain.ts'

/** Keeps secrets in this process's memory and nowhere else; they are gone when Steward ends. */
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
