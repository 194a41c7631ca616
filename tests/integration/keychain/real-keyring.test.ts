import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keychainAccount } from '../../../electron/keychain/keychain.ts'
import { createKeyringHome } from '../support/keyring.ts'
import { startVirtualDisplay, type VirtualDisplay } from '../support/virtual-display.ts'

const connectionId = 'b'.repeat(32)
const account = keychainAccount(connectionId, 'mirror-key')

describe.each(['keytar', 'keyring'] as const)('with a real keyring, by %s', (module) => {
  let home: Awaited<ReturnType<typeof createKeyringHome>>
  let markerPath: string
  beforeEach(async () => {
    home = await createKeyringHome([module])
    markerPath = join(home.path, 'mirror.key.json')
  })
  afterEach(() => home.remove())

  it('keeps secrets from one start to the next, and deletes them', async () => {
    const kept = await home.take('unlocked', [
      { do: 'choose' },
      { do: 'get', account: 'a' },
      { do: 'set', account: 'a', secret: 'one ✓' },
    ])
    expect(kept).toEqual([{ value: { kind: 'os', notice: null, asks: [] } }, { value: null }, { value: null }])
    const found = await home.take('unlocked', [
      { do: 'get', account: 'a' },
      { do: 'delete', account: 'a' },
      { do: 'get', account: 'a' },
    ])
    expect(found).toEqual([{ value: 'one ✓' }, { value: null }, { value: null }])
  })

  it('never takes a locked keyring for an empty one', async () => {
    await home.take('unlocked', [{ do: 'set', account: 'a', secret: 'one' }])
    const locked = await home.take('locked', [
      { do: 'get', account: 'a' },
      { do: 'delete', account: 'a' },
      { do: 'set', account: 'a', secret: 'two' },
      { do: 'choose', leaves: true },
    ])
    expect(locked).toEqual([
      { code: 'keychain/locked' },
      { code: 'keychain/locked' },
      { code: 'keychain/locked' },
      { value: { kind: 'session', notice: expect.stringContaining('you continued without'), asks: ['locked'] } },
    ])
    expect(await home.take('unlocked', [{ do: 'get', account: 'a' }])).toEqual([{ value: 'one' }])
  })

  it.each([
    ['no-keyring', 'no login keyring yet'],
    ['no-service', 'no keyring service is running'],
    ['no-dbus', 'no desktop session is running'],
    ['empty-dbus', 'no desktop session is running'],
  ] as const)('falls back to memory with %s, and never answers null', async (situation, reason) => {
    const results = await home.take(situation, [{ do: 'choose' }, { do: 'get', account: 'a' }])
    expect(results).toEqual([
      { value: { kind: 'session', notice: expect.stringContaining(reason), asks: [] } },
      { code: 'keychain/unavailable' },
    ])
  })

  it("keeps a store's key, which a locked keyring neither loses nor replaces", async () => {
    const open = { do: 'open-key', account, markerPath } as const
    const [first] = await home.take('unlocked', [open])
    expect(first).toEqual({ value: { key: expect.stringMatching(/^[0-9a-f]{64}$/), created: true } })
    expect(await home.take('locked', [open])).toEqual([{ code: 'keychain/locked' }])
    const key = first !== undefined && 'value' in first ? first.value : null
    expect(await home.take('unlocked', [open])).toEqual([{ value: { ...Object(key), created: false } }])
  })

  it('tells a key that vanished or was swapped from a first run', async () => {
    const open = { do: 'open-key', account, markerPath } as const
    await home.take('unlocked', [open])
    const results = await home.take('unlocked', [
      { do: 'set', account, secret: 'c'.repeat(64) },
      open,
      { do: 'delete', account },
      open,
    ])
    expect(results.slice(1)).toEqual([{ code: 'keychain/swapped' }, { value: null }, { code: 'keychain/locked' }])
  })

  it("does not claim to have removed the mirror's key while the keyring is locked", async () => {
    await home.take('unlocked', [{ do: 'open-key', account, markerPath }])
    const remove = { do: 'remove-mirror-key', connectionId, markerPath } as const
    expect(await home.take('locked', [remove])).toEqual([{ code: 'keychain/locked' }])
    await stat(markerPath)
    expect(await home.take('unlocked', [remove, { do: 'get', account }])).toEqual([{ value: null }, { value: null }])
    await expect(stat(markerPath)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe.each(['keytar', 'keyring'] as const)(
  'a keyring that asks for its password in a real dialog, by %s',
  (module) => {
    let home: Awaited<ReturnType<typeof createKeyringHome>>
    let display: VirtualDisplay
    beforeEach(async () => {
      home = await createKeyringHome([module])
      display = await startVirtualDisplay()
      await home.take('unlocked', [{ do: 'set', account: 'a', secret: 'one' }])
    })
    afterEach(async () => {
      await display.close()
      await home.remove()
    })

    it('is waited for until the password is typed, and is then used', async () => {
      const ended = { yes: false }
      const steps = [{ do: 'choose' }, { do: 'get', account: 'a' }] as const
      // The password is typed only after the keychain counts as waiting: an answer before that makes it one that asks for nothing.
      const waiting = Promise.withResolvers<void>()
      const dialog = { display: display.name, onWaiting: waiting.resolve }
      const results = home.take('dialog', steps, [module], dialog).finally(() => {
        ended.yes = true
        waiting.resolve()
      })
      await waiting.promise
      await expect
        .poll(
          async () => {
            await display.type('test')
            return ended.yes
          },
          { interval: 250 },
        )
        .toBe(true)
      expect(await results).toEqual([{ value: { kind: 'os', notice: null, asks: ['waiting'] } }, { value: 'one' }])
    })

    it('is left locked if the user continues without it, and holds no process that ends', async () => {
      const steps = [{ do: 'choose', leaves: true }] as const
      expect(await home.take('dialog', steps, [module], { display: display.name })).toEqual([
        { value: { kind: 'session', notice: expect.stringContaining('you continued without'), asks: ['waiting'] } },
      ])
      expect(await home.take('unlocked', [{ do: 'get', account: 'a' }])).toEqual([{ value: 'one' }])
    })
  },
)

describe.each([
  ['keytar', 'keyring'],
  ['keyring', 'keytar'],
] as const)('a real keyring in which %s has the entries', (first, second) => {
  let home: Awaited<ReturnType<typeof createKeyringHome>>
  let markerPath: string
  beforeEach(async () => {
    home = await createKeyringHome([first])
    markerPath = join(home.path, 'mirror.key.json')
  })
  afterEach(() => home.remove())

  it(`has them still when ${second} comes`, async () => {
    const open = { do: 'open-key', account, markerPath } as const
    const [made] = await home.take('unlocked', [open, { do: 'set', account: 'a', secret: 'one' }])
    const key = made !== undefined && 'value' in made ? made.value : null
    const results = await home.take('unlocked', [{ do: 'choose' }, open, { do: 'get', account: 'a' }], [second, first])
    expect(results).toEqual([
      { value: { kind: 'os', notice: null, asks: [] } },
      { value: { ...Object(key), created: false } },
      { value: 'one' },
    ])
  })

  it(`is neither empty nor a first run when ${first} is gone, locked or not`, async () => {
    const open = { do: 'open-key', account, markerPath } as const
    await home.take('unlocked', [open, { do: 'set', account: 'a', secret: 'one' }])
    const steps = [{ do: 'get', account: 'a' }, { do: 'delete', account: 'a' }, open] as const
    const gone = { code: 'keychain/unavailable' }
    expect(await home.take('unlocked', steps, [second])).toEqual([gone, gone, gone])
    expect(await home.take('locked', steps, [second])).toEqual([gone, gone, gone])
    expect(await home.take('unlocked', [{ do: 'get', account: 'a' }])).toEqual([{ value: 'one' }])
  })
})
