import type { SavedView } from '../../../shared/ipc/views.ts'
import type { ExportedRow, ExportReads } from './export-calls.ts'
import { type ListDefinition, type ListInput, orderOf, readRows } from './list.ts'
import {
  documentList,
  documentSummaryList,
  entityList,
  householdList,
  individualList,
  userList,
  valuationList,
} from './lists.ts'
import type { Reader } from './reader.ts'

/** The parts of a list that both steps need, whatever its rows are. */
type AnyList = {
  order(reader: Reader, input: ListInput): Int32Array
  rows(reader: Reader, rows: Int32Array): ExportedRow[]
}

function anyList<Raw, Row extends object>(definition: ListDefinition<Raw, Row>): AnyList {
  return {
    order: (reader, input) => orderOf(reader, definition.shape, input),
    rows: (reader, rows) => readRows(reader, definition, rows).map((row) => row as Row & ExportedRow),
  }
}

const lists: Readonly<Record<SavedView['resource'], AnyList>> = {
  households: anyList(householdList),
  individuals: anyList(individualList),
  entities: anyList(entityList),
  valuations: anyList(valuationList),
  documents: anyList(documentList),
  'document-summaries': anyList(documentSummaryList),
  users: anyList(userList),
}

export function readExportOrder(reader: Reader, { resource, list }: ExportReads['export.order']['input']): Int32Array {
  return lists[resource].order(reader, { ...list, offset: 0, limit: 1 })
}

export function readExportRows(reader: Reader, { resource, rows }: ExportReads['export.rows']['input']): ExportedRow[] {
  return lists[resource].rows(reader, rows)
}
