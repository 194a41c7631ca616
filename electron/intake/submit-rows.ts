import { documentTypeNames } from '../../shared/domain/names.ts'
import type { ContractOutputs } from '../../shared/ipc/contract.ts'
import type { IntakeIssue } from '../../shared/ipc/intake.ts'
import { type DocumentCreate, documentCreate } from '../../shared/service/writes.ts'
import type { DocumentWrite } from '../outbox/outbox.ts'
import type { KeptRow } from './intake-row.ts'

export type Submitted = ContractOutputs['intake']['submit']

/** The write that creates a document from a row, or the reason why there is none. */
export function documentOf(row: KeptRow): { write: DocumentWrite } | { issue: IntakeIssue } {
  if (row.state === 'staging') return { issue: notHereYet }
  const { staged_id, sha256, media_type } = row
  if (row.state === 'failed' || staged_id === null || sha256 === null || media_type === null) {
    return { issue: row.issue ?? notHereYet }
  }
  const fields = documentCreate.safeParse({
    household_id: row.household_id,
    name: row.name.trim(),
    type: row.type,
    ...(row.entity_id === null ? {} : { entity_id: row.entity_id }),
    ...(row.individual_id === null ? {} : { individual_id: row.individual_id }),
  })
  if (!fields.success) return { issue: issueWith(fields.error.issues[0]?.path[0]) }
  const file = { staged_id, name: row.file_name, size: row.size, sha256, media_type }
  return { write: { fields: fields.data satisfies DocumentCreate, file } }
}

const notHereYet: IntakeIssue = {
  field: 'file',
  message: 'The file has not been fully read yet.',
  next_step: 'Wait a moment, then upload it.',
}

function issueWith(field: PropertyKey | undefined): IntakeIssue {
  if (field === 'type') {
    return {
      field,
      message: 'The service does not know its type.',
      next_step: `Choose one of the ${Object.keys(documentTypeNames).length} types.`,
    }
  }
  if (field === 'name') {
    return { field, message: 'It has no name, or one longer than 1,000 characters.', next_step: 'Enter a name.' }
  }
  return { field: null, message: 'It cannot be uploaded as it is.', next_step: 'Remove it, and drop it again.' }
}
