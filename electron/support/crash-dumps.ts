import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A crash dump written by the operating system. It contains Steward's memory, so Steward never sends it anywhere. */
export type CrashDump = { name: string; bytes: number; at: string }

/** Newest first; an empty list if the folder does not exist. */
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

/** The folder of the crash dumps in a user-data folder. */
export const crashFolder = (userDataDir: string): string => join(userDataDir, 'crashes')
