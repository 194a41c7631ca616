import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/**
 * Writes `SHA256SUMS` in the format of `sha256sum --check`, and signs it if a key is given: Linux packages have no signatures of
 * their own.
 *
 * @param key - in GnuPG's keyring
 * @throws if GnuPG cannot sign; the unsigned list stays on disk
 */
export async function writeChecksums(files: readonly string[], folder: string, key: string | undefined): Promise<void> {
  const lines: string[] = []
  for (const file of [...files].sort()) lines.push(`${await sha256(file)}  ${basename(file)}\n`)
  const list = join(folder, 'SHA256SUMS')
  await writeFile(list, lines.join(''))
  if (!key) return
  await promisify(execFile)('gpg', ['--batch', '--yes', '--local-user', key, '--detach-sign', '--armor', list])
}
