import type { Db } from '../open-database.ts'
import { type Counts, createCounts } from './counts.ts'
import { createVersions, type Versions } from './versions.ts'
import { createViews, type Views } from './views.ts'

/** Everything the reading side needs, over one pair of connections. */
export type Reader = { mirror: Db; ledger: Db; versions: Versions; views: Views; counts: Counts }

/** A {@link Reader}; `refresh` the versions at the start of every read. */
export function createReader(mirror: Db, ledger: Db): Reader {
  const versions = createVersions(mirror)
  return { mirror, ledger, versions, views: createViews(mirror, versions), counts: createCounts(mirror, versions) }
}
