import { create } from 'zustand'
import type { BulkInput, BulkResource } from '../../../shared/ipc/bulk.ts'

/** The rows selected in a list for bulk editing. */
export type BulkTarget = {
  connectionId: string
  resource: BulkResource
  which: BulkInput['which']
  /** Number of rows, as counted by the list. */
  count: number
}

/** The last selection for bulk editing. It is too large for an address, so it is lost when the window closes. */
export const useBulkTarget = create<{ target: BulkTarget | null; choose(target: BulkTarget): void }>((set) => ({
  target: null,
  choose: (target) => set({ target }),
}))
