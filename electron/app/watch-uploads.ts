import type { AppEvent } from '../../shared/ipc/events.ts'
import type { Clock } from '../platform/clock.ts'

type Uploads = Extract<AppEvent, { type: 'uploads' }>['uploads']

/** The uploads of one connection that came to an end, well or not, since there were none. */
export type EndedUploads = { connectionId: string; operationIds: string[] }

type Seen = { underWay: Set<string>; ended: Set<string>; resting: AbortController | null }

/** How long none may be under way before they count as ended, ms: another file may follow, and the last is being kept. */
const restMs = 1_500

/** Follows what is told of uploads, and says once when the last of several has ended. */
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
