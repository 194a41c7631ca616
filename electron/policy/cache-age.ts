import { listedResources, type Resource } from '../../shared/service/resource.ts'

/** A clock may be set right by so much without a word. */
const slackMs = 10 * 60_000
const hourMs = 60 * 60_000

/** What is known of a copy's age. Moments are ms since the epoch. */
export type CopyAge = {
  maxHours: number
  now: number
  /** When each list was last compared to its end, as the mirror notes it. */
  complete: Partial<Record<Resource, string>>
  /** When the copy was begun: as old as that is a list that was never compared to its end. */
  begun: number
  /** The latest moment at which this was looked at before. */
  seen: number
}

/**
 * Whether a copy was not checked for longer than a firm allows: as old as the list that was checked the longest ago. A clock that
 * stands before a moment which was seen already cannot say how much time has passed, so the copy counts as too old.
 */
export function isTooOld({ maxHours, now, complete, begun, seen }: CopyAge): boolean {
  const checks = listedResources.map((resource) => {
    const at = complete[resource]
    return at === undefined ? begun : Date.parse(at)
  })
  if (now < Math.max(seen, begun, ...checks) - slackMs) return true
  return now - Math.min(...checks) > maxHours * hourMs
}
