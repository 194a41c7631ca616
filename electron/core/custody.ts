import { AppError } from '../../shared/domain/app-error.ts'
import type { CustodyState, LockReason } from '../../shared/ipc/custody.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'

/** The lock, as procedures ask for it. */
export type CustodyUseCases = {
  state(): Promise<CustodyState>
  lock(reason: LockReason): Promise<CustodyState>
  /** @throws AppError `custody/wrong-passphrase`, `custody/wait` */
  unlock(passphrase: string | null): Promise<CustodyState>
}

/** The lock, and what it keeps from whoever stands before it. */
export type Custody = CustodyUseCases & {
  /** @throws AppError `custody/locked` for a procedure that has to wait until it is open */
  gate(procedure: string): void
}

/** A {@link Custody} that is open. */
export function createCustody({ publish }: { publish: (event: AppEvent) => void }): Custody {
  let locked: LockReason | null = null
  const state = (): CustodyState => ({
    locked,
    has_passphrase: false,
    wait_until: null,
    idle_minutes: 0,
    with_system: true,
  })
  const change = async (next: LockReason | null) => {
    locked = next
    publish({ type: 'custody', state: state() })
    return state()
  }
  return {
    state: async () => state(),
    lock: (reason) => change(locked ?? reason),
    unlock: () => change(null),
    gate(procedure) {
      if (locked === null || /^(custody|events)\./.test(procedure)) return
      throw new AppError('custody/locked', { message: 'Steward is locked.', nextStep: 'Unlock it to go on.' })
    },
  }
}
