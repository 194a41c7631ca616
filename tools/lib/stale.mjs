import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

function* filesBelow(path) {
  if (!existsSync(path)) return
  if (statSync(path).isFile()) {
    yield path
    return
  }
  for (const name of readdirSync(path).sort()) yield* filesBelow(join(path, name))
}

/** Returns one hash of the contents of these files and folders (paths relative to the root). */
function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of filesBelow(join(root, path))) hash.update(file.slice(root.length)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/**
 * Runs `work` only if its inputs changed since it last succeeded.
 *
 * @param {{ stamp: string, inputs: readonly string[], work: () => Promise<void> }} task stamp: the file that stores the last hash
 */
export async function whenStale({ stamp, inputs, work }) {
  const path = join(root, stamp)
  const now = fingerprint(inputs)
  if (existsSync(path) && readFileSync(path, 'utf8') === now) return
  await work()
  writeFileSync(path, now)
}
