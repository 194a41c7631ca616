import { isNothing, isSame } from '../lib/json.ts'
import { formatCount } from './counts.ts'
import { fieldName } from './field-words.ts'
import { resourceNames } from './names.ts'
import type { Operation, OperationValues } from './operation.ts'
import { isClearing, isOpen } from './operation-rules.ts'

/**
 * The latest state of a change, as Activity names and filters it. `question`: the user has to decide something other than a
 * conflict. `put-back`: a later change of this computer wrote the values before it again.
 */
export const changeOutcomes = [
  'waiting',
  'conflict',
  'question',
  'refused',
  'sent',
  'put-back',
  'undone',
  'discarded',
] as const

export type ChangeOutcome = (typeof changeOutcomes)[number]

export const outcomeNames: Readonly<Record<ChangeOutcome, string>> = {
  waiting: 'Waiting',
  conflict: 'Conflict',
  question: 'Needs your decision',
  refused: 'Refused',
  sent: 'Sent',
  'put-back': 'Put back',
  undone: 'Undone',
  discarded: 'Discarded',
}

type FieldChange = OperationValues['changes'][number]

type Standing = Pick<Operation, 'state' | 'question'>

/** The states of operations among which those with an outcome are; the narrowest list that a query can use. */
export const statesOf: Readonly<Record<ChangeOutcome, readonly Operation['state'][]>> = {
  waiting: ['queued', 'sending', 'uncertain'],
  conflict: ['queued', 'sending', 'uncertain', 'conflict', 'failed'],
  question: ['queued', 'sending', 'uncertain', 'conflict', 'failed'],
  refused: ['queued', 'sending', 'uncertain', 'conflict', 'failed'],
  sent: ['done'],
  'put-back': ['done'],
  undone: ['discarded'],
  discarded: ['discarded'],
}

/** The outcome of a change that is still open; null once it is sent or discarded. */
export function openOutcome({ state, question }: Standing): ChangeOutcome | null {
  if (!isOpen({ state })) return null
  const kind = question?.kind
  if (state === 'failed' || kind === 'refused') return 'refused'
  if (kind === 'fields' || kind === 'deleted-elsewhere' || kind === 'changed-elsewhere') return 'conflict'
  return kind !== undefined || state === 'conflict' ? 'question' : 'waiting'
}

/**
 * True if a later change put an earlier one back, false if it made it again, null if it is about other values. Fields that were
 * empty before need not be among those put back: some cannot be cleared.
 */
export function putsBack(later: readonly FieldChange[], earlier: readonly FieldChange[]): boolean | null {
  const written = new Map(later.map((change) => [change.field, change]))
  const known = earlier.filter(({ field }) => written.has(field))
  if (known.length === 0 || known.length !== later.length) return null
  const isBack = known.every(({ field, before }) => isSame(written.get(field)?.after, before))
  if (isBack) return earlier.every(({ field, before }) => written.has(field) || isNothing(before)) ? true : null
  return known.every(({ field, after }) => isSame(written.get(field)?.after, after)) ? false : null
}

/** The most fields that a sentence names. */
const mostNamed = 3

const lower = (label: string) => (/^[A-Z][a-z]/.test(label) ? label[0]?.toLowerCase() + label.slice(1) : label)

function fieldsInWords(fields: readonly string[]): string {
  const names = fields.map((field) => lower(fieldName(field)))
  const shown = names.length > mostNamed ? names.slice(0, mostNamed - 1) : names
  const more = names.length - shown.length
  const parts = more === 0 ? shown : [...shown, `${more} more fields`]
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** The names of the fields that writes changed. `cleared`: those that every one of these writes emptied. */
type Edited = { fields: readonly string[]; cleared: readonly string[] }

/** The fields of these changes. */
export const editedIn = (changes: readonly FieldChange[]): { fields: string[]; cleared: string[] } => ({
  fields: changes.map(({ field }) => field),
  cleared: changes.filter(isClearing).map(({ field }) => field),
})

/** `Changed city`, `Cleared notes`, `Changed city and cleared notes`. */
function editInWords({ fields, cleared }: Edited): string {
  const changed = fields.filter((field) => !cleared.includes(field))
  if (cleared.length === 0) return `Changed ${fieldsInWords(changed)}`
  const emptied = fieldsInWords(cleared)
  return changed.length === 0 ? `Cleared ${emptied}` : `Changed ${fieldsInWords(changed)} and cleared ${emptied}`
}

type Kind = Pick<Operation, 'action' | 'resource'> & Edited & { count: number }

/** Several writes of one kind in words: `Changed city of 12 people`. */
export function kindInWords({ action, resource, count, ...edited }: Kind): string {
  const of = resource === 'valuations' ? 'entities' : resource
  const some = `${formatCount(count)} ${resourceNames[of].many.toLowerCase()}`
  if (action === 'delete') return `Deleted ${some}`
  if (resource === 'valuations') return `Logged valuations of ${some}`
  if (action === 'create') return resource === 'documents' ? `Uploaded ${some}` : `Added ${some}`
  return edited.fields.length === 0 ? `Changed ${some}` : `${editInWords(edited)} of ${some}`
}

type Change = Pick<Operation, 'action' | 'resource'> & Edited

/** The words before a record's name in the sentence about a change: `Cleared city of`, `Added person`, `Uploaded`. */
export function leadOf({ action, resource, ...edited }: Change): string {
  const one = resourceNames[resource].one.toLowerCase()
  if (action === 'delete') return `Deleted ${one}`
  if (resource === 'valuations') return 'Logged valuation of'
  if (action === 'create') return resource === 'documents' ? 'Uploaded' : `Added ${one}`
  return edited.fields.length === 0 ? `Changed ${one}` : `${editInWords(edited)} of`
}
