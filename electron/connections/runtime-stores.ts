import { type AppError, toAppError } from '../../shared/domain/app-error.ts'
import type { OpenConnection } from './open-connection.ts'
import {
  type Closed,
  type Closing,
  createStateCell,
  type Failed,
  type NextState,
  type Open,
  type Opening,
  problemIn,
  type Reopens,
  type RuntimeState,
} from './runtime-state.ts'

/** A connection's stores, through all of their states; see `runtime-state.ts`. */
export type RuntimeStores = {
  now(): RuntimeState
  /** The current state if the stores are open, else null. */
  opened(): Open | null
  /**
   * Opens the stores, or joins an attempt in progress. Waits for stores that are being closed.
   * @throws whatever `mayOpen` and `open` throw
   */
  open(): Promise<OpenConnection>
  /**
   * Replaces open stores by newly opened ones in one step, so that no caller finds them closed.
   * @param close - closes the old ones; the new ones are opened only if it succeeds
   * @param problem - what the user must know afterwards, instead of what was found at the opening
   */
  reopen(from: Open, close: () => Promise<void>, problem?: AppError): Promise<OpenConnection>
  /**
   * Closes the stores, also those of an attempt that is still under way. Once they reopen `never`, nothing opens them again.
   * @param then - runs when they are closed; callers who open them wait for it
   */
  close(reopens: Reopens, then?: () => Promise<void>): Promise<void>
}

type Options = {
  open(): Promise<{ connected: OpenConnection; problem: AppError | null }>
  /** Rejects if the stores must stay closed. */
  mayOpen(state: Closed | Failed): Promise<void>
  /** Called after an attempt to open them ended; not when they were closed by then. */
  onEnded(): void
}

/** {@link RuntimeStores} that are closed. */
export function createRuntimeStores({ open, mayOpen, onEnded }: Options): RuntimeStores {
  const { now, move } = createStateCell()

  /** Anything that closes the stores before this attempt ends also closes what it opened. */
  function begin(from: Closed | Failed | Open, ready: () => Promise<void>, notice?: AppError): Promise<OpenConnection> {
    const attempt = Promise.resolve()
      .then(ready)
      .then(open)
      .then(
        ({ connected, problem }) => {
          end({ is: 'open', connected, problem: notice ?? problem })
          return connected
        },
        (thrown) => {
          const problem = toAppError(thrown)
          end({ is: 'failed', problem })
          throw problem
        },
      )
    const opening: Opening = { is: 'opening', attempt, problem: problemIn(from) }
    const end = (ended: NextState<Opening>) => {
      if (move(opening, ended)) onEnded()
    }
    move(from, opening)
    return attempt
  }

  return {
    now,
    opened() {
      const state = now()
      return state.is === 'open' ? state : null
    },
    async open() {
      for (;;) {
        const state = now()
        if (state.is === 'open') return state.connected
        if (state.is === 'opening') return state.attempt
        if (state.is === 'closing') {
          await state.done
          continue
        }
        await mayOpen(state)
        // Others may have opened or closed them since.
        if (now() === state) return begin(state, async () => {})
      }
    },
    async reopen(from, close, problem) {
      // Someone else closed or replaced them already.
      return now() === from ? begin(from, close, problem) : this.open()
    },
    close(wanted, then = async () => {}) {
      const from = now()
      const reopens = 'reopens' in from && from.reopens === 'never' ? 'never' : wanted
      const ended = Promise.resolve()
        .then(() => closeStores(from))
        .then(then)
        .finally(() => move(closing, { is: 'closed', reopens }))
      const closing: Closing = { is: 'closing', done: ended.catch(() => {}), reopens, problem: problemIn(from) }
      move(from, closing)
      return ended
    },
  }
}

async function closeStores(state: RuntimeState): Promise<void> {
  if (state.is === 'open') await state.connected.close()
  // An attempt that failed left nothing open.
  if (state.is === 'opening') await (await state.attempt.catch(() => null))?.close()
  if (state.is === 'closing') await state.done
}
