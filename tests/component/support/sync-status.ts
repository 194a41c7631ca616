import type { SyncStatus } from '../../../shared/ipc/sync.ts'
import { connectionId } from './render-in-app.tsx'

/** Sync status of a connection whose list of households was last completely read at that time. */
export const status = (state: SyncStatus['state'], lastCompleteAt: string | null): SyncStatus => ({
  connectionId,
  state,
  startedAt: null,
  endedAt: null,
  reachable: 'online',
  problem: null,
  resources: [
    {
      resource: 'households',
      state: 'complete',
      received: 0,
      expected: null,
      written: 0,
      setAside: 0,
      lastCompleteAt,
      refused: [],
      held: 0,
    },
  ],
  valuationsCheckedFrom: null,
  valuationsNeverChecked: 0,
  valuationsProgress: null,
  restingUntil: null,
})
