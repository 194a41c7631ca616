import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir, readlink } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { extractAll } from '@electron/asar'

/** Digests by path below a folder, with slashes. A digest covers the bytes, or a link's target, and the right to execute. */
export type Digests = ReadonlyMap<string, string>

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  const status = await lstat(path)
  if (status.isSymbolicLink()) return `link to ${await readlink(path)}`
  await pipeline(createReadStream(path), hash)
  return `${hash.digest('hex')}${(status.mode & 0o100) === 0 ? '' : ' executable'}`
}

/** Returns the digest of every file below a folder. */
export async function digestsOf(folder: string): Promise<Digests> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = found.filter((each) => !each.isDirectory()).map((each) => join(each.parentPath, each.name))
  const digests = new Map<string, string>()
  for (const path of paths.sort()) digests.set(relative(folder, path).replaceAll('\\', '/'), await digestOf(path))
  return digests
}

/** Unpacks an app's archive into a folder, with the files beside it, and returns the digest of every file. */
export async function digestsOfArchive(archive: string, to: string): Promise<Digests> {
  extractAll(archive, to)
  return digestsOf(to)
}

/** The paths of files that differ, or that only one side has. */
export const differingPaths = (one: Digests, other: Digests): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path)).sort()

/**
 * Returns a line for each file that differs between two folders; empty if their files are equal.
 *
 * @param names - of the two sides, for the lines
 */
export function differences(one: Digests, other: Digests, names: readonly [string, string]): string[] {
  return differingPaths(one, other).map((path) => {
    if (!other.has(path)) return `only in ${names[0]}: ${path}`
    return one.has(path) ? `differs: ${path}` : `only in ${names[1]}: ${path}`
  })
}
