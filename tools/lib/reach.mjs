import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const sources = ['electron', 'renderer', 'shared', 'sandbox', 'tests', 'tools']
const testName = /^tests\/(?:unit|component|integration)\/.*\.test\.tsx?$/

/**
 * Which tests reach a source file: through imports, and through files that are started by their address, such as a worker, which the
 * module graph of the test runner does not know.
 *
 * @param {string} root the project's root folder
 * @returns {(path: string) => ReadonlyMap<string, number>} for a file, how often a file is imported between each test and it; the
 * smallest number
 */
export function createReach(root) {
  /** @type {Map<string, string[]>} */
  const importers = new Map()
  for (const source of sources)
    for (const path of filesOf(root, source))
      for (const used of usedBy(root, path)) importers.set(used, [...(importers.get(used) ?? []), path])
  return (path) => {
    const distances = new Map([[path, 0]])
    let edge = [path]
    while (edge.length > 0) {
      const next = new Set(edge.flatMap((one) => importers.get(one) ?? []).filter((one) => !distances.has(one)))
      const distance = (distances.get(edge[0] ?? '') ?? 0) + 1
      for (const one of next) distances.set(one, distance)
      edge = [...next]
    }
    return new Map([...distances].filter(([one]) => testName.test(one)))
  }
}

/**
 * Code of a folder, or one file, as paths from the project's root.
 *
 * @param {string} root
 * @param {string} folder
 * @returns {string[]} empty if there is no such folder or file
 */
export function filesOf(root, folder) {
  if (!existsSync(join(root, folder))) return []
  if (statSync(join(root, folder)).isFile()) return [folder]
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && /\.(?:tsx?|mjs)$/.test(one.name))
    .map((one) => relative(root, join(one.parentPath, one.name)).replaceAll('\\', '/'))
    .sort()
}

/** @type {(root: string, path: string) => string[]} */
function usedBy(root, path) {
  const text = readFileSync(join(root, path), 'utf8')
  const found = [...text.matchAll(/['"](\.{1,2}\/[^'"\n]*\.(?:tsx?|mjs))['"]/g)].map(([, used = '']) => used)
  return [...new Set(found)].map((used) => join(dirname(path), used).replaceAll('\\', '/'))
}
