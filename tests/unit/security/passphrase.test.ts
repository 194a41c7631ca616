import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockMarker, openPassphrase } from '../../../electron/security/passphrase.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'

let folder: string
let keychain: ReturnType<typeof createKeychainDouble>
const open = () => openPassphrase({ userDataDir: folder, keychain: async () => keychain.keychain })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-passphrase-'))
  keychain = createKeychainDouble()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('is there after a restart, in the keychain alone', async () => {
  await (await open()).set('correct horse')
  const later = await open()
  expect(later.isSet()).toBe(true)
  expect(await later.check('correct horse')).toBe(true)
  expect(await later.check('battery staple')).toBe(false)
  const note = await readFile(join(folder, lockMarker), 'utf8')
  expect(JSON.parse(note)).toEqual({ version: 1, account: [...keychain.entries.keys()][0] })
  expect((await stat(join(folder, lockMarker))).mode & 0o777).toBe(0o600)
  expect([...keychain.entries.values()].join()).not.toContain('correct horse')
})

it('leaves one entry when it is changed, and none when it is removed', async () => {
  const passphrase = await open()
  await passphrase.set('correct horse')
  await passphrase.set('battery staple')
  expect(keychain.entries.size).toBe(1)
  expect(await passphrase.check('battery staple')).toBe(true)
  await passphrase.set(null)
  expect(keychain.entries.size).toBe(0)
  expect((await open()).isSet()).toBe(false)
})

it.each([
  ['locked', () => Object.assign(keychain, { mood: 'locked' as const }), 'keychain/locked'],
  ['empty', () => keychain.entries.clear(), 'keychain/locked'],
])('is still set when the keychain is %s, and lets nobody in', async (_how, happen, code) => {
  await (await open()).set('correct horse')
  happen()
  const later = await open()
  expect(later.isSet()).toBe(true)
  await expect(later.check('correct horse')).rejects.toMatchObject({ code })
})

it('is still set when its note is damaged, and lets nobody in', async () => {
  await (await open()).set('correct horse')
  await writeFile(join(folder, lockMarker), '{}')
  const later = await open()
  expect(later.isSet()).toBe(true)
  await expect(later.check('correct horse')).rejects.toMatchObject({ code: 'keychain/swapped' })
})

it('lasts as long as Steward runs where there is no keychain', async () => {
  keychain = createKeychainDouble('session')
  const passphrase = await open()
  await passphrase.set('correct horse')
  expect(await passphrase.check('correct horse')).toBe(true)
  expect(await passphrase.check('battery staple')).toBe(false)
  expect((await open()).isSet()).toBe(false)
})

it('stays as it was when the keychain refuses a new one', async () => {
  const passphrase = await open()
  await passphrase.set('correct horse')
  keychain.mood = 'denied'
  await expect(passphrase.set('battery staple')).rejects.toMatchObject({ code: 'keychain/denied' })
  keychain.mood = 'open'
  expect(await passphrase.check('correct horse')).toBe(true)
})
