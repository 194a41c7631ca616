import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createLock, type Lock } from '../../../electron/security/lock.ts'
import type { Passphrase } from '../../../electron/security/passphrase.ts'
import type { PassphraseThrottle } from '../../../electron/security/passphrase-throttle.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { Preferences } from '../../../shared/ipc/app.ts'
import type { AppLockState } from '../../../shared/ipc/lock.ts'
import { idleClockDouble } from '../../doubles/idle-clock.ts'
import { type SystemDouble, systemDouble } from '../../doubles/system-events.ts'

const closingMs = 60_000

let time: ReturnType<typeof idleClockDouble>
let system: SystemDouble
let told: AppLockState[]
let fell: number
let most: number | null
let known: string | null
let refuses: AppError | null
let counted: number

const passphrase: Passphrase = {
  isSet: () => known !== null,
  account: () => null,
  async check(typed) {
    if (refuses) throw refuses
    return typed === known
  },
  async set(next) {
    known = next
  },
}
const attempts: PassphraseThrottle = {
  waitUntil: () => null,
  async begin() {
    counted += 1
  },
  async right() {
    counted = 0
  },
  async takeBack() {
    counted -= 1
  },
}

function start(preferences: Partial<Preferences> = {}): Lock {
  return createLock({
    passphrase,
    attempts,
    system,
    clock: time.clock,
    preferences: { theme: 'system', single_keys: true, ...preferences },
    mostIdleMinutes: () => most,
    onChange: (state) => void told.push(state),
    onLocked: () => {
      fell += 1
    },
  })
}

beforeEach(() => {
  time = idleClockDouble()
  system = systemDouble()
  ;[told, fell, most, known, refuses, counted] = [[], 0, null, null, null, 0]
})

describe('it falls', () => {
  it.each([
    ['with the screen of the computer', 'lock', 'system'],
    ['before the computer sleeps', 'suspend', 'sleep'],
  ] as const)('%s, unless a person does not want that', (_when, tell, reason) => {
    const lock = start()
    system.tell(tell)
    expect(lock.state().locked).toBe(reason)
    expect(fell).toBe(1)
    const other = start({ lock_with_system: false })
    system.tell(tell)
    expect(other.isLocked()).toBe(false)
  })

  it('once, and goes on saying why it did', () => {
    const lock = start()
    lock.lock('asked')
    system.tell('lock')
    system.tell('suspend')
    expect(lock.state().locked).toBe('asked')
    expect(fell).toBe(1)
    expect(told.map(({ locked }) => locked)).toEqual(['asked'])
  })

  it.each([
    ['a person', 10, null, 10],
    ['the firm, where a person wants none', 0, 15, 15],
    ['a person, who wants it sooner than the firm', 5, 15, 5],
    ['the firm, where a person wants it later', 60, 15, 15],
  ])('after as many minutes as %s says', (_who, own, firm, minutes) => {
    most = firm
    const lock = start({ idle_minutes: own })
    expect(lock.state().idle_minutes).toBe(minutes)
    time.pass(minutes - 0.2)
    expect(lock.isLocked()).toBe(false)
    time.pass(0.2)
    expect(lock.state().locked).toBe('idle')
  })

  it('later when pages tell that somebody is there, and by what is set now', () => {
    const lock = start({ idle_minutes: 5 })
    time.pass(4)
    lock.active()
    time.pass(4)
    expect(lock.isLocked()).toBe(false)
    lock.preferred({ theme: 'dark', single_keys: true, idle_minutes: 3 })
    expect(told.at(-1)?.idle_minutes).toBe(3)
    time.pass(0.1)
    expect(lock.isLocked()).toBe(true)
  })

  it('at the start, where there is a passphrase', () => {
    expect(start().isLocked()).toBe(false)
    known = 'correct horse'
    expect(start().state()).toMatchObject({ locked: 'start', has_passphrase: true })
  })

  it('no more once it is closed', () => {
    const lock = start({ idle_minutes: 1 })
    lock.close()
    system.tell('lock')
    time.pass(10)
    expect(lock.isLocked()).toBe(false)
  })
})

describe('it opens', () => {
  it('for whoever opened the computer, where there is no passphrase', async () => {
    const lock = start({ idle_minutes: 5 })
    lock.lock('asked')
    time.pass(60)
    expect((await lock.unlock(null)).locked).toBeNull()
    time.pass(4)
    expect(lock.isLocked()).toBe(false)
  })

  it('by its passphrase alone', async () => {
    known = 'correct horse'
    const lock = start()
    for (const typed of [null, '', 'correct hors']) {
      await expect(lock.unlock(typed)).rejects.toMatchObject({ code: 'lock/wrong-passphrase' })
    }
    expect(lock.isLocked()).toBe(true)
    expect(counted).toBe(3)
    expect((await lock.unlock('correct horse')).locked).toBeNull()
    expect(counted).toBe(0)
  })

  it('once: what a second window still sends is neither compared nor counted', async () => {
    known = 'correct horse'
    const lock = start()
    await lock.unlock('correct horse')
    expect((await lock.unlock('correct hors')).locked).toBeNull()
    expect(counted).toBe(0)
  })

  it('for nobody while the keychain cannot tell, which is not counted as wrong', async () => {
    known = 'correct horse'
    const lock = start()
    refuses = new AppError('keychain/locked', { message: 'Locked.', nextStep: 'Unlock it.' })
    await expect(lock.unlock('correct horse')).rejects.toMatchObject({ code: 'keychain/locked' })
    expect(lock.isLocked()).toBe(true)
    expect(counted).toBe(0)
  })

  it('one try at a time, so that none is free', async () => {
    known = 'correct horse'
    const lock = start()
    const under = { way: 0, most: 0 }
    const check = vi.spyOn(passphrase, 'check').mockImplementation(async () => {
      under.way += 1
      under.most = Math.max(under.most, under.way)
      await new Promise(setImmediate)
      under.way -= 1
      return false
    })
    await Promise.allSettled(['a', 'b', 'c', 'd'].map((typed) => lock.unlock(typed)))
    expect(under.most).toBe(1)
    expect(counted).toBe(4)
    check.mockRestore()
  })

  it.each(['lock', 'suspend'] as const)(
    'not when the computer falls shut (%s) while the passphrase is compared',
    async (event) => {
      known = 'correct horse'
      const lock = start()
      const compared = Promise.withResolvers<boolean>()
      const check = vi.spyOn(passphrase, 'check').mockReturnValueOnce(compared.promise)
      const unlocking = lock.unlock('correct horse')
      await expect.poll(() => check.mock.calls.length).toBe(1)
      system.tell(event)
      compared.resolve(true)
      expect((await unlocking).locked).toBe('start')
      expect(lock.isLocked()).toBe(true)
      expect((await lock.unlock('correct horse')).locked).toBeNull()
      check.mockRestore()
    },
  )

  it('for whoever comes back after a long while: that nobody was there is not held against them', async () => {
    known = 'correct horse'
    const lock = start({ idle_minutes: 5 })
    time.pass(60)
    const compared = Promise.withResolvers<boolean>()
    const check = vi.spyOn(passphrase, 'check').mockReturnValueOnce(compared.promise)
    const unlocking = lock.unlock('correct horse')
    await expect.poll(() => check.mock.calls.length).toBe(1)
    time.pass(0.1)
    compared.resolve(true)
    expect((await unlocking).locked).toBeNull()
    check.mockRestore()
  })

  it('never again once everything was removed', async () => {
    const lock = start()
    lock.removing()
    expect((await lock.unlock(null)).locked).toBe('removing')
    lock.removed()
    expect((await lock.unlock(null)).locked).toBe('removed')
    expect(() => lock.assertUnlocked('lock.unlock')).toThrow('locked')
  })
})

describe('the passphrase', () => {
  it('is set without one, and changed or removed by the one in force', async () => {
    const lock = start()
    expect((await lock.setPassphrase({ current: null, next: 'correct horse' })).has_passphrase).toBe(true)
    const wrong = lock.setPassphrase({ current: 'x', next: null })
    await expect(wrong).rejects.toMatchObject({ code: 'lock/wrong-passphrase' })
    expect(known).toBe('correct horse')
    await lock.setPassphrase({ current: 'correct horse', next: 'battery staple' })
    await lock.setPassphrase({ current: 'battery staple', next: null })
    expect(known).toBeNull()
  })

  it('is not touched while it is locked', async () => {
    const lock = start()
    lock.lock('asked')
    await expect(lock.setPassphrase({ current: null, next: 'correct horse' })).rejects.toMatchObject({
      code: 'lock/locked',
    })
    expect(known).toBeNull()
  })
})

describe('what was typed when it fell', () => {
  it('may still be kept for a moment, and for another after a sleep', () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0)
    const lock = start()
    expect(() => lock.assertUnlocked('drafts.keep')).not.toThrow()
    system.tell('suspend')
    now.mockReturnValue(closingMs - 1)
    expect(() => lock.assertUnlocked('drafts.keep')).not.toThrow()
    expect(() => lock.assertUnlocked('drafts.list')).toThrow('locked')
    now.mockReturnValue(closingMs)
    expect(() => lock.assertUnlocked('drafts.keep')).toThrow('locked')
    system.tell('resume')
    expect(() => lock.assertUnlocked('drafts.keep')).not.toThrow()
    now.mockRestore()
  })

  it('is nothing at a start that is locked', () => {
    known = 'correct horse'
    expect(() => start().assertUnlocked('drafts.keep')).toThrow('locked')
  })
})
