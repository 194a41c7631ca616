import { appendFileSync, copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseFile } from '../open-database.ts'
import { type Recovered, recoverLedger } from './recover-ledger.ts'
import { lostAtEnd, nameOfDamaged, readLogFacts } from './write-ahead-log.ts'

const suffixes = ['', '-wal', '-shm']

const salvagedName = (path: string): string => `${path}.salvaged`

/**
 * Replaces a damaged ledger with a new one that has every readable row. The damaged one is kept under another name, together with
 * the files waiting to be uploaded: the keys of some of them may be in its unreadable part.
 * @throws AppError `cache/newer`; SqliteError or the file system's errors, with the damaged one still in place
 */
export function replaceLedger(file: DatabaseFile): Recovered {
  const { path } = file
  const made = salvagedName(path)
  removeStore(made)
  const salvaged = withLostPages(path, (whole) => recoverLedger({ ...file, path: whole }, made))
  const aside = nameOfDamaged(path)
  keepStaged(path, `${aside}-staged`)
  renameSync(path, aside)
  finishReplacing(file)
  return salvaged
}

/**
 * Completes a replacement that was interrupted between the renames: the new ledger is complete before the damaged one is renamed.
 * The damaged one's `-wal` and `-shm` files must never be taken for those of the new one.
 */
export function finishReplacing({ path }: Pick<DatabaseFile, 'path'>): void {
  const made = salvagedName(path)
  if (existsSync(path) || !existsSync(made)) return
  const aside = nameOfDamaged(path)
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix)
  }
  renameSync(made, path)
}

/**
 * Reads a truncated store from a copy in which the missing part is filled with bytes that cannot be decrypted: the library would
 * treat missing pages as empty ones.
 */
function withLostPages<Value>(path: string, read: (path: string) => Value): Value {
  const lost = lostAtEnd(path, readLogFacts(path))
  if (lost === 0) return read(path)
  const copy = `${path}.copied`
  removeStore(copy)
  copyFileSync(path, copy)
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`)
  appendFileSync(copy, Buffer.alloc(lost, 0xff))
  try {
    return read(copy)
  } finally {
    removeStore(copy)
  }
}

function removeStore(path: string): void {
  for (const suffix of suffixes) rmSync(path + suffix, { force: true })
}

/** Links or copies the sealed files next to the ledger, because files without a row in the ledger are deleted. */
function keepStaged(path: string, aside: string): void {
  const staged = join(dirname(path), 'staged')
  if (!existsSync(staged)) return
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(staged)) {
    try {
      linkSync(join(staged, name), join(aside, name))
    } catch {
      // Not every file system supports hard links.
      copyFileSync(join(staged, name), join(aside, name))
    }
  }
}
