import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { AppError } from '../../shared/domain/app-error.ts'
import { explainLoadFailure } from '../platform/load-failure.ts'

/** The dynamic linker of glibc, by processor. */
const glibcLinkers: Readonly<Record<string, string>> = {
  x64: '/lib64/ld-linux-x86-64.so.2',
  arm64: '/lib/ld-linux-aarch64.so.1',
}

/** Electron exists for glibc only, and Node for musl is found on Alpine. */
const hasGlibc = () =>
  process.versions.electron !== undefined ||
  (existsSync(glibcLinkers[process.arch] ?? '') && !existsSync('/etc/alpine-release'))

/**
 * Names the prebuilt binary to the library. Left alone, it tells glibc and musl apart by `process.report`, which Electron has switched
 * off, and which takes Node 16 ms in every thread (measured).
 *
 * @returns null on musl, and where there is no prebuilt binary: then the library searches
 */
function sqliteBinary(): string | null {
  if (process.platform === 'linux' && !hasGlibc()) return null
  const library = dirname(createRequire(import.meta.url).resolve('better-sqlite3/package.json'))
  const binary = join(library, 'prebuilds', `${process.platform}-${process.arch}.node`)
  return existsSync(binary) ? binary : null
}

/** The options by which the library loads {@link sqliteBinary}. */
export function sqliteOptions(): { nativeBinding?: string } {
  const binary = sqliteBinary()
  return binary === null ? {} : { nativeBinding: binary }
}

/**
 * Loads the binary once, so that a start fails with the name of what the computer lacks, and not later with a store.
 *
 * @throws AppError `cache/not-loadable`
 */
export function assertSqliteLoads(binary = sqliteBinary()): void {
  try {
    if (binary !== null) createRequire(import.meta.url)(binary)
  } catch (cause) {
    throw new AppError('cache/not-loadable', { ...explainLoadFailure(cause, "Steward's database"), cause })
  }
}
