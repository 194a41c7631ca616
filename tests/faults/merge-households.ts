import type { Outbox } from '../../electron/outbox/outbox.ts'
import { type JsonFields, type Operation, recordLeft } from '../../shared/domain/operation.ts'
import type { Decision } from '../../shared/ipc/outbox.ts'
import { type Scene, stopping, type Told, windowMs } from './merges.ts'
import type { World } from './world.ts'

const flags = { is_beneficiary: false, is_deceased: false, is_grantor: false, is_primary: false, is_trustee: false }

const kinds = ['individuals', 'entities', 'documents'] as const

type Kind = (typeof kinds)[number]
type Record = { kind: Kind; id: string }

const name = 'Double'

/** Two households of one family. The user deletes the people and documents of the one that goes by hand; the service's support moves entities. */
export function createHouseholds(world: World): Scene {
  const { random, clock, transport, colleague, ledger } = world
  const owner = String(world.all('users')[0]?.id)
  const household = (more: JsonFields) =>
    String(colleague.create('households', { primary_relationship_owner_id: owner, name, ...more }).id)
  const [keep, drop] = [household({}), household({ notes: 'Met at the fair.' })]
  const add = {
    individuals: (first_name: string) =>
      String(colleague.create('individuals', { ...flags, first_name, last_name: name, household_id: drop }).id),
    documents: (title: string) =>
      String(colleague.create('documents', { household_id: drop, name: title, type: 'OTHER' }).id),
    entities(title: string) {
      const at = { household_id: drop, display_name: title, in_estate_status: 'in_estate' }
      return String(colleague.create('entities', { ...at, kind: 'REVOCABLE_TRUST', stage: 'ACTIVE' }).id)
    },
  } as const
  const planned: Record[] = kinds.flatMap((kind) =>
    Array.from({ length: random.below(3) }, (_, at) => ({ kind, id: add[kind](`${kind} ${at}`) })),
  )
  const fields: JsonFields = random.chance(0.3) ? {} : { notes: 'Met at the fair.' }
  /** When a colleague added a record to the household that goes, by its id. */
  const added = new Map<string, number>()
  /** The last notes that a colleague wrote, by household. */
  const notes = new Map<string, string>()
  /** Deleted by a colleague, or by hand as the user saw it. */
  const [gone, deletedByHand] = [new Set<string>(), new Set<string>()]

  const all = (kind: Kind | 'households', id: string) => world.all(kind).find((one) => one.id === id)
  const there = (kind: Kind | 'households', id: string) => {
    const record = all(kind, id)
    return record === undefined || record.deleted === true || record.deleted_at ? undefined : record
  }
  const look = (kind: Kind | 'households', id: string): JsonFields => {
    const { deleted: _, ...record } = all(kind, id) ?? {}
    return record
  }
  const seen = { keep: look('households', keep), drop: look('households', drop) }
  const inDrop = (): Record[] =>
    kinds.flatMap((kind) =>
      world
        .all(kind)
        .filter((one) => one.household_id === drop && one.deleted !== true && !one.deleted_at)
        .map(({ id }) => ({ kind, id: String(id) })),
    )

  const note = (id: string, nth: number) => {
    if (there('households', id) === undefined || transport.isWriting(id)) return
    colleague.edit('households', id, { notes: `Notes ${nth}` })
    notes.set(id, `Notes ${nth}`)
  }
  const remove = async (kind: Kind | 'households', id: string) => {
    if (there(kind, id) === undefined || transport.isWriting(id)) return
    await colleague.remove(kind, id)
    gone.add(id)
  }
  const acting = {
    'edit drop': (nth: number) => note(drop, nth),
    'edit keep': (nth: number) => note(keep, nth),
    rename: (nth: number) => {
      if (there('households', drop) && !transport.isWriting(drop))
        colleague.edit('households', drop, { name: `Named ${nth}` })
    },
    'add record': (nth: number) => {
      if (there('households', drop) === undefined) return
      added.set(add[random.pick(kinds)](`Added ${nth}`), clock.now())
    },
    'remove record': () => {
      const [one] = inDrop()
      return one && remove(one.kind, one.id)
    },
    'remove drop': () => remove('households', drop),
    'remove keep': () => remove('households', keep),
  } as const
  const weights = {
    ...{ 'edit drop': 4, 'edit keep': 4, rename: 3, 'add record': 5, 'remove record': 3 },
    ...{ 'remove drop': 1, 'remove keep': 1 },
  } as const

  /** The user deletes people and documents that are listed, and the support moves the entities. */
  const moveByHand = async (engine: Outbox, { question }: Operation) => {
    for (const one of question?.candidates ?? []) {
      const { resource, id } = recordLeft.parse(one)
      if (there(resource, id)?.household_id !== drop) continue
      if (resource === 'entities') {
        colleague.edit('entities', id, { household_id: keep })
        continue
      }
      deletedByHand.add(id)
      const base = look(resource, id)
      void engine.save({ action: 'delete', resource, record_id: id, base }).catch(() => {})
      await world.settle()
    }
  }

  const answer = async (engine: Outbox, operation: Operation, atEnd: boolean): Promise<Decision> => {
    const { question, merge: steps } = operation
    const isDeleted = steps?.deletion !== 'waiting'
    switch (question?.kind) {
      case 'refused':
        return isDeleted || random.chance(0.8) ? { decision: 'retry' } : stopping(world)
      case 'kept-deleted':
        return stopping(world)
      case 'records-left':
        if (isDeleted) return { decision: 'go-on' }
        if (atEnd || random.chance(0.7)) await moveByHand(engine, operation)
        return atEnd || random.chance(0.9) ? { decision: 'check-again' } : stopping(world)
      default:
        if (isDeleted || random.chance(atEnd ? 1 : 0.7)) return { decision: 'go-on' }
        return random.chance(0.4) ? { decision: 'check-again' } : stopping(world)
    }
  }

  return {
    dropped: drop,
    save(engine) {
      const households = {
        resource: 'households' as const,
        keep: { id: keep, title: name, seen: seen.keep },
        drop: { id: drop, title: name, seen: seen.drop },
      }
      void engine.mergeRecords({ ...households, fields, documents: [], typed: name }).catch(() => {})
    },
    act: (nth) => acting[random.weighted(weights)](nth),
    answer,
    /** Nothing may have been in the household, but for what a colleague had just added. */
    afterDeletion(merge) {
      const found = inDrop()
        .filter(({ id }) => clock.now() - (added.get(id) ?? Number.NEGATIVE_INFINITY) > windowMs)
        .map(({ id }) => `the household was deleted while ${id} was in it`)
      const last = notes.get(drop)
      if (last !== undefined && merge?.base?.notes !== last) found.push(`the household was deleted with ${last} unseen`)
      return found
    },
    problems,
  }

  function problems(whole: Operation, told: Told): string[] {
    const problems: string[] = []
    const isDone = whole.state === 'done'
    const isDropped = there('households', drop) === undefined
    if (isDone && !isDropped) problems.push('the merge is done, and the other household is there')
    if (!isDone && isDropped && !gone.has(drop) && whole.merge?.deletion === 'waiting')
      problems.push('the other household was deleted although the merge was stopped')
    if (there('households', keep) === undefined && !gone.has(keep)) problems.push('the household that is kept is gone')
    if (told.undone && transport.performed.some((one) => one.includes(keep) || one.includes(drop)))
      problems.push('something of the merge was sent although it was undone')
    const named = new Set(whole.merge?.left?.map(({ id }) => id))
    for (const { id } of isDone ? inDrop() : [])
      if (!named.has(id)) problems.push(`${id} is left in the deleted household, and the merge does not name it`)
    for (const { kind, id } of planned)
      if (there(kind, id) === undefined && !gone.has(id) && !deletedByHand.has(id)) problems.push(`${id} is gone`)
    const has = there('households', keep)?.notes
    if (isDone && !told.decidedFields && !notes.has(keep) && has !== fields.notes && !gone.has(keep))
      problems.push('the notes were not taken over')
    const putBack = [...ledger.operations.values()].some(
      ({ record_id, state }) => record_id === keep && state === 'done',
    )
    if (told.putBack && putBack && !told.decidedFields && !notes.has(keep) && has !== undefined && has !== null)
      problems.push('the notes were not put back')
    return problems
  }
}
