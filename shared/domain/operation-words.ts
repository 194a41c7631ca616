import type { ActivityEntry } from '../ipc/activity.ts'
import type { ListedOperation } from '../ipc/outbox.ts'
import { isSame, type Json, own } from '../lib/json.ts'
import { fieldName } from './field-words.ts'
import { resourceNames } from './names.ts'
import type { Operation, OperationQuestion } from './operation.ts'
import { isOpen, needsAttention } from './operation-rules.ts'

type Named = Pick<Operation, 'action' | 'resource'>

const verbs = { create: 'New', update: 'Change', delete: 'Delete', merge: 'Merge' } as const

/** The action and resource of a write: `New household`, `Change individual`, `Upload document`. */
export function sayAction({ action, resource }: Named): string {
  if (resource === 'valuations') return 'Log valuation'
  if (resource === 'documents' && action === 'create') return 'Upload document'
  return `${verbs[action]} ${resourceNames[resource].one.toLowerCase()}`
}

const questionStates: Record<OperationQuestion['kind'], string> = {
  'already-exists': 'May already exist: review',
  'several-matches': 'May have been received: review',
  'not-found': 'Not found in the service: review',
  'cannot-tell': 'May have been received: review',
  fields: 'Conflict: review',
  'deleted-elsewhere': 'Deleted in the service: review',
  'changed-elsewhere': 'Changed before the deletion: review',
  'other-latest': 'Another valuation is newer: review',
  'other-entity': 'Its entity changed: review',
  refused: 'Refused by the service',
  'new-documents': 'New documents: review',
  'kept-deleted': 'Deleted in the service: review',
  'records-left': 'Kept: records are left in it',
}

const states: Record<Operation['state'], string> = {
  queued: 'Waiting to be sent',
  sending: 'Sending',
  uncertain: 'May have been received: checking',
  conflict: 'Needs your decision',
  failed: 'Refused by the service',
  done: 'Sent',
  discarded: 'Discarded',
}

/** How long a write still waits before it is sent; the outbox, the toast and the record say it alike. */
export const sayGrace = (seconds: number): string => `Waiting ${Math.max(1, seconds)} s`

type Standing = Pick<Operation, 'state' | 'question' | 'paused' | 'attempts'> &
  Partial<Pick<ListedOperation, 'file' | 'problem' | 'undone' | 'merge'>>

/** The note with which the outbox discards a write that is undone. */
export const undoneNote = 'Undone.'

/** A write's state in a few words. `held`: all writes are paused. */
export function sayState(operation: Standing, { held = false }: { held?: boolean } = {}): string {
  const { state, question, paused, attempts } = operation
  const ofFile = operation.file ? sayFileState(operation) : null
  if (ofFile !== null) return ofFile
  if (isOpen({ state }) && question) return questionStates[question.kind]
  if (operation.merge && (state === 'sending' || state === 'uncertain'))
    return paused || held ? 'On hold: partly merged' : 'Merging'
  if (state === 'uncertain' && (paused || held)) return 'On hold: may have been received'
  if (state === 'discarded' && operation.undone) return 'Undone'
  if (state !== 'queued') return states[state]
  if (paused || held) return 'On hold'
  return attempts > 0 ? 'Waiting to retry' : states.queued
}

/** The words for a write with a file where they differ from those of other writes; otherwise null. */
function sayFileState({ state, question, paused, file, problem }: Standing): string | null {
  if (state === 'sending') return 'Uploading'
  if (state === 'failed' && problem?.code.startsWith('files/')) return 'The file cannot be sent'
  if (state !== 'uncertain' || question) return null
  if (paused) return file?.whole_sent ? 'On hold: may have been received' : 'On hold: partly uploaded'
  return file?.whole_sent ? null : 'Interrupted: will restart'
}

/** How prominently a write's state is shown. */
export function toneOf(operation: Pick<Operation, 'state' | 'question'>): 'attention' | 'busy' | 'quiet' {
  if (needsAttention(operation)) return 'attention'
  return operation.state === 'sending' || operation.state === 'uncertain' ? 'busy' : 'quiet'
}

export type WaitContext = {
  online: boolean
  allPaused: boolean
  /** The title of the record that this one waits for; null if it is not known. */
  waitsForTitle: string | null
}

/** Why a write has not been sent, as a sentence; null if nothing delays it or it is no longer waiting. */
export function sayWait(operation: ListedOperation, { online, allPaused, waitsForTitle }: WaitContext): string | null {
  if (operation.state !== 'queued' || operation.question) return null
  if (operation.paused) return 'You put it on hold.'
  if (allPaused) return 'Sending is paused.'
  if (operation.waits_for !== null) {
    return waitsForTitle === null ? 'Another change has to be sent first.' : `“${waitsForTitle}” has to be sent first.`
  }
  if (!online) return 'The service cannot be reached. This is sent as soon as it can be.'
  return operation.problem ? `${operation.problem.message} Steward will try again.` : null
}

/** One field of a write with its old and new value. */
export type FieldChange = { field: string; before: Json; after: Json }

/** The fields that a write changes, without those whose value stays the same; empty for a deletion. */
export function changesOf({
  action,
  fields,
  base,
  merge,
}: Pick<Operation, 'action' | 'fields' | 'base' | 'merge'>): FieldChange[] {
  if (action === 'delete') return []
  return Object.entries(fields)
    .map(([field, after]) => ({ field, before: own(merge?.keep_base ?? base ?? {}, field) ?? null, after }))
    .filter(({ before, after }) => !isSame(before, after))
}

/** The events of a write, in a few words. */
const eventWords: Record<ActivityEntry['event'], string> = {
  saved: 'Saved on this computer',
  changed: 'Changed before it was sent',
  paused: 'Put on hold',
  resumed: 'Released',
  sent: 'Sent',
  'not-sent': 'Could not be sent',
  refused: 'Refused by the service',
  lost: 'No answer received',
  merged: 'Merged with changes made in the service',
  asked: 'Needs a decision',
  decided: 'Decided',
  adopted: 'Found in the service and matched',
  raced: 'Someone else saved at the same time',
  done: 'Received by the service',
  discarded: 'Discarded',
}

/** Replaces field names in a text by their display names. */
export const inWords = (text: string): string =>
  text.replace(/\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g, (word) => fieldName(word)).trim()

type Told = Pick<ActivityEntry, 'event' | 'note'>

/** An event of a write, in a few words. */
export const sayEvent = ({ event, note }: Told): string =>
  event === 'discarded' && note === undoneNote ? 'Undone' : eventWords[event]

/** The note of an event; null if it only repeats the event's words. */
export function sayNote(told: Told): string | null {
  const said = inWords(told.note)
  const bare = (text: string) => text.replace(/\.$/, '').toLowerCase()
  return said === '' || bare(said) === bare(sayEvent(told)) ? null : said
}
