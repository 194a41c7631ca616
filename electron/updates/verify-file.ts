import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Release } from './release.ts'
import { UpdateError } from './update-error.ts'

/**
 * Compares a downloaded file with the offered release.
 *
 * @throws UpdateError unless it is exactly one of the release's files
 */
export async function verifyFile(file: string, release: Release): Promise<void> {
  try {
    const stats = await lstat(file)
    const hash = createHash('sha512')
    await pipeline(createReadStream(file), hash)
    const sha512 = hash.digest('base64')
    const whole = release.files.some((one) => one.sha512 === sha512 && one.size === stats.size)
    if (stats.isFile() && whole) return
  } catch (cause) {
    throw new UpdateError('not-safe', 'The downloaded file cannot be read.', cause)
  }
  throw new UpdateError('not-safe', 'The downloaded file is not the one that was offered.')
}
