import type { BulkCounts, BulkInput, BulkRow } from '../ipc/bulk.ts'
import { isSame } from '../lib/json.ts'
import type { JsonFields } from './operation.ts'

/** The result that a bulk edit would have for one record. `base` and `fields` are the input for its write. */
export type BulkVerdict = { row: BulkRow; base: JsonFields; fields: JsonFields }

type Change = {
  resource: BulkInput['resource']
  changes: Readonly<Record<string, string | boolean | null | undefined>>
}

/** A record with all pending writes applied, and its pending operations in the outbox. */
export type BulkRecord = {
  id: string
  title: string
  record: JsonFields
  pending: { mark: 'created' | 'changed' | 'deleted' } | null
}

/** The row of a selected record that is not in the offline copy. */
export function goneRow(id: string): BulkRow {
  return {
    id,
    title: id,
    outcome: 'cannot',
    reason: 'It is no longer in the offline copy: it was deleted, or you lost access to it, after the list was read.',
    remark: null,
    changes: [],
  }
}

/** Compares one record with the wanted values. Only fields that differ are written. */
export function classifyBulk(change: Change, { id, title, record: base, pending }: BulkRecord): BulkVerdict {
  const reason = pending?.mark === 'deleted' ? 'Its deletion is waiting in the outbox.' : whyNot(change, base)
  const changes = Object.entries(change.changes).flatMap(([field, after]) => {
    const before = base[field] ?? null
    return after === undefined || isSame(before, after) ? [] : [{ field, before, after }]
  })
  if (reason !== null)
    return { row: { id, title, outcome: 'cannot', reason, remark: null, changes: [] }, base, fields: {} }
  if (changes.length === 0) {
    return { row: { id, title, outcome: 'already', reason: null, remark: null, changes }, base, fields: {} }
  }
  return {
    row: { id, title, outcome: 'change', reason: null, remark: remarkOn(change, base) || null, changes },
    base,
    fields: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
  }
}

function whyNot({ resource, changes }: Change, base: JsonFields): string | null {
  if (base.deleted_at) return 'It was deleted.'
  const isDated = base.date_of_death && changes.date_of_death !== null
  if (resource === 'individuals' && changes.is_deceased === false && isDated) {
    return 'It has a date of death. Clear that as well.'
  }
  return null
}

/** Parts of an address that stay if the change neither replaces nor clears them. */
const addressParts = [
  ['address_line2', 'the second address line'],
  ['city', 'the city'],
  ['state', 'the state'],
  ['postal_code', 'the postal code'],
  ['country', 'the country'],
] as const

/** A remark for the user about a change; empty if there is none. */
function remarkOn({ resource, changes }: Change, base: JsonFields): string {
  if (resource !== 'individuals') return ''
  return [deathRemark(changes, base), addressRemark(changes, base)].filter((remark) => remark !== null).join(' ')
}

function deathRemark(changes: Change['changes'], base: JsonFields): string | null {
  const isCleared = changes.date_of_death === null
  if (changes.is_deceased === true && (isCleared || !base.date_of_death))
    return 'No date of death: enter it on the person’s page.'
  const stays = changes.is_deceased === undefined && base.is_deceased === true
  return isCleared && base.date_of_death && stays ? 'Deceased stays set.' : null
}

function addressRemark(changes: Change['changes'], base: JsonFields): string | null {
  if (changes.address_line1 === undefined || changes.address_line1 === null) return null
  const stays = addressParts.filter(([field]) => changes[field] === undefined && base[field]).map(([, name]) => name)
  if (stays.length === 0) return null
  const last = stays.at(-1) ?? ''
  const list = stays.length === 1 ? last : `${stays.slice(0, -1).join(', ')} and ${last}`
  return `From the old address, ${list} would remain.`
}

/** The number of records by outcome. */
export function countOutcomes(rows: readonly Pick<BulkRow, 'outcome'>[]): BulkCounts {
  const of = (outcome: BulkRow['outcome']) => rows.filter((row) => row.outcome === outcome).length
  return { will_change: of('change'), already: of('already'), cannot: of('cannot') }
}

/** Counts equal texts, most frequent first; nulls are ignored. */
export function tally(texts: readonly (string | null)[]): { text: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const text of texts) if (text !== null) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].map(([text, count]) => ({ text, count })).sort((left, right) => right.count - left.count)
}
