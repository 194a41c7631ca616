import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { packagesAtRunTime, readLock } from './packages.ts'
import type { ShippedPackage } from './shipped.ts'

const described = z.looseObject({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.looseObject({ type: z.string() })]).optional(),
  homepage: z.string().optional(),
  author: z.union([z.string(), z.looseObject({ name: z.string() })]).optional(),
})

/** A third-party package that is part of the app. */
export type ThirdParty = ShippedPackage & { author: string; texts: string[] }

const licenceFile = /^(licen[cs]e|copying|notice)([-._].*)?$/i

/**
 * Returns the path of the package that a module belongs to, below the project's root; undefined for the project's own modules.
 */
export function packageOf(module: string): string | undefined {
  const path = module.replaceAll('\0', '').replaceAll('\\', '/')
  return /.*?((?:(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+(?=\/))+)/.exec(path)?.[1]?.replace(/^\//, '')
}

function readThirdParty(root: string, place: string): ThirdParty {
  const folder = join(root, place)
  const said = described.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (file) => file.isFile() && licenceFile.test(file.name),
  )
  return {
    name: said.name,
    version: said.version,
    place,
    license: typeof said.license === 'object' ? said.license.type : (said.license ?? 'unknown'),
    author: typeof said.author === 'object' ? said.author.name : (said.author ?? ''),
    texts: files.map(({ name }) => readFileSync(join(folder, name), 'utf8').trim()),
  }
}

const order = (one: ThirdParty, other: ThirdParty) =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : one.version < other.version ? -1 : 1

/**
 * Returns all third-party packages of the app: those that are bundled and those read from `node_modules` at run time. An optional
 * package that npm skipped (no compiler, another platform) is not part of this build, so it is not in the notice.
 *
 * @param bundled - paths of packages, as returned by {@link packageOf}
 * @throws if a package that is not optional is not installed
 */
export function thirdParties(root: string, bundled: Iterable<string>): ThirdParty[] {
  const lock = readLock(root)
  const isThere = (place: string) =>
    lock.packages[place]?.optional !== true || existsSync(join(root, place, 'package.json'))
  const read = packagesAtRunTime(lock).filter(isThere)
  return [...new Set([...bundled, ...read])].map((place) => readThirdParty(root, place)).sort(order)
}

const rule = `\n\n${'-'.repeat(78)}\n\n`

/** Returns the notice that the licences require, as plain text. */
export function noticeOf(parties: readonly ThirdParty[]): string {
  const head =
    'Steward contains the work of others, under the licences below. Electron and Chromium are under those that\nlie beside the program.'
  const parts = parties.map(({ name, version, license, author, texts }) =>
    [`${name} ${version}\nLicence: ${license}${author === '' ? '' : `\nBy: ${author}`}`, ...texts].join('\n\n'),
  )
  return `${[head, ...parts].join(rule)}\n`
}
