import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../shared/domain/app-error.ts'
import { createMutex } from '../../shared/lib/calls.ts'
import { readBoundedFile, writePrivateFile } from '../platform/private-file.ts'
import type { Keychain } from './keychain.ts'

const MAXIMUM_BYTES = 1024 * 1024
const secretsFile = z.record(z.string(), z.string())

/**
 * The made-up firm's own keychain: a file in the user-data folder (mode 0600), so that the demo works without a keyring. Must
 * never be used for a tenant.
 */
export function createDemoFileKeychain(folder: string): Keychain {
  const path = join(folder, 'demo-secrets.json')
  // One change at a time: each reads the whole file and writes it back.
  const inTurn = createMutex()
  const change = (edit: (secrets: Map<string, string>) => void): Promise<void> =>
    inTurn(async () => {
      const secrets = await readSecrets(path)
      edit(secrets)
      await writePrivateFile(path, JSON.stringify(Object.fromEntries(secrets)))
    })
  return {
    kind: 'demo-file',
    get: (account) => inTurn(async () => (await readSecrets(path)).get(account) ?? null),
    set: (account, secret) => change((secrets) => secrets.set(account, secret)),
    delete: (account) => change((secrets) => secrets.delete(account)),
  }
}

async function readSecrets(path: string): Promise<Map<string, string>> {
  try {
    const text = await readBoundedFile(path, MAXIMUM_BYTES)
    return new Map(text === null ? [] : Object.entries(secretsFile.parse(JSON.parse(text))))
  } catch {
    // Answering "no secrets" would let a caller replace the keys of an existing cache.
    throw new AppError('keychain/unavailable', {
      message: "The demo firm's key file cannot be read.",
      nextStep: 'Remove the demo firm and open it again.',
    })
  }
}
