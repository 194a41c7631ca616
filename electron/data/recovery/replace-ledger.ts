import { appendFileSync, copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseFile } from '../open-database.ts'
import { nameOfDamaged } from './damaged-name.ts'
import { lostAtEnd, readLogFacts } from './log-facts.ts'
import { type Recovered, recoverLedger } from './recover-ledger.ts'

const suffixes = ['', '-wal', '-shm']

const salvagedName = (path: string): string => `${path}.salvaged`

/**
 * Puts a new ledger in the place of a damaged one, with every row that can be read. The damaged one stays, under another
 * name, and with it the files that wait to be uploaded: the keys to some of them may be where it cannot be read.
 * @throws AppError `cache/newer`; SqliteError, or the file system's errors, with the damaged one where it was
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
 * Ends what was cut short between the renamings: a new ledger is whole before the damaged one goes. What was written beside
 * the damaged one must never be taken for a part of the new one.
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
 * Reads a store that was cut short from a copy in which bytes that no key opens stand for what is missing: the library would
 * take missing pages for empty ones.
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

/** Sealed files lie beside the ledger, and what no row of it speaks of is removed. */
function keepStaged(path: string, aside: string): void {
  const staged = join(dirname(path), 'staged')
  if (!existsSync(staged)) return
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(staged)) {
    try {
      linkSync(join(staged, name), join(aside, name))
    } catch {
      // Not every file system has second names.
      copyFileSync(join(staged, name), join(aside, name))
    }
  }
}
