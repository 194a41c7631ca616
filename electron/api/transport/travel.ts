import type { Core } from '../core.ts'
import type { Implementer } from './implementer.ts'

export function implementTravel(os: Implementer['travel'], { travel }: Core) {
  return {
    list: os.list.handler(({ input }) => travel.list(input.connectionId)),
    get: os.get.handler(({ input }) => travel.get(input.connectionId, input.household_id)),
    pin: os.pin.handler(async ({ input }) => {
      await travel.pin(input.connectionId, input.household_id)
      return {}
    }),
    unpin: os.unpin.handler(async ({ input }) => {
      await travel.unpin(input.connectionId, input.household_id)
      return {}
    }),
    check: os.check.handler(async ({ input }) => {
      await travel.check(input.connectionId, input.household_id)
      return {}
    }),
    stop: os.stop.handler(async ({ input }) => {
      await travel.stop(input.connectionId)
      return {}
    }),
    setBudget: os.setBudget.handler(async ({ input }) => {
      await travel.setBudget(input.connectionId, input.bytes)
      return {}
    }),
  }
}
