import { create } from 'zustand'

type Undone = {
  /** Ids of the writes. */
  ids: ReadonlySet<string>
  /** The number of writes undone, by the id of their save. */
  saves: ReadonlyMap<string, number>
}

const useStore = create<Undone>(() => ({ ids: new Set(), saves: new Map() }))

/** Remembers writes that were undone, for screens that said they were saved. */
export function noteUndone(ids: readonly string[], saveIds: readonly string[]): void {
  useStore.setState((state) => {
    const saves = new Map(state.saves)
    for (const id of saveIds) saves.set(id, (saves.get(id) ?? 0) + ids.length)
    return { ids: new Set([...state.ids, ...ids]), saves }
  })
}

/** The ids of the writes that were undone in this window. */
export const useUndone = (): ReadonlySet<string> => useStore(({ ids }) => ids)

/** How many writes of a save were undone in this window. */
export const useUndoneOf = (saveId: string | null): number =>
  useStore(({ saves }) => (saveId === null ? 0 : (saves.get(saveId) ?? 0)))
