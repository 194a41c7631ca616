import type { Operation } from '../../shared/domain/operation.ts'
import type { OperationBook } from './operation-book.ts'
import { joinSteps, type Step } from './steps.ts'

type Plan = (operation: Operation) => Step | null

/** Runs one thing after the other, in the order they were asked for, whether those before went well or not. */
export type Turns = {
  alone<Result>(action: () => Promise<Result>): Promise<Result>
  /**
   * Plans a step from an operation as it is when its turn comes, and keeps it; the operation afterwards, null where nothing
   * was planned. Edits that wait for their turn together and touch nothing but themselves are kept together, since the
   * disk takes as long for one as for ten.
   */
  change(id: string, plan: Plan): Promise<Operation | null>
}

type Change = {
  id: string
  plan: Plan
  resolve: (operation: Operation | null) => void
  reject: (problem: unknown) => void
}
type Planned = { change: Change; step: Step }

/** @param keep - puts a step on the disk, and then into the book */
export function createTurns(book: OperationBook, keep: (step: Step) => Promise<void>): Turns {
  const waiting: ((() => Promise<void>) | Change)[] = []
  let isRunning = false

  /** Null where there is nothing to keep; then that is answered. */
  const planned = (change: Change): Planned | null => {
    try {
      const operation = book.get(change.id)
      const step = operation ? change.plan(operation) : null
      if (step) return { change, step }
      change.resolve(null)
    } catch (problem) {
      change.reject(problem)
    }
    return null
  }
  const settle = ({ change, step }: Planned) =>
    change.resolve(step.operations.findLast(({ id }) => id === change.id) ?? null)

  /** The first change with those that can go along. */
  const gather = (first: Planned): Planned[] => {
    const all = [first]
    if (!isByItself(book, first)) return all
    for (let next = waiting[0]; next && 'plan' in next; next = waiting[0]) {
      const { id } = next
      if (book.get(id)?.action !== 'update' || all.some(({ change }) => change.id === id)) break
      waiting.shift()
      const found = planned(next)
      if (found === null) continue
      if (!isByItself(book, found)) {
        // Planned anew when its turn comes.
        waiting.unshift(next)
        break
      }
      all.push(found)
    }
    return all
  }

  const keepOne = async (change: Change) => {
    const one = planned(change)
    if (one === null) return
    await keep(one.step).then(() => settle(one), change.reject)
  }
  const keepAll = async (change: Change) => {
    const first = planned(change)
    if (first === null) return
    const all = gather(first)
    try {
      await keep(joinSteps(all.map(({ step }) => step)))
      for (const one of all) settle(one)
    } catch (problem) {
      // One that cannot be kept takes no other along.
      if (all.length === 1) change.reject(problem)
      else for (const one of all) await keepOne(one.change)
    }
  }

  const run = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await (typeof next === 'function' ? next() : keepAll(next))
    }
    isRunning = false
  }
  const add = (job: (typeof waiting)[number]) => {
    waiting.push(job)
    if (isRunning) return
    isRunning = true
    void Promise.resolve().then(run)
  }

  return {
    alone: (action) =>
      new Promise((resolve, reject) => {
        add(() => Promise.resolve().then(action).then(resolve, reject))
      }),
    change: (id, plan) => new Promise((resolve, reject) => add({ id, plan, resolve, reject })),
  }
}

/** An edit's step that no other operation's plan can depend on. */
function isByItself(book: OperationBook, { change: { id }, step }: Planned): boolean {
  return book.get(id)?.action === 'update' && step.operations.every((operation) => operation.id === id)
}
