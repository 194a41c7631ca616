import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseKeychain, type KeychainChoice } from '../../../electron/keychain/choose-keychain.ts'
import type { KeychainModule, KeychainModules } from '../../../electron/keychain/keychain-modules.ts'
import { createOsKeychain } from '../../../electron/keychain/os-keychain.ts'
import { createKeychainProbe } from '../../../electron/keychain/probe-keychain.ts'
import { explainLoadFailure } from '../../../electron/platform/load-failure.ts'
import { createKeytarDouble } from '../../doubles/keychain.ts'

const service = 'steward-test'
const userData = '/a/folder'

const probeOf = (module: KeychainModule, folder = userData) => createKeychainProbe({ module, service, folder })

describe('probing the keychain', () => {
  it('tells a usable keychain by writing, reading and deleting a sentinel, and leaves nothing behind', async () => {
    const double = createKeytarDouble()
    expect(await probeOf(double.keytar)()).toBe('usable')
    expect([...double.entries]).toEqual([])
  })

  it.each(['locked', 'no-dbus', 'no-service', 'no-keyring'] as const)('names a keychain that is %s', async (mood) => {
    const double = createKeytarDouble()
    double.mood = mood
    expect(await probeOf(double.keytar)()).toBe(mood)
  })

  it('gives up on a keychain that waits for a dialog', async () => {
    const double = createKeytarDouble()
    double.mood = 'hanging'
    expect(await probeOf(double.keytar)(20)).toBe('timed-out')
  })

  it('removes the entry that an interrupted probe left, and never that of another folder', async () => {
    const double = createKeytarDouble()
    double.mood = 'hanging'
    // The user stops waiting for the dialog, and answers it later: the entry is written, and nothing deletes it.
    const interrupted = { ...double.keytar, getPassword: () => Promise.reject(new Error('ended')) }
    const left = probeOf(interrupted)()
    double.answer()
    expect(await left).toBe('locked')
    expect(double.entries.size).toBe(1)
    expect(await probeOf(double.keytar, '/another/folder')()).toBe('usable')
    expect(double.entries.size).toBe(1)
    expect(await probeOf(double.keytar)()).toBe('usable')
    expect(double.entries.size).toBe(0)
  })

  it('finds a keychain usable in several probes at once', async () => {
    const probe = probeOf(createKeytarDouble().keytar)
    expect(await Promise.all([probe(), probe(), probe()])).toEqual(['usable', 'usable', 'usable'])
  })
})

describe('choosing a keychain', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steward-keychain-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it("uses the system's when the probe passed, without a notice", async () => {
    const modules = { keytar: createKeytarDouble().keytar }
    const { keychain, kind, notice } = await choose(modules).chosen
    expect({ is: keychain.kind, kind, notice }).toEqual({ is: 'os', kind: 'os', notice: null })
  })

  const choose = (modules: KeychainModules, slowMs?: number) =>
    chooseKeychain({
      service,
      folder,
      loaded: { modules, failure: null },
      ...(slowMs === undefined ? {} : { slowMs }),
    })

  /** Resolves once the choice asks this. */
  const asked = (choice: KeychainChoice, what: ReturnType<KeychainChoice['asks']>) =>
    new Promise<void>((resolve) => {
      const look = () => void (choice.asks() === what && resolve())
      choice.onChange(look)
      look()
    })

  it.each(['no-dbus', 'no-service', 'no-keyring'] as const)(
    'falls back to memory with a plain notice when it is %s',
    async (mood) => {
      const double = createKeytarDouble()
      double.mood = mood
      const chosen = await choose({ keytar: double.keytar }).chosen
      expect(chosen.keychain.kind).toBe('session')
      expect(chosen.notice).toMatch(/^Steward keeps your sign-in .* in memory only.*restart Steward to keep them/)
      await chosen.keychain.set('a', 'kept')
      expect(await chosen.keychain.get('a')).toBe('kept')
      expect([...double.entries]).toEqual([])
    },
  )

  it('leaves a locked one to the user, who unlocks it and tries again', async () => {
    const double = createKeytarDouble()
    double.mood = 'locked'
    const choice = choose({ keytar: double.keytar })
    expect(await choice.chosenUnlessAsked()).toBeNull()
    expect(choice.asks()).toBe('locked')
    choice.tryAgain()
    await asked(choice, null)
    await asked(choice, 'locked')
    double.mood = 'open'
    choice.tryAgain()
    expect((await choice.chosen).kind).toBe('os')
    expect(choice.asks()).toBeNull()
    expect((await choice.chosenUnlessAsked())?.kind).toBe('os')
  })

  it('uses memory beside a locked one only if the user chooses that', async () => {
    const double = createKeytarDouble()
    double.mood = 'locked'
    const choice = choose({ keytar: double.keytar })
    await asked(choice, 'locked')
    choice.leave()
    expect(await choice.chosen).toMatchObject({
      kind: 'session',
      notice: expect.stringContaining('because you continued without the keychain'),
    })
    expect([...double.entries]).toEqual([])
  })

  it('waits for a dialog as long as it is open, says so, and uses the keychain once it is answered', async () => {
    const double = createKeytarDouble()
    double.mood = 'hanging'
    const choice = choose({ keytar: double.keytar }, 5)
    await asked(choice, 'waiting')
    expect(await choice.chosenUnlessAsked()).toBeNull()
    double.answer()
    expect((await choice.chosen).kind).toBe('os')
    expect(choice.asks()).toBeNull()
  })

  it('stops waiting when the user continues without it', async () => {
    const double = createKeytarDouble()
    double.mood = 'hanging'
    const choice = choose({ keytar: double.keytar }, 5)
    await asked(choice, 'waiting')
    choice.leave()
    expect(await choice.chosen).toMatchObject({ kind: 'session' })
    expect(choice.asks()).toBeNull()
  })

  it('says that a call waits for a dialog later, fails it when the user stops waiting, and makes no other beside the dialog', async () => {
    const double = createKeytarDouble()
    const choice = choose({ keytar: double.keytar }, 5)
    const { keychain } = await choice.chosen
    await keychain.set('a', 'one')
    double.mood = 'hanging'
    const writing = keychain.set('a', 'two').catch((thrown) => thrown)
    await asked(choice, 'waiting')
    choice.leave()
    expect(await writing).toMatchObject({ code: 'keychain/locked' })
    expect(choice.asks()).toBeNull()
    const callsBefore = double.calls
    await expect(keychain.get('a')).rejects.toMatchObject({ code: 'keychain/locked' })
    expect(double.calls).toBe(callsBefore)
    double.answer()
    await expect.poll(() => keychain.get('a').catch(() => 'still open')).toBe('one')
  })

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
    const { keychain } = await choose({ keytar: slow(), keyring: slow() }).chosen
    await keychain.set('a', 'one')
    await Promise.all([keychain.get('a'), keychain.get('absent'), keychain.delete('a'), keychain.delete('unknown')])
    expect(await keychain.get('a')).toBeNull()
    expect(most).toBe(1)
  })

  it('falls back to memory when neither module is installed', async () => {
    expect((await choose({}).chosen).kind).toBe('session')
  })

  it('names the system library that they lack', async () => {
    const failure = explainLoadFailure(new Error('libsecret-1.so.0: cannot open shared object file'), 'the module')
    const { notice } = await chooseKeychain({ service, folder, loaded: { modules: {}, failure } }).chosen
    expect(notice).toContain('The system library libsecret-1.so.0 is missing')
    expect(notice).toContain('sudo apt install libsecret-1-0')
  })
})

describe("the system's keychain", () => {
  it('keeps, returns and deletes secrets, and answers null for what is absent', async () => {
    const keychain = createOsKeychain({ module: createKeytarDouble().keytar, service, folder: userData })
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
    const keychain = createOsKeychain({ module: double.keytar, service, folder: userData, dialogLimitMs: 20 })
    await keychain.set('a', 'one')
    double.mood = mood
    await expect(keychain.get('a')).rejects.toMatchObject({ code })
    await expect(keychain.delete('a')).rejects.toMatchObject({ code })
    await expect(keychain.set('a', 'two')).rejects.toMatchObject({ code })
    expect(double.entries.get('a')).toBe('one')
  })

  it('gives up on a keyring whose dialog nobody answers, and calls it locked', async () => {
    const waiting = { ...createKeytarDouble().keytar, getPassword: () => new Promise<string | null>(() => {}) }
    const keychain = createOsKeychain({ module: waiting, service, folder: userData, dialogLimitMs: 20 })
    await expect(keychain.get('a')).rejects.toMatchObject({ code: 'keychain/locked' })
  })
})
