import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** The versions of the system's C and C++ libraries that the packages promise to run with: Debian 12, Ubuntu 22.04, RHEL 9. */
export const systemLibraries = { GLIBC: '2.34', GLIBCXX: '3.4.29' } as const

type Library = keyof typeof systemLibraries

/** Debian's packages of what Electron and Steward's native modules load. GCC 11 brings GLIBCXX 3.4.29. */
export const debDepends: readonly string[] = [
  `libc6 (>= ${systemLibraries.GLIBC})`,
  'libstdc++6 (>= 11)',
  'libgtk-3-0',
  'libnotify4',
  'libnss3',
  'libxss1',
  'libxtst6',
  'libatspi2.0-0',
  'libuuid1',
  'libgbm1',
  'libasound2',
  'libsecret-1-0',
  'xdg-utils',
]

/** The same for RPM, by the libraries' own names, which Fedora, RHEL and openSUSE all provide. */
export const rpmDepends: readonly string[] = [
  `libc.so.6(GLIBC_${systemLibraries.GLIBC})(64bit)`,
  `libstdc++.so.6(GLIBCXX_${systemLibraries.GLIBCXX})(64bit)`,
  'libgtk-3.so.0()(64bit)',
  'libnotify.so.4()(64bit)',
  'libnss3.so()(64bit)',
  'libXss.so.1()(64bit)',
  'libXtst.so.6()(64bit)',
  'libatspi.so.0()(64bit)',
  'libuuid.so.1()(64bit)',
  'libgbm.so.1()(64bit)',
  'libasound.so.2()(64bit)',
  'libsecret-1.so.0()(64bit)',
  'xdg-utils',
]

const newest = (versions: readonly string[]): string | null =>
  versions.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1) ?? null

/** The newest version of each system library that a native module names. */
export function neededVersions(module: Buffer): Record<Library, string | null> {
  const text = module.toString('latin1')
  const of = (library: Library) =>
    newest([...text.matchAll(new RegExp(`\\b${library}_(\\d[\\d.]*)\\0`, 'g'))].map(([, version = '']) => version))
  return { GLIBC: of('GLIBC'), GLIBCXX: of('GLIBCXX') }
}

/**
 * Reads what the native modules of an unpacked app for Linux need: one that was compiled on a newer Linux would fail on those that the
 * packages promise.
 *
 * @param modules - the folder with the native modules beside the archive
 * @throws if one of them needs a newer system library than the packages name
 */
export async function assertSystemLibraries(modules: string): Promise<void> {
  const files = (await readdir(modules, { recursive: true })).filter((file) => file.endsWith('.node'))
  if (files.length === 0) throw new Error('The packed app has no native modules.')
  for (const file of files) {
    const needed = neededVersions(await readFile(join(modules, file)))
    for (const library of Object.keys(systemLibraries) as Library[]) {
      const promised = systemLibraries[library]
      const version = needed[library]
      if (version !== null && newest([version, promised]) !== promised) {
        throw new Error(
          `${basename(file)} needs ${library} ${version}, and the packages promise ${promised}. Build it on an older Linux.`,
        )
      }
    }
  }
}
