import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { keychainEntriesFile } from '../keychain/keychain-entries.ts'

/** Marks a removal of everything that is in progress; deleted last. */
export const removalMarker = 'removing.json'

/** Chromium's profile in the desktop shell. Chromium opens it before anything else can run, and has it open until the process ends. */
export const desktopProfile = 'desktop-profile'

/** Kept open by the browser that shows Steward's pages; removed after it has ended. */
export const profileFolders: ReadonlySet<string> = new Set(['browser-profile', desktopProfile])

/** Kept open by this process until it ends; they contain no data. */
export const instanceFiles: ReadonlySet<string> = new Set(['instance.lock', 'instance.sock'])

/**
 * All files that Steward ever writes into its folder. They are listed by name, because the user may have chosen a folder that
 * also contains other files, which Steward must not remove.
 */
const ownNames: ReadonlySet<string> = new Set([
  'connections',
  'connections.json',
  'demo',
  'import-mappings.json',
  keychainEntriesFile,
  `${keychainEntriesFile}.broken`,
  'last-policy.json',
  'last-screen.json',
  'launch',
  'lock-attempts.json',
  'lock.json',
  'logs',
  'opened',
  'preferences.json',
  'program-calls.json',
  'program-door.json',
  'programs.json',
  'print-profile',
  'rules.json',
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
 * Removes Steward's own files except those to keep; files that cannot be removed now stay.
 *
 * @returns the names of the files that stayed
 */
export async function removeAppFiles(userDataDir: string, keep: (name: string) => boolean): Promise<string[]> {
  const names = (await readdir(userDataDir)).filter((name) => isAppFile(name) && !keep(name))
  const left: string[] = []
  for (const name of names) {
    await rm(join(userDataDir, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => left.push(name))
  }
  return left
}
