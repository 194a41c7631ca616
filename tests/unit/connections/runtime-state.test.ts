import { describe, expect, it } from 'vitest'
import type { OpenConnection } from '../../../electron/connections/open-connection.ts'
import { cacheIn, createRuntimeStores, problemIn } from '../../../electron/connections/runtime-state.ts'
import { AppError } from '../../../shared/domain/app-error.ts'

const damaged = new AppError('cache/damaged', { message: 'It was damaged.', nextStep: 'Stay online.' })
const locked = new AppError('cache/locked', { message: 'It is locked.', nextStep: 'Unlock it.' })

type Attempt = { succeed(problem?: AppError): void; fail(problem: AppError): void }

/** Stores whose openings end when the test says so; `log` has every opening, closing and end in order. */
function start({ mayOpen = async () => {} }: { mayOpen?: () => Promise<void> } = {}) {
  const log: string[] = []
  const attempts: Attempt[] = []
  const stores = createRuntimeStores({
    open() {
      const number = attempts.length + 1
      log.push(`opening ${number}`)
      const { promise, resolve, reject } = Promise.withResolvers<{
        connected: OpenConnection
        problem: AppError | null
      }>()
      const close = async () => void log.push(`closed ${number}`)
      // Only its identity and its end matter here.
      const connected = { number, close } as unknown as OpenConnection
      attempts.push({
        succeed: (problem) => resolve({ connected, problem: problem ?? null }),
        fail: reject,
      })
      return promise
    },
    mayOpen,
    onEnded: () => log.push('told'),
  })
  const attempt = async (number: number): Promise<Attempt> => {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
    const found = attempts[number - 1]
    if (found === undefined) throw new Error(`attempt ${number} was not begun`)
    return found
  }
  const opened = async () => {
    const opening = stores.open()
    ;(await attempt(attempts.length + 1)).succeed()
    await opening
    const state = stores.opened()
    if (state === null) throw new Error('not open')
    return state
  }
  return { stores, log, attempt, opened, shown: () => [cacheIn(stores.now()), problemIn(stores.now())] }
}

describe('opening', () => {
  it('is shared by all callers, and told once', async () => {
    const { stores, log, attempt, shown } = start()
    const both = [stores.open(), stores.open()]
    expect(shown()).toEqual(['closed', null])
    const [first] = [await attempt(1)]
    first.succeed(damaged)
    const [one, other] = await Promise.all(both)
    expect(one).toBe(other)
    expect(await stores.open()).toBe(one)
    expect(log).toEqual(['opening 1', 'told'])
    expect(shown()).toEqual(['open', damaged])
  })

  it('keeps its failure until the next attempt ends', async () => {
    const { stores, log, attempt, shown } = start()
    const failing = stores.open()
    ;(await attempt(1)).fail(locked)
    await expect(failing).rejects.toBe(locked)
    expect(shown()).toEqual(['failed', locked])
    const again = stores.open()
    const second = await attempt(2)
    expect(shown()).toEqual(['failed', locked])
    second.succeed()
    await again
    expect(shown()).toEqual(['open', null])
    expect(log).toEqual(['opening 1', 'told', 'opening 2', 'told'])
  })

  it('does not happen while it is refused', async () => {
    const { stores, log, shown } = start({ mayOpen: () => Promise.reject(locked) })
    await expect(stores.open()).rejects.toBe(locked)
    expect(shown()).toEqual(['closed', null])
    expect(log).toEqual([])
  })
})

describe('closing', () => {
  it('during an attempt closes what that attempt opens, which is not served', async () => {
    const { stores, log, attempt, shown } = start()
    const opening = stores.open()
    const first = await attempt(1)
    const closing = stores.close('any-time')
    first.succeed(damaged)
    await opening
    await closing
    expect(log).toEqual(['opening 1', 'closed 1'])
    expect(shown()).toEqual(['closed', null])
  })

  it('during an attempt that fails leaves no failure behind', async () => {
    const { stores, attempt, shown } = start()
    const opening = stores.open()
    const first = await attempt(1)
    const closing = stores.close('any-time')
    first.fail(locked)
    await expect(opening).rejects.toBe(locked)
    await closing
    expect(shown()).toEqual(['closed', null])
  })

  it('is waited for, with what follows it, by callers who open the stores again', async () => {
    const { stores, log, attempt, opened } = start()
    await opened()
    const removal = Promise.withResolvers<void>()
    const closing = stores.close('after-sign-in', async () => {
      await removal.promise
      log.push('removed')
    })
    const opening = stores.open()
    removal.resolve()
    await closing
    ;(await attempt(2)).succeed()
    await opening
    expect(log).toEqual(['opening 1', 'told', 'closed 1', 'removed', 'opening 2', 'told'])
  })

  it('lets callers open again after a removal that failed, and reports the failure', async () => {
    const { stores, attempt, opened } = start()
    await opened()
    await expect(stores.close('after-sign-in', () => Promise.reject(locked))).rejects.toBe(locked)
    expect(stores.now()).toEqual({ is: 'closed', reopens: 'after-sign-in' })
    const opening = stores.open()
    ;(await attempt(2)).succeed()
    await opening
  })

  it('for good stays for good, whatever closes it later', async () => {
    const { stores, opened } = start()
    await opened()
    const closings = [stores.close('never'), stores.close('after-sign-in')]
    await Promise.all(closings)
    expect(stores.now()).toEqual({ is: 'closed', reopens: 'never' })
  })
})

describe('replacing open stores', () => {
  it('closes the old ones first, and callers in between get the new ones', async () => {
    const { stores, log, attempt, opened, shown } = start()
    const old = await opened()
    const replacing = stores.reopen(old, old.connected.close, damaged)
    expect(shown()).toEqual(['closed', null])
    const between = stores.open()
    ;(await attempt(2)).succeed()
    expect(await between).toBe(await replacing)
    expect(await between).not.toBe(old.connected)
    expect(log).toEqual(['opening 1', 'told', 'closed 1', 'opening 2', 'told'])
    expect(shown()).toEqual(['open', damaged])
  })

  it('opens nothing if the old ones may not be replaced', async () => {
    const { stores, log, opened, shown } = start()
    const old = await opened()
    await expect(stores.reopen(old, () => Promise.reject(locked))).rejects.toBe(locked)
    expect(shown()).toEqual(['failed', locked])
    expect(log).toEqual(['opening 1', 'told', 'told'])
  })

  it('is ended by closing, which closes the new ones', async () => {
    const { stores, log, attempt, opened } = start()
    const old = await opened()
    const replacing = stores.reopen(old, old.connected.close)
    const second = await attempt(2)
    const closing = stores.close('any-time')
    second.succeed()
    await Promise.all([replacing, closing])
    expect(log).toEqual(['opening 1', 'told', 'closed 1', 'opening 2', 'closed 2'])
    expect(cacheIn(stores.now())).toBe('closed')
  })
})
