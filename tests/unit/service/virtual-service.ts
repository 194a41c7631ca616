import { Dispatcher } from 'undici'
import { createServiceClient } from '../../../electron/service/create-service-client.ts'
import { createRandom } from '../../faults/random.ts'
import { createVirtualClock } from '../../faults/virtual-clock.ts'

/** The service's rate limit, and its answer to refused requests. */
export type Limit = {
  perSecond: number
  /** The number of tokens that can accumulate. */
  burst: number
  /** The seconds in Retry-After of a refusal; null for none. */
  retryAfter: number | null
}

type Answer = { status: number; headers?: Record<string, string>; body: string }

/**
 * A service in virtual time behind the client's network port: each request takes 20 ms, and requests beyond the limit are
 * refused.
 */
export function createVirtualService(limit: Limit, answer: (path: string) => Answer) {
  const virtual = createVirtualClock(Date.parse('2026-01-01T00:00:00Z'), createRandom(7))
  const clock = virtual.clockOf({ dead: false })
  const counts = { answered: 0, refused: 0, most: 0, inFlight: 0, startedAt: clock.now() }
  const bucket = { tokens: limit.burst, at: clock.now() }
  const take = (): boolean => {
    const now = clock.now()
    bucket.tokens = Math.min(limit.burst, bucket.tokens + ((now - bucket.at) / 1000) * limit.perSecond)
    bucket.at = now
    if (bucket.tokens < 1) return false
    bucket.tokens -= 1
    return true
  }
  const refusal = (): Answer => ({
    status: 429,
    headers: limit.retryAfter === null ? {} : { 'retry-after': String(limit.retryAfter) },
    body: '{}',
  })
  class VirtualDispatcher extends Dispatcher {
    override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
      void this.#answer(options.path, handler)
      return true
    }
    async #answer(path: string, handler: Dispatcher.DispatchHandler): Promise<void> {
      const controller = { abort() {}, pause() {}, resume() {} } as unknown as Dispatcher.DispatchController
      handler.onRequestStart?.(controller, {})
      counts.inFlight += 1
      counts.most = Math.max(counts.most, counts.inFlight)
      const isTaken = take()
      await clock.sleep(20)
      counts.inFlight -= 1
      counts[isTaken ? 'answered' : 'refused'] += 1
      const { status, headers = {}, body } = isTaken ? answer(path) : refusal()
      handler.onResponseStart?.(controller, status, { 'content-type': 'application/json', ...headers }, '')
      handler.onResponseData?.(controller, Buffer.from(body))
      handler.onResponseEnd?.(controller, {})
    }
  }
  const service = createServiceClient({
    baseUrl: 'https://virtual.example',
    dispatcher: new VirtualDispatcher(),
    clock,
    tokens: { current: async () => 'token', replace: async () => 'token' },
  })
  return {
    service,
    clock,
    counts,
    /** Lets time pass until the work is done. */
    async finish<Result>(work: Promise<Result>): Promise<Result> {
      let isDone = false
      const end = () => {
        isDone = true
      }
      work.then(end, end)
      while (!isDone) {
        await new Promise((resolve) => setImmediate(resolve))
        if (!isDone) virtual.advance()
      }
      return await work
    },
    /** Seconds since the service started. */
    elapsed: () => (clock.now() - counts.startedAt) / 1000,
  }
}
