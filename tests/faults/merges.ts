import type { Outbox } from '../../electron/outbox/outbox.ts'
import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { isOpen, needsAttention } from '../../shared/domain/operation-rules.ts'
import type { Decision } from '../../shared/ipc/outbox.ts'
import { createWorld, type Ground, type World } from './world.ts'

export type MergeResult = {
  seed: number
  /** The violations found; empty if there are none. */
  problems: string[]
  trace: string
  /** How it ended. */
  end: 'done' | 'stopped' | 'put back' | 'undone'
  documents: number
  lives: number
  /** How often a colleague changed something of it. */
  colleague: number
  questions: number
}

/**
 * Longest time in ms between the list of documents and the deletion that follows it: a document that a colleague adds in between is moved
 * after the deletion.
 */
const windowMs = 20_000

/** One random merge with kills, lost answers and a colleague in between, judged by the service's own state. */
export async function runMerge(ground: Ground, seed: number): Promise<MergeResult> {
  const world = await createWorld(ground, seed)
  try {
    const day = createDay(world)
    await day.begin()
    for (let turn = 0; turn < 150; turn += 1) await day.turn()
    const ended = await day.toTheEnd()
    return {
      ...{ seed, lives: world.state.lives, ...day.counted(), end: day.end() },
      problems: [...(ended ? [] : ['it did not come to an end']), ...day.problems()],
      trace: world.ledger.commits
        .flatMap(({ events }) =>
          events.map(({ at, operationId, event, note }) => `${at} ${operationId} ${event} ${note}`),
        )
        .join('\n'),
    }
  } finally {
    await world.end()
  }
}

const flags = { is_beneficiary: false, is_deceased: false, is_grantor: false, is_primary: false, is_trustee: false }

function createDay(world: World) {
  const { random, clock, transport, ledger, colleague } = world
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
  const found: string[] = []
  /** What a colleague did, by record: the owner of a document, the city of a person, and when. */
  const theirs = { owners: new Map<string, { owner: string; at: number }>(), city: new Map<string, string>() }
  const gone = new Set<string>()
  const told = { stopped: false, putBack: false, undone: false, decidedFields: false }
  let [acts, questions, isDeletionJudged] = [0, 0, false]

  function look(table: 'individuals' | 'documents', id: string): JsonFields {
    const { deleted: _, ...record } = world.all(table).find((one) => one.id === id) ?? {}
    return record
  }
  const there = (table: 'individuals' | 'documents', id: string) =>
    world.all(table).find((one) => one.id === id && one.deleted !== true)
  const merge = (): Operation | undefined => [...ledger.operations.values()].find(({ action }) => action === 'merge')
  const open = () => [...ledger.operations.values()].filter(isOpen)

  const save = async () => {
    const engine = await world.engine()
    const documents = planned.map((id) => ({ id, title: id, household_id }))
    const people = {
      resource: 'individuals' as const,
      keep: { id: keep, title: 'Ada Double', seen: seen.keep },
      drop: { id: drop, title: 'Ada Maria Double', seen: seen.drop },
    }
    // A crash can come before the save is stored: then the user, who was told nothing, saves it again.
    void engine.mergeRecords({ ...people, fields, documents, typed: 'Ada Maria Double' }).catch(() => {})
    await world.settle()
  }

  const editPerson = (id: string) => {
    if (gone.has(id) || transport.isWriting(id)) return
    const city = `City ${acts}`
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
    'edit drop': () => editPerson(drop),
    'edit keep': () => editPerson(keep),
    rename: () => {
      const id = anyDocument()
      if (!transport.isWriting(id) && there('documents', id)) colleague.edit('documents', id, { name: `Named ${acts}` })
    },
    'add document': () => {
      if (gone.has(drop) || !there('individuals', drop)) return
      theirs.owners.set(document(`Added ${acts}`), { owner: drop, at: clock.now() })
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

  const choose = ({ action, question, merge: steps }: Operation, atEnd: boolean): Decision => {
    if (question?.kind === 'fields') {
      told.decidedFields = true
      const side = random.chance(0.5) ? 'mine' : 'theirs'
      return { decision: 'merge', fields: Object.fromEntries(question.fields.map((one) => [one.field, one[side]])) }
    }
    if (action !== 'merge') {
      if (question?.kind === 'refused' && !atEnd) return { decision: 'retry' }
      return { decision: 'discard' }
    }
    // Once the person is deleted, whoever stops leaves a document without its person: the user goes on.
    const isDeleted = steps?.deletion === 'sent'
    if (question?.kind === 'refused') return isDeleted || random.chance(0.8) ? { decision: 'retry' } : stopping()
    if (question?.kind === 'kept-deleted') return stopping()
    if (isDeleted || random.chance(atEnd ? 1 : 0.7)) return { decision: 'go-on' }
    return random.chance(0.4) ? { decision: 'check-again' } : stopping()
  }
  const stopping = (): Decision => ({ decision: random.chance(0.5) ? 'put-back' : 'discard' })

  const decide = async (engine: Outbox, operation: Operation, decision: Decision) => {
    // The answer can be stored although its caller is never told: what happened is read from the ledger.
    const answered = engine.decide(operation.id, decision).catch(() => {})
    await Promise.race([answered, world.settle()])
    const now = ledger.operations.get(operation.id)
    if (operation.action !== 'merge' || now?.state !== 'discarded') return
    if (decision.decision === 'put-back') told.putBack = true
    if (decision.decision === 'discard') told.stopped = true
  }

  const user = {
    wait: () => {},
    hold: (engine: Outbox, { id, paused }: Operation) => void engine.setPaused(id, !paused).catch(() => {}),
    stop: (engine: Outbox, whole: Operation) => decide(engine, whole, stopping()),
    async undo(engine: Outbox, whole: Operation) {
      void engine.undo({ operation_id: whole.id }).catch(() => {})
      await world.settle()
      if (merge()?.state === 'discarded' && !told.stopped && !told.putBack) told.undone = true
    },
  }

  /** The moment of the deletion: no document may have belonged to the person, but for one that a colleague had just added. */
  const judgeDeletion = () => {
    if (isDeletionJudged || !transport.performed.some((one) => one.startsWith('DELETE') && one.includes(drop))) return
    isDeletionJudged = true
    for (const { id, individual_id, deleted } of world.all('documents')) {
      if (individual_id !== drop || deleted === true) continue
      const given = theirs.owners.get(String(id))
      if (given === undefined || clock.now() - given.at > windowMs)
        found.push(`the person was deleted while ${String(id)} belonged to them`)
    }
    const city = theirs.city.get(drop)
    if (city !== undefined && merge()?.base?.city !== city) found.push(`the person was deleted with ${city} unseen`)
  }

  const settle = async () => {
    await world.settle()
    judgeDeletion()
  }

  return {
    begin: save,
    async turn() {
      if (merge() === undefined) await save()
      const engine = await world.engine()
      const asked = open().find(needsAttention)
      if (asked && random.chance(0.3)) {
        questions += 1
        await decide(engine, asked, choose(asked, false))
      }
      const whole = merge()
      if (random.chance(0.05)) {
        acts += 1
        await acting[random.weighted(weights)]()
      }
      if (random.chance(0.03)) transport.setOffline(random.chance(0.5))
      const act = random.weighted({ wait: 940, crash: 20, hold: 30, stop: 5, undo: 5 })
      if (act === 'crash') world.crash()
      if (whole && isOpen(whole) && act !== 'crash') await user[act](engine, whole)
      if (clock.isAnybodyWaiting()) clock.advance()
      await settle()
    },
    /** Stops all faults and answers every question. Returns true if everything was completed. */
    async toTheEnd(): Promise<boolean> {
      world.state.crashes = 0
      transport.heal()
      for (let round = 0; round < 3_000; round += 1) {
        if (merge() === undefined) await save()
        const engine = await world.engine()
        const held = open().find(({ paused }) => paused)
        if (held) await engine.setPaused(held.id, false)
        await settle()
        if (clock.isAnybodyWaiting()) {
          clock.advance()
          continue
        }
        const asked = open().find(needsAttention)
        if (asked) await decide(engine, asked, choose(asked, true))
        else if (open().length === 0 && merge() !== undefined) return true
      }
      return false
    },
    end: (): MergeResult['end'] =>
      merge()?.state === 'done' ? 'done' : told.putBack ? 'put back' : told.undone ? 'undone' : 'stopped',
    counted: () => ({ documents: planned.length, colleague: acts, questions }),
    problems: (): string[] => [...found, ...finalProblems()],
  }

  function finalProblems(): string[] {
    const whole = merge()
    if (whole === undefined) return ['the merge is not in the ledger']
    const problems: string[] = []
    const isDone = whole.state === 'done'
    if (!isDone && whole.state !== 'discarded') problems.push(`the merge is ${whole.state}`)
    if (!isDone && !told.stopped && !told.putBack && !told.undone) problems.push('the merge was stopped by nobody')
    const moves = ledger.commits.flatMap(({ merged }) => merged ?? [])
    if (moves.length !== (isDone ? 1 : 0)) problems.push(`own data moved ${moves.length} times`)
    const isDropped = there('individuals', drop) === undefined
    if (isDone && !isDropped) problems.push('the merge is done, and the other person is there')
    if (!isDone && isDropped && !gone.has(drop) && whole.merge?.deletion !== 'sent')
      problems.push('the other person was deleted although the merge was stopped')
    if (there('individuals', keep) === undefined && !gone.has(keep)) problems.push('the person that is kept is gone')
    const mine = [keep, drop, ...planned]
    if (told.undone && transport.performed.some((one) => mine.some((id) => one.includes(id))))
      problems.push('something of the merge was sent although it was undone')
    for (const id of planned) problems.push(...documentProblems(id, whole))
    for (const [id, given] of theirs.owners)
      if (!planned.includes(id) && isDone && given.owner === drop && there('documents', id)?.individual_id === drop)
        problems.push(`${id}, which a colleague added, has lost its person`)
    if (isDone && !gone.has(keep) && !told.decidedFields && !theirs.city.has(keep))
      for (const [field, value] of Object.entries(fields))
        if (there('individuals', keep)?.[field] !== value) problems.push(`${field} was not taken over`)
    return problems
  }

  function documentProblems(id: string, whole: Operation): string[] {
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
