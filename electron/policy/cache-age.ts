import { join } from 'node:path'
import { z } from 'zod'
import { listedResources, type Resource } from '../../shared/service/resource.ts'
import { readBoundedFile, writePrivateFile } from '../platform/private-file.ts'

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

const moments = z.strictObject({ begun: z.number(), seen: z.number() })

/** When a mirror was begun, and when its age was last checked; ms since the epoch. */
type CacheAge = z.infer<typeof moments>

// It begins like the mirror's own files, so it is removed with them.
const pathIn = (folder: string) => join(folder, 'mirror.db-age.json')

/** Reads the age file of the mirror in a folder. If there is none, the mirror's age starts now. */
export async function readCacheAge(folder: string, now: number): Promise<CacheAge> {
  try {
    return moments.parse(JSON.parse((await readBoundedFile(pathIn(folder), 1_000)) ?? ''))
  } catch {
    return { begun: now, seen: now }
  }
}

/** Writes the age file. If that fails, the times that the mirror itself records are still available. */
export async function writeCacheAge(folder: string, mark: CacheAge): Promise<void> {
  await writePrivateFile(pathIn(folder), JSON.stringify(mark)).catch(() => {})
}
