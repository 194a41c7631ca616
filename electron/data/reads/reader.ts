import type { Db } from '../open-database.ts'
import { type Counts, createCounts } from './counts.ts'
import { type BookCache, createBookCache } from './roll-up-sums.ts'
import { createVersions, type Versions } from './versions.ts'
import { type BuildElsewhere, createViews, type Views } from './views.ts'

/** Everything the reading side needs, over one pair of connections. */
export type Reader = { mirror: Db; ledger: Db; versions: Versions; views: Views; counts: Counts; book: BookCache }

type ReaderOptions = { buildElsewhere: BuildElsewhere | null; rowsInPlace?: number }

/** A {@link Reader}; `refresh` the versions at the start of every read. */
export function createReader(mirror: Db, ledger: Db, options: ReaderOptions = { buildElsewhere: null }): Reader {
  const versions = createVersions(mirror)
  const views = createViews({ mirror, versions, ...options })
  const counts = createCounts(mirror, versions)
  return { mirror, ledger, versions, views, counts, book: createBookCache(mirror, versions) }
}
