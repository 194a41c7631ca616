import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseKeychain } from '../../../electron/keychain/choose-keychain.ts'
import { keychainEntriesFile } from '../../../electron/keychain/keychain-entries.ts'
import type { KeychainModuleName } from '../../../electron/keychain/keychain-modules.ts'
import { openStoreKey } from '../../../electron/keychain/store-keys.ts'
import { createKeytarDouble } from '../../doubles/keychain.ts'

const names = ['keytar', 'keyring'] as const
const other = { keytar: 'keyring', keyring: 'keytar' } as const
const gone = { code: 'keychain/unavailable', message: expect.stringContaining('is not installed any more') }

describe('the keychain of two modules', () => {
  let folder: string
  let doubles: Record<KeychainModuleName, ReturnType<typeof createKeytarDouble>>
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steward-entries-'))
    doubles = { keytar: createKeytarDouble(), keyring: createKeytarDouble() }
  })
  afterEach(() => rm(folder, { recursive: true }))

  /** Simulates a start of Steward with these modules installed. */
  const start = async (...installed: KeychainModuleName[]) => {
    const modules = Object.fromEntries(installed.map((name) => [name, doubles[name].keytar]))
    return (await chooseKeychain({ service: 'steward-test', folder, loaded: { modules, failure: null } }).chosen)
      .keychain
  }
  const entries = () => ({ keytar: [...doubles.keytar.entries], keyring: [...doubles.keyring.entries] })

  it.each(names)('keeps what %s wrote, and goes on with it when the other one comes', async (first) => {
    await (await start(first)).set('a', 'one')
    const both = await start('keytar', 'keyring')
    expect(await both.get('a')).toBe('one')
    await both.set('a', 'two')
    await both.set('b', 'three')
    expect(entries()).toEqual({
      [first]: [
        ['a', 'two'],
        ['b', 'three'],
      ],
      [other[first]]: [],
    })
    await both.delete('a')
    expect([await both.get('a'), await both.get('b')]).toEqual([null, 'three'])
  })

  it.each(names)('never takes an entry for absent, nor writes over it, when %s is gone', async (first) => {
    await (await start(first)).set('a', 'one')
    const without = await start(other[first])
    await expect(without.get('a')).rejects.toMatchObject(gone)
    await expect(without.set('a', 'two')).rejects.toMatchObject(gone)
    await expect(without.delete('a')).rejects.toMatchObject(gone)
    await without.set('b', 'three')
    expect(await (await start('keytar', 'keyring')).get('a')).toBe('one')
    expect(await (await start('keytar', 'keyring')).get('b')).toBe('three')
  })

  it.each(names)("does not take a store's key for a first run when %s is gone", async (first) => {
    const of = (keychain: Awaited<ReturnType<typeof start>>) =>
      openStoreKey({ keychain, account: 'k', markerPath: join(folder, 'mirror.key.json') })
    const { key } = await of(await start(first))
    await expect(of(await start(other[first]))).rejects.toMatchObject(gone)
    expect(await of(await start('keytar', 'keyring'))).toEqual({ key, created: false })
  })

  it('chooses keytar first in a new folder', async () => {
    await (await start('keytar', 'keyring')).set('a', 'one')
    expect(entries()).toEqual({ keytar: [['a', 'one']], keyring: [] })
  })

  it.each(names)('finds, replaces and deletes what %s wrote before there were notes', async (first) => {
    doubles[first].entries.set('a', 'one').set('b', 'one').set('c', 'one')
    const both = await start('keytar', 'keyring')
    expect(await both.get('a')).toBe('one')
    await both.set('b', 'two')
    await both.delete('c')
    expect(entries()).toEqual({
      [first]: [
        ['a', 'one'],
        ['b', 'two'],
      ],
      [other[first]]: [],
    })
    await expect((await start(other[first])).get('a')).rejects.toMatchObject(gone)
  })

  it('notes no secret, for its owner alone, and looks everywhere when its notes are damaged', async () => {
    await (await start('keyring')).set('a', 'one-secret')
    const path = join(folder, keychainEntriesFile)
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ version: 1, entries: { a: 'keyring' } })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    await writeFile(path, '{"version":1,')
    expect(await (await start('keytar', 'keyring')).get('a')).toBe('one-secret')
    expect(await readdir(folder)).toEqual([keychainEntriesFile, `${keychainEntriesFile}.broken`])
  })

  it('writes nothing that it could not note', async () => {
    const keychain = await start('keyring')
    await rm(folder, { recursive: true })
    await writeFile(folder, 'a file where the folder was')
    await expect(keychain.set('a', 'one')).rejects.toThrow()
    expect(entries()).toEqual({ keytar: [], keyring: [] })
    await rm(folder)
    await mkdir(folder)
  })

  it('keeps every note of many changes at once', async () => {
    const keychain = await start('keyring')
    const accounts = Array.from({ length: 20 }, (_, at) => `account-${at}`)
    await Promise.all(accounts.map((account) => keychain.set(account, account)))
    await Promise.all(accounts.slice(5).map((account) => keychain.delete(account)))
    const { entries: noted } = JSON.parse(await readFile(join(folder, keychainEntriesFile), 'utf8'))
    expect(noted).toEqual(Object.fromEntries(accounts.slice(0, 5).map((account) => [account, 'keyring'])))
  })
})
