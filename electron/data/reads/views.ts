import type { Resource } from '../../../shared/service/resource.ts'
import type { Db } from '../open-database.ts'
import type { Versions } from './versions.ts'

/** An order of rows: the SQL that yields their `row`, and the resources it hangs on. */
export type View = { sql: string; parameters: readonly string[]; dependsOn: readonly Resource[] }

export type Views = {
  /** The rows of a view in order; built once and kept until a resource it depends on changes. */
  rows(view: View): Int32Array
}

/** Views kept at once: a million rows are 4 MB each. */
const maxKept = 12

/** Keeps the most recently used views. */
export function createViews(mirror: Db, versions: Versions): Views {
  const kept = new Map<string, { version: string; rows: Int32Array }>()
  return {
    rows(view) {
      const key = JSON.stringify([view.sql, view.parameters])
      const version = versions.of(view.dependsOn)
      const found = kept.get(key)
      kept.delete(key)
      const rows = found?.version === version ? found.rows : build(mirror, view)
      kept.set(key, { version, rows })
      const oldest = kept.keys().next().value
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
      return rows
    },
  }
}

function build(mirror: Db, view: View): Int32Array {
  const select = mirror.prepare<string[], number>(view.sql).pluck()
  return Int32Array.from(select.all(...view.parameters))
}
