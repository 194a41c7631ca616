import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { rename, stat, unlink } from 'node:fs/promises'
import { z } from 'zod'
import { AppError } from '../../shared/domain/app-error.ts'
import { isErrorCode, readBoundedFile, writePrivateFile } from '../platform/private-file.ts'
import { type Keychain, keychainAccount } from './keychain.ts'

const MARKER_MAXIMUM_BYTES = 4096
const hex = (length: number) => z.string().regex(new RegExp(`^[0-9a-f]{${length}}$`))

/** A file next to the database, without secrets: it says that a key exists, and how to recognise it. */
const keyMarker = z.object({
  version: z.literal(1),
  keyId: hex(32),
  backend: z.enum(['os', 'session', 'demo-file']),
  databaseId: hex(32),
  /** HMAC-SHA256 of the database id under the key. */
  canary: hex(64),
})

type KeyMarker = z.infer<typeof keyMarker>

/**
 * The raw key of an encrypted database, created on first use. A key is never overwritten: if the marker or the database shows
 * that there was a key, a keychain that answers "none" is treated as locked.
 *
 * @param options.account - from `keychainAccount(id, 'mirror-key' | 'ledger-key')`
 * @param options.markerPath - path of the marker, next to the database
 * @param options.databasePath - if given, an existing database without a marker also means that there was a key
 * @returns `key`: 64 hex digits (32 bytes); `created`: whether this is a first run
 * @throws `keychain/locked` if the key should exist but is missing; `keychain/swapped` if it is a different one
 */
export async function openStoreKey(options: {
  keychain: Keychain
  account: string
  markerPath: string
  databasePath?: string
}): Promise<{ key: string; created: boolean }> {
  const { keychain, account, markerPath } = options
  const marker = await readMarker(markerPath)
  const found = await keychain.get(account)
  if (found === null) {
    const expected = marker !== null || (await hasContent(options.databasePath))
    if (expected) throw lockedKey()
    return { key: await createKey({ keychain, account, markerPath }), created: true }
  }
  if (!/^[0-9a-f]{64}$/.test(found)) throw swappedKey()
  if (marker === null || marker === 'broken') {
    // Steward ended between storing the key and writing the marker, or the marker was damaged: the stored key is trusted, and the
    // database itself rejects a wrong one.
    if (marker === 'broken') await rename(markerPath, `${markerPath}.broken`)
    await writePrivateFile(markerPath, JSON.stringify(markerFor(found, keychain.kind)))
  } else if (!matches(marker, found)) {
    throw swappedKey()
  }
  return { key: found, created: false }
}

/** Removes the mirror's key and marker, on sign-out. There is no such function for the ledger: its key is never deleted. */
export async function removeMirrorKey(options: {
  keychain: Keychain
  connectionId: string
  markerPath: string
}): Promise<void> {
  await options.keychain.delete(keychainAccount(options.connectionId, 'mirror-key'))
  await unlink(options.markerPath).catch((error: unknown) => {
    if (!isErrorCode(error, 'ENOENT')) throw error
  })
}

async function createKey(options: { keychain: Keychain; account: string; markerPath: string }): Promise<string> {
  const { keychain, account, markerPath } = options
  const key = randomBytes(32).toString('hex')
  await keychain.set(account, key)
  // A database must never be written with a key that was not actually stored.
  if ((await keychain.get(account)) !== key) throw lockedKey()
  await writePrivateFile(markerPath, JSON.stringify(markerFor(key, keychain.kind)))
  return key
}

function markerFor(key: string, backend: Keychain['kind']): KeyMarker {
  const databaseId = randomBytes(16).toString('hex')
  return { version: 1, keyId: randomBytes(16).toString('hex'), backend, databaseId, canary: macOf(key, databaseId) }
}

function macOf(key: string, databaseId: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(databaseId).digest('hex')
}

function matches(marker: KeyMarker, key: string): boolean {
  return timingSafeEqual(Buffer.from(marker.canary, 'hex'), Buffer.from(macOf(key, marker.databaseId), 'hex'))
}

async function readMarker(path: string): Promise<KeyMarker | 'broken' | null> {
  const text = await readBoundedFile(path, MARKER_MAXIMUM_BYTES).catch(() => '')
  if (text === null) return null
  try {
    return keyMarker.parse(JSON.parse(text))
  } catch {
    return 'broken'
  }
}

async function hasContent(path: string | undefined): Promise<boolean> {
  if (path === undefined) return false
  const facts = await stat(path).catch(() => null)
  return facts !== null && facts.size > 0
}

function lockedKey(): AppError {
  return new AppError('keychain/locked', {
    message: "The key to this connection's data is not in the keychain, which may be locked.",
    nextStep: 'Unlock the keychain that was in use when this connection was set up, then try again.',
  })
}

function swappedKey(): AppError {
  return new AppError('keychain/swapped', {
    message: "The keychain has a different key from the one this connection's data was encrypted with.",
    nextStep: 'Restore the keychain of this computer, or sign out and in again to download the data again.',
  })
}
