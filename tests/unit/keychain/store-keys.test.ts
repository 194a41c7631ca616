import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keychainAccount } from '../../../electron/keychain/keychain.ts'
import { openStoreKey, removeMirrorKey } from '../../../electron/keychain/store-keys.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'

const connectionId = 'a'.repeat(32)
const account = keychainAccount(connectionId, 'mirror-key')

describe('the key of an encrypted store', () => {
  let folder: string
  let markerPath: string
  const double = () => createKeychainDouble()

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steward-keys-'))
    markerPath = join(folder, 'mirror.key.json')
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('is made once, of 32 random bytes, and found again', async () => {
    const { keychain } = double()
    const first = await openStoreKey({ keychain, account, markerPath })
    expect(first).toEqual({ key: expect.stringMatching(/^[0-9a-f]{64}$/), created: true })
    expect(await openStoreKey({ keychain, account, markerPath })).toEqual({ key: first.key, created: false })
  })

  it('leaves a marker that holds neither the key nor a part of it and that only its owner may read', async () => {
    const { keychain } = double()
    const { key } = await openStoreKey({ keychain, account, markerPath })
    const text = await readFile(markerPath, 'utf8')
    for (let at = 0; at + 16 <= key.length; at += 1) expect(text).not.toContain(key.slice(at, at + 16))
    expect((await stat(markerPath)).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['locked', 'keychain/locked'],
    ['absent', 'keychain/unavailable'],
    ['denied', 'keychain/denied'],
  ] as const)('is not made again when the keychain is %s', async (mood, code) => {
    const keys = double()
    const { key } = await openStoreKey({ keychain: keys.keychain, account, markerPath })
    keys.mood = mood
    await expect(openStoreKey({ keychain: keys.keychain, account, markerPath })).rejects.toMatchObject({ code })
    keys.mood = 'open'
    expect((await openStoreKey({ keychain: keys.keychain, account, markerPath })).key).toBe(key)
    expect(keys.writes).toBe(1)
  })

  it('counts as locked, never as a first run, when the marker is there and the keychain says none', async () => {
    await openStoreKey({ keychain: double().keychain, account, markerPath })
    const emptied = double()
    await expect(openStoreKey({ keychain: emptied.keychain, account, markerPath })).rejects.toMatchObject({
      code: 'keychain/locked',
    })
    expect(emptied.writes).toBe(0)
  })

  it('counts as locked when a database is there without marker and key', async () => {
    const databasePath = join(folder, 'mirror.db')
    await writeFile(databasePath, 'not empty')
    const { keychain, entries } = double()
    await expect(openStoreKey({ keychain, account, markerPath, databasePath })).rejects.toMatchObject({
      code: 'keychain/locked',
    })
    expect(entries.size).toBe(0)
  })

  it.each(['f'.repeat(64), 'not a key'])(
    'is turned down as swapped when the keychain holds another: %s',
    async (other) => {
      const { keychain, entries } = double()
      await openStoreKey({ keychain, account, markerPath })
      entries.set(account, other)
      await expect(openStoreKey({ keychain, account, markerPath })).rejects.toMatchObject({ code: 'keychain/swapped' })
      expect(entries.get(account)).toBe(other)
    },
  )

  it('is adopted, not overwritten, after a crash between keeping the key and writing the marker', async () => {
    const { keychain } = double()
    const { key } = await openStoreKey({ keychain, account, markerPath })
    await rm(markerPath)
    expect(await openStoreKey({ keychain, account, markerPath })).toEqual({ key, created: false })
    expect(await openStoreKey({ keychain, account, markerPath })).toEqual({ key, created: false })
  })

  it('survives a damaged marker, which is put aside', async () => {
    const { keychain } = double()
    const { key } = await openStoreKey({ keychain, account, markerPath })
    await writeFile(markerPath, '{"version":1,')
    expect(await openStoreKey({ keychain, account, markerPath })).toEqual({ key, created: false })
    expect(await readFile(`${markerPath}.broken`, 'utf8')).toBe('{"version":1,')
  })

  it('counts as locked when the marker is damaged and the keychain says none', async () => {
    await writeFile(markerPath, '')
    const { keychain } = double()
    await expect(openStoreKey({ keychain, account, markerPath })).rejects.toMatchObject({ code: 'keychain/locked' })
  })

  it('is not used when the keychain did not really keep it', async () => {
    const { keychain } = double()
    const forgetful = { ...keychain, set: async () => {} }
    await expect(openStoreKey({ keychain: forgetful, account, markerPath })).rejects.toMatchObject({
      code: 'keychain/locked',
    })
    await expect(stat(markerPath)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('is removed with its marker for the mirror alone', async () => {
    const { keychain, entries } = double()
    const ledger = {
      keychain,
      account: keychainAccount(connectionId, 'ledger-key'),
      markerPath: join(folder, 'l.json'),
    }
    const { key } = await openStoreKey(ledger)
    await openStoreKey({ keychain, account, markerPath })
    await removeMirrorKey({ keychain, connectionId, markerPath })
    expect([...entries]).toEqual([[ledger.account, key]])
    await expect(stat(markerPath)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await openStoreKey(ledger)).toEqual({ key, created: false })
  })
})
