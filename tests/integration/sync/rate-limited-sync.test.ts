import type { Dispatcher } from 'undici'
import { afterEach, expect, test } from 'vitest'
import { listedResources } from '../../../shared/service/resource.ts'
import { createInstantClock } from '../../doubles/instant-clock.ts'
import { startSynced } from './support/synced.ts'

let synced: Awaited<ReturnType<typeof startSynced>>
afterEach(() => synced.stop())

/** Counts requests in flight, from their start to their end, and the highest number at the same time. */
function watchFlight() {
  const flight = { now: 0, most: 0 }
  const intercept: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
    flight.now += 1
    flight.most = Math.max(flight.most, flight.now)
    return dispatch(options, {
      onRequestStart: (...args) => handler.onRequestStart?.(...args),
      onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd(...args) {
        flight.now -= 1
        handler.onResponseEnd?.(...args)
      },
      onResponseError(...args) {
        flight.now -= 1
        handler.onResponseError?.(...args)
      },
    })
  }
  return { flight, intercept }
}

/** The service and its client share one clock, which only advances by the client's own waits. */
test('a first sync against a rate limit ends in one run, complete, and keeps every pause that it is asked for', async () => {
  const { clock } = createInstantClock(Date.now())
  const { flight, intercept } = watchFlight()
  const sandbox = { households: 60, rateLimit: 10, clock: clock.now, accessTokenSeconds: 1_000_000 }
  synced = await startSynced({ sandbox, clock, engine: { clock }, intercept })
  const { control } = synced.sandbox
  const status = await synced.run()

  expect(status).toMatchObject({ state: 'idle', problem: null, reachable: 'online' })
  expect(status.resources.every(({ state }) => state === 'complete')).toBe(true)
  const { answers, pauses, mostDuringPause } = control.stats()
  expect(pauses).toBeGreaterThan(0)
  expect(answers['429']).toBeGreaterThan(0)
  expect(mostDuringPause, 'only what was in flight beside the refused one').toBeLessThan(flight.most)

  for (const resource of listedResources) {
    await clock.sleep(60_000)
    const { body } = await synced.sandbox.client.api(`/${resource}?limit=1`)
    const total = (body as { total_count: number }).total_count
    const swept = status.resources.find((one) => one.resource === resource)
    expect(swept?.received, resource).toBe(total)
    if (resource === 'entities')
      expect(status.resources.find((one) => one.resource === 'valuations')?.received).toBe(total)
  }
})
