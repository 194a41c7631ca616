import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDemoFileKeychain } from '../../../electron/keychain/demo-file-keychain.ts'

describe("the demo firm's keychain", () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steward-demo-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('finds its secrets again after a restart, in a file only its owner may read', async () => {
    const before = createDemoFileKeychain(folder)
    await before.set('a', 'one')
    const after = createDemoFileKeychain(folder)
    expect([await after.get('a'), await after.get('b')]).toEqual(['one', null])
    expect((await stat(join(folder, 'demo-secrets.json'))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect(await readdir(folder)).toEqual(['demo-secrets.json'])
  })

  it('keeps every one of many changes made at once', async () => {
    const keychain = createDemoFileKeychain(folder)
    const names = Array.from({ length: 40 }, (_, at) => `account-${at}`)
    await Promise.all(names.map((name) => keychain.set(name, name)))
    await Promise.all(names.slice(0, 20).map((name) => keychain.delete(name)))
    const kept: unknown = JSON.parse(await readFile(join(folder, 'demo-secrets.json'), 'utf8'))
    expect(kept).toEqual(Object.fromEntries(names.slice(20).map((name) => [name, name])))
  })

  it('treats names that objects inherit as any other', async () => {
    const keychain = createDemoFileKeychain(folder)
    expect(await keychain.get('constructor')).toBeNull()
    await keychain.set('constructor', 'one')
    expect(await keychain.get('constructor')).toBe('one')
  })

  it('does not take a damaged file for an empty one', async () => {
    await writeFile(join(folder, 'demo-secrets.json'), '{"a":')
    const keychain = createDemoFileKeychain(folder)
    await expect(keychain.get('a')).rejects.toMatchObject({ code: 'keychain/unavailable' })
    await expect(keychain.set('a', 'x')).rejects.toMatchObject({ code: 'keychain/unavailable' })
    expect(await readFile(join(folder, 'demo-secrets.json'), 'utf8')).toBe('{"a":')
  })
})
