import type { AppEvent } from '../../shared/ipc/events.ts'
import type { Clock } from '../platform/clock.ts'

type Uploads = Extract<AppEvent, { type: 'uploads' }>['uploads']

/** Uploads of one connection that ended, successfully or not, since the last time none was active. */
export type EndedUploads = { connectionId: string; operationIds: string[] }

type Seen = { underWay: Set<string>; ended: Set<string>; resting: AbortController | null }

/**
 * How long no upload may be active before they count as ended, in ms: another file may follow, and the last one is still being
 * saved.
 */
const restMs = 1_500

/** Follows upload events and reports once when the last of several uploads has ended. */
export function watchUploads({
  clock,
  onEnded,
}: {
  clock: Pick<Clock, 'sleep'>
  onEnded: (ended: EndedUploads) => void
}) {
  const all = new Map<string, Seen>()
  return {
    told(connectionId: string, uploads: Uploads) {
      const seen = all.get(connectionId) ?? { underWay: new Set(), ended: new Set(), resting: null }
      all.set(connectionId, seen)
      const now = new Set(uploads.map((upload) => upload.operation_id))
      for (const id of seen.underWay) if (!now.has(id)) seen.ended.add(id)
      for (const id of now) seen.ended.delete(id)
      seen.underWay = now
      seen.resting?.abort()
      if (now.size > 0 || seen.ended.size === 0) return
      const resting = new AbortController()
      seen.resting = resting
      const end = () => {
        if (resting.signal.aborted) return
        const operationIds = [...seen.ended]
        seen.ended.clear()
        onEnded({ connectionId, operationIds })
      }
      clock.sleep(restMs, resting.signal).then(end, () => {})
    },
    close() {
      for (const { resting } of all.values()) resting?.abort()
    },
  }
}
