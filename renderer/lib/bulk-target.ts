import { create } from 'zustand'
import type { BulkInput, BulkResource } from '../../shared/ipc/bulk.ts'

/** Rows that a person chose in a list to be edited at once. */
export type BulkTarget = {
  connectionId: string
  resource: BulkResource
  which: BulkInput['which']
  /** How many they are, as the list counted them. */
  count: number
}

/** What was chosen last: too much for an address, so it is gone with the window. */
export const useBulkTarget = create<{ target: BulkTarget | null; choose(target: BulkTarget): void }>((set) => ({
  target: null,
  choose: (target) => set({ target }),
}))
