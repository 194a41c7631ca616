import type { JsonFields, Operation } from '../../../shared/domain/operation.ts'
import type { FieldDifference } from '../../../shared/domain/record-differences.ts'
import { isSame, own } from '../../../shared/domain/same.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { WritableDatabase } from '../open-database.ts'
import { type RecordChange, textOf } from './record-change.ts'

/** Finds the number of the write that explains one field of a change, or with null the record's addition or end; null if there is none. */
type OwnWrites = { of(change: RecordChange): (field: FieldDifference | null) => number | null }

/** Most writes of a record that a change is compared with, the newest first. */
const mostWrites = 20

/** Finds the write of this computer that a change is: of the same record, with the same value, and perhaps being sent now. */
export function createOwnWrites(ledger: WritableDatabase): OwnWrites {
  type About = { resource: Resource; id: string; most: number }
  const writesWhere = (condition: string) =>
    ledger
      .prepare<[About], string>(`SELECT json FROM operation WHERE ${condition} ORDER BY seq DESC LIMIT @most`)
      .pluck()
  // Each by its own index: together they would be sorted, which takes five times as long.
  const byRecord = writesWhere('record_id = @id AND resource = @resource')
  const byServerId = writesWhere('server_id = @id AND resource = @resource')
  const ofEntity = writesWhere("resource = 'valuations' AND parent_id = @id")
  /** Most records were never written here: one question by the indexes tells. */
  const isWritten = ledger
    .prepare<[{ id: string }], number>(
      `SELECT EXISTS (SELECT 1 FROM operation WHERE record_id = @id) OR EXISTS (SELECT 1 FROM operation WHERE server_id = @id)
         OR EXISTS (SELECT 1 FROM operation WHERE parent_id = @id AND resource = 'valuations')`,
    )
    .pluck()
  const isKnown = (id: string | null) => id !== null && isWritten.get({ id }) === 1

  function writesOf({ resource, id, seenBefore }: RecordChange, household: string | null, most: number): Operation[] {
    const key = { resource, id, most }
    const found = resource === 'valuations' ? ofEntity.all(key) : [...byServerId.all(key), ...byRecord.all(key)]
    if (household !== null) found.push(...byServerId.all({ resource: 'households', id: household, most }))
    return found.map((json): Operation => JSON.parse(json)).filter((write) => isSentSince(write, seenBefore))
  }

  return {
    of(change) {
      const { resource, id, before, after } = change
      const household = resource === 'individuals' && before === null ? textOf(after?.household_id) : null
      if (!isKnown(id) && !isKnown(household)) return () => null
      // The answer to a write shows the newest one, so that the others are rarely read.
      const newest = writesOf(change, household, 1)
      let all: Operation[] | null = null
      return (field) => {
        const isIt = (write: Operation) => isWriteOf(write, change, field)
        const found = newest.find(isIt)
        if (found) return found.seq
        all ??= writesOf(change, household, mostWrites)
        return all.find(isIt)?.seq ?? null
      }
    },
  }
}

/** True if a write explains one field of a change, or with null the record's addition or end. */
function isWriteOf(
  { action, fields, ...about }: Operation,
  { resource, before, after }: RecordChange,
  field: FieldDifference | null,
): boolean {
  if (about.resource !== resource) return action === 'create' && after !== null && isOwnPerson(fields, after)
  if (resource === 'valuations') return after !== null && isOwnValuation(fields, after)
  if (before === null) return action === 'create'
  if (after === null) return action === 'delete'
  if (field === null || action !== 'update' || !Object.hasOwn(fields, field.field)) return false
  return isSame(own(fields, field.field), field.after)
}

/** True if the service may have got the write after the moment, ms since the epoch. */
function isSentSince({ state, sent_at }: Operation, moment: number | null): boolean {
  if (sent_at === null || !(state === 'done' || state === 'sending' || state === 'uncertain')) return false
  return moment === null || Date.parse(sent_at) >= moment
}

/** An individual created together with the household. */
const isOwnPerson = ({ primary_individuals: people }: JsonFields, after: JsonFields): boolean =>
  Array.isArray(people) &&
  people.some(
    (person) =>
      typeof person === 'object' &&
      person !== null &&
      !Array.isArray(person) &&
      isSame(own(person, 'first_name'), own(after, 'first_name')) &&
      isSame(own(person, 'last_name'), own(after, 'last_name')),
  )

const isOwnValuation = (sent: JsonFields, after: JsonFields): boolean =>
  isSame(own(sent, 'effective_date'), own(after, 'effective_date')) &&
  countOf(own(sent, 'directly_held_assets')) === countOf(own(after, 'directly_held_assets'))

const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)
