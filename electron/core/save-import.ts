import type { JudgedIndividual } from '../../shared/domain/import/judged-rows.ts'
import type { Write } from '../../shared/ipc/outbox.ts'
import { type HeldImport, savedKey } from './held-imports.ts'
import type { OutboxUseCases } from './outbox-use-cases.ts'

/** Writes that are kept in one step. */
const chunk = 200

type SaveOptions = { saveAll: OutboxUseCases['saveAll']; signal: AbortSignal }

/** A good row that is not saved yet, and the write it comes to; null while its household has no id. */
type Waiting = { key: string; write: () => Write | null }

/**
 * Saves every good row that is not saved yet, households before the people in them: a new household's local id is what its
 * people name. Each chunk is kept whole or not at all; aborting `signal` stops after the one under way.
 */
export async function* saveImport(
  held: HeldImport,
  { saveAll, signal }: SaveOptions,
): AsyncGenerator<{ done: number; total: number }> {
  const waiting = waitingIn(held)
  const total = waiting.length + held.saved.size
  yield { done: held.saved.size, total }
  for (const part of [waiting.filter(isHousehold), waiting.filter((one) => !isHousehold(one))]) {
    for (let at = 0; at < part.length && !signal.aborted; at += chunk) {
      const ready = part.slice(at, at + chunk).flatMap(({ key, write }) => {
        const made = write()
        return made ? [{ key, made }] : []
      })
      if (ready.length === 0) continue
      const kept = await saveAll({ connectionId: held.connectionId, writes: ready.map(({ made }) => made) })
      for (const [index, { key }] of ready.entries()) held.saved.set(key, kept[index]?.record_id ?? '')
      yield { done: held.saved.size, total }
    }
  }
}

const isHousehold = ({ key }: Waiting) => key.startsWith('households ')

function waitingIn({ judged, saved }: HeldImport): Waiting[] {
  const households = (judged?.households ?? []).flatMap(({ row, fields }): Waiting[] =>
    fields === null
      ? []
      : [{ key: savedKey('households', row), write: () => ({ action: 'create', resource: 'households', fields }) }],
  )
  const individuals = (judged?.individuals ?? []).flatMap((one): Waiting[] =>
    one.fields === null ? [] : [{ key: savedKey('individuals', one.row), write: () => individualWrite(one, saved) }],
  )
  return [...households, ...individuals].filter(({ key }) => !saved.has(key))
}

function individualWrite({ fields, target }: JudgedIndividual, saved: ReadonlyMap<string, string>): Write | null {
  if (fields === null || target === null || target.kind === 'refused') return null
  const household_id = target.kind === 'existing' ? target.id : saved.get(savedKey('households', target.row))
  if (household_id === undefined) return null
  return { action: 'create', resource: 'individuals', fields: { ...fields, household_id } }
}
