import { isDeepStrictEqual } from 'node:util'
import type { Outbox } from '../../electron/outbox/outbox.ts'
import type { Operation } from '../../shared/domain/operation.ts'
import type { Decision } from '../../shared/ipc/outbox.ts'
import type { Random } from './random.ts'

/** What a person told the outbox, by operation: the oracle allows what was asked for, and nothing else. */
export type Told = {
  sentAgain: Map<string, number>
  discarded: Set<string>
  decided: Set<string>
  givenUp: Set<string>
  /** The record was to stay as the service has it. */
  leftAsItIs: Set<string>
  /** Records of the service that the person said are the ones, by operation. */
  chosen: Map<string, Set<string>>
}

export const createTold = (): Told => ({
  sentAgain: new Map(),
  discarded: new Set(),
  decided: new Set(),
  givenUp: new Set(),
  leftAsItIs: new Set(),
  chosen: new Map(),
})

/** Answers what an operation asks. At the end everything gets an answer that ends it. */
export async function answer(
  outbox: Outbox,
  operation: Operation,
  { random, told, toTheEnd }: { random: Random; told: Told; toTheEnd: boolean },
): Promise<void> {
  const decision = choose(operation, random, toTheEnd)
  const { id } = operation
  // Noted before: a crash can keep the answer and lose the word of it.
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

function choose(operation: Operation, random: Random, toTheEnd: boolean): Decision {
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
      const fields = question.fields.map(({ field, mine, theirs }) => [field, random.chance(0.5) ? mine : theirs])
      return { decision: 'merge', fields: Object.fromEntries(fields) }
    }
    case 'deleted-elsewhere':
      return random.pick<Decision>([{ decision: 'discard' }, { decision: 'create-copy' }])
    case 'refused':
      return toTheEnd && operation.attempts > 20 ? { decision: 'discard' } : { decision: 'retry' }
    default:
      return { decision: 'discard' }
  }
}
