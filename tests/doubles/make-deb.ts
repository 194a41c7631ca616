import { execFile } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Makes a Debian package of an unpacked app, with the real dpkg-deb.
 *
 * @param folder - for the package's tree, and the package
 * @returns the package's path
 */
export async function makeDeb(unpacked: string, folder: string): Promise<string> {
  const tree = join(folder, 'tree')
  await mkdir(join(tree, 'DEBIAN'), { recursive: true })
  const control = 'Package: steward\nVersion: 0\nArchitecture: all\nMaintainer: nobody\nDescription: Made up\n'
  await writeFile(join(tree, 'DEBIAN/control'), control)
  await cp(unpacked, join(tree, 'opt/Steward'), { recursive: true })
  const file = join(folder, 'steward.deb')
  await promisify(execFile)('dpkg-deb', ['--build', '-Znone', tree, file])
  return file
}
