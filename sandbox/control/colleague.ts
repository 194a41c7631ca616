import type { Clock } from '../http/clock.ts'
import { changedAt } from '../http/clock.ts'
import { removeEntity } from '../routes/remove-entity.ts'
import type { Services } from '../routes/services.ts'
import { newId } from '../store/ids.ts'
import type { StoredRecord } from '../store/records.ts'
import { TABLES, type TableName } from '../store/tables.ts'

/** Somebody else in the firm, at work at the same time. Nothing they write is checked: tests may plant what they like. */
export interface Colleague {
  /** A record as the colleague sees it now. Throws for an unknown id. */
  look(table: TableName, id: string): StoredRecord
  /** Merges fields into a record and bumps `updated_at`; null stays null, `removed` fields go. Throws for an unknown id. */
  edit(table: TableName, id: string, patch: Record<string, unknown>, removed?: readonly string[]): StoredRecord
  /** Adds a record; id and stamps are filled in where they are absent. */
  create(table: TableName, record: Record<string, unknown>): StoredRecord
  /** As the API would: soft where that is soft, for good where that is for good. */
  remove(table: TableName, id: string): Promise<void>
  /** Moves a record to the end of its lists. */
  move(table: TableName, id: string): void
  /** Serves this JSON in place of the record, whatever it holds; null ends it. */
  override(table: TableName, id: string, json: unknown): void
}

type ColleagueServices = Pick<Services, 'store' | 'documentFiles' | 'fileStore'> & { clock: Clock }

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
      const id = typeof record.id === 'string' ? record.id : newId(TABLES[table].idPrefix)
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
