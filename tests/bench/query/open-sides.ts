import { closeSync, openSync, readSync } from 'node:fs'
import Database from 'better-sqlite3'
import { openDatabase, type WritableDatabase } from '../../../electron/data/open-database.ts'
import { createViewBuilder } from '../../../electron/data/reads/build-view.ts'
import { createReader, type Reader } from '../../../electron/data/reads/reader.ts'
import { createVersions } from '../../../electron/data/reads/versions.ts'
import type { GeneratedMirror } from '../generate/mirror-cache.ts'

/**
 * Both sides in this thread: the app's reader over its encrypted mirror, and plain SQLite over the same rows without a cipher,
 * with the same cache size.
 */
export type Sides = { reader: Reader; bare: WritableDatabase; size: number; close(): void }

/** A date within the years of the generated records, so that filters such as "the last 30 days" match some. */
export const today = '2026-10-31'

export function openSides({ files, barePath, size }: GeneratedMirror): Sides {
  for (const path of [`${files.folder}/mirror.db`, barePath]) readWhole(path)
  const open = (name: 'mirror' | 'ledger') =>
    openDatabase({ path: `${files.folder}/${name}.db`, key: files[name].key, synchronous: 'NORMAL', readonly: true })
  const mirror = open('mirror')
  const ledger = open('ledger')
  // The app's own statements are measured on it, too.
  const bare = new Database(barePath, { readonly: true }) as unknown as WritableDatabase
  bare.pragma('temp_store=MEMORY')
  bare.pragma(`cache_size=${mirror.pragma('cache_size', { simple: true })}`)
  const builder = createViewBuilder({ mirror, versions: createVersions(mirror) })
  const reader = createReader(mirror, ledger, {
    buildElsewhere: async (view) => builder.build(view),
    today: () => today,
  })
  return {
    reader,
    bare,
    size: size.individuals,
    close() {
      mirror.close()
      ledger.close()
      bare.close()
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
