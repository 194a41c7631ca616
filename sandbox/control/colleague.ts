import { Readable } from 'node:stream'
import type { Clock } from '../http/clock.ts'
import { changedAt } from '../http/clock.ts'
import { removeEntity } from '../routes/remove-entity.ts'
import type { Services } from '../routes/services.ts'
import type { StoredRecord } from '../store/records.ts'
import { TABLES, type TableName } from '../store/tables.ts'

/** Another user of the firm who works at the same time. Their writes are not validated, so tests can plant any data. */
export interface Colleague {
  /** Returns a record as the colleague sees it now. Throws for an unknown id. */
  look(table: TableName, id: string): StoredRecord
  /**
   * Merges fields into a record and updates `updated_at`. Null values are kept, fields named in `removed` are deleted. Throws for
   * an unknown id.
   */
  edit(table: TableName, id: string, patch: Record<string, unknown>, removed?: readonly string[]): StoredRecord
  /** Adds a record; a missing id and missing timestamps are filled in. */
  create(table: TableName, record: Record<string, unknown>): StoredRecord
  /** Deletes a record as the API would: softly or permanently, depending on the resource. */
  remove(table: TableName, id: string): Promise<void>
  /** Puts another file in the place of a document's file, and updates the document's `updated_at`. Throws for an unknown id. */
  replaceFile(id: string, file: { fileName: string; mediaType: string; content: Buffer }): Promise<void>
  /** Moves a record to the end of its lists. */
  move(table: TableName, id: string): void
  /** Serves this JSON in place of the record, valid or not; null removes the override. */
  override(table: TableName, id: string, json: unknown): void
}

type ColleagueServices = Pick<Services, 'store' | 'documentFiles' | 'fileStore' | 'ids'> & { clock: Clock }

export function createColleague(services: ColleagueServices): Colleague {
  const { store, clock } = services
  const existing = (table: TableName, id: string) => {
    const found = store[table].find(id)
    if (found === undefined) throw new RangeError(`There is no record ${id} in ${table}.`)
    return found.record
  }
  return {
    look: existing,
    edit(table, id, patch, removed = []) {
      const record = existing(table, id)
      const changed = { ...record, updated_at: changedAt(clock, String(record.updated_at)), ...patch, id }
      const kept = Object.fromEntries(Object.entries(changed).filter(([field]) => !removed.includes(field)))
      const saved: StoredRecord = { ...kept, id }
      store[table].save(saved)
      return saved
    },
    create(table, record) {
      const now = new Date(clock()).toISOString()
      const id = typeof record.id === 'string' ? record.id : services.ids.newId(TABLES[table].idPrefix)
      const created: StoredRecord = { created_at: now, updated_at: now, ...record, id }
      store[table].insert(created)
      return created
    },
    async remove(table, id) {
      const record = existing(table, id)
      const at = changedAt(clock, String(record.updated_at))
      if (table === 'entities') return removeEntity(services, id)
      if (table === 'individuals') return store.individuals.markDeleted(id, at, true)
      if (table === 'households' || table === 'documents') return store[table].markDeleted(id, at)
      store[table].remove(id)
    },
    async replaceFile(id, { fileName, mediaType, content }) {
      existing('documents', id)
      const saved = await services.fileStore.save(Readable.from([content], { objectMode: false }))
      const before = services.documentFiles.remove(id)
      services.documentFiles.add(id, { ...saved, fileName, mediaType })
      this.edit('documents', id, {})
      if (before !== undefined) await services.fileStore.remove(before)
    },
    move(table, id) {
      existing(table, id)
      store[table].moveToEnd(id)
    },
    override(table, id, json) {
      existing(table, id)
      store[table].overrideText(id, json === null ? null : JSON.stringify(json))
    },
  }
}
