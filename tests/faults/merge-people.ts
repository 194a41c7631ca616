import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import type { Decision } from '../../shared/ipc/outbox.ts'
import { type Scene, stopping, type Told, windowMs } from './merges.ts'
import type { World } from './world.ts'

const flags = { is_beneficiary: false, is_deceased: false, is_grantor: false, is_primary: false, is_trustee: false }

/** Two records of one person with documents, of which a merge moves those of the one that it deletes. */
export function createPeople(world: World): Scene {
  const { random, clock, transport, colleague } = world
  const household_id = String(world.all('households')[0]?.id)
  const personOf = (fields: JsonFields) =>
    String(colleague.create('individuals', { ...flags, household_id, last_name: 'Double', ...fields }).id)
  const [keep, drop, third] = [
    personOf({ first_name: 'Ada', city: 'Rome' }),
    personOf({ first_name: 'Ada Maria', city: 'Boston', suffix: 'Jr.' }),
    personOf({ first_name: 'Eva' }),
  ]
  const document = (name: string) =>
    String(colleague.create('documents', { household_id, name, type: 'OTHER', individual_id: drop }).id)
  const planned = Array.from({ length: random.below(6) }, (_, at) => document(`Paper ${at}`))
  const fields: JsonFields = random.chance(0.3) ? {} : { city: 'Boston', suffix: 'Jr.' }
  const seen = { keep: look('individuals', keep), drop: look('individuals', drop) }
  /** A colleague's changes, by record: the owner of each document and when, the city of each of the two. */
  const theirs = { owners: new Map<string, { owner: string; at: number }>(), city: new Map<string, string>() }
  const gone = new Set<string>()

  function look(table: 'individuals' | 'documents', id: string): JsonFields {
    const { deleted: _, ...record } = world.all(table).find((one) => one.id === id) ?? {}
    return record
  }
  const there = (table: 'individuals' | 'documents', id: string) =>
    world.all(table).find((one) => one.id === id && one.deleted !== true)

  const editPerson = (id: string, nth: number) => {
    if (gone.has(id) || transport.isWriting(id)) return
    const city = `City ${nth}`
    colleague.edit('individuals', id, { city })
    theirs.city.set(id, city)
  }
  const giveDocument = (id: string, owner: string) => {
    if (transport.isWriting(id) || !there('documents', id)) return
    colleague.edit('documents', id, { individual_id: owner })
    theirs.owners.set(id, { owner, at: clock.now() })
  }
  const remove = async (table: 'individuals' | 'documents', id: string) => {
    if (gone.has(id) || transport.isWriting(id) || !there(table, id)) return
    await colleague.remove(table, id)
    gone.add(id)
  }
  const anyDocument = () => random.pick(['none', ...world.all('documents').flatMap(aboutThese)])
  const aboutThese = ({ id, individual_id }: JsonFields) =>
    individual_id === keep || individual_id === drop ? [String(id)] : []
  const acting = {
    'edit drop': (nth: number) => editPerson(drop, nth),
    'edit keep': (nth: number) => editPerson(keep, nth),
    rename: (nth: number) => {
      const id = anyDocument()
      if (!transport.isWriting(id) && there('documents', id)) colleague.edit('documents', id, { name: `Named ${nth}` })
    },
    'add document': (nth: number) => {
      if (gone.has(drop) || !there('individuals', drop)) return
      theirs.owners.set(document(`Added ${nth}`), { owner: drop, at: clock.now() })
    },
    'give back': () => {
      if (there('individuals', drop)) giveDocument(anyDocument(), drop)
    },
    'give to third': () => giveDocument(anyDocument(), third),
    'remove document': () => remove('documents', anyDocument()),
    'remove drop': () => remove('individuals', drop),
    'remove keep': () => remove('individuals', keep),
  } as const
  const weights = {
    ...{ 'edit drop': 4, 'edit keep': 4, rename: 4, 'add document': 5, 'give back': 2, 'give to third': 2 },
    ...{ 'remove document': 2, 'remove drop': 1, 'remove keep': 1 },
  } as const

  const answer = ({ question, merge: steps }: Operation, atEnd: boolean): Decision => {
    // Once the person is deleted, stopping would leave a document without its person: the user goes on.
    const isDeleted = steps?.deletion !== 'waiting'
    if (question?.kind === 'refused') return isDeleted || random.chance(0.8) ? { decision: 'retry' } : stopping(world)
    if (question?.kind === 'kept-deleted') return stopping(world)
    if (isDeleted || random.chance(atEnd ? 1 : 0.7)) return { decision: 'go-on' }
    return random.chance(0.4) ? { decision: 'check-again' } : stopping(world)
  }

  return {
    dropped: drop,
    save(engine) {
      const documents = planned.map((id) => ({ id, title: id, household_id }))
      const people = {
        resource: 'individuals' as const,
        keep: { id: keep, title: 'Ada Double', seen: seen.keep },
        drop: { id: drop, title: 'Ada Maria Double', seen: seen.drop },
      }
      void engine.mergeRecords({ ...people, fields, documents, typed: 'Ada Maria Double' }).catch(() => {})
    },
    act: (nth) => acting[random.weighted(weights)](nth),
    answer: async (_engine, operation, atEnd) => answer(operation, atEnd),
    /** No document may have belonged to the person, but for one that a colleague had just added. */
    afterDeletion(merge) {
      const found: string[] = []
      for (const { id, individual_id, deleted } of world.all('documents')) {
        if (individual_id !== drop || deleted === true) continue
        const given = theirs.owners.get(String(id))
        if (given === undefined || clock.now() - given.at > windowMs)
          found.push(`the person was deleted while ${String(id)} belonged to them`)
      }
      const city = theirs.city.get(drop)
      if (city !== undefined && merge?.base?.city !== city) found.push(`the person was deleted with ${city} unseen`)
      return found
    },
    problems,
  }

  function problems(whole: Operation, told: Told): string[] {
    const problems: string[] = []
    const isDone = whole.state === 'done'
    const isDropped = there('individuals', drop) === undefined
    if (isDone && !isDropped) problems.push('the merge is done, and the other person is there')
    if (!isDone && isDropped && !gone.has(drop) && whole.merge?.deletion === 'waiting')
      problems.push('the other person was deleted although the merge was stopped')
    if (there('individuals', keep) === undefined && !gone.has(keep)) problems.push('the person that is kept is gone')
    const mine = [keep, drop, ...planned]
    if (told.undone && transport.performed.some((one) => mine.some((id) => one.includes(id))))
      problems.push('something of the merge was sent although it was undone')
    for (const id of planned) problems.push(...documentProblems(id, whole, told))
    for (const [id, given] of theirs.owners)
      if (!planned.includes(id) && isDone && given.owner === drop && there('documents', id)?.individual_id === drop)
        problems.push(`${id}, which a colleague added, has lost its person`)
    if (isDone && !gone.has(keep) && !told.decidedFields && !theirs.city.has(keep))
      for (const [field, value] of Object.entries(fields))
        if (there('individuals', keep)?.[field] !== value) problems.push(`${field} was not taken over`)
    return problems
  }

  function documentProblems(id: string, whole: Operation, told: Told): string[] {
    const record = there('documents', id)
    if (record === undefined) return gone.has(id) ? [] : [`${id} is gone`]
    const owner = record.individual_id
    if (theirs.owners.get(id)?.owner === third)
      return owner === third || told.putBack ? [] : [`${id} was taken from the third`]
    if (whole.state === 'done') return owner === keep ? [] : [`${id} is with ${String(owner)} after the merge`]
    // Who puts back gets every document back, unless the person was deleted by a colleague: then the edit is a question.
    const isBack = told.putBack && !gone.has(drop)
    if ((isBack || told.undone) && owner !== drop) return [`${id} was not put back`]
    return owner === keep || owner === drop ? [] : [`${id} belongs to ${String(owner)}`]
  }
}
