import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const sources = ['electron', 'renderer', 'shared', 'sandbox', 'tests']
const testName = /^tests\/(?:unit|component|integration)\/.*\.test\.tsx?$/

/** How often a file is imported between a test and the file that it reaches; the smallest number for each test. */
export type Reach = ReadonlyMap<string, number>

/**
 * Which tests reach a source file: through imports, and through files that are started by their address, such as a worker, which the
 * module graph of the test runner does not know.
 *
 * @param root - the project's root folder
 */
export function createReach(root: string): (path: string) => Reach {
  const importers = new Map<string, string[]>()
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

/** Code of a folder, as paths from the project's root. */
export const filesOf = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && /\.tsx?$/.test(one.name))
    .map((one) => relative(root, join(one.parentPath, one.name)).replaceAll('\\', '/'))
    .sort()

function usedBy(root: string, path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8')
  const found = [...text.matchAll(/['"](\.{1,2}\/[^'"\n]*\.tsx?)['"]/g)].map(([, used = '']) => used)
  return [...new Set(found)].map((used) => join(dirname(path), used).replaceAll('\\', '/'))
}
