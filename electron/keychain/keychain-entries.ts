import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { createMutex } from '../../shared/lib/calls.ts'
import { readBoundedFile, writePrivateFile } from '../platform/private-file.ts'
import { type KeychainModuleName, keychainModuleNames } from './keychain-modules.ts'

/** In the user-data folder. Contains no secrets, only accounts and the module that wrote each. */
export const keychainEntriesFile = 'keychain-entries.json'

const MAXIMUM_BYTES = 1024 * 1024
const stored = z.strictObject({ version: z.literal(1), entries: z.record(z.string(), z.enum(keychainModuleNames)) })

/**
 * Records which module wrote which entry of the system's keychain. Accounts written before these records existed are not
 * included.
 */
export type KeychainEntries = {
  writerOf(account: string): Promise<KeychainModuleName | null>
  /** The modules that wrote any entry. */
  writers(): Promise<ReadonlySet<KeychainModuleName>>
  /** Resolves once the record is on disk. */
  note(account: string, module: KeychainModuleName): Promise<void>
  forget(account: string): Promise<void>
}

/** The {@link KeychainEntries} of a user-data folder; a damaged file is moved to `keychain-entries.json.broken`. */
export function openKeychainEntries(folder: string): KeychainEntries {
  const path = join(folder, keychainEntriesFile)
  let reading: Promise<Map<string, KeychainModuleName>> | undefined
  const read = () => {
    reading ??= readEntries(path)
    return reading
  }
  // One change at a time: each writes the whole file.
  const inTurn = createMutex()
  const change = (edit: (entries: Map<string, KeychainModuleName>) => void): Promise<void> =>
    inTurn(async () => {
      const entries = new Map(await read())
      edit(entries)
      await writePrivateFile(path, `${JSON.stringify({ version: 1, entries: Object.fromEntries(entries) })}\n`)
      reading = Promise.resolve(entries)
    })
  return {
    writerOf: async (account) => (await read()).get(account) ?? null,
    writers: async () => new Set((await read()).values()),
    async note(account, module) {
      if ((await read()).get(account) !== module) await change((entries) => entries.set(account, module))
    },
    async forget(account) {
      if ((await read()).has(account)) await change((entries) => entries.delete(account))
    },
  }
}

async function readEntries(path: string): Promise<Map<string, KeychainModuleName>> {
  const text = await readBoundedFile(path, MAXIMUM_BYTES).catch(() => '')
  if (text === null) return new Map()
  try {
    return new Map(Object.entries(stored.parse(JSON.parse(text)).entries))
  } catch {
    // Without the file, entries are searched with each installed module.
    await rename(path, `${path}.broken`).catch(() => {})
    return new Map()
  }
}
