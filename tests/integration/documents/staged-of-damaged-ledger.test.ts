import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectionFolder } from '../../../electron/connections/connection-folder.ts'
import { openFiles } from '../../../electron/connections/connection-stores.ts'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { threadsOf } from '../../../electron/data/workers/worker-client.ts'
import { parseConnectionInput } from '../../../electron/tenants/parse-connection-input.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { goodInput } from '../../unit/tenants/connection-input.ts'

const { connection } = parseConnectionInput(goodInput)
const name = 'ab'.repeat(16)

let userDataDir: string
beforeEach(async () => {
  userDataDir = await mkdtemp(join(tmpdir(), 'steward-staged-'))
  const { staged } = connectionFolder(userDataDir, connection.id)
  await mkdir(staged, { recursive: true })
  await writeFile(join(staged, name), 'sealed')
})
afterEach(() => rm(userDataDir, { recursive: true, force: true }))

/** Opens the files with a ledger that has no rows, and returns the staged files that are left. */
async function open(): Promise<string[]> {
  const rows = { read: async () => [] } as unknown as OpenedStore
  const options = {
    ...{ connection, userDataDir, keychain: createKeychainDouble().keychain },
    ...{ startThread: threadsOf(new URL('file:///none')), publish: () => {} },
  }
  await openFiles(options, { rows, labelKey: null, onHeld: () => {} })
  return readdir(connectionFolder(userDataDir, connection.id).staged)
}

it('a staged file without a row is removed where the ledger is whole', async () => {
  expect(await open()).toEqual([])
})

it('a staged file without a row stays where a damaged ledger was set aside, which may have its key', async () => {
  const { ledger } = connectionFolder(userDataDir, connection.id)
  await mkdir(dirname(ledger), { recursive: true })
  await writeFile(`${ledger}.damaged-2026-11-25T00-00-00-000Z`, 'damaged')
  expect(await open()).toEqual([name])
})
