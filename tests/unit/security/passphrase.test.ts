import { randomBytes, scryptSync } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openPassphrase } from '../../../electron/security/passphrase.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'

const lockMarker = 'lock.json'

let folder: string
let keychain: ReturnType<typeof createKeychainDouble>
const open = () => openPassphrase({ userDataDir: folder, keychain: async () => keychain.keychain })

/** What setting `correct horse` leaves. It is set once for all tests, because scrypt takes 0.3 s of processor time each time. */
const left = { note: '', account: '', verifier: '' }

const begin = async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-passphrase-'))
  keychain = createKeychainDouble()
}
const end = () => rm(folder, { recursive: true, force: true })

beforeAll(async () => {
  await begin()
  await (await open()).set('correct horse')
  const [[account, verifier] = ['', '']] = keychain.entries
  Object.assign(left, { note: await readFile(join(folder, lockMarker), 'utf8'), account, verifier })
  await end()
})
beforeEach(begin)
afterEach(end)

/** Leaves the folder and the keychain as they are after `correct horse` was set. */
async function setBefore(): Promise<void> {
  await writeFile(join(folder, lockMarker), left.note, { mode: 0o600 })
  keychain.entries.set(left.account, left.verifier)
}

it('a passphrase is there after a restart, in the keychain alone', async () => {
  await (await open()).set('correct horse')
  const later = await open()
  expect(later.isSet()).toBe(true)
  expect(await later.check('correct horse')).toBe(true)
  expect(await later.check('Correct horse')).toBe(false)
  const note = await readFile(join(folder, lockMarker), 'utf8')
  expect(JSON.parse(note)).toEqual({ version: 1, account: [...keychain.entries.keys()][0] })
  expect((await stat(join(folder, lockMarker))).mode & 0o777).toBe(0o600)
  expect([...keychain.entries.values()].join()).not.toContain('correct horse')
})

it('a passphrase leaves one entry when it is changed, and none when it is removed', async () => {
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
])('a passphrase is still set when the keychain is %s, and nothing opens', async (_how, happen, code) => {
  await setBefore()
  happen()
  const later = await open()
  expect(later.isSet()).toBe(true)
  await expect(later.check('correct horse')).rejects.toMatchObject({ code })
})

it('a passphrase is still set when its note is damaged, and nothing opens', async () => {
  await setBefore()
  await writeFile(join(folder, lockMarker), '{}')
  const later = await open()
  expect(later.isSet()).toBe(true)
  await expect(later.check('correct horse')).rejects.toMatchObject({ code: 'keychain/swapped' })
})

it('a passphrase lasts as long as Steward runs where there is no keychain', async () => {
  keychain = createKeychainDouble('session')
  const passphrase = await open()
  await passphrase.set('correct horse')
  expect(await passphrase.check('correct horse')).toBe(true)
  expect(await passphrase.check('correct hors')).toBe(false)
  expect((await open()).isSet()).toBe(false)
})

it('a passphrase stays as it was when the keychain refuses a new one', async () => {
  await setBefore()
  const passphrase = await open()
  keychain.mood = 'denied'
  await expect(passphrase.set('battery staple')).rejects.toMatchObject({ code: 'keychain/denied' })
  keychain.mood = 'open'
  expect(await passphrase.check('correct horse')).toBe(true)
})

it('a passphrase is told from any other; its verifier holds nothing of it and differs each time', async () => {
  await setBefore()
  const passphrase = await open()
  const [first] = [...keychain.entries.values()]
  for (const other of ['', 'correct horse ']) {
    expect(await passphrase.check(other)).toBe(false)
  }
  await passphrase.set('correct horse')
  expect([...keychain.entries.values()]).toEqual([expect.stringMatching(/^scrypt:2:[0-9a-f]{32}:[0-9a-f]{64}$/)])
  expect([...keychain.entries.values()]).not.toEqual([first])
})

it('a passphrase is the same however a keyboard composes its letters', async () => {
  const passphrase = await open()
  await passphrase.set('Z\u00fcrich caf\u00e9')
  expect(await passphrase.check('Zu\u0308rich cafe\u0301')).toBe(true)
})

it.each(['', 'scrypt', `scrypt:1:${'0'.repeat(32)}:${'0'.repeat(63)}`, `scrypt:3:${'0'.repeat(32)}:${'0'.repeat(64)}`])(
  'is not opened by anything when the keychain has no verifier for it: %j',
  async (broken) => {
    await setBefore()
    const [account = ''] = keychain.entries.keys()
    keychain.entries.set(account, broken)
    expect(await (await open()).check('')).toBe(false)
    expect(await (await open()).check('correct horse')).toBe(false)
  },
)

/** A verifier as the first version of Steward made it. */
function firstVersion(passphrase: string): string {
  const salt = randomBytes(16)
  const hash = scryptSync(passphrase, salt, 32, { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 28 })
  return `scrypt:1:${salt.toString('hex')}:${hash.toString('hex')}`
}

async function setByFirstVersion(): Promise<string> {
  await setBefore()
  const [account = ''] = keychain.entries.keys()
  const verifier = firstVersion('correct horse')
  keychain.entries.set(account, verifier)
  return verifier
}

it('a passphrase costs scrypt with N = 2^17', async () => {
  await setBefore()
  const [, version, salt = '', hash] = [...keychain.entries.values()][0]?.split(':') ?? []
  const made = scryptSync('correct horse', Buffer.from(salt, 'hex'), 32, { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 })
  expect([version, hash]).toEqual(['2', made.toString('hex')])
})

it('that the first version set still opens, and is stored at the higher cost from its next success on', async () => {
  const before = await setByFirstVersion()
  const later = await open()
  expect(await later.check('battery staple')).toBe(false)
  expect([...keychain.entries.values()]).toEqual([before])
  expect(await later.check('correct horse')).toBe(true)
  expect([...keychain.entries.values()]).toEqual([expect.stringMatching(/^scrypt:2:/)])
  const again = await open()
  expect(await again.check('correct horse')).toBe(true)
  expect(await again.check('battery staple')).toBe(false)
})

it('a passphrase opens also where its verifier cannot be replaced, which is tried again at the next success', async () => {
  const before = await setByFirstVersion()
  const { set } = keychain.keychain
  keychain.keychain.set = () => Promise.reject(new Error('The keychain refuses.'))
  expect(await (await open()).check('correct horse')).toBe(true)
  expect([...keychain.entries.values()]).toEqual([before])
  keychain.keychain.set = set
  expect(await (await open()).check('correct horse')).toBe(true)
  expect([...keychain.entries.values()]).toEqual([expect.stringMatching(/^scrypt:2:/)])
})
