import { toAppError } from '../../shared/domain/app-error.ts'
import type { Operation, OperationProblem } from '../../shared/domain/operation.ts'
import { isLocalId } from '../../shared/domain/operation-rules.ts'
import { refuse } from './attempt.ts'
import { transition } from './commits.ts'
import type { EngineParts } from './engine-parts.ts'
import { withheld } from './outbox-limiter.ts'
import { problemOfError } from './problems.ts'
import { findOutCreate, sendCreate } from './send-create.ts'
import { findOutDelete, sendDelete } from './send-delete.ts'
import { findOutUpdate, sendUpdate } from './send-update.ts'

const senders = { create: sendCreate, update: sendUpdate, delete: sendDelete } as const
const finders = { create: findOutCreate, update: findOutUpdate, delete: findOutDelete } as const

/** Does the next step of one operation. Never rejects: a failure is recorded and retried after a wait. */
export async function processOperation(parts: EngineParts, operation: Operation): Promise<void> {
  try {
    if (operation.state === 'sending') await cutShort(parts, operation)
    else if (operation.state === 'uncertain') await finders[operation.action](parts, operation)
    else if (namesLocalRecord(operation)) await refuse(parts, operation.id, unknownRecord)
    else await senders[operation.action](parts, operation)
  } catch (thrown) {
    if (thrown === withheld) return
    await rest(parts, operation, thrown).catch(() => parts.holds.unreached())
  }
}

/** The problem of an operation that refers to a local id. */
const unknownRecord: OperationProblem = {
  code: 'outbox/not-allowed',
  message: 'Steward does not know which record of the service this belongs to, so it was not sent.',
  nextStep: 'Open the household, make the change on the record there, then discard this one.',
  status: null,
  detail: null,
}

/** True if an operation still refers to a local id although it waits for no other operation. */
function namesLocalRecord({ action, record_id, parent_id, fields }: Operation): boolean {
  const named = Object.entries(fields).filter(([field]) => field.endsWith('_id') && field !== 'external_id')
  const ids = [...(action === 'create' ? [] : [record_id]), parent_id, ...named.map(([, id]) => id)]
  return ids.some((id) => typeof id === 'string' && isLocalId(id))
}

/** It was being sent when Steward ended, or when its outcome could not be saved. */
async function cutShort(parts: EngineParts, { id }: Operation): Promise<void> {
  const note = 'Steward closed before the answer was received.'
  await parts.change(id, (current) => transition(current, { state: 'uncertain' }, parts.event('lost', note)))
  parts.holds.nextRound(id)
}

/** True for errors that would affect every other operation as well. */
const isEverywhere = (code: string): boolean =>
  code.startsWith('auth/') ||
  code.startsWith('keychain/') ||
  code.startsWith('cache/') ||
  code.startsWith('service/proxy-') ||
  ['service/offline', 'service/timed-out', 'service/untrusted-certificate', 'service/unauthorized'].includes(code) ||
  code === 'service/rate-limited'

/** Nothing was sent: the operation keeps its state and records the reason, once. */
async function rest(parts: EngineParts, operation: Operation, thrown: unknown): Promise<void> {
  if (parts.signal.aborted) return
  const error = toAppError(thrown)
  if (isEverywhere(error.code)) parts.holds.unreached()
  else parts.holds.failed(operation.id)
  const problem = problemOfError(error)
  await parts.change(operation.id, (current) => {
    if (current !== operation || current.problem?.code === problem.code) return null
    // The problem of a refused record is kept while the service is searched for it, even if the search fails.
    if (current.state !== 'queued') return null
    return transition(current, { problem }, parts.event('not-sent', problem.message))
  })
}
