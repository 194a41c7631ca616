import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseKeychain } from '../../../electron/keychain/choose-keychain.ts'
import { createOsKeychain } from '../../../electron/keychain/os-keychain.ts'
import { probeKeychain } from '../../../electron/keychain/probe-keychain.ts'
import { createKeytarDouble } from '../../doubles/keychain.ts'

const service = 'steward-test'

describe('probing the keychain', () => {
  it('tells a usable keychain by writing, reading and deleting a sentinel, and leaves nothing behind', async () => {
    const double = createKeytarDouble()
    expect(await probeKeychain({ module: double.keytar, service })).toBe('usable')
    expect([...double.entries]).toEqual([])
  })

  it.each(['locked', 'no-dbus', 'no-service', 'no-keyring'] as const)('names a keychain that is %s', async (mood) => {
    const double = createKeytarDouble()
    double.mood = mood
    expect(await probeKeychain({ module: double.keytar, service })).toBe(mood)
  })

  it('gives up on a keychain that waits for a dialog', async () => {
    const double = createKeytarDouble()
    double.mood = 'hanging'
    expect(await probeKeychain({ module: double.keytar, service, limitMs: 20 })).toBe('timed-out')
  })

  it('says so when no module is installed', async () => {
    expect(await probeKeychain({ module: null, service })).toBe('not-installed')
  })
})

describe('choosing a keychain', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steward-keychain-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it("uses the system's when the probe passed, without a notice", async () => {
    const { keychain, kind, notice } = await chooseKeychain({
      service,
      folder,
      modules: { keytar: createKeytarDouble().keytar },
    })
    expect({ is: keychain.kind, kind, notice }).toEqual({ is: 'os', kind: 'os', notice: null })
  })

  it.each(['locked', 'hanging', 'no-dbus', 'no-service', 'no-keyring'] as const)(
    'falls back to memory with a plain notice when it is %s',
    async (mood) => {
      const double = createKeytarDouble()
      double.mood = mood
      const chosen = await chooseKeychain({
        service,
        folder,
        modules: { keytar: double.keytar },
        probeLimitMs: 20,
      })
      expect(chosen.keychain.kind).toBe('session')
      expect(chosen.notice).toMatch(/^Steward keeps your sign-in .* in memory only.*restart Steward to keep them/)
      await chosen.keychain.set('a', 'kept')
      expect(await chosen.keychain.get('a')).toBe('kept')
      expect([...double.entries]).toEqual([])
    },
  )

  it('makes one call at a time, with whichever module', async () => {
    let running = 0
    let most = 0
    const counted = <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) => {
      return async (...args: Args) => {
        running += 1
        most = Math.max(most, running)
        await setImmediate()
        running -= 1
        return call(...args)
      }
    }
    const slow = () => {
      const { getPassword, setPassword, deletePassword } = createKeytarDouble().keytar
      return {
        getPassword: counted(getPassword),
        setPassword: counted(setPassword),
        deletePassword: counted(deletePassword),
      }
    }
    const { keychain } = await chooseKeychain({ service, folder, modules: { keytar: slow(), keyring: slow() } })
    await keychain.set('a', 'one')
    await Promise.all([keychain.get('a'), keychain.get('absent'), keychain.delete('a'), keychain.delete('unknown')])
    expect(await keychain.get('a')).toBeNull()
    expect(most).toBe(1)
  })

  it('falls back to memory when neither module is installed', async () => {
    expect((await chooseKeychain({ service, folder, modules: {} })).kind).toBe('session')
  })
})

describe("the system's keychain", () => {
  it('keeps, returns and deletes secrets, and answers null for what is absent', async () => {
    const keychain = createOsKeychain({ module: createKeytarDouble().keytar, service })
    await keychain.set('a', 'one')
    expect(await keychain.get('a')).toBe('one')
    await keychain.delete('a')
    expect(await keychain.get('a')).toBeNull()
    await keychain.delete('a')
  })

  it.each([
    ['locked', 'keychain/locked'],
    ['hanging', 'keychain/locked'],
    ['no-dbus', 'keychain/unavailable'],
    ['no-service', 'keychain/unavailable'],
    ['no-keyring', 'keychain/unavailable'],
  ] as const)('never answers null, nor claims to have deleted, once it is %s', async (mood, code) => {
    const double = createKeytarDouble()
    const keychain = createOsKeychain({ module: double.keytar, service, probeLimitMs: 20 })
    await keychain.set('a', 'one')
    double.mood = mood
    await expect(keychain.get('a')).rejects.toMatchObject({ code })
    await expect(keychain.delete('a')).rejects.toMatchObject({ code })
    await expect(keychain.set('a', 'two')).rejects.toMatchObject({ code })
    expect(double.entries.get('a')).toBe('one')
  })

  it('gives up on a keyring whose dialog nobody answers, and calls it locked', async () => {
    const waiting = { ...createKeytarDouble().keytar, getPassword: () => new Promise<string | null>(() => {}) }
    const keychain = createOsKeychain({ module: waiting, service, dialogLimitMs: 20 })
    await expect(keychain.get('a')).rejects.toMatchObject({ code: 'keychain/locked' })
  })
})
