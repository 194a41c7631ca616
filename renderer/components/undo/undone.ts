import { create } from 'zustand'

const useStore = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }))

/** Remembers writes that were undone, for screens that said they were saved. */
export const noteUndone = (ids: readonly string[]): void =>
  useStore.setState((state) => ({ ids: new Set([...state.ids, ...ids]) }))

/** The ids of the writes that were undone in this window. */
export const useUndone = (): ReadonlySet<string> => useStore(({ ids }) => ids)
