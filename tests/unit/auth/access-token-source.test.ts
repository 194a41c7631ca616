import { describe, expect, it } from 'vitest'
import { authError } from '../../../electron/auth/auth-errors.ts'
import { createAccessTokenSource } from '../../../electron/auth/session.ts'
import type { IssuedTokens } from '../../../electron/auth/token-endpoint.ts'
import { createInstantClock } from '../../doubles/instant-clock.ts'

/** Creates an authorization server whose answers the test controls one by one. */
function arrange(lifetimeMs: number | null = 300_000) {
  const time = createInstantClock()
  const asked: Array<PromiseWithResolvers<IssuedTokens>> = []
  const needed = { times: 0 }
  const issue = (accessToken: string): IssuedTokens => ({
    accessToken,
    refreshToken: null,
    lifetimeMs,
    expiresAt: lifetimeMs === null ? null : time.now + lifetimeMs,
  })
  const source = createAccessTokenSource({
    clock: time.clock,
    onSignInNeeded: () => {
      needed.times += 1
    },
    renew() {
      const answer = Promise.withResolvers<IssuedTokens>()
      asked.push(answer)
      return answer.promise
    },
  })
  return { time, asked, needed, issue, source }
}

const everywhere = async () => true
const notAsked = async (): Promise<boolean> => {
  throw new Error('The service was asked about a token that can be renewed.')
}

const settled = (promises: Promise<string>[]) => Promise.allSettled(promises)

describe('access tokens', () => {
  it('are renewed once for twenty requests turned down at the same time', async () => {
    const { source, asked, issue } = arrange()
    source.adopt(issue('old'))
    const waiting = Array.from({ length: 20 }, () => source.replace('old', notAsked))
    expect(asked).toHaveLength(1)
    asked[0]?.resolve(issue('new'))
    expect(await Promise.all(waiting)).toEqual(Array.from({ length: 20 }, () => 'new'))
    // Another request with the old token that is rejected only now.
    expect(await source.replace('old', notAsked)).toBe('new')
    expect(await source.current()).toBe('new')
    expect(asked).toHaveLength(1)
  })

  it('are asked for when there is none yet, once for all', async () => {
    const { source, asked, issue } = arrange()
    const waiting = [source.current(), source.current(), source.replace('gone', notAsked)]
    expect(asked).toHaveLength(1)
    asked[0]?.resolve(issue('first'))
    expect(await Promise.all(waiting)).toEqual(['first', 'first', 'first'])
  })

  it.each([
    [300_000, 269_999, 270_000],
    [3_600_000, 3_569_999, 3_570_000],
    [10_000, 8_999, 9_000],
  ])('that last %i ms are used for %i ms and renewed after %i', async (lifetime, stillGood, due) => {
    const { source, asked, issue, time } = arrange(lifetime)
    source.adopt(issue('old'))
    const start = time.now
    time.now = start + stillGood
    expect(await source.current()).toBe('old')
    time.now = start + due
    const next = source.current()
    asked[0]?.resolve(issue('new'))
    expect(await next).toBe('new')
  })

  it('without a usable lifetime are used until they are turned down', async () => {
    const { source, asked, issue, time } = arrange(null)
    source.adopt(issue('old'))
    time.now += 1e12
    expect(await source.current()).toBe('old')
    expect(asked).toHaveLength(0)
  })

  it.each([300_000, 60_000])(
    'that cannot be renewed are used to the last of %i ms, and nobody is asked',
    async (lifetime) => {
      const { source, asked, issue, time, needed } = arrange(lifetime)
      source.adopt(issue('only'), { renewable: false })
      const start = time.now
      time.now = start + lifetime - 1
      expect(await source.current()).toBe('only')
      expect({ has: source.hasToken(), needs: source.needsSignIn() }).toEqual({ has: true, needs: false })
      time.now = start + lifetime
      expect(source.hasToken()).toBe(false)
      await expect(source.current()).rejects.toMatchObject({ code: 'auth/sign-in-needed' })
      await expect(source.replace('only', everywhere)).rejects.toMatchObject({ code: 'auth/sign-in-needed' })
      expect({ asked: asked.length, times: needed.times, needs: source.needsSignIn() }).toEqual({
        asked: 0,
        times: 1,
        needs: true,
      })
      source.adopt(issue('next'), { renewable: false })
      expect(await source.current()).toBe('next')
    },
  )

  it('that cannot be renewed end when the service refuses them', async () => {
    const { source, asked, issue } = arrange(null)
    source.adopt(issue('only'), { renewable: false })
    await expect(source.replace('only', everywhere)).rejects.toMatchObject({ code: 'auth/sign-in-needed' })
    expect({ asked: asked.length, has: source.hasToken() }).toEqual({ asked: 0, has: false })
  })

  it('that cannot be renewed stay when one list refuses them and the service accepts them elsewhere', async () => {
    const { source, asked, issue, needed } = arrange(null)
    source.adopt(issue('only'), { renewable: false })
    let times = 0
    const elsewhere = async () => {
      times += 1
      return false
    }
    const refused = [source.replace('only', elsewhere), source.replace('only', elsewhere)]
    expect(await Promise.all(refused)).toEqual(['only', 'only'])
    expect({ asked: asked.length, times, needed: needed.times, has: source.hasToken() }).toEqual({
      asked: 0,
      times: 1,
      needed: 0,
      has: true,
    })
    await expect(source.replace('only', everywhere)).rejects.toMatchObject({ code: 'auth/sign-in-needed' })
    expect(needed.times).toBe(1)
  })

  it('that cannot be renewed stay when the service cannot be asked about them', async () => {
    const { source, issue, needed } = arrange(null)
    source.adopt(issue('only'), { renewable: false })
    const unreachable = () => Promise.reject(authError('auth/unreachable'))
    await expect(source.replace('only', unreachable)).rejects.toMatchObject({ code: 'auth/unreachable' })
    expect({ needed: needed.times, current: await source.current() }).toEqual({ needed: 0, current: 'only' })
  })

  it('of a new sign-in are used by those who waited to know whether the earlier one was rejected', async () => {
    const { source, issue } = arrange(null)
    source.adopt(issue('only'), { renewable: false })
    const answer = Promise.withResolvers<boolean>()
    const waiting = source.replace('only', () => answer.promise)
    source.adopt(issue('next'), { renewable: false })
    answer.resolve(true)
    expect(await waiting).toBe('next')
    expect(source.needsSignIn()).toBe(false)
  })

  it('that are merely due keep serving while the authorization server is away, and not once they have expired', async () => {
    const { source, asked, issue, time } = arrange()
    source.adopt(issue('old'))
    time.now += 280_000
    const early = source.current()
    asked[0]?.reject(authError('auth/unreachable'))
    expect(await early).toBe('old')
    time.now += 20_000
    const late = source.current()
    asked[1]?.reject(authError('auth/unreachable'))
    await expect(late).rejects.toMatchObject({ code: 'service/offline' })
  })

  it('survive a network failure: nobody is signed out, and the next request asks again', async () => {
    const { source, asked, issue, needed } = arrange()
    source.adopt(issue('old'))
    const failing = Array.from({ length: 5 }, () => source.replace('old', notAsked))
    asked[0]?.reject(authError('auth/unreachable'))
    const outcomes = await settled(failing)
    expect(outcomes.every((each) => each.status === 'rejected' && each.reason.code === 'service/offline')).toBe(true)
    expect({ needs: source.needsSignIn(), has: source.hasToken(), times: needed.times }).toEqual({
      needs: false,
      has: true,
      times: 0,
    })
    const next = source.replace('old', notAsked)
    asked[1]?.resolve(issue('new'))
    expect(await next).toBe('new')
  })

  it('that cannot be renewed since the authorization server answers 5xx or 429 are not called offline', async () => {
    const { source, asked, issue, time } = arrange()
    source.adopt(issue('old'))
    const failing = [source.replace('old', notAsked), source.replace('old', notAsked)]
    asked[0]?.reject(authError('auth/unavailable', 'HTTP 503', { retryAfterMs: 30_000 }))
    for (const one of failing)
      await expect(one).rejects.toMatchObject({ code: 'auth/unavailable', retryAfterMs: 30_000 })
    // Retry-After applies to every caller: the server is not called before.
    time.now += 29_000
    await expect(source.replace('old', notAsked)).rejects.toMatchObject({ code: 'auth/unavailable' })
    expect(asked).toHaveLength(1)
    time.now += 1_000
    const next = source.replace('old', notAsked)
    asked[1]?.resolve(issue('new'))
    expect(await next).toBe('new')
  })

  it('are asked for again when a pause is over, although the computer’s clock was set back', async () => {
    const { source, asked, issue, time } = arrange()
    source.adopt(issue('old'))
    const failing = source.replace('old', notAsked)
    asked[0]?.reject(authError('auth/unavailable', 'HTTP 503', { retryAfterMs: 30_000 }))
    await expect(failing).rejects.toMatchObject({ code: 'auth/unavailable' })
    time.setBack(86_400_000)
    await expect(source.replace('old', notAsked)).rejects.toMatchObject({ code: 'auth/unavailable' })
    time.now += 30_000
    const next = source.replace('old', notAsked)
    asked[1]?.resolve(issue('new'))
    expect(await next).toBe('new')
  })

  it('turned down for good ask for a person, once, and bother the server no more', async () => {
    const { source, asked, issue, needed } = arrange()
    source.adopt(issue('old'))
    const failing = [source.replace('old', notAsked), source.replace('old', notAsked)]
    asked[0]?.reject(authError('auth/sign-in-needed'))
    await settled(failing)
    await expect(source.current()).rejects.toMatchObject({ code: 'auth/sign-in-needed' })
    await expect(source.replace('old', notAsked)).rejects.toMatchObject({ code: 'auth/sign-in-needed' })
    expect({ asked: asked.length, times: needed.times, needs: source.needsSignIn() }).toEqual({
      asked: 1,
      times: 1,
      needs: true,
    })
    source.adopt(issue('after signing in'))
    expect(await source.current()).toBe('after signing in')
    expect(source.needsSignIn()).toBe(false)
  })

  it('that arrive after signing out are dropped', async () => {
    const { source, asked, issue } = arrange()
    source.adopt(issue('old'))
    const late = source.replace('old', notAsked)
    source.forget()
    asked[0]?.resolve(issue('ghost'))
    await expect(late).rejects.toMatchObject({ code: 'auth/sign-in-needed' })
    expect({ has: source.hasToken(), needs: source.needsSignIn() }).toEqual({ has: false, needs: false })
  })

  it('are not asked for after signing out, until the next sign-in', async () => {
    const { source, asked, issue, needed } = arrange()
    source.adopt(issue('old'))
    source.forget()
    await expect(source.current()).rejects.toMatchObject({ code: 'auth/sign-in-needed' })
    await expect(source.replace('old', notAsked)).rejects.toMatchObject({ code: 'auth/sign-in-needed' })
    expect({ asked: asked.length, times: needed.times, needs: source.needsSignIn() }).toEqual({
      asked: 0,
      times: 0,
      needs: false,
    })
    source.adopt(issue('after signing in'))
    expect(await source.current()).toBe('after signing in')
  })

  it('of a new session are not disturbed by the end of an old renewal', async () => {
    const { source, asked, issue } = arrange()
    source.adopt(issue('old'))
    const late = source.replace('old', notAsked)
    source.adopt(issue('new session'))
    asked[0]?.reject(authError('auth/sign-in-needed'))
    await settled([late])
    expect(await source.current()).toBe('new session')
    expect(source.needsSignIn()).toBe(false)
  })
})
