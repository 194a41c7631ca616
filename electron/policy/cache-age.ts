import { listedResources, type Resource } from '../../shared/service/resource.ts'

/** Clock corrections up to this are ignored, in ms. */
const slackMs = 10 * 60_000
const hourMs = 60 * 60_000

/** The facts about a mirror's age. Numbers are ms since the epoch. */
export type CopyAge = {
  maxHours: number
  now: number
  /** When each list was last compared to its end, as recorded in the mirror. */
  complete: Partial<Record<Resource, string>>
  /** When the mirror was begun: counts for a list that was never compared to its end. */
  begun: number
  /** The latest time at which the age was checked before. */
  seen: number
}

/**
 * Whether a mirror was unchecked for longer than the policy allows: the list that was checked the longest ago counts. If the
 * clock is behind a time that was already recorded, the elapsed time is unknown, so the mirror counts as too old.
 */
export function isTooOld({ maxHours, now, complete, begun, seen }: CopyAge): boolean {
  const checks = listedResources.map((resource) => {
    const at = complete[resource]
    return at === undefined ? begun : Date.parse(at)
  })
  if (now < Math.max(seen, begun, ...checks) - slackMs) return true
  return now - Math.min(...checks) > maxHours * hourMs
}
