import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createSessions, lifeMs, type Redemption, type Sessions } from '../../../electron/hosts/browser/sessions.ts'

let time: number
let sessions: Sessions
beforeEach(() => {
  time = 1_000
  sessions = createSessions({ now: () => time })
})

const granted = (redemption: Redemption) => {
  if (!('granted' in redemption)) throw new Error(`It was refused: ${redemption.refused}.`)
  return redemption.granted
}
const enter = () => granted(sessions.redeemLaunch(sessions.issueLink()))
const connected = () => {
  const { token, resume } = enter()
  const disconnect = vi.fn()
  const left = sessions.connect(token, disconnect)
  if (left === undefined) throw new Error('The token was refused.')
  return { resume, left, disconnect }
}

describe('a launch link', () => {
  it('holds 256 bits, and never the same', () => {
    const nonces = Array.from({ length: 20 }, () => sessions.issueLink())
    expect(new Set(nonces).size).toBe(20)
    for (const nonce of nonces) expect(Buffer.from(nonce, 'base64url')).toHaveLength(32)
  })

  it('is good until its half minute is over', () => {
    const nonce = sessions.issueLink()
    time += lifeMs
    expect(sessions.redeemLaunch(nonce)).toHaveProperty('granted')
  })

  it('that was handed over in a file tells once that it was used, and is awaited until then', () => {
    const used = vi.fn()
    sessions.issueLink()
    expect(sessions.awaitsHandOver()).toBe(false)
    const nonce = sessions.issueLink(used)
    expect(sessions.awaitsHandOver()).toBe(true)
    sessions.redeemLaunch(nonce)
    expect(sessions.awaitsHandOver()).toBe(false)
    sessions.redeemLaunch(nonce)
    expect(used).toHaveBeenCalledTimes(1)
    sessions.issueLink(used)
    time += lifeMs + 1
    expect(sessions.awaitsHandOver()).toBe(false)
  })

  it('is worthless after it', () => {
    const nonce = sessions.issueLink()
    time += lifeMs + 1
    expect(sessions.redeemLaunch(nonce)).toEqual({ refused: 'unknown' })
  })

  it('ends the session it made when it is used again, even an hour and a reload later', () => {
    const nonce = sessions.issueLink()
    const first = granted(sessions.redeemLaunch(nonce))
    sessions.connect(first.token, () => {})?.()
    const second = granted(sessions.redeemResume(first.resume))
    const disconnect = vi.fn()
    const left = sessions.connect(second.token, disconnect)
    time += 3_600_000
    expect(sessions.redeemLaunch(nonce)).toEqual({ refused: 'unknown' })
    expect(disconnect).toHaveBeenCalledOnce()
    left?.()
    expect(sessions.redeemResume(second.resume)).toEqual({ refused: 'unknown' })
  })

  it('used again before a socket was opened, makes the token worthless', () => {
    const nonce = sessions.issueLink()
    const { token } = granted(sessions.redeemLaunch(nonce))
    sessions.redeemLaunch(nonce)
    expect(sessions.connect(token, () => {})).toBeUndefined()
  })

  it('is not pushed out by a flood of others that are used', () => {
    const kept = connected()
    for (let index = 0; index < 200; index += 1) sessions.issueLink()
    kept.left()
    expect(sessions.redeemResume(kept.resume)).toHaveProperty('granted')
  })
})

describe('a token', () => {
  it('opens one socket, once', () => {
    const { token } = enter()
    expect(sessions.connect(token, () => {})).toBeTypeOf('function')
    expect(sessions.connect(token, () => {})).toBeUndefined()
  })

  it('is worthless half a minute after it was handed out', () => {
    const { token } = enter()
    time += lifeMs + 1
    expect(sessions.connect(token, () => {})).toBeUndefined()
  })

  it.each(['', 'x', 'A'.repeat(43)])('is not %j', (token) => {
    enter()
    expect(sessions.connect(token, () => {})).toBeUndefined()
  })
})

describe('the way back after a reload', () => {
  it('is closed while the socket is open', () => {
    const { resume } = connected()
    expect(sessions.redeemResume(resume)).toEqual({ refused: 'still-connected' })
  })

  it('is open before there was a socket, and makes the token before worthless', () => {
    const { token, resume } = enter()
    const next = granted(sessions.redeemResume(resume))
    expect(sessions.connect(token, () => {})).toBeUndefined()
    expect(sessions.connect(next.token, () => {})).toBeTypeOf('function')
  })

  it('stays open for a page that left before the answer came, until a socket is opened', () => {
    const { resume, left } = connected()
    left()
    const lost = granted(sessions.redeemResume(resume))
    const next = granted(sessions.redeemResume(resume))
    expect(sessions.connect(lost.token, () => {})).toBeUndefined()
    expect(sessions.redeemResume(lost.resume)).toEqual({ refused: 'unknown' })
    sessions.connect(next.token, () => {})?.()
    expect(sessions.redeemResume(resume)).toEqual({ refused: 'unknown' })
    expect(sessions.redeemResume(next.resume)).toHaveProperty('granted')
  })

  it('is closed half a minute after a grant that nobody used', () => {
    const { resume, left } = connected()
    left()
    sessions.redeemResume(resume)
    time += lifeMs + 1
    expect(sessions.redeemResume(resume)).toEqual({ refused: 'unknown' })
  })

  it('is open for half a minute after the socket closed, however long it was open', () => {
    const { resume, left } = connected()
    time += 8 * 3_600_000
    left()
    time += lifeMs
    expect(sessions.redeemResume(resume)).toHaveProperty('granted')
  })

  it('is closed after that', () => {
    const { resume, left } = connected()
    left()
    time += lifeMs + 1
    expect(sessions.redeemResume(resume)).toEqual({ refused: 'unknown' })
  })

  it('works once for each grant', () => {
    const { resume, left } = connected()
    left()
    const next = granted(sessions.redeemResume(resume))
    sessions.connect(next.token, () => {})?.()
    expect(sessions.redeemResume(resume)).toEqual({ refused: 'unknown' })
    expect(sessions.redeemResume(next.resume)).toHaveProperty('granted')
  })
})

it('a session keeps windows apart: one that is ended leaves the others alone', () => {
  const kept = connected()
  const nonce = sessions.issueLink()
  const other = granted(sessions.redeemLaunch(nonce))
  sessions.connect(other.token, () => {})
  sessions.redeemLaunch(nonce)
  expect(kept.disconnect).not.toHaveBeenCalled()
})

it('a session takes no more than a bounded number of sessions', () => {
  const results = Array.from({ length: 100 }, () => sessions.redeemLaunch(sessions.issueLink()))
  expect(results.filter((result) => 'granted' in result)).toHaveLength(32)
})
