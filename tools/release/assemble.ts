import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { writeChecksums } from '../package/checksums.ts'
import { stageFeed } from './feed.ts'
import { changesOf, releaseNotes } from './notes.ts'
import { type BuiltSystem, builtSystem, systemFile } from './signed-packages.ts'

/** The share of installations that are offered a new version first, in percent. */
const firstPercentage = 10

const packageEnds = ['.exe', '.msi', '.dmg', '.zip', '.AppImage', '.deb', '.rpm', '.blockmap']
const billEnd = '.cdx.json'

export type Assembly = {
  /** A folder for each system, as `buildSystem` fills it. */
  from: string
  /** Folder for the files of the release. */
  to: string
  version: string
  changelog: string
  /** `owner/name` on GitHub. */
  repository: string
  /** An armoured private key of GnuPG, without a passphrase, that signs the list of checksums. */
  key?: string | undefined
}

async function systemsIn(folder: string, hasKey: boolean): Promise<{ folder: string; system: BuiltSystem }[]> {
  const names = (await readdir(folder, { withFileTypes: true })).filter((each) => each.isDirectory())
  const read = names.map(async ({ name }) => {
    const path = join(folder, name)
    const system = builtSystem.parse(JSON.parse(await readFile(join(path, systemFile), 'utf8')))
    return { folder: path, system: { ...system, signed: system.signed || (hasKey && system.platform === 'linux') } }
  })
  return Promise.all(read)
}

/** Copies a system's files; of unsigned packages no feed. Each system's bill of materials gets a name of its own. */
async function copySystem({ folder, system }: { folder: string; system: BuiltSystem }, to: string): Promise<string[]> {
  const names = (await readdir(folder, { withFileTypes: true })).filter((each) => each.isFile()).map(({ name }) => name)
  const copied: string[] = []
  for (const name of names.sort()) {
    if (packageEnds.includes(extname(name))) copied.push(await copy(name, name))
    if (name.endsWith(billEnd)) copied.push(await copy(name, `Steward-${system.platform}-${system.arch}${billEnd}`))
    if (/^latest.*\.yml$/.test(name) && system.signed) {
      await writeFile(join(to, name), stageFeed(await readFile(join(folder, name), 'utf8'), firstPercentage))
      copied.push(join(to, name))
    }
  }
  return copied

  async function copy(name: string, as: string): Promise<string> {
    await copyFile(join(folder, name), join(to, as))
    return join(to, as)
  }
}

/** Runs work with a key in a keyring of its own, which is deleted afterwards. */
async function withKey(armoured: string | undefined, work: (key: string | undefined) => Promise<void>): Promise<void> {
  if (!armoured) return work(undefined)
  const home = await mkdtemp(join(tmpdir(), 'steward-gpg-'))
  const before = process.env.GNUPGHOME
  process.env.GNUPGHOME = home
  const gpg = (...args: string[]) => promisify(execFile)('gpg', ['--batch', ...args])
  try {
    const importing = gpg('--import')
    importing.child.stdin?.end(armoured)
    await importing
    const { stdout } = await gpg('--list-secret-keys', '--with-colons')
    const fingerprint = /^fpr:+([0-9A-F]+):/m.exec(stdout)?.[1]
    if (fingerprint === undefined) throw new Error('The key that signs the checksums is no private key of GnuPG.')
    await work(fingerprint)
  } finally {
    await promisify(execFile)('gpgconf', ['--kill', 'gpg-agent']).catch(() => undefined)
    if (before === undefined) delete process.env.GNUPGHOME
    else process.env.GNUPGHOME = before
    await rm(home, { recursive: true, force: true })
  }
}

/**
 * Gathers the packages of all systems into one folder with their bills of materials, the staged update feeds of those that are signed,
 * `SHA256SUMS` and its signature, and the notes.
 *
 * @returns the systems, and the names of the release's files
 * @throws if a system was built from another version, if two systems have a file of the same name, or if the key cannot sign
 */
export async function assemble(assembly: Assembly): Promise<{ systems: BuiltSystem[]; files: string[] }> {
  const found = await systemsIn(assembly.from, Boolean(assembly.key))
  const other = found.find(({ system }) => system.version !== assembly.version)
  if (found.length === 0) throw new Error(`${assembly.from} contains no packages.`)
  if (other !== undefined)
    throw new Error(
      `The packages for ${other.system.platform} have version ${other.system.version}, not ${assembly.version}.`,
    )
  await mkdir(assembly.to, { recursive: true })
  const files = (await Promise.all(found.map((each) => copySystem(each, assembly.to)))).flat()
  const twice = files.find((file, index) => files.indexOf(file) !== index)
  if (twice !== undefined) throw new Error(`Two systems have a file of the same name: ${twice}.`)
  await withKey(assembly.key, (key) => writeChecksums(files, assembly.to, key))
  const systems = found.map(({ system }) => system)
  const changes = changesOf(assembly.changelog, assembly.version)
  if (changes === null) throw new Error(`CHANGELOG.md has no heading for ${assembly.version}.`)
  await writeFile(join(assembly.to, 'NOTES.md'), releaseNotes(changes, systems, assembly.repository))
  return { systems, files: (await readdir(assembly.to)).sort() }
}
