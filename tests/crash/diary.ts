import type { Write } from '../../shared/ipc/outbox.ts'
import type { DocumentCreate } from '../../shared/service/writes.ts'

/** A new document that was saved with a file. */
export type NewDocument = { action: 'create'; resource: 'documents'; fields: DocumentCreate; sha256: string }

export type Tried = Write | NewDocument

/** A line that Steward reports about itself, as JSON, written before anything else can happen. */
export type Line =
  | { kind: 'ready'; open: number }
  /** About to save. The write may reach the disk even if its acknowledgement is lost. */
  | { kind: 'try'; n: string; write: Tried }
  /** The save's promise resolved: from here on the write must never be lost. */
  | { kind: 'ack'; n: string; operationId: string; recordId: string }
  /** About to answer a question as a user would. */
  | { kind: 'answer'; operationId: string; question: string; decision: string }
  /** About to undo the save. It may be undone on the disk even if that is not reported. */
  | { kind: 'undo'; n: string }
  /** The save was undone: nothing of it may ever be sent. */
  | { kind: 'undone'; n: string }
  /** The undo was refused, because the write was being sent. */
  | { kind: 'not-undone'; n: string }
  | { kind: 'failed'; n: string; message: string }
  /** A part of a longer work has begun or ended. */
  | { kind: 'stage'; name: string }
  | { kind: 'idle'; left: number }

export type Try = {
  write: Tried
  operationId: string | null
  recordId: string | null
  undo: 'no' | 'asked' | 'done'
}

/** Everything that all processes of one Steward reported. */
export type Diary = {
  /** In the order in which they were made. */
  tries: Map<string, Try>
  answers: Extract<Line, { kind: 'answer' }>[]
  failures: string[]
  stages: string[]
}

export const createDiary = (): Diary => ({ tries: new Map(), answers: [], failures: [], stages: [] })

export function note(diary: Diary, line: Line): void {
  if (line.kind === 'try') diary.tries.set(line.n, { write: line.write, operationId: null, recordId: null, undo: 'no' })
  if (line.kind === 'answer') diary.answers.push(line)
  if (line.kind === 'failed') diary.failures.push(`${line.n}: ${line.message}`)
  if (line.kind === 'stage') return void diary.stages.push(line.name)
  if (line.kind === 'ready' || line.kind === 'idle' || line.kind === 'answer' || line.kind === 'failed') return
  const tried = diary.tries.get(line.n)
  if (tried && line.kind === 'undo') tried.undo = 'asked'
  if (tried && line.kind === 'undone') tried.undo = 'done'
  if (tried && line.kind === 'not-undone') tried.undo = 'no'
  if (line.kind !== 'ack') return
  if (tried === undefined) throw new Error(`${line.n} was acknowledged and never tried.`)
  tried.operationId = line.operationId
  tried.recordId = line.recordId
}

export const acknowledgedOf = ({ tries }: Diary) =>
  [...tries.values()].filter(({ operationId }) => operationId !== null)

/** Returns the value that tells a new record from every other one; null if the write does not create a record. */
export function markOf(write: Tried): string | null {
  if (write.action !== 'create') return null
  if (write.resource === 'individuals') return write.fields.first_name
  if (write.resource === 'documents') return write.fields.name
  return (write.resource === 'households' ? write.fields.notes : write.fields.description) ?? null
}
