import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An entry of the lock file; its key is where the package lies, below the project's folder. */
type Locked = {
  name?: string
  version?: string
  dev?: boolean
  /** npm installs go on without it: nothing required needs it. */
  optional?: boolean
  license?: string
  integrity?: string
  resolved?: string
  link?: boolean
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export type Lock = { packages: Record<string, Locked> }

/** What only building and downloading a module needs; it is compiled before it is packaged. */
const buildTimeOnly: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['node-addon-api'],
  keytar: ['prebuild-install', 'node-addon-api'],
}

/** @throws when the project's folder has no lock file */
export function readLock(root: string): Lock {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
}

const nameAt = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Where a package that is required at a place lies: in the nearest `node_modules` upwards. */
function resolve(lock: Lock, from: string, name: string): string | undefined {
  const here = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`
  if (lock.packages[here] !== undefined) return here
  if (from === '') return undefined
  const above = from.lastIndexOf('/node_modules/')
  return resolve(lock, above < 0 ? '' : from.slice(0, above), name)
}

/** The places of the packages that the packaged app reads from `node_modules`: run-time dependencies and theirs. */
export function packagesAtRunTime(lock: Lock): string[] {
  const found = new Set<string>([''])
  for (const place of found) {
    const { dependencies, optionalDependencies } = lock.packages[place] ?? {}
    const unneeded = buildTimeOnly[nameAt(place)] ?? []
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const at = unneeded.includes(name) ? undefined : resolve(lock, place, name)
      if (at !== undefined) found.add(at)
    }
  }
  found.delete('')
  return [...found].sort()
}

/** The places of packages that belong to run-time dependencies by the lock file, and are needed by none of them. */
export function packagesLeftOut(lock: Lock): string[] {
  const needed = new Set(packagesAtRunTime(lock))
  return Object.entries(lock.packages)
    .filter(([place, { dev }]) => place.startsWith('node_modules/') && dev !== true && !needed.has(place))
    .map(([place]) => place)
    .sort()
}
