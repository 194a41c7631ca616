import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Marks a file as downloaded, on platforms that have such a mark, so that programs open it with protection. Best effort: if the
 * mark cannot be set, the file is usable all the same.
 */
export async function markAsForeign(
  path: string,
  { platform = process.platform, now = Date.now() }: { platform?: NodeJS.Platform; now?: number } = {},
): Promise<void> {
  try {
    if (platform === 'win32') await writeFile(`${path}:Zone.Identifier`, '[ZoneTransfer]\r\nZoneId=3\r\n')
    // Flags of a download that the user has not opened yet; the time is in seconds, hexadecimal.
    const mark = `0081;${Math.floor(now / 1000).toString(16)};Steward;${randomUUID().toUpperCase()}`
    if (platform === 'darwin') await run('/usr/bin/xattr', ['-w', 'com.apple.quarantine', mark, path])
  } catch {
    // Some file systems do not support such marks.
  }
}
