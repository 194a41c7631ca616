import { type AppError, toAppError } from '../../shared/domain/app-error.ts'
import type { OpenConnection } from './open-connection.ts'

/**
 * When closed stores may be opened again: at any time, after the next sign-in because a sign-out removed the copy, or never
 * because the runtime itself was closed.
 */
type Reopens = 'any-time' | 'after-sign-in' | 'never'

/** The stores are closed. */
type Closed = { is: 'closed'; reopens: Reopens }

/** The stores are being opened; every caller shares the attempt. */
type Opening = {
  is: 'opening'
  attempt: Promise<OpenConnection>
  /** The problem of the state before, shown until the attempt ends. */
  problem: AppError | null
}

/** The stores are open. */
export type Open = {
  is: 'open'
  connected: OpenConnection
  /** Something the user must know about them: a damaged mirror was replaced, or their folder cannot be written. */
  problem: AppError | null
}

/** The stores could not be opened; the next caller tries again. */
type Failed = { is: 'failed'; problem: AppError }

/** The stores are being closed, and their copy removed if that was asked for. */
type Closing = {
  is: 'closing'
  /** Settles when they are closed; never rejects. */
  done: Promise<void>
  reopens: Reopens
  /** The problem of the state before, shown until they are closed. */
  problem: AppError | null
}

/** The state of a connection's stores. */
type RuntimeState = Closed | Opening | Open | Failed | Closing

/** Which states may follow which. An open connection is opened again when its worker died or its copy became too old. */
type Following = {
  closed: 'opening' | 'closing'
  opening: 'open' | 'failed' | 'closing'
  open: 'opening' | 'closing'
  failed: 'opening' | 'closing'
  closing: 'closing' | 'closed'
}

/** A state that may follow another; any other does not compile. */
type NextState<From extends RuntimeState> = Extract<RuntimeState, { is: Following[From['is']] }>

/** The problem to show in a state; null if there is none. */
export function problemIn(state: RuntimeState): AppError | null {
  return state.is === 'closed' ? null : state.problem
}

/** The state as the screens know it: while stores are opened or closed, the problem of the state before is still shown. */
export function cacheIn(state: RuntimeState): 'open' | 'closed' | 'failed' {
  if (state.is === 'open') return 'open'
  return problemIn(state) ? 'failed' : 'closed'
}

/** A connection's stores, through all of their {@link RuntimeState}s. */
type RuntimeStores = {
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
  let state: RuntimeState = { is: 'closed', reopens: 'any-time' }
  const now = () => state
  /**
   * Moves on from a state that the caller has seen; all changes go through here. Has no effect if someone else moved on since: an
   * attempt that ends after its connection was closed opens nothing. Returns whether it moved.
   */
  const move = <From extends RuntimeState>(from: From, to: NextState<From>): boolean => {
    if (state !== from) return false
    state = to
    return true
  }

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
    opened: () => (state.is === 'open' ? state : null),
    async open() {
      for (;;) {
        const from = state
        if (from.is === 'open') return from.connected
        if (from.is === 'opening') return from.attempt
        if (from.is === 'closing') {
          await from.done
          continue
        }
        await mayOpen(from)
        // Others may have opened or closed them since.
        if (state === from) return begin(from, async () => {})
      }
    },
    async reopen(from, close, problem) {
      // Someone else closed or replaced them already.
      return state === from ? begin(from, close, problem) : this.open()
    },
    close(wanted, then = async () => {}) {
      const from = state
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
