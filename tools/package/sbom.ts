import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Lock } from './packages.ts'
import { type ShippedPackage, shippedFile, shippedPackages } from './shipped.ts'

const purlOf = ({ name, version }: Pick<ShippedPackage, 'name' | 'version'>) =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`

/** Converts the lock file's hash to hexadecimal, which the format requires. */
function hashesOf(integrity: string) {
  const [, algorithm = '', hash = ''] = /^(sha\d+)-(\S+)/.exec(integrity) ?? []
  return [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(hash, 'base64').toString('hex') }]
}

/**
 * Builds a CycloneDX 1.6 bill of materials with each third-party package in the app, including Electron. npm's own command lists
 * everything that is installed, which is more than the app contains, and nothing at all for a package that replaces another.
 *
 * @throws if the lock file has no hash for a package
 */
export function billOfMaterials(version: string, shipped: readonly ShippedPackage[], lock: Lock) {
  const electron = lock.packages['node_modules/electron']
  const own = { name: 'electron', version: electron?.version ?? '', license: 'MIT', place: 'node_modules/electron' }
  const components = [own, ...shipped].map((part) => {
    const integrity = lock.packages[part.place]?.integrity
    if (integrity === undefined) throw new Error(`The lock file has no hash of ${part.name}.`)
    return {
      type: part === own ? 'framework' : 'library',
      'bom-ref': part.place,
      name: part.name,
      version: part.version,
      purl: purlOf(part),
      licenses: [/ (AND|OR) /.test(part.license) ? { expression: part.license } : { license: { id: part.license } }],
      hashes: hashesOf(integrity),
    }
  })
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'steward', name: 'Steward', version } },
    components,
  }
}

/**
 * Writes the bill of materials of the last build.
 *
 * @returns the file's path
 */
export async function writeBillOfMaterials(root: string, folder: string, lock: Lock): Promise<string> {
  const shipped = shippedPackages.parse(JSON.parse(await readFile(join(root, shippedFile), 'utf8')))
  const version = lock.packages['']?.version ?? ''
  const file = join(folder, `Steward-${version}.cdx.json`)
  await writeFile(file, `${JSON.stringify(billOfMaterials(version, shipped, lock), null, 2)}\n`)
  return file
}
