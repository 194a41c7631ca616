import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { createMutex } from '../../shared/lib/calls.ts'
import type { Keychain } from '../keychain/keychain.ts'
import { readBoundedFile, writePrivateFile } from '../platform/private-file.ts'

const maximumBytes = 4 * 1024 * 1024

const sealedFile = z.strictObject({
  version: z.literal(1),
  account: z.string().regex(/^[a-z]+-key:[0-9a-f]{32}$/),
  nonce: z.base64(),
  tag: z.base64(),
  sealed: z.base64(),
})

type Sealed = z.infer<typeof sealedFile>

const algorithm = 'aes-256-gcm'
const options = { authTagLength: 16 } as const

export type SealedFile<Value> = {
  /** Null if nothing is kept, or it cannot be read now, or someone edited it. */
  read(): Promise<Value | null>
  /** Null removes the file and its key. Returns whether the value is kept: it is not without a keychain of the system. */
  keep(value: Value | null): Promise<boolean>
}

type Options<Value> = {
  path: string
  /** The beginning of the keychain's account: `policy` for `policy-key:…`. */
  account: string
  /** Authenticated with the value, so that no other sealed file can take its place. */
  subject: string
  schema: z.ZodType<Value>
  /** Null while it asks its user. */
  keychain: () => Promise<Keychain | null>
}

/** A file in the user-data folder, sealed with a key in the keychain, so that it cannot be edited. */
export function createSealedFile<Value>({
  path,
  account,
  subject,
  schema,
  keychain,
}: Options<Value>): SealedFile<Value> {
  const inTurn = createMutex()
  const about = Buffer.from(subject)

  /** @throws if it does not decrypt */
  const open = async (file: Sealed): Promise<Value> => {
    // Without its key it does not decrypt, like one that someone edited.
    const key = (await (await keychain())?.get(file.account)) ?? ''
    const decipher = createDecipheriv(algorithm, Buffer.from(key, 'hex'), Buffer.from(file.nonce, 'base64'), options)
    decipher.setAAD(about).setAuthTag(Buffer.from(file.tag, 'base64'))
    const text = Buffer.concat([decipher.update(Buffer.from(file.sealed, 'base64')), decipher.final()])
    return schema.parse(JSON.parse(text.toString('utf8')))
  }
  const write = async (value: Value, kept: Keychain, before: Sealed | null) => {
    const entry = `${account}-key:${randomBytes(16).toString('hex')}`
    const [key, nonce] = [randomBytes(32), randomBytes(12)]
    const cipher = createCipheriv(algorithm, key, nonce, options).setAAD(about)
    const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
    await kept.set(entry, key.toString('hex'))
    const file: Sealed = {
      ...{ version: 1, account: entry },
      nonce: nonce.toString('base64'),
      tag: cipher.getAuthTag().toString('base64'),
      sealed: sealed.toString('base64'),
    }
    await writePrivateFile(path, `${JSON.stringify(file)}\n`)
    if (before !== null) await kept.delete(before.account).catch(() => {})
  }
  return {
    read: () =>
      inTurn(async () => {
        const file = await readSealed(path)
        return file === null ? null : open(file).catch(() => null)
      }),
    keep: (value) =>
      inTurn(async () => {
        const before = await readSealed(path)
        if (value === null) {
          await rm(path, { force: true })
          if (before !== null) await (await keychain())?.delete(before.account)
          return false
        }
        const kept = await keychain()
        if (kept?.kind !== 'os') return false
        if (before !== null && isDeepStrictEqual(await open(before).catch(() => null), value)) return true
        await write(value, kept, before)
        return true
      }),
  }
}

/** The keychain's account of the key with which a file is sealed; null if there is no such file. */
export async function sealedAccount(path: string): Promise<string | null> {
  return (await readSealed(path))?.account ?? null
}

async function readSealed(path: string): Promise<Sealed | null> {
  const text = await readBoundedFile(path, maximumBytes).catch(() => null)
  try {
    return text === null ? null : sealedFile.parse(JSON.parse(text))
  } catch {
    return null
  }
}
