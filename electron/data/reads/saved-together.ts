import { editedIn, outcomeNames } from '../../../shared/domain/activity.ts'
import type { ActivityChange, SavedTogether } from '../../../shared/ipc/activity.ts'

/** Neighbouring writes of one save, while they are read. */
export type SaveRun = {
  /** The id of the save; undefined if the write was saved alone. */
  readonly id: string | undefined
  add(change: ActivityChange): void
  /** All of them as one change: the first, and what is known of the others. */
  change(): ActivityChange
}

type Kind = SavedTogether['kinds'][number]
type Outcome = SavedTogether['outcomes'][number]

/** Begins a {@link SaveRun} with its newest write. */
export function startRun(id: string | undefined, first: ActivityChange): SaveRun {
  let count = 0
  const kinds = new Map<string, Kind>()
  const outcomes = new Map<Outcome['outcome'], Outcome>()
  const add = (change: ActivityChange) => {
    count += 1
    addKind(kinds, change)
    addOutcome(outcomes, change)
  }
  add(first)
  return {
    id,
    add,
    change() {
      if (count === 1) return first
      return { ...first, together: { count, kinds: [...kinds.values()], outcomes: [...outcomes.values()] } }
    },
  }
}

function addKind(kinds: Map<string, Kind>, { action, resource, title, changes }: ActivityChange) {
  const key = `${action} ${resource}`
  const edited = editedIn(changes)
  const before = kinds.get(key)
  if (before === undefined) {
    kinds.set(key, { action, resource, count: 1, ...edited, title })
    return
  }
  const changed = new Set([before, edited].flatMap(({ fields, cleared }) => without(fields, new Set(cleared))))
  before.count += 1
  before.fields = [...new Set([...before.fields, ...edited.fields])]
  before.cleared = without(before.fields, changed)
  before.title = null
}

const without = (fields: readonly string[], others: ReadonlySet<string>) => fields.filter((field) => !others.has(field))

/** Writes with the same outcome may differ in words, as two refusals do; then the outcome's name says it. */
function addOutcome(outcomes: Map<Outcome['outcome'], Outcome>, { outcome, said }: ActivityChange) {
  const before = outcomes.get(outcome)
  if (before === undefined) {
    outcomes.set(outcome, { outcome, count: 1, said })
    return
  }
  before.count += 1
  if (before.said !== said) before.said = outcomeNames[outcome]
}
