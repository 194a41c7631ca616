import type { JsonFields, Operation, OperationProblem } from '../../shared/domain/operation.ts'
import { inWords } from '../../shared/domain/operation-words.ts'
import { isNothing } from '../../shared/domain/same.ts'
import { fieldsTogether } from '../../shared/records/resource-fields.ts'
import { refuse, refusedQuestion } from './attempt.ts'
import type { Verdict } from './classify.ts'
import { mergeCommits, type OutboxCommit, startOver, transition } from './commits.ts'
import type { EngineParts } from './engine-parts.ts'
import { begin } from './plan-parts.ts'

type Refusal = Extract<Verdict, { kind: 'refused' }>

/** The statuses with which a service says that a body is invalid. */
const invalidStatuses: ReadonlySet<number | null> = new Set([400, 422])

/**
 * Handles the refusal of an edit. A service may refuse null for a field that Steward offers to clear: then the cleared fields, with
 * those that belong together with them, become an edit of their own, and the rest is sent without them.
 */
export async function refuseUpdate(parts: EngineParts, operation: Operation, refusal: Refusal): Promise<void> {
  const divided = divide(operation.fields, refusal)
  if (divided === null) return refuse(parts, operation.id, refusal.problem)
  parts.holds.forget(operation.id)
  await parts.change(operation.id, (current) => planDivision(current, { ...divided, parts, problem: refusal.problem }))
}

type Divided = {
  /** Fields that are sent again without the others. */
  rest: JsonFields
  /** Cleared fields and those that belong together with them, sent as an edit of their own. */
  cleared: JsonFields
  /** True if the service named the cleared fields as those that it refuses. */
  isNamed: boolean
}

/** Null if the refusal is not about cleared fields, or if the edit has no other fields. */
function divide(fields: JsonFields, { problem, named }: Refusal): Divided | null {
  if (!invalidStatuses.has(problem.status)) return null
  const sent = Object.entries(fields)
  const objected = named.filter((name) => Object.hasOwn(fields, name))
  const isClearedHere = (name: string) =>
    Object.hasOwn(fields, name) && isNothing(fields[name]) && (objected.length === 0 || objected.includes(name))
  const isRefused = ([name]: (typeof sent)[number]) => fieldsTogether(name).some(isClearedHere)
  const cleared = sent.filter(isRefused)
  const isOnlyClearing = objected.every((name) => isNothing(fields[name]))
  if (cleared.length === 0 || cleared.length === sent.length || !isOnlyClearing) return null
  const rest = sent.filter((entry) => !isRefused(entry))
  return { rest: Object.fromEntries(rest), cleared: Object.fromEntries(cleared), isNamed: objected.length > 0 }
}

type DivisionParts = Divided & { parts: EngineParts; problem: OperationProblem }

function planDivision(operation: Operation, { rest, cleared, isNamed, parts, problem }: DivisionParts): OutboxCommit {
  const { resource, record_id, title, base } = operation
  const names = inWords(
    Object.keys(cleared)
      .filter((name) => isNothing(cleared[name]))
      .join(', '),
  )
  const why = isNamed ? 'The service refused to clear' : 'The service refused the change, perhaps because it cleared'
  const shrunk = transition(
    operation,
    { ...startOver, fields: rest },
    parts.event('changed', `${why} ${names}. That is now a change of its own; the rest is sent again.`),
  )
  const { at } = parts.event('saved', '')
  const own = begin(
    { at, newId: parts.newId, nextSeq: parts.nextSeq },
    { action: 'update', resource, record_id, parent_id: null, title, fields: cleared, base },
  )
  const [made] = own.step.operations
  if (!isNamed || made === undefined) return mergeCommits([shrunk, own.step])
  const refused = transition(
    { ...made, attempts: operation.attempts, sent_at: operation.sent_at },
    { state: 'failed', problem, question: refusedQuestion },
    parts.event('refused', problem.detail ?? problem.message),
  )
  return mergeCommits([shrunk, own.step, refused])
}
