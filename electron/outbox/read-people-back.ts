import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { readFresh } from './attempt.ts'
import { completeCreate } from './complete-create.ts'
import type { EngineParts } from './engine-parts.ts'
import { isAboutOne, readPeople } from './read-candidates.ts'
import { roundsMs } from './reconcile.ts'
import { bytesOf } from './record-bytes.ts'
import { isFields } from './titles.ts'

/**
 * Completes a new household that is at the service as `serverId` and whose answer lacked its people: reads them, and
 * replaces their local ids in the open operations. People who are not listed yet are read again later, up to three times;
 * operations about those who are never listed become questions.
 * @throws AppError `service/…`, `auth/…` when the service is not reached; then it is tried again later
 */
export async function readPeopleBack(parts: EngineParts, operation: Operation, serverId: string): Promise<void> {
  const { holds, book } = parts
  const household = await readHousehold(parts, serverId)
  holds.reached()
  const { record, primaries, isThere } = household
  const sent = operation.fields.primary_individuals
  const isComplete = !isThere || !Array.isArray(sent) || primaries.length >= sent.length
  if (!isComplete && holds.round(operation.id) < roundsMs.length - 1) {
    holds.nextRound(operation.id)
    return
  }
  const whole = { ...record, primary_individuals: primaries }
  holds.forget(operation.id)
  await parts.change(operation.id, (current) =>
    current.state === 'uncertain'
      ? completeCreate(current, {
          record: whole,
          bytes: bytesOf(whole),
          book,
          event: parts.event('done', `The service has it as ${serverId}.`),
          remark: current.remark,
          isNewest: isThere,
          isPeopleRead: true,
        })
      : null,
  )
}

type Household = { record: JsonFields; primaries: JsonFields[]; isThere: boolean }

async function readHousehold(parts: EngineParts, id: string): Promise<Household> {
  const unread = { record: { id }, primaries: [], isThere: false }
  try {
    const fresh = await readFresh(parts, 'households', id)
    if (fresh === null) return unread
    const { record } = fresh
    const shown = record.primary_individuals
    const primaries = Array.isArray(shown) ? shown.filter(isFields) : await listedPrimaries(parts, id)
    return { record, primaries, isThere: true }
  } catch (thrown) {
    // Reading again would not help: the service has the household and refuses to show its people.
    if (isAboutOne(thrown)) return unread
    throw thrown
  }
}

const listedPrimaries = async (parts: EngineParts, household_id: string): Promise<JsonFields[]> =>
  (await readPeople(parts, { household_id })).filter((person) => person.is_primary === true)
