import type { AppError } from '../../shared/domain/app-error.ts'
import type { OpenConnection } from './open-connection.ts'

/**
 * When closed stores may be opened again: at any time, after the next sign-in because a sign-out removed the copy, or never
 * because the runtime itself was closed.
 */
export type Reopens = 'any-time' | 'after-sign-in' | 'never'

/** The stores are closed. */
export type Closed = { is: 'closed'; reopens: Reopens }

/** The stores are being opened; every caller shares the attempt. */
export type Opening = {
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
export type Failed = { is: 'failed'; problem: AppError }

/** The stores are being closed, and their copy removed if that was asked for. */
export type Closing = {
  is: 'closing'
  /** Settles when they are closed; never rejects. */
  done: Promise<void>
  reopens: Reopens
  /** The problem of the state before, shown until they are closed. */
  problem: AppError | null
}

/** What a connection's stores are doing. */
export type RuntimeState = Closed | Opening | Open | Failed | Closing

/** Which states may follow which. An open connection is opened again when its worker died or its copy became too old. */
type Following = {
  closed: 'opening' | 'closing'
  opening: 'open' | 'failed' | 'closing'
  open: 'opening' | 'closing'
  failed: 'opening' | 'closing'
  closing: 'closing' | 'closed'
}

/** A state that may follow another; any other does not compile. */
export type NextState<From extends RuntimeState> = Extract<RuntimeState, { is: Following[From['is']] }>

/** Holds the state; all changes of it go through {@link StateCell.move}. */
export type StateCell = {
  now(): RuntimeState
  /**
   * Moves on from a state that the caller has seen. Has no effect if someone else moved on since: an attempt that ends after its
   * connection was closed opens nothing.
   *
   * @returns whether it moved
   */
  move<From extends RuntimeState>(from: From, to: NextState<From>): boolean
}

/** A {@link StateCell} that starts closed. */
export function createStateCell(): StateCell {
  let state: RuntimeState = { is: 'closed', reopens: 'any-time' }
  return {
    now: () => state,
    move(from, to) {
      if (state !== from) return false
      state = to
      return true
    },
  }
}

/** The problem to show in a state; null if there is none. */
export function problemIn(state: RuntimeState): AppError | null {
  return state.is === 'closed' ? null : state.problem
}

/** The state as the screens know it: while stores are opened or closed, the problem of the state before is still shown. */
export function cacheIn(state: RuntimeState): 'open' | 'closed' | 'failed' {
  if (state.is === 'open') return 'open'
  return problemIn(state) ? 'failed' : 'closed'
}
