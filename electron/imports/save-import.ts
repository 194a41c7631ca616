import type { ParsedIndividual } from '../../shared/domain/import/parsed-rows.ts'
import type { ContractInputs, ContractOutputs } from '../../shared/ipc/contract.ts'
import type { Write } from '../../shared/ipc/outbox.ts'
import { type HeldImport, savedKey } from './held-imports.ts'
import { type Changing, changesSomething } from './row-changes.ts'

type Offer = ContractOutputs['outbox']['save']['undo']

/** Number of writes saved in one ledger transaction. */
const chunk = 200

type SaveAll = (input: ContractInputs['outbox']['saveAll']) => Promise<ContractOutputs['outbox']['saveAll']>

type SaveOptions = { saveAll: SaveAll; signal: AbortSignal }

/** The write for a valid row, and the key under which it is recorded as saved. */
type Ready = { key: string; write: Write }

/**
 * Saves every valid row that is not saved yet, households before their people, because people refer to a new household's local
 * id. Each chunk is saved completely or not at all; aborting `signal` stops after the current one. If saving was stopped and is
 * started again while a chunk is being saved, it waits for that chunk and then checks again, so that no row is saved twice.
 */
export async function* saveImport(
  held: HeldImport,
  { saveAll, signal }: SaveOptions,
): AsyncGenerator<{ done: number; total: number; undo: Offer }> {
  await held.inTurn(async () => {})
  const good = [...(held.checked?.households ?? []), ...(held.checked?.individuals ?? [])]
  const total = good.filter((row) => row.fields !== null || changesSomething(row)).length
  let told = held.saved.size
  let undo: Offer = null
  yield { done: told, total, undo }
  while (!signal.aborted) {
    const kept = await held.inTurn(() => saveChunk(held, saveAll))
    undo ??= kept[0]?.undo ?? null
    if (held.saved.size > told) {
      told = held.saved.size
      yield { done: told, total, undo }
    }
    if (kept.length === 0) return
  }
}

/** Saves the next rows, all of one import as one save; returns nothing when none is left. */
async function saveChunk(held: HeldImport, saveAll: SaveAll): Promise<ContractOutputs['outbox']['saveAll']> {
  const households = take(readyHouseholds(held))
  const ready = households.length > 0 ? households : take(readyIndividuals(held))
  if (ready.length === 0) return []
  const writes = ready.map(({ write }) => write)
  const kept = await saveAll({ connectionId: held.connectionId, writes, save_id: held.saveId })
  for (const [index, { key }] of ready.entries()) held.saved.set(key, kept[index]?.record_id ?? '')
  return kept
}

function take(ready: Iterable<Ready>): Ready[] {
  const taken: Ready[] = []
  for (const one of ready) {
    taken.push(one)
    if (taken.length === chunk) break
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
