import { join } from 'node:path'
import { z } from 'zod'
import { readBoundedFile, writePrivateFile } from '../platform/private-file.ts'

const moments = z.strictObject({ begun: z.number(), seen: z.number() })

/** When a mirror was begun, and when its age was last checked; ms since the epoch. */
export type CacheAge = z.infer<typeof moments>

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
