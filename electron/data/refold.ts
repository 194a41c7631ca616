import { hasOnlyPlainWords } from '../../shared/domain/fold.ts'
import { recordSchemas } from '../../shared/service/record-schemas.ts'
import { type ListedResource, type Resource, tableOf } from '../../shared/service/resource.ts'
import { recordTables } from './mirror/record-tables.ts'
import { createSearchIndex, type SearchIndex, valuationBody } from './mirror/search-index.ts'
import type { Writer } from './writer.ts'

/** Rows that are looked at before other calls get a turn: about 5 ms. */
const chunk = 500

/**
 * Folds the rows again that a migration listed in `to_refold`: their sort columns and search rows are those of earlier rules. Progress
 * is saved with each step, so that a restart continues. Rows whose text is ASCII without apostrophes are the same by all rules.
 */
export function* refold(writer: Writer): Generator<undefined, void> {
  const { mirror, batch } = writer
  const isMigrated = mirror.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM to_refold)').pluck().get() === 1
  if (!isMigrated) return
  const search = createSearchIndex(mirror)
  const waiting = mirror.prepare<[], Resource>('SELECT resource FROM to_refold').pluck().all()
  for (const resource of waiting) {
    const some = prepareRows(writer, resource, search)
    while (batch.write(some)) yield undefined
    batch.write(() => mirror.prepare('DELETE FROM to_refold WHERE resource = ?').run(resource))
  }
  // The replaced search rows are in segments of their own.
  batch.write(() => writer.searchMerge.begin())
  batch.commit()
}

/** The function refolds the next rows; it returns false once none is left. */
function prepareRows(writer: Writer, resource: Resource, search: SearchIndex): () => boolean {
  const { mirror } = writer
  const next = mirror.prepare<[string, number], { row: number; json: string }>(
    `SELECT row, json FROM ${tableOf(resource)}
     WHERE row > (SELECT done_to FROM to_refold WHERE resource = ?) ORDER BY row LIMIT ?`,
  )
  const advance = mirror.prepare('UPDATE to_refold SET done_to = ? WHERE resource = ?')
  const one = resource === 'valuations' ? refoldValuation(search) : prepareRecord(writer, resource, search)
  return () => {
    const rows = next.all(resource, chunk)
    for (const { row, json } of rows) if (!hasOnlyPlainWords(json) || json.includes('\\u')) one(row, JSON.parse(json))
    const last = rows.at(-1)
    if (last) advance.run(last.row, resource)
    return rows.length === chunk
  }
}

type RefoldRow = (row: number, stored: unknown) => void

function refoldValuation(search: SearchIndex): RefoldRow {
  return (row, stored) => {
    const valuation = recordSchemas.valuations.safeParse(stored)
    if (valuation.success) search.put('valuations', row, { title: '', body: valuationBody(valuation.data) })
  }
}

function prepareRecord(writer: Writer, resource: ListedResource, search: SearchIndex): RefoldRow {
  const { mirror, records, batch } = writer
  const table = recordTables[resource]
  const columns = table.columns.filter((column) => column.endsWith('_sort'))
  const write = mirror.prepare(
    `UPDATE ${table.table} SET ${columns.map((column) => `${column} = ?`).join(', ')}
     WHERE row = ? AND (${columns.map((column) => `${column} IS NOT ?`).join(' OR ')})`,
  )
  const searchedTo = records[resource].searchedTo()
  return (row, stored) => {
    const record = table.read(stored)
    if (record === null) return
    const values = columns.map((column) => record.values[table.columns.indexOf(column)] ?? null)
    if (write.run(...values, row, ...values).changes > 0) batch.changed(resource)
    if (row <= searchedTo) search.put(resource, row, record)
  }
}

/**
 * Refolds in small steps from the opening on.
 *
 * @returns the function that stops it
 */
export function refoldLater(writer: Writer): () => void {
  const work = refold(writer)
  let timer: NodeJS.Immediate | undefined
  const step = () => {
    try {
      if (!work.next().done) timer = setImmediate(step)
    } catch (problem) {
      // The next opening continues.
      writer.onTrouble(problem)
    }
  }
  timer = setImmediate(step)
  return () => clearImmediate(timer)
}
