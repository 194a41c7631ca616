import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { type OpenedStore, openConnectionStore } from '../../../../electron/data/connection-store.ts'
import type { WritableDatabase } from '../../../../electron/data/open-database.ts'
import type { ListedResource } from '../../../../shared/service/resource.ts'
import { dataWorker } from '../../../doubles/data-worker.ts'
import { reuseDataThread } from '../../../doubles/reused-data-threads.ts'
import { pageOf } from './records.ts'

export const startThread = reuseDataThread
export const mirrorKey = '1a'.repeat(32)
export const ledgerKey = '2b'.repeat(32)

/** Makes a private folder for one test's stores. */
export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'steward-store-'))
}

export const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true })

type Keys = { mirror?: { key: string; created: boolean }; ledger?: { key: string; created: boolean } }

const usualKeys = { mirror: { key: mirrorKey, created: false }, ledger: { key: ledgerKey, created: false } }

/** The folder with empty stores of this process; it goes with the bundled workers at the end of the run. */
let emptyStores: Promise<string> | undefined

const isEmptyFolder = (path: string) =>
  existsSync(path) && statSync(path).isDirectory() && readdirSync(path).length === 0

/** Creates stores with the usual keys and closes them. */
async function makeEmptyStores(): Promise<string> {
  const folder = mkdtempSync(join(dirname(fileURLToPath(dataWorker)), 'empty-stores-'))
  const store = await openConnectionStore({ startThread, memory: false, folder, ...usualKeys })
  await store.close()
  return folder
}

/**
 * Opens the stores of a folder, as the app does with existing keys. An empty folder gets a copy of empty stores first: creating their
 * tables takes a sixth of the processor time of an opening.
 */
export async function openStore(
  folder: string,
  { mirror, ledger, ...more }: Keys & Pick<Parameters<typeof openConnectionStore>[0], 'onUnreadable'> = {},
): Promise<OpenedStore> {
  const isBundled = process.env.STEWARD_TEST_DATA_WORKER !== undefined
  if (isBundled && mirror === undefined && ledger === undefined && isEmptyFolder(folder)) {
    emptyStores ??= makeEmptyStores()
    cpSync(await emptyStores, folder, { recursive: true })
  }
  const keys = { mirror: mirror ?? usualKeys.mirror, ledger: ledger ?? usualKeys.ledger }
  return openConnectionStore({ startThread, memory: false, folder, ...keys, ...more })
}

/** Runs a complete sweep of one resource over given pages; returns the ids that were missing from it. */
export async function sweep(store: OpenedStore, resource: ListedResource, pages: readonly (readonly unknown[])[]) {
  const total = pages.reduce((sum, page) => sum + page.length, 0)
  const { sweepId } = await store.beginSweep(resource)
  const counts = { written: 0, unchanged: 0, setAside: 0 }
  for (const [index, data] of pages.entries()) {
    const after = index === 0 ? null : `cursor-${index}`
    const bytes = pageOf(data, { endCursor: `cursor-${index + 1}`, hasNext: index < pages.length - 1, total })
    const page = await store.applyPage({ sweepId, after, bytes }, () => {})
    counts.written += page.written
    counts.unchanged += page.unchanged
    counts.setAside += page.setAside
  }
  return { ...(await store.completeSweep(sweepId)), ...counts }
}

/** Reads a store's file directly, with its key. */
export function lookInto<Result>(
  folder: string,
  name: 'mirror' | 'ledger',
  look: (db: WritableDatabase) => Result,
): Result {
  const db = new Database(join(folder, `${name}.db`))
  try {
    db.pragma("cipher='aegis'")
    db.pragma(`key="raw:${name === 'mirror' ? mirrorKey : ledgerKey}"`)
    // As `openDatabase` does: the types of the library do not say what a statement may do.
    return look(db as unknown as WritableDatabase)
  } finally {
    db.close()
  }
}

/** The first rows by title. */
export const firstRows = { offset: 0, limit: 100, sort: { column: 'title', direction: 'asc' } } as const
