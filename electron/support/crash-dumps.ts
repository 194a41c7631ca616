import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A crash as the system wrote it down. It holds Steward's memory, so it never leaves this computer by Steward's doing. */
export type CrashDump = { name: string; bytes: number; at: string }

/** Newest first; an empty list where there is no such folder. */
export async function listCrashDumps(folder: string): Promise<CrashDump[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const dumps = entries.filter((entry) => entry.isFile() && /^[\w-]{1,64}\.dmp$/.test(entry.name))
  const facts = await Promise.all(
    dumps.map(async ({ name, parentPath }) => {
      const found = await stat(join(parentPath, name)).catch(() => null)
      return found && { name, bytes: found.size, at: found.mtime.toISOString() }
    }),
  )
  return facts.flatMap((dump) => dump ?? []).toSorted((a, b) => b.at.localeCompare(a.at))
}

/** Where the crash dumps of a user-data folder lie. */
export const crashFolder = (userDataDir: string): string => join(userDataDir, 'crashes')
