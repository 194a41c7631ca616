import type { JsonFields } from '../../shared/domain/operation.ts'
import { localId } from '../../shared/domain/operation-rules.ts'
import type { DocumentWrite } from './outbox.ts'
import { begin, type PlannedSave, type PlanParts } from './plan-parts.ts'
import { titleOfNew } from './titles.ts'

/** Plans the changes to the open operations for saving a new document. */
export function planDocument({ fields, file }: DocumentWrite, parts: PlanParts): PlannedSave {
  const whole: JsonFields = JSON.parse(JSON.stringify(fields))
  return begin(parts, {
    action: 'create',
    resource: 'documents',
    record_id: localId('documents', parts.newId()),
    parent_id: fields.household_id,
    title: titleOfNew('documents', whole, null),
    fields: whole,
    base: null,
    file,
  })
}
