import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An entry of the lock file; its key is the package's path below the project's root. */
type Locked = {
  name?: string
  version?: string
  dev?: boolean
  /** npm installs continue without it: no required package needs it. */
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

/** Packages needed only to build or download a module, which is compiled before packaging. */
const buildTimeOnly: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['node-addon-api'],
  keytar: ['prebuild-install', 'node-addon-api'],
}

/** @throws if the project's root has no lock file */
export function readLock(root: string): Lock {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
}

const nameAt = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Returns where a package that is required from a given place is installed: in the nearest `node_modules` upwards. */
function resolve(lock: Lock, from: string, name: string): string | undefined {
  const here = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`
  if (lock.packages[here] !== undefined) return here
  if (from === '') return undefined
  const above = from.lastIndexOf('/node_modules/')
  return resolve(lock, above < 0 ? '' : from.slice(0, above), name)
}

/**
 * Returns the paths of the packages that the packaged app reads from `node_modules`: run-time dependencies and their
 * dependencies.
 */
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

/**
 * Returns the paths of packages that the lock file counts as dependencies of run-time packages, though none of those needs them
 * at run time.
 */
export function packagesLeftOut(lock: Lock): string[] {
  const needed = new Set(packagesAtRunTime(lock))
  return Object.entries(lock.packages)
    .filter(([place, { dev }]) => place.startsWith('node_modules/') && dev !== true && !needed.has(place))
    .map(([place]) => place)
    .sort()
}
