import type { ContractOutputs } from '../../shared/ipc/contract.ts'
import type { Runtimes } from '../connections/runtimes.ts'

/** Pinned households; see `travelContract`. */
export type TravelUseCases = {
  list(connectionId: string): Promise<ContractOutputs['travel']['list']>
  get(connectionId: string, householdId: string): Promise<ContractOutputs['travel']['get']>
  pin(connectionId: string, householdId: string): Promise<void>
  unpin(connectionId: string, householdId: string): Promise<void>
  /** Null checks all pinned households. */
  check(connectionId: string, householdId: string | null): Promise<void>
  stop(connectionId: string): Promise<void>
  setBudget(connectionId: string, bytes: number): Promise<void>
}

/** The use cases over each connection's own `Travel`. */
export function createTravelUseCases(runtimes: Runtimes): TravelUseCases {
  const travelOf = async (id: string) => (await (await runtimes.get(id)).open()).travel
  return {
    list: async (id) => (await travelOf(id)).list(),
    get: async (id, householdId) => (await travelOf(id)).get(householdId),
    pin: async (id, householdId) => (await travelOf(id)).pin(householdId),
    unpin: async (id, householdId) => (await travelOf(id)).unpin(householdId),
    check: async (id, householdId) => (await travelOf(id)).check(householdId),
    stop: async (id) => (await travelOf(id)).stop(),
    setBudget: async (id, bytes) => (await travelOf(id)).setBudget(bytes),
  }
}
