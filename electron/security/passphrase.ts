import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../shared/domain/app-error.ts'
import type { Keychain } from '../keychain/keychain.ts'
import { readBoundedFile, writePrivateFile } from '../platform/private-file.ts'

/** Says that a passphrase exists, and nothing about it: with this file present, a keychain that answers "none" is not trusted. */
const lockMarker = 'lock.json'

const marker = z.strictObject({ version: z.literal(1), account: z.string().regex(/^lock-verifier:[0-9a-f]{32}$/) })

/** The passphrase that unlocks Steward, if there is one. */
export type Passphrase = {
  isSet(): boolean
  /** The keychain account of its verifier; null without a passphrase. */
  account(): string | null
  /** @throws AppError `keychain/…` if the keychain cannot be read */
  check(typed: string): Promise<boolean>
  /** Null removes the passphrase. @throws AppError `keychain/…` */
  set(next: string | null): Promise<void>
}

type Options = { userDataDir: string; keychain: () => Promise<Keychain> }

/** The {@link Passphrase} stored in the marker and the keychain. Without a keychain it lasts until Steward quits. */
export async function openPassphrase({ userDataDir, keychain }: Options): Promise<Passphrase> {
  const path = join(userDataDir, lockMarker)
  /** `damaged`: a passphrase exists, but the account of its verifier is unknown. */
  let account: string | 'damaged' | null = await readMarker(path)

  const forget = async () => {
    const before = account
    // The marker is removed first: without its keychain entry it would lock the user out permanently.
    await rm(path, { force: true })
    account = null
    if (before !== null && before !== 'damaged') await (await keychain()).delete(before)
  }
  const keep = async (next: string) => {
    const kept = await keychain()
    const before = account
    const made = `lock-verifier:${randomBytes(16).toString('hex')}`
    const verifier = await makeVerifier(next)
    await kept.set(made, verifier)
    // A verifier that was not actually stored must not lock the user out.
    if ((await kept.get(made)) !== verifier) throw missing()
    if (kept.kind === 'os') await writePrivateFile(path, `${JSON.stringify({ version: 1, account: made })}\n`)
    account = made
    // The previous verifier is no longer used; an entry that stays is harmless.
    if (before !== null && before !== 'damaged') await kept.delete(before).catch(() => {})
  }
  return {
    isSet: () => account !== null,
    account: () => (account === 'damaged' ? null : account),
    async check(typed) {
      if (account === null) return true
      if (account === 'damaged') throw damaged()
      const verifier = await (await keychain()).get(account)
      if (verifier === null) throw missing()
      const isRight = await verify(typed, verifier)
      // The passphrase is known only now. A verifier that cannot be replaced is tried again at the next success.
      if (isRight && isOutdated(verifier)) await keep(typed).catch(() => {})
      return isRight
    },
    set: (next) => (next === null ? forget() : keep(next)),
  }
}

async function readMarker(path: string): Promise<string | 'damaged' | null> {
  const text = await readBoundedFile(path, 4096).catch(() => '')
  if (text === null) return null
  try {
    return marker.parse(JSON.parse(text)).account
  } catch {
    return 'damaged'
  }
}

function missing(): AppError {
  return new AppError('keychain/locked', {
    message: 'The passphrase cannot be checked: the keychain does not have its entry, or is locked.',
    nextStep: 'Unlock the keychain that was in use when the passphrase was set, restart Steward and try again.',
  })
}

function damaged(): AppError {
  return new AppError('keychain/swapped', {
    message: 'The file that says where the keychain has the passphrase is damaged.',
    nextStep: `Restore ${lockMarker} in Steward's folder from a backup, or remove everything from this computer.`,
  })
}

/**
 * The cost of each version of the verifier. With the second, which is the one in use, scrypt takes about 0.3 s of processor time and
 * 128 MiB; verifiers of the first are replaced at the next success.
 */
const costs = { 1: { N: 2 ** 16, r: 8, p: 1 }, 2: { N: 2 ** 17, r: 8, p: 1 } } as const
type Version = keyof typeof costs
const current = 2
const saltBytes = 16
const hashBytes = 32

const form = /^scrypt:([12]):([0-9a-f]{32}):([0-9a-f]{64})$/

function hashOf(passphrase: string, salt: Buffer, version: Version): Promise<Buffer> {
  const cost = costs[version]
  // The same characters, however a keyboard composes them.
  const typed = passphrase.normalize('NFKC')
  return new Promise((resolve, reject) => {
    scrypt(typed, salt, hashBytes, { ...cost, maxmem: 256 * cost.N * cost.r }, (error, hash) =>
      error ? reject(error) : resolve(hash),
    )
  })
}

/** A verifier by which a passphrase can be checked but not recovered. */
async function makeVerifier(passphrase: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await hashOf(passphrase, salt, current)
  return `scrypt:${current}:${salt.toString('hex')}:${hash.toString('hex')}`
}

/** Whether the passphrase matches; false for an invalid verifier. Takes the same time for any passphrase of the same length. */
async function verify(passphrase: string, verifier: string): Promise<boolean> {
  const [, version, salt, hash] = form.exec(verifier) ?? []
  if (version === undefined || salt === undefined || hash === undefined) return false
  const made = await hashOf(passphrase, Buffer.from(salt, 'hex'), version === '1' ? 1 : 2)
  return timingSafeEqual(made, Buffer.from(hash, 'hex'))
}

const isOutdated = (verifier: string): boolean => !verifier.startsWith(`scrypt:${current}:`)
