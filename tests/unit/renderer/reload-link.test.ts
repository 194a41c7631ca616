import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectClient, type LinkState } from '../../../renderer/lib/client/connect-client.ts'

/** A socket that is accepted as soon as it has its token. */
class Accepted extends EventTarget {
  static readonly OPEN = 1
  readonly readyState = 1
  send(): void {
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: '' })))
  }
  close(): void {}
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { protocol: 'http:', host: '127.0.0.1:1', hash: '', pathname: '/', search: '' })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('sessionStorage', { getItem: () => 'n'.repeat(43), setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('WebSocket', Accepted)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Loads a page again whose earlier socket Steward sees close after `closesMs`; returns the states of its connection. */
async function statesOfReload(closesMs: number): Promise<LinkState[]> {
  const began = Date.now()
  vi.stubGlobal('fetch', async () =>
    Date.now() - began < closesMs
      ? new Response(null, { status: 409 })
      : Response.json({ token: 't'.repeat(43), resume: 'r'.repeat(43) }),
  )
  const states: LinkState[] = []
  connectClient((state) => states.push(state)).catch(() => {})
  await vi.advanceTimersByTimeAsync(60_000)
  return states
}

describe('a page that is loaded again', () => {
  it('waits until Steward sees its earlier socket close, also on a computer that is busy for 20 s', async () => {
    expect(await statesOfReload(200)).toEqual(['connecting', 'ready'])
    expect(await statesOfReload(20_000)).toEqual(['connecting', 'ready'])
  })

  it('says that its link was used if the earlier page stays', async () => {
    expect(await statesOfReload(Number.POSITIVE_INFINITY)).toEqual(['connecting', 'expired-link'])
  })
})
