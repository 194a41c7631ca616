import { createMutex } from '../../shared/lib/calls.ts'
import type { Connection } from '../tenants/connection.ts'
import { type SavedConnections, type SecretPlace, secretEntries } from '../tenants/saved-connections.ts'
import { type Keychain, keychainAccount } from './keychain.ts'

/** The secret after an edit: unchanged, another one, or none. */
export type SecretChange = { is: 'kept' } | { is: 'replaced'; secret: string } | { is: 'removed' }

/** An edit of a saved connection and its secret. */
export type Commit = { id: string; edit: (connection: Connection) => Connection; secret: SecretChange }

/** The client secrets of the saved connections, each in one of two keychain entries; the saved connection names the one in use. */
export type ClientSecrets = {
  /**
   * The keychain in which the account of a connection's client secret is that of the entry in use. Deleting it deletes both entries.
   * All other accounts are passed on.
   */
  keychain(): Promise<Keychain>
  /**
   * Saves an edited connection together with its secret. A new secret is written beside the old one; replacing the file makes both
   * the description and the secret valid at once; only then the old secret is deleted. If Steward ends in between, the next start
   * deletes the entry that is not in use.
   *
   * @throws AppError `keychain/…`, `connection/not-found`; then the old description and the old secret are in use
   */
  commit(change: Commit): Promise<Connection>
  /** Deletes the secrets that are not in use, because an edit was interrupted. Throws `keychain/…`. */
  deleteStale(): Promise<void>
}

type Options = {
  /** The keychain that holds the entries. */
  entries: () => Promise<Keychain>
  saved: Pick<SavedConnections, 'list' | 'secretPlace' | 'update'>
}

/** {@link ClientSecrets} of the saved connections. */
export function createClientSecrets({ entries, saved }: Options): ClientSecrets {
  /** An entry that one edit is about to use must not be deleted as stale by another. */
  const inTurn = createMutex()

  const deleteStaleOf = async (id: string): Promise<void> => {
    const { entry, stale } = await saved.secretPlace(id)
    if (stale.length === 0) return
    const keychain = await entries()
    for (const each of stale) await keychain.delete(keychainAccount(id, each))
    await saved.update(id, unchanged, { entry, stale: [] })
  }
  const replace = async ({ id, edit }: Commit, secret: string): Promise<Connection> => {
    const { entry } = await saved.secretPlace(id)
    const other = entry === 'client-secret' ? 'client-secret-2' : 'client-secret'
    await saved.update(id, unchanged, { entry, stale: [other] })
    await (await entries()).set(keychainAccount(id, other), secret)
    return saved.update(id, edit, { entry: other, stale: [entry] })
  }
  const remove = async ({ id, edit }: Commit): Promise<Connection> => {
    const { entry } = await saved.secretPlace(id)
    return saved.update(id, edit, { entry, stale: [entry] })
  }
  return {
    keychain: async () => withPlaces(await entries(), saved),
    commit: (change) =>
      inTurn(async () => {
        const { id, edit, secret } = change
        if (secret.is === 'kept') return saved.update(id, edit)
        const edited = await (secret.is === 'replaced' ? replace(change, secret.secret) : remove(change))
        // The edit is complete. An entry that cannot be deleted now is deleted at the next start.
        await deleteStaleOf(id).catch(() => {})
        return edited
      }),
    deleteStale: () =>
      inTurn(async () => {
        for (const { id } of await saved.list()) await deleteStaleOf(id)
      }),
  }
}

const unchanged = (connection: Connection): Connection => connection

function withPlaces(keychain: Keychain, saved: Options['saved']): Keychain {
  const placeOf = async (id: string): Promise<SecretPlace['entry']> => (await saved.secretPlace(id)).entry
  return {
    kind: keychain.kind,
    async get(account) {
      const id = idIn(account)
      if (id === null) return keychain.get(account)
      const entry = await placeOf(id)
      const secret = await keychain.get(keychainAccount(id, entry))
      const now = secret === null ? await placeOf(id) : entry
      // An edit replaced the secret in the meantime.
      return now === entry ? secret : keychain.get(keychainAccount(id, now))
    },
    async set(account, secret) {
      const id = idIn(account)
      await keychain.set(id === null ? account : keychainAccount(id, await placeOf(id)), secret)
    },
    async delete(account) {
      const id = idIn(account)
      const accounts = id === null ? [account] : secretEntries.map((entry) => keychainAccount(id, entry))
      for (const each of accounts) await keychain.delete(each)
    },
  }
}

const suffix = keychainAccount('', 'client-secret')

/** The connection's id if an account is that of a client secret, else null. */
const idIn = (account: string): string | null => (account.endsWith(suffix) ? account.slice(0, -suffix.length) : null)

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
