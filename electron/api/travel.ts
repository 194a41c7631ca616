import { type Runtimes, withConnection } from '../connections/connection-runtime.ts'
import type { UseCases } from './core.ts'

/** Pinned households, over each connection's own `Travel`. */
export function createTravelUseCases(runtimes: Runtimes): UseCases['travel'] {
  const inConnection = withConnection(runtimes)
  return {
    list: inConnection(({ travel }) => travel.list()),
    get: inConnection(({ travel }, { household_id }) => travel.get(household_id)),
    pin: inConnection(({ travel }, { household_id }) => travel.pin(household_id)),
    unpin: inConnection(({ travel }, { household_id }) => travel.unpin(household_id)),
    check: inConnection(({ travel }, { household_id }) => travel.check(household_id)),
    stop: inConnection(({ travel }) => travel.stop()),
    setBudget: inConnection(({ travel }, { bytes }) => travel.setBudget(bytes)),
  }
}
