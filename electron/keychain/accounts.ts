/** The secrets that a connection may store. */
export type SecretName = 'client-secret' | 'refresh-token' | 'mirror-key' | 'ledger-key'

/**
 * The keychain account of one secret of one connection. The id is derived from base_url, auth_url, client id and user, so two
 * connections can never read each other's entries.
 */
export function keychainAccount(connectionId: string, secret: SecretName): string {
  return `${connectionId}:${secret}`
}
