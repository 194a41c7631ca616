import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type FirmPolicy, firmPolicy } from '../../shared/domain/policy.ts'
import { createMutex } from '../../shared/lib/calls.ts'
import type { Keychain } from '../keychain/keychain.ts'
import { readBoundedFile, writePrivateFile } from '../platform/private-file.ts'
import type { LastPolicy } from '../policy/live-policy.ts'

const fileName = 'last-policy.json'
const maximumBytes = 4 * 1024 * 1024

const sealedFile = z.strictObject({
  version: z.literal(1),
  account: z.string().regex(/^policy-key:[0-9a-f]{32}$/),
  nonce: z.base64(),
  tag: z.base64(),
  sealed: z.base64(),
})

type SealedFile = z.infer<typeof sealedFile>

const algorithm = 'aes-256-gcm'
const options = { authTagLength: 16 } as const
const subject = Buffer.from('steward last policy 1')

/**
 * The last good policy in the user-data folder, sealed with a key in the keychain, so that it cannot be edited. Without a keychain nothing
 * is kept.
 *
 * @param keychain - null while it asks its user
 */
export function createLastPolicy(userDataDir: string, keychain: () => Promise<Keychain | null>): LastPolicy {
  const path = join(userDataDir, fileName)
  const inTurn = createMutex()

  /** @throws if it does not decrypt */
  const open = async (file: SealedFile): Promise<FirmPolicy> => {
    // Without its key it does not decrypt, like one that someone edited.
    const key = (await (await keychain())?.get(file.account)) ?? ''
    const decipher = createDecipheriv(algorithm, Buffer.from(key, 'hex'), Buffer.from(file.nonce, 'base64'), options)
    decipher.setAAD(subject).setAuthTag(Buffer.from(file.tag, 'base64'))
    const text = Buffer.concat([decipher.update(Buffer.from(file.sealed, 'base64')), decipher.final()])
    return firmPolicy.parse(JSON.parse(text.toString('utf8')))
  }
  /** Null also for a file that someone edited: it does not decrypt. */
  const read = async () => {
    const file = await readFile(path)
    return file === null ? null : open(file).catch(() => null)
  }
  const write = async (policy: FirmPolicy, kept: Keychain, before: SealedFile | null) => {
    const account = `policy-key:${randomBytes(16).toString('hex')}`
    const [key, nonce] = [randomBytes(32), randomBytes(12)]
    const cipher = createCipheriv(algorithm, key, nonce, options).setAAD(subject)
    const sealed = Buffer.concat([cipher.update(JSON.stringify(policy), 'utf8'), cipher.final()])
    await kept.set(account, key.toString('hex'))
    const file: SealedFile = {
      ...{ version: 1, account },
      nonce: nonce.toString('base64'),
      tag: cipher.getAuthTag().toString('base64'),
      sealed: sealed.toString('base64'),
    }
    await writePrivateFile(path, `${JSON.stringify(file)}\n`)
    if (before !== null) await kept.delete(before.account).catch(() => {})
  }
  return {
    read: () => inTurn(read),
    keep: (policy) =>
      inTurn(async () => {
        const before = await readFile(path)
        if (policy === null) {
          await rm(path, { force: true })
          if (before !== null) await (await keychain())?.delete(before.account)
          return
        }
        const kept = await keychain()
        if (kept?.kind !== 'os') return
        if (before !== null && isDeepStrictEqual(await open(before).catch(() => null), policy)) return
        await write(policy, kept, before)
      }),
  }
}

/** The keychain's account of the key with which the last policy is sealed; null if none is kept. */
export async function lastPolicyAccount(userDataDir: string): Promise<string | null> {
  return (await readFile(join(userDataDir, fileName)))?.account ?? null
}

async function readFile(path: string): Promise<SealedFile | null> {
  const text = await readBoundedFile(path, maximumBytes).catch(() => null)
  try {
    return text === null ? null : sealedFile.parse(JSON.parse(text))
  } catch {
    return null
  }
}
