import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { keychainEntriesFile } from '../keychain/keychain-entries.ts'

/** Says that everything is being removed; goes last. */
export const removalMarker = 'removing.json'

/** Held open by whoever shows Steward's pages: they go when that has ended. */
export const profileFolders: ReadonlySet<string> = new Set(['browser-profile', 'desktop-profile'])

/** Held by this process until it ends; they hold nothing. */
export const instanceFiles: ReadonlySet<string> = new Set(['instance.lock', 'instance.sock'])

/**
 * All that Steward ever writes into its folder. By name, since a person may have told it to use a folder with other things in
 * it, and those are not Steward's to remove.
 */
const ownNames: ReadonlySet<string> = new Set([
  'connections',
  'connections.json',
  'demo',
  'import-mappings.json',
  keychainEntriesFile,
  `${keychainEntriesFile}.broken`,
  'last-screen.json',
  'launch',
  'lock-attempts.json',
  'lock.json',
  'logs',
  'opened',
  'preferences.json',
  'windows.json',
  'crashes',
  removalMarker,
  ...profileFolders,
  ...instanceFiles,
])

const isBroken = (name: string) => /^connections\.broken-\d+\.json$/.test(name)
const isUnfinished = (name: string) => /\.[0-9a-f]{12}\.tmp$/.test(name)

/** Whether a name in the user-data folder is Steward's own. */
export function isAppFile(name: string): boolean {
  return ownNames.has(name) || isBroken(name) || (isUnfinished(name) && ownNames.has(name.slice(0, -17)))
}

/**
 * Removes Steward's own files but those to be kept; whatever cannot be removed now stays.
 *
 * @returns the names of what stayed
 */
export async function removeAppFiles(userDataDir: string, keep: (name: string) => boolean): Promise<string[]> {
  const names = (await readdir(userDataDir)).filter((name) => isAppFile(name) && !keep(name))
  const left: string[] = []
  for (const name of names) {
    await rm(join(userDataDir, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => left.push(name))
  }
  return left
}
