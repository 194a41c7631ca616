import { isDeepStrictEqual } from 'node:util'
import type { Outbox } from '../../electron/outbox/outbox.ts'
import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import type { Decision } from '../../shared/ipc/outbox.ts'
import { fieldsTogether } from '../../shared/records/resource-fields.ts'
import type { Random } from './random.ts'

/** The user's decisions by operation. The oracle allows exactly what was decided. */
export type Told = {
  sentAgain: Map<string, number>
  discarded: Set<string>
  decided: Set<string>
  givenUp: Set<string>
  /** Operations whose record was to stay as the service has it. */
  leftAsItIs: Set<string>
  /** How often the user asked to undo a save, and was not refused: an undo can be stored although a crash hides its answer. */
  undoAsked: Map<string, number>
  /** Saves that were undone. */
  undone: Set<string>
  /** Records of the service that the user chose, by operation. */
  chosen: Map<string, Set<string>>
}

export const createTold = (): Told => ({
  sentAgain: new Map(),
  discarded: new Set(),
  decided: new Set(),
  givenUp: new Set(),
  leftAsItIs: new Set(),
  undoAsked: new Map(),
  undone: new Set(),
  chosen: new Map(),
})

type Answering = { random: Random; told: Told; toTheEnd: boolean }

/** Answers an operation's question. At the end of a run every answer closes its operation. */
export async function answer(outbox: Outbox, operation: Operation, answering: Answering): Promise<void> {
  const { told } = answering
  const decision = choose(operation, answering)
  const { id } = operation
  // Recorded first: in a crash the decision can be stored although its caller is never told.
  told.decided.add(id)
  if (operation.question?.kind === 'refused' && decision.decision === 'discard') told.givenUp.add(id)
  if (isTheirs(operation, decision)) told.leftAsItIs.add(id)
  if (decision.decision === 'adopt') told.chosen.set(id, new Set([...(told.chosen.get(id) ?? []), decision.id]))
  if (decision.decision === 'send-again') told.sentAgain.set(id, (told.sentAgain.get(id) ?? 0) + 1)
  if (decision.decision === 'discard' || decision.decision === 'create-copy') told.discarded.add(id)
  await outbox.decide(id, decision)
}

const isTheirs = ({ question }: Operation, decision: Decision): boolean =>
  decision.decision === 'merge' &&
  question?.fields.every(({ field, theirs }) => isDeepStrictEqual(decision.fields[field], theirs)) === true

/** True if only cleared fields and those that belong together with them were refused, which a service may refuse for good. */
export const isClearingOnly = (fields: JsonFields): boolean =>
  Object.keys(fields).length > 0 &&
  Object.keys(fields).every((field) => fieldsTogether(field).some((one) => fields[one] === null))

function choose(operation: Operation, { random, told, toTheEnd }: Answering): Decision {
  const { question } = operation
  const [candidate] = question?.candidates ?? []
  switch (question?.kind) {
    case 'already-exists':
    case 'several-matches':
      if (candidate && random.chance(0.7)) return { decision: 'adopt', id: String(candidate.id) }
      return random.pick<Decision>([{ decision: 'send-again' }, { decision: 'check-again' }, { decision: 'discard' }])
    case 'not-found':
      return random.pick<Decision>([{ decision: 'send-again' }, { decision: 'check-again' }, { decision: 'discard' }])
    case 'cannot-tell':
      return random.pick<Decision>([{ decision: 'send-again' }, { decision: 'discard' }])
    case 'fields': {
      const sides = new Map<string, boolean>()
      const fields = question.fields.map(({ field, mine, theirs }) => {
        const [group = field] = fieldsTogether(field)
        const isMine = sides.get(group) ?? random.chance(0.5)
        sides.set(group, isMine)
        return [field, isMine ? mine : theirs]
      })
      return { decision: 'merge', fields: Object.fromEntries(fields) }
    }
    case 'changed-elsewhere':
      return random.pick<Decision>([{ decision: 'delete' }, { decision: 'discard' }])
    case 'deleted-elsewhere':
      return random.pick<Decision>([{ decision: 'discard' }, { decision: 'create-copy' }])
    case 'refused':
      // Another household has its external id, and the user said that it is a different one: the id is corrected.
      if (told.sentAgain.has(operation.id) && operation.fields.external_id !== undefined) {
        const { external_id: _taken, ...fields } = operation.fields
        return { decision: 'edit', fields }
      }
      if (isClearingOnly(operation.fields) && (toTheEnd || random.chance(0.3))) return { decision: 'discard' }
      return toTheEnd && operation.attempts > 20 ? { decision: 'discard' } : { decision: 'retry' }
    default:
      return { decision: 'discard' }
  }
}
