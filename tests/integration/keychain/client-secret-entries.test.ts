import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createClientSecrets } from '../../../electron/keychain/client-secret-entries.ts'
import { createDemoFileKeychain } from '../../../electron/keychain/demo-file-keychain.ts'
import { type Keychain, keychainAccount } from '../../../electron/keychain/keychain.ts'
import { parseConnectionInput } from '../../../electron/tenants/parse-connection-input.ts'
import { createSavedConnections } from '../../../electron/tenants/saved-connections.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { propertyRuns } from '../../doubles/property-runs.ts'
import { goodInput } from '../../unit/tenants/connection-input.ts'

const child = fileURLToPath(new URL('../../doubles/edit-child.ts', import.meta.url))
const { connection } = parseConnectionInput(goodInput)
const { id } = connection
const account = keychainAccount(id, 'client-secret')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-secrets-'))
  await createSavedConnections({ folder }).add(connection)
})
afterEach(() => rm(folder, { recursive: true }))

function open(keychain: Keychain) {
  const saved = createSavedConnections({ folder })
  return { saved, secrets: createClientSecrets({ entries: async () => keychain, saved }) }
}

/** The number in a connection's redirect address and in its secret, as a newly started Steward reads them. */
async function readBoth(keychain: Keychain) {
  const { saved, secrets } = open(keychain)
  const { redirect_uri } = await saved.get(id)
  const secret = await (await secrets.keychain()).get(account)
  return { address: /:(\d+)\//.exec(redirect_uri ?? '')?.[1], secret: secret?.split(' ')[1] }
}

/** Kills the child `delayMs` ms after it has reported this many edits; returns the last one that was reported. */
async function killAfter(lines: number, delayMs: number, first: number): Promise<number> {
  const worker = spawn(process.execPath, [child, folder, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = 0
  let last = 0
  for await (const line of createInterface({ input: worker.stdout })) {
    last = Number(line)
    said += 1
    if (said === lines) setTimeout(() => worker.kill('SIGKILL'), delayMs)
  }
  return last
}

it('whenever Steward is killed during an edit, the description and the secret are both old or both new', async () => {
  const keychain = createDemoFileKeychain(folder)
  await keychain.set(account, 'secret 8400')
  expect(await readBoth(keychain)).toEqual({ address: '8400', secret: '8400' })
  const cycles = propertyRuns(24).numRuns
  let last = 0
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    last = await killAfter(1 + (cycle % 3), (cycle * 7) % 23, last + 1)
    const { address, secret } = await readBoth(keychain)
    expect(address).toBe(secret)
    // One more edit may have been saved without being reported.
    expect([last, last + 1]).toContain(Number(address))
    last = Number(address)
  }
  const { saved, secrets } = open(keychain)
  await secrets.deleteStale()
  const { entry, stale } = await saved.secretPlace(id)
  expect(stale).toEqual([])
  const other = entry === 'client-secret' ? 'client-secret-2' : 'client-secret'
  expect(await keychain.get(keychainAccount(id, other))).toBeNull()
  expect(await readBoth(keychain)).toEqual({ address: String(last), secret: String(last) })
})

it('a keychain that fails at any step leaves the old pair or the new one, and the next start cleans up', async () => {
  for (const failing of ['set', 'delete'] as const) {
    const double = createKeychainDouble()
    await double.keychain.set(account, 'secret 8400')
    const flaky: Keychain = {
      ...double.keychain,
      [failing]: () => Promise.reject(new Error('the power went out')),
    }
    const { saved, secrets } = open(flaky)
    await saved.put(connection)
    const committed = secrets.commit({
      id,
      edit: (now) => ({ ...now, redirect_uri: 'http://127.0.0.1:1/callback' }),
      secret: { is: 'replaced', secret: 'secret 1' },
    })
    if (failing === 'set') await expect(committed).rejects.toThrow('the power went out')
    else await committed
    const wanted = failing === 'set' ? '8400' : '1'
    expect(await readBoth(double.keychain)).toEqual({ address: wanted, secret: wanted })
    await open(double.keychain).secrets.deleteStale()
    expect([...double.entries.values()]).toEqual([`secret ${wanted}`])
    expect(await readBoth(double.keychain)).toEqual({ address: wanted, secret: wanted })
    await saved.remove(id)
    await saved.add(connection)
  }
})

it('a removed secret is gone from the keychain, and the connection says so', async () => {
  const { keychain, entries } = createKeychainDouble()
  await keychain.set(account, 'secret 8400')
  const { saved, secrets } = open(keychain)
  await secrets.commit({ id, edit: (now) => now, secret: { is: 'removed' } })
  expect(entries.size).toBe(0)
  expect(await (await secrets.keychain()).get(account)).toBeNull()
  expect(await saved.get(id)).toEqual(connection)
})
