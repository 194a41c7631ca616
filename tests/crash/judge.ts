import type { Operation } from '../../shared/domain/operation.ts'
import { type Diary, markOf, type Try } from './diary.ts'
import type { Inspection } from './inspect.ts'
import type { Served } from './served.ts'

/** Returns the problems found after everything was sent, judged by the service's own state. */
export function judge(diary: Diary, { operations, adopted }: Inspection, served: Served): string[] {
  const problems = diary.failures.map((failure) => `a save failed, ${failure}`)
  const last = new Map<string, { since: string[]; acknowledged: boolean }>()
  for (const tried of diary.tries.values()) {
    const operation = tried.operationId === null ? undefined : operations.get(tried.operationId)
    const isUndone = tried.undo !== 'no' && operation?.state === 'discarded'
    if (operation && operation.state !== 'done' && !isUndone && !isReplaced(operation, operations)) {
      problems.push(`${operation.id} (${operation.action} ${operation.resource}) ended ${operation.state}`)
    }
    problems.push(...createProblems(tried, operation, { diary, served }))
    const { write } = tried
    if (write.action === 'delete') problems.push(...deleteProblems(tried, diary, served))
    if (write.action !== 'update') continue
    const id = adopted.get(write.record_id) ?? write.record_id
    const before = last.get(id)
    const value = String((write.fields as { city?: string }).city)
    if (tried.undo === 'done') {
      const isSent = served.individuals.some((one) => one.id === id && one.city === value)
      if (isSent) problems.push(`${id}.city is ${value}, which was undone`)
      continue
    }
    // An acknowledged write must hold; one that was only tried may have been kept or not.
    if (tried.operationId !== null && tried.undo === 'no') last.set(id, { since: [value], acknowledged: true })
    else last.set(id, { since: [...(before?.since ?? []), value], acknowledged: before?.acknowledged ?? false })
  }
  for (const [id, { since, acknowledged }] of last) {
    const record = served.individuals.find((one) => one.id === id)
    if (!acknowledged || record?.deleted === true) continue
    if (!since.includes(String(record?.city))) {
      problems.push(`${id}.city is ${String(record?.city)}, acknowledged was ${since[0]}`)
    }
  }
  return problems
}

/** Counts records that were created twice, and how often the user chose to send again. */
export function countDuplicates(diary: Diary, served: Served): number {
  return [...diary.tries.values()].filter(({ write }) => countOf(write, served) > 1).length
}

function countOf(write: Try['write'], served: Served): number {
  const mark = markOf(write)
  if (mark === null || write.action !== 'create') return 0
  const field = {
    individuals: 'first_name',
    households: 'notes',
    valuations: 'description',
    documents: 'name',
  }[write.resource]
  return served[write.resource].filter((record) => record[field] === mark).length
}

function createProblems(
  tried: Try,
  operation: Operation | undefined,
  { diary, served }: { diary: Diary; served: Served },
): string[] {
  const { write, operationId } = tried
  if (write.action !== 'create') return []
  const there = countOf(write, served)
  const again = diary.answers.filter((one) => one.operationId === operationId && one.decision === 'send-again').length
  const mark = markOf(write)
  if (tried.undo === 'done') return there > 0 ? [`${mark} was undone, and is there`] : []
  if (there > 1 + again) return [`${mark} is there ${there} times, and sending again was asked for ${again} times`]
  if (operation?.state === 'done' && there === 0) return [`${mark} is done and not there`]
  if ('sha256' in write && operation?.state === 'done') {
    const isSame = served.digests.get(operation.server_id ?? '') === write.sha256
    return isSame ? [] : [`${mark} is there with another file`]
  }
  return []
}

function deleteProblems({ write, operationId, undo }: Try, { tries }: Diary, { individuals }: Served): string[] {
  if (operationId === null || write.action !== 'delete' || undo === 'asked') return []
  const isOther = ({ write: other, undo: isTakenBack }: Try) =>
    other.action === 'delete' && other.record_id === write.record_id && isTakenBack !== 'done'
  // A later process deletes the same records again.
  if (undo === 'done' && [...tries.values()].some(isOther)) return []
  const record = individuals.find(({ id }) => id === write.record_id)
  if (undo === 'done') return record?.deleted ? [`the deletion of ${write.record_id} was undone, and sent`] : []
  return record === undefined || record.deleted ? [] : [`${write.record_id} was to be deleted and is there`]
}

/** An edit is dropped when its record is deleted. */
function isReplaced({ state, record_id }: Operation, operations: ReadonlyMap<string, Operation>): boolean {
  if (state !== 'discarded') return false
  return [...operations.values()].some((other) => other.action === 'delete' && other.record_id === record_id)
}
