import type { ParsedIndividual } from '../../shared/domain/import/parsed-rows.ts'
import type { Write } from '../../shared/ipc/outbox.ts'
import type { Outbox, Saved } from '../outbox/outbox.ts'
import { type HeldImport, savedKey } from './held-imports.ts'
import { type Changing, changesSomething } from './row-changes.ts'

/** Number of writes saved in one ledger transaction. */
const chunk = 200

type SaveOptions = { outbox: Pick<Outbox, 'saveAll' | 'endSave'>; signal: AbortSignal }

/** The write for a valid row, and the key under which it is recorded as saved. */
type Ready = { key: string; write: Write }

/**
 * Saves every valid row that is not saved yet, households before their people, because people refer to a new household's local
 * id. Each chunk is saved completely or not at all; aborting `signal` stops after the current one. If saving was stopped and is
 * started again while a chunk is being saved, it waits for that chunk and then checks again, so that no row is saved twice.
 *
 * Nothing is sent before the last row is saved or saving stops: all rows can be undone as one, however long saving takes.
 */
export async function* saveImport(
  held: HeldImport,
  { outbox, signal }: SaveOptions,
): AsyncGenerator<{ done: number; total: number; undo: Saved['undo'] }> {
  await held.inTurn(async () => {})
  const good = [...(held.checked?.households ?? []), ...(held.checked?.individuals ?? [])]
  const total = good.filter((row) => row.fields !== null || changesSomething(row)).length
  const left = { households: readyHouseholds(held), individuals: readyIndividuals(held) }
  let undo: Saved['undo'] = null
  yield { done: held.saved.size, total, undo }
  try {
    while (!signal.aborted) {
      const kept = await held.inTurn(() => saveChunk(held, left, outbox))
      if (kept.length === 0) break
      undo = kept.at(-1)?.undo ?? null
      yield { done: held.saved.size, total, undo }
    }
  } finally {
    undo = await outbox.endSave(held.saveId)
  }
  yield { done: held.saved.size, total, undo }
}

type Left = { households: Iterator<Ready, void>; individuals: Iterator<Ready, void> }

/** Saves the next rows, all of one import as one save; returns nothing when none is left. */
async function saveChunk(held: HeldImport, left: Left, outbox: SaveOptions['outbox']): Promise<Saved[]> {
  const households = take(left.households)
  const ready = households.length > 0 ? households : take(left.individuals)
  if (ready.length === 0) return []
  const writes = ready.map(({ write }) => write)
  const kept = await outbox.saveAll(writes, { saveId: held.saveId, more: true })
  for (const [index, { key }] of ready.entries()) held.saved.set(key, kept[index]?.record_id ?? '')
  return kept
}

function take(ready: Iterator<Ready, void>): Ready[] {
  const taken: Ready[] = []
  while (taken.length < chunk) {
    const { value } = ready.next()
    if (value === undefined) break
    taken.push(value)
  }
  return taken
}

function* readyHouseholds({ checked, saved }: HeldImport): Generator<Ready> {
  for (const one of checked?.households ?? []) {
    const key = savedKey('households', one.row)
    if (saved.has(key)) continue
    const { fields } = one
    if (fields !== null) yield { key, write: { action: 'create', resource: 'households', fields } }
    else if (changesSomething(one)) yield { key, write: updateOf('households', one) }
  }
}

function* readyIndividuals({ checked, saved }: HeldImport): Generator<Ready> {
  for (const one of checked?.individuals ?? []) {
    const key = savedKey('individuals', one.row)
    if (saved.has(key)) continue
    if (changesSomething(one)) yield { key, write: updateOf('individuals', one) }
    if (one.fields === null) continue
    const household_id = householdOf(one, saved)
    if (household_id === undefined) continue
    const fields = { ...one.fields, household_id }
    const date_of_death = one.date_of_death ?? undefined
    yield { key, write: { action: 'create', resource: 'individuals', fields, date_of_death } }
  }
}

/** The cast is safe: the cells were parsed as the field's kind, and the outbox's contract validates the write. */
const updateOf = (resource: 'households' | 'individuals', { change }: Changing): Write =>
  ({ action: 'update', resource, record_id: change?.id, fields: change?.fields, base: change?.base }) as Write

function householdOf({ target }: ParsedIndividual, saved: ReadonlyMap<string, string>): string | undefined {
  if (target?.kind === 'existing') return target.id
  return target?.kind === 'new' ? saved.get(savedKey('households', target.row)) : undefined
}
