import { create } from 'zustand'
import type { Presenting } from '../../shared/domain/presenting.ts'

type State = {
  /** As the main process told it last. */
  told: Presenting | null
  /** The screens are drawn for this one; while it differs from `told`, none is drawn. */
  shown: Presenting | null
}

/** Presenter mode in this window; the main process decides. */
export const usePresentingState = create<State>(() => ({ told: null, shown: null }))

/** Takes note of presenter mode as the main process told it. Its screens are then drawn again. */
export function hearPresenting(told: Presenting | null): void {
  // The same news arrives as an answer and as an event.
  if (!isSame(told, presentingNow())) usePresentingState.setState({ told })
}

const isSame = (one: Presenting | null, other: Presenting | null) =>
  one?.connection_id === other?.connection_id &&
  one?.household_id === other?.household_id &&
  one?.amounts === other?.amounts

/** Presenter mode; null while it is off. */
export const usePresenting = (): Presenting | null => usePresentingState(({ told }) => told)

/** Presenter mode, for code outside components. All screens are drawn again when it changes. */
export const presentingNow = (): Presenting | null => usePresentingState.getState().told
