import { fieldName } from '../../../shared/domain/field-words.ts'
import type { JsonFields } from '../../../shared/domain/operation.ts'
import type { ActivityChange } from '../../../shared/ipc/activity.ts'
import { isNothing, isSame, own } from '../../../shared/lib/json.ts'
import { canClear, fieldsTogether } from '../../../shared/records/resource-fields.ts'

const editable = ['households', 'individuals', 'documents', 'document-summaries'] as const

export type EditableResource = (typeof editable)[number]

/** The fields to write to get back to before a change, and the values that this computer wrote last; or why that is not possible. */
export type PutBack =
  | { resource: EditableResource; fields: JsonFields; written: JsonFields; left: string[] }
  | { cannot: string }

/** The values to put back for a change that the service received; null for any other change. */
export function putBackOf({ outcome, action, resource, changes, last_written }: ActivityChange): PutBack | null {
  if (outcome !== 'sent') return null
  if (resource === 'valuations') return { cannot: 'A valuation cannot be taken back. Log another one to correct it.' }
  if (action === 'delete') return { cannot: 'The service cannot bring a deleted record back.' }
  if (action === 'merge')
    return {
      cannot: `The service cannot bring the deleted ${resource === 'households' ? 'household' : 'person'} back. What moved to the other one is edited there.`,
    }
  if (action === 'create') return { cannot: 'To take it back, delete the record on its page.' }
  const known = editable.find((one) => one === resource)
  if (known === undefined) return null
  const changed = changes.filter(({ before, after }) => !isSame(before, after))
  const uncleared = changed.filter(({ field, before }) => isNothing(before) && !canClear(known, field))
  // Fields that belong together are put back as one.
  const isLeft = ({ field }: (typeof changed)[number]) =>
    uncleared.some((one) => fieldsTogether(field).includes(one.field))
  const left = changed.filter(isLeft).map(({ field }) => fieldName(field))
  const rest = changed.filter((one) => !isLeft(one))
  if (rest.length === 0) {
    const names = uncleared.map(({ field }) => fieldName(field))
    return names.length === 0 ? null : { cannot: `The service cannot clear ${names.join(', ')}.` }
  }
  return {
    resource: known,
    fields: Object.fromEntries(rest.map(({ field, before }) => [field, isNothing(before) ? null : before])),
    written: Object.fromEntries(rest.map(({ field, after }) => [field, own(last_written, field) ?? after])),
    left,
  }
}
