import { closeSync, openSync, readSync } from 'node:fs'
import Database from 'better-sqlite3'
import { createOrderMaker, createVersions } from '../../../electron/data/lists/lists.ts'
import { openDatabase, type WritableDatabase } from '../../../electron/data/open-database.ts'
import { createReader, type Reader } from '../../../electron/data/reads/reader.ts'
import { type GeneratedMirror, plainCopyOf } from '../generate/mirror-cache.ts'

/**
 * Both sides in this thread: the app's reader over its encrypted mirror, and plain SQLite over the same rows without a cipher,
 * with the same cache size.
 */
export type Sides = { reader: Reader; bare: WritableDatabase; size: number; close(): void }

/** A date within the years of the generated records, so that filters such as "the last 30 days" match some. */
export const today = '2026-10-31'

/** What orders of lists depend on besides the mirror. */
export const beside = { today: () => today, noted: () => '[]' }

export function openSides(generated: GeneratedMirror): Sides {
  const { reader, close } = openReader(generated)
  const barePath = plainCopyOf(generated)
  readWhole(barePath)
  // The app's own statements are measured on it, too.
  const bare = new Database(barePath, { readonly: true }) as unknown as WritableDatabase
  bare.pragma('temp_store=MEMORY')
  bare.pragma(`cache_size=${reader.mirror.pragma('cache_size', { simple: true })}`)
  return {
    reader,
    bare,
    size: generated.size.individuals,
    close() {
      close()
      bare.close()
    },
  }
}

/** Opens the app's reader in this thread. */
export function openReader({ files }: GeneratedMirror): { reader: Reader; close(): void } {
  readWhole(`${files.folder}/mirror.db`)
  const open = (name: 'mirror' | 'ledger') =>
    openDatabase({ path: `${files.folder}/${name}.db`, key: files[name].key, synchronous: 'NORMAL', readonly: true })
  const mirror = open('mirror')
  const ledger = open('ledger')
  const maker = createOrderMaker({ mirror, versions: createVersions(mirror) })
  const reader = createReader(mirror, ledger, {
    elsewhere: { whole: async (order) => maker.whole(order), first: async (order) => maker.first(order) },
    today: () => today,
  })
  return {
    reader,
    close() {
      mirror.close()
      ledger.close()
    },
  }
}

/** Reads a whole file into the system's cache, so that neither side has to wait for the disk. */
function readWhole(path: string): void {
  const buffer = Buffer.alloc(2 ** 23)
  const file = openSync(path, 'r')
  while (readSync(file, buffer) > 0);
  closeSync(file)
}
