import { create } from 'zustand'
import type { Presenting } from '../../shared/domain/presenting.ts'

type State = {
  /** As last reported by the main process. */
  reported: Presenting | null
  /** The screens are drawn for this one; while it differs from `reported`, none is drawn. */
  rendered: Presenting | null
}

/** Presenter mode in this window; the main process decides. */
export const usePresentingState = create<State>(() => ({ reported: null, rendered: null }))

/** Applies presenter mode as the main process reported it. The screens are then drawn again. */
export function applyPresenting(reported: Presenting | null): void {
  // The same news arrives as an answer and as an event.
  if (!isSame(reported, presentingNow())) usePresentingState.setState({ reported })
}

const isSame = (one: Presenting | null, other: Presenting | null) =>
  one?.connection_id === other?.connection_id &&
  one?.household_id === other?.household_id &&
  one?.amounts === other?.amounts

/** Presenter mode; null while it is off. */
export const usePresenting = (): Presenting | null => usePresentingState(({ reported }) => reported)

/** Presenter mode, for code outside components. All screens are drawn again when it changes. */
export const presentingNow = (): Presenting | null => usePresentingState.getState().reported
