import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Marks a file as one that came from elsewhere, where the platform has such a mark, so that programs open it guardedly.
 * It is a courtesy to those programs: where it cannot be set, the file is as good as before.
 */
export async function markAsForeign(
  path: string,
  { platform = process.platform, now = Date.now() }: { platform?: NodeJS.Platform; now?: number } = {},
): Promise<void> {
  try {
    if (platform === 'win32') await writeFile(`${path}:Zone.Identifier`, '[ZoneTransfer]\r\nZoneId=3\r\n')
    // Flags of a download that nobody has looked at yet; the moment is in seconds, hexadecimal.
    const mark = `0081;${Math.floor(now / 1000).toString(16)};Steward;${randomUUID().toUpperCase()}`
    if (platform === 'darwin') await run('/usr/bin/xattr', ['-w', 'com.apple.quarantine', mark, path])
  } catch {
    // Not every file system keeps such marks.
  }
}
