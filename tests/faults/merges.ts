import type { Outbox } from '../../electron/outbox/outbox.ts'
import type { Operation } from '../../shared/domain/operation.ts'
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
  lives: number
  /** How often a colleague changed something of it. */
  colleague: number
  questions: number
}

/**
 * Longest time in ms between the list of a record's belongings and the deletion that follows it: what a colleague adds in between is found
 * after the deletion.
 */
export const windowMs = 20_000

/** The user's decisions about the merge. */
export type Told = { stopped: boolean; putBack: boolean; undone: boolean; decidedFields: boolean }

/** Two records and what belongs to them, with the people who change them, and the judge of what the service has in the end. */
export type Scene = {
  /** The record that is deleted in the end, as the service names it in a path. */
  dropped: string
  /** Saves the merge. */
  save(engine: Outbox): void
  /** A colleague changes something. `nth`: how often one did. */
  act(nth: number): unknown
  /** The user's decision about a question of the merge; what else the user does about it is done in here. */
  answer(engine: Outbox, merge: Operation, atEnd: boolean): Promise<Decision>
  /** Called once, right after the deletion: the violations. */
  afterDeletion(merge: Operation | undefined): string[]
  /** The violations in the end. */
  problems(merge: Operation, told: Told): string[]
}

export const mergeIn = ({ ledger }: World): Operation | undefined =>
  [...ledger.operations.values()].find(({ action }) => action === 'merge')

/** One random merge with kills, lost answers and a colleague in between, judged by the service's own state. */
export async function runMerge(
  ground: Ground,
  seed: number,
  createScene: (world: World) => Scene,
): Promise<MergeResult> {
  const world = await createWorld(ground, seed)
  try {
    const day = createDay(world, createScene(world))
    await day.save()
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

/** The choice of a user who stops the merge. */
export const stopping = ({ random }: World): Decision => ({ decision: random.chance(0.5) ? 'put-back' : 'discard' })

function createDay(world: World, scene: Scene) {
  const { random, clock, transport, ledger } = world
  const found: string[] = []
  const told: Told = { stopped: false, putBack: false, undone: false, decidedFields: false }
  let [acts, questions, isDeletionJudged] = [0, 0, false]
  const merge = () => mergeIn(world)
  const open = () => [...ledger.operations.values()].filter(isOpen)

  const save = async () => {
    // A crash can come before the save is stored: then the user, who was told nothing, saves it again.
    scene.save(await world.engine())
    await world.settle()
  }

  const choose = async (engine: Outbox, operation: Operation, atEnd: boolean): Promise<Decision> => {
    const { action, question } = operation
    if (question?.kind === 'fields') {
      told.decidedFields = true
      const side = random.chance(0.5) ? 'mine' : 'theirs'
      return { decision: 'merge', fields: Object.fromEntries(question.fields.map((one) => [one.field, one[side]])) }
    }
    if (action === 'merge') return scene.answer(engine, operation, atEnd)
    return question?.kind === 'refused' && !atEnd ? { decision: 'retry' } : { decision: 'discard' }
  }

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
    stop: (engine: Outbox, whole: Operation) => decide(engine, whole, stopping(world)),
    async undo(engine: Outbox, whole: Operation) {
      void engine.undo({ operation_id: whole.id }).catch(() => {})
      await world.settle()
      if (merge()?.state === 'discarded' && !told.stopped && !told.putBack) told.undone = true
    },
  }

  const settle = async () => {
    await world.settle()
    if (isDeletionJudged || !transport.performed.some((one) => one.startsWith('DELETE') && one.includes(scene.dropped)))
      return
    isDeletionJudged = true
    found.push(...scene.afterDeletion(merge()))
  }

  return {
    save,
    async turn() {
      if (merge() === undefined) await save()
      const engine = await world.engine()
      const asked = open().find(needsAttention)
      if (asked && random.chance(0.3)) {
        questions += 1
        await decide(engine, asked, await choose(engine, asked, false))
      }
      const whole = merge()
      if (random.chance(0.05)) {
        acts += 1
        await scene.act(acts)
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
        if (asked) await decide(engine, asked, await choose(engine, asked, true))
        else if (open().length === 0 && merge() !== undefined) return true
      }
      return false
    },
    end: (): MergeResult['end'] =>
      merge()?.state === 'done' ? 'done' : told.putBack ? 'put back' : told.undone ? 'undone' : 'stopped',
    counted: () => ({ colleague: acts, questions }),
    problems(): string[] {
      const whole = merge()
      if (whole === undefined) return [...found, 'the merge is not in the ledger']
      const isDone = whole.state === 'done'
      if (!isDone && whole.state !== 'discarded') found.push(`the merge is ${whole.state}`)
      if (!isDone && !told.stopped && !told.putBack && !told.undone) found.push('the merge was stopped by nobody')
      const moves = ledger.commits.flatMap(({ merged }) => merged ?? [])
      if (moves.length !== (isDone ? 1 : 0)) found.push(`own data moved ${moves.length} times`)
      return [...found, ...scene.problems(whole, told)]
    },
  }
}
