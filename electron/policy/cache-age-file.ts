import { join } from 'node:path'
import { z } from 'zod'
import { readBoundedFile, writePrivateFile } from '../platform/private-file.ts'

const moments = z.strictObject({ begun: z.number(), seen: z.number() })

/** When a copy was begun, and when its age was last looked at; ms since the epoch. */
export type CacheAge = z.infer<typeof moments>

// It begins like the mirror's own files, and goes with them.
const pathIn = (folder: string) => join(folder, 'mirror.db-age.json')

/** The mark of the copy in a folder. Where there is none yet, the copy begins to age now. */
export async function readCacheAge(folder: string, now: number): Promise<CacheAge> {
  try {
    return moments.parse(JSON.parse((await readBoundedFile(pathIn(folder), 1_000)) ?? ''))
  } catch {
    return { begun: now, seen: now }
  }
}

/** Keeps the mark. A disk that takes none leaves the moments that the mirror itself notes. */
export async function writeCacheAge(folder: string, mark: CacheAge): Promise<void> {
  await writePrivateFile(pathIn(folder), JSON.stringify(mark)).catch(() => {})
}
