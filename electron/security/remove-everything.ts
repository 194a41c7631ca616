import { existsSync, rmSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../shared/domain/app-error.ts'
import { withTimeLimit } from '../../shared/lib/calls.ts'
import { type Keychain, keychainAccount, secretNames } from '../keychain/keychain.ts'
import { keychainEntriesFile } from '../keychain/keychain-entries.ts'
import { readBoundedFile, writePrivateFile } from '../platform/private-file.ts'
import { desktopProfile, instanceFiles, profileFolders, removalMarker, removeAppFiles } from './app-files.ts'

const marker = z.strictObject({ version: z.literal(1), accounts: z.array(z.string().max(200)) })

/** Every connection that has a folder here, including removed ones: their ledgers stay. */
export async function connectionsWithFolders(userDataDir: string): Promise<string[]> {
  const names = await readdir(join(userDataDir, 'connections')).catch(() => [])
  return names.filter((name) => /^[0-9a-f]{32}$/.test(name))
}

export const accountsOf = (connectionIds: Iterable<string>): string[] =>
  [...new Set(connectionIds)].flatMap((id) => secretNames.map((secret) => keychainAccount(id, secret)))

type Removal = {
  userDataDir: string
  keychain: Keychain
  /** All keychain accounts that may belong to this folder. */
  accounts: readonly string[]
  /** Called when removal can no longer be undone: closes everything that is open. */
  end(): Promise<void>
  /** How long a part may take to close, and the keychain to delete an entry, in ms. The next start removes what is left. */
  patienceMs?: number
}

const noteRemoval = (userDataDir: string, accounts: readonly string[]) =>
  writePrivateFile(join(userDataDir, removalMarker), `${JSON.stringify({ version: 1, accounts })}\n`)

/**
 * Removes the secrets, and everything in the folder except files that stay open until this process ends, which
 * {@link finishAtEnd} removes. Once the marker is written, the removal will be finished, by the next start if necessary.
 *
 * @returns whether the keychain's entries are gone; without a keychain, those of an earlier run cannot be reached
 * @throws AppError `keychain/…` if the keychain is locked: then nothing was removed
 */
export async function removeEverything(removal: Removal): Promise<{ secretsGone: boolean }> {
  const { userDataDir, keychain, accounts, end, patienceMs = 15_000 } = removal
  const isOs = keychain.kind === 'os'
  const outOfReach = !isOs && (await keptSecrets(userDataDir))
  // Read before anything is removed: a locked keychain throws here.
  if (accounts[0] !== undefined) await keychain.get(accounts[0])
  await noteRemoval(userDataDir, isOs ? accounts : [])
  // From here on errors cannot be reported: everything that can be removed is, and the marker lets the next start finish the
  // rest.
  await within(patienceMs, end())
  const deletions = accounts.map((account) => within(patienceMs, keychain.delete(account)))
  const secretsGone = (await Promise.all(deletions)).every((isDone) => isDone)
  if (secretsGone) await noteRemoval(userDataDir, []).catch(() => {})
  const stays = (name: string) => isHeldOpen(name) || isNeededToFinish(name, secretsGone)
  await removeAppFiles(userDataDir, stays).catch(() => {})
  return { secretsGone: secretsGone && !outOfReach }
}

/** True if the work succeeded within that time. */
function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  const done = work.then(
    () => true,
    () => false,
  )
  return withTimeLimit(done, ms, () => false)
}

/** The files that the next start needs to finish: the marker, and the records of keychain entries that are left. */
const isNeededToFinish = (name: string, secretsGone: boolean) =>
  name === removalMarker || (!secretsGone && name === keychainEntriesFile)

const isHeldOpen = (name: string) => profileFolders.has(name) || instanceFiles.has(name)

/** Whether any key of this folder was stored in the system's keychain. */
async function keptSecrets(userDataDir: string): Promise<boolean> {
  const ids = await connectionsWithFolders(userDataDir)
  const markers = ids.flatMap((id) =>
    ['mirror', 'ledger'].map((store) => join(userDataDir, 'connections', id, `${store}.key.json`)),
  )
  const texts = await Promise.all(markers.map((path) => readFile(path, 'utf8').catch(() => '')))
  return texts.some((text) => text.includes('"backend":"os"'))
}

/**
 * Finishes a removal that an earlier run began. Must be called before anything opens.
 *
 * @throws AppError `keychain/…` if secrets are left and the keychain cannot be reached
 */
export async function finishAtStart(userDataDir: string, keychain: () => Promise<Keychain>): Promise<void> {
  const begun = await readMarker(userDataDir)
  if (begun === null) return
  if (begun.accounts.length > 0) {
    const kept = await keychain()
    if (kept.kind !== 'os') throw unreachable()
    for (const account of begun.accounts) await kept.delete(account)
  }
  const stays = (name: string) => name === removalMarker || name === desktopProfile || instanceFiles.has(name)
  await removeAppFiles(userDataDir, stays)
  await rm(join(userDataDir, removalMarker), { force: true })
}

/**
 * Removes the desktop shell's profile if an earlier run's removal could not, because Chromium had it open. Must be called before Chromium
 * opens it again, where nothing can be awaited.
 */
export function removeLeftProfile(userDataDir: string): void {
  if (!existsSync(join(userDataDir, removalMarker))) return
  try {
    rmSync(join(userDataDir, desktopProfile), { recursive: true, force: true })
  } catch {
    // The earlier run has not ended: this start will hand over to it.
  }
}

/** Removes the files that were still open during the removal. Must be called after everything has closed. */
export async function finishAtEnd(userDataDir: string): Promise<void> {
  const begun = await readMarker(userDataDir)
  if (begun === null) return
  const secretsGone = begun.accounts.length === 0
  const left = await removeAppFiles(userDataDir, (name) => isNeededToFinish(name, secretsGone))
  // Secrets that are left, and a profile that a browser still uses, are removed by the next start.
  if (!secretsGone || left.some((name) => !instanceFiles.has(name))) return
  await rm(join(userDataDir, removalMarker), { force: true })
}

async function readMarker(userDataDir: string): Promise<z.infer<typeof marker> | null> {
  const text = await readBoundedFile(join(userDataDir, removalMarker), 1024 * 1024)
  if (text === null) return null
  try {
    return marker.parse(JSON.parse(text))
  } catch {
    // Only Steward writes this file, and atomically; even if it is unreadable now, a removal was begun.
    return { version: 1, accounts: [] }
  }
}

function unreachable(): AppError {
  return new AppError('keychain/unavailable', {
    message:
      'Everything was being removed from this computer, but the keychain with the last entries cannot be reached.',
    nextStep: 'Unlock or start the keychain, then start Steward again: it finishes that first.',
  })
}
