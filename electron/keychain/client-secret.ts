import type { Connection } from '../tenants/connection.ts'
import { type Keychain, keychainAccount } from './keychain.ts'

/**
 * Stores the client secret of a connection, or leaves the stored one if none is given. A public client has none: whatever is stored for
 * its connection is deleted.
 */
export async function storeClientSecret(
  keychain: Pick<Keychain, 'set' | 'delete'>,
  { id, token_auth }: Pick<Connection, 'id' | 'token_auth'>,
  secret: string | null,
): Promise<void> {
  const account = keychainAccount(id, 'client-secret')
  if (token_auth === 'none') await keychain.delete(account)
  else if (secret !== null) await keychain.set(account, secret)
}
