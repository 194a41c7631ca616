import { createHash, randomUUID } from 'node:crypto'
import { AppError } from '../../shared/domain/app-error.ts'
import { type BulkVerdict, classifyBulk, countOutcomes, goneRow, tally } from '../../shared/domain/bulk.ts'
import { maxBulk } from '../../shared/domain/bulk-fields.ts'
import { type BulkInput, type BulkProgress, maxPreviewed } from '../../shared/ipc/bulk.ts'
import { householdFields } from '../../shared/records/household.ts'
import type { ListedResource } from '../../shared/service/resource.ts'
import { readEffective } from '../bulk/effective-records.ts'
import type { Runtimes } from '../connections/connection-runtime.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { UseCases } from './core.ts'

/** Number of writes saved in one ledger transaction. */
const chunk = 100

type SaveAll = UseCases['outbox']['saveAll']

/** Applies the same change to many records: first as a preview, then saved to the outbox exactly as previewed. */
export function createBulkUseCases(runtimes: Runtimes, saveAll: SaveAll): UseCases['bulk'] {
  const verdictsOf = async (input: BulkInput) => {
    const { store } = await (await runtimes.get(input.connectionId)).open()
    return classifyAll(store, input)
  }
  return {
    async preview(input) {
      const verdicts = await verdictsOf(input)
      const rows = verdicts.map(({ row }) => row)
      return {
        counts: countOutcomes(rows),
        reasons: tally(rows.map(({ reason }) => reason)).map(({ text, count }) => ({ reason: text, count })),
        remarks: tally(rows.map(({ remark }) => remark)).map(({ text, count }) => ({ remark: text, count })),
        rows: rows.slice(0, maxPreviewed),
        fingerprint: fingerprintOf(input, verdicts),
      }
    },
    // Stops before the next 100 writes when `signal` aborts.
    async *apply({ fingerprint, ...input }, signal) {
      const verdicts = await verdictsOf(input)
      if (fingerprintOf(input, verdicts) !== fingerprint) throw changed()
      const total = verdicts.length
      yield { done: 0, total, undo: null, outcomes: [] }
      const save_id = randomUUID()
      for (let at = 0; at < total && !signal.aborted; at += chunk) {
        const part = verdicts.slice(at, at + chunk)
        const saved = await saveChunk(input, part, (all) => saveAll({ ...all, save_id }))
        yield { done: Math.min(total, at + chunk), total, ...saved }
      }
    },
  }
}

async function saveChunk(
  { connectionId, resource }: BulkInput,
  part: readonly BulkVerdict[],
  saveAll: SaveAll,
): Promise<Pick<BulkProgress, 'outcomes' | 'undo'>> {
  const changing = part.filter(({ row }) => row.outcome === 'change')
  const writes = changing.map(({ row, base, fields }) => ({
    action: 'update' as const,
    resource,
    record_id: row.id,
    fields,
    base,
  }))
  const kept = writes.length === 0 ? [] : await saveAll({ connectionId, writes })
  const operations = new Map(changing.map(({ row }, at) => [row.id, kept[at]?.operation_id ?? null]))
  const outcomes = part.map(({ row: { id, title, outcome, reason } }) => ({
    id,
    title,
    outcome: outcome === 'change' ? ('saved' as const) : outcome,
    reason,
    operation_id: operations.get(id) ?? null,
  }))
  return { outcomes, undo: kept[0]?.undo ?? null }
}

async function classifyAll(store: ConnectionStore, input: BulkInput): Promise<BulkVerdict[]> {
  await assertOwnerKnown(store, input)
  const ids = await idsOf(store, input)
  const records = await readEffective(store, input.resource, ids)
  return ids.map((id) => {
    const found = records.get(id)
    return found ? classifyBulk(input, found) : { row: goneRow(id), base: {}, fields: {} }
  })
}

/**
 * The ids of selected rows: individually marked ones in their order, without duplicates; a whole list's in the order of their names.
 *
 * @throws AppError `ipc/bad-request` for more than {@link maxBulk}
 */
export async function idsOf(
  store: ConnectionStore,
  { resource, which }: { resource: ListedResource; which: BulkInput['which'] },
): Promise<string[]> {
  if ('ids' in which) return [...new Set(which.ids)]
  const { filters, scope, except } = which.list
  const given = Object.fromEntries(Object.entries(scope).filter((entry): entry is [string, string] => !!entry[1]))
  const list = { sort: { column: 'title', direction: 'asc' }, filters, scope: given } as const
  const order = await store.read('export.order', { resource, list })
  if (order.length - except.length > maxBulk) throw tooMany(order.length - except.length)
  const rows = await store.read('export.rows', { resource, rows: order })
  const left = new Set(except)
  return rows.map(({ id }) => String(id)).filter((id) => !left.has(id))
}

/** The mirror has every user. The service would refuse an unknown owner once per record, so check it once here. */
async function assertOwnerKnown(store: ConnectionStore, { resource, changes }: BulkInput): Promise<void> {
  if (resource !== 'households') return
  const { primary_relationship_owner_id: owner } = changes
  if (owner === undefined) return
  const [user] = await store.read('places.titles', { resource: 'users', ids: [owner] })
  if (user === undefined) {
    throw new AppError('ipc/bad-request', {
      message: `The chosen ${householdFields.primary_relationship_owner_id.label.toLowerCase()} is not one of the firm’s users.`,
      nextStep: 'Choose another user; if they joined just now, sync first.',
      issues: [{ field: 'changes.primary_relationship_owner_id', message: 'Unknown user.' }],
    })
  }
}

function fingerprintOf({ resource, changes }: BulkInput, verdicts: readonly BulkVerdict[]): string {
  const hash = createHash('sha256').update(JSON.stringify([resource, Object.entries(changes).sort()]))
  for (const { row } of verdicts) hash.update(JSON.stringify([row.id, row.outcome, row.changes]))
  return hash.digest('hex')
}

function tooMany(count: number): AppError {
  const most = maxBulk.toLocaleString('en-US')
  return new AppError('ipc/bad-request', {
    message: `${count.toLocaleString('en-US')} records are more than the ${most} that can be edited at once.`,
    nextStep: 'Narrow the list with a filter, and edit it in parts.',
    issues: [{ field: 'which', message: `At most ${most} records.` }],
  })
}

function changed(): AppError {
  return new AppError('bulk/changed', {
    message: 'The records changed since they were previewed, so nothing was saved.',
    nextStep: 'Review the new preview, then apply it.',
  })
}
