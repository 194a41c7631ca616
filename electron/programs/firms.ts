import type { ProgramLevels } from '../../shared/domain/program-levels.ts'
import type { ConnectionSummary } from '../../shared/ipc/connections.ts'
import type { SyncStatus } from '../../shared/ipc/sync.ts'
import type { Resource } from '../../shared/service/resource.ts'
import type { UseCases } from '../api/core.ts'
import type { ExportedList, ExportedRow } from '../data/reads/export-rows.ts'
import { type AnswerHead, type AnswerLine, type AnswerRow, Refused, wholeEnd } from './protocol.ts'

/** The lines of an answer. */
export type Lines = AsyncGenerator<AnswerLine, void, void>

type Of<Domain extends keyof UseCases, Name extends keyof UseCases[Domain]> = Pick<UseCases[Domain], Name>

/** All that other programs can cause: reads, and a run of the sync. Nothing here can write a record. */
export type ProgramReads = {
  connections: Of<'connections', 'list'>
  sync: Of<'sync', 'status' | 'start'>
  households: Of<'households', 'get' | 'list'>
  individuals: Of<'individuals', 'get'>
  entities: Of<'entities', 'get'>
  valuations: Of<'valuations', 'get'>
  documents: Of<'documents', 'get'>
  documentSummaries: Of<'documentSummaries', 'get'>
  users: Of<'users', 'get'>
  search: Of<'search', 'query'>
  changes: Of<'changes', 'list'>
  dates: Of<'dates', 'list'>
  rollUps: Of<'rollUps', 'book'>
  texts: Of<'texts', 'page'>
  places: Of<'places', 'me' | 'favourites'>
  /** Throws for a procedure that may not be called now. */
  gate(procedure: string): void
}

/** The lists of a connection's store, for reading only. */
export type ListReads = {
  order(connectionId: string, resource: Resource, list: ExportedList): Promise<Int32Array>
  rows(connectionId: string, resource: Resource, rows: Int32Array): Promise<readonly ExportedRow[]>
}

export type AnswerOptions = {
  reads: ProgramReads
  lists: ListReads
  levels: ProgramLevels
  /** A household must be in all of these. */
  households: readonly ProgramLevels['households'][]
  /** Throws if nothing may be answered any more. */
  check(): void
  signal: AbortSignal
}

/** The firms whose copies are open, and the age of each. */
export async function* answerStatus(options: AnswerOptions): Lines {
  const { reads, levels } = options
  reads.gate('connections.list')
  const rows: AnswerRow[] = []
  for (const { id, name, kind, cache, session } of await reads.connections.list({})) {
    const age = cache === 'open' ? ageOf(await reads.sync.status({ connectionId: id }), null) : {}
    rows.push({
      firm: name,
      id,
      demo: kind === 'demo',
      open: cache === 'open',
      signed_in: session === 'signed-in',
      ...age,
    })
  }
  yield { head: { firm: null, as_of: null, values_checked_from: null, values_never_checked: 0, levels } }
  yield { rows }
  yield { end: wholeEnd(rows.length) }
}

/** Households of one read. */
const windowRows = 500

/** The age of a list, or of the oldest one. */
export function ageOf(
  { resources: lists, valuationsCheckedFrom, valuationsNeverChecked }: SyncStatus,
  resource: Resource | null,
): Pick<AnswerHead, 'as_of' | 'values_checked_from' | 'values_never_checked'> {
  const times = lists
    .filter((each) => (resource === null ? each.resource !== 'valuations' : each.resource === resource))
    .map(({ lastCompleteAt }) => lastCompleteAt)
  const as_of = times.length === 0 || times.includes(null) ? null : (times.toSorted()[0] ?? null)
  return { as_of, values_checked_from: valuationsCheckedFrom, values_never_checked: valuationsNeverChecked }
}

/**
 * The firm that a command is about: the one that is named, or the only one that is open.
 * @throws Refused
 */
export async function chooseFirm({ reads }: AnswerOptions, firm: string | null): Promise<ConnectionSummary> {
  reads.gate('connections.list')
  const open = (await reads.connections.list({})).filter(({ cache }) => cache === 'open')
  const asked = firm?.toLocaleLowerCase() ?? null
  const found = open.filter(({ id, name }) => asked === null || id === asked || name.toLocaleLowerCase() === asked)
  const [first, second] = found
  if (first !== undefined && second === undefined) return first
  const names = open.map(({ id, name }) => `${name} (${id})`).join(', ')
  if (open.length === 0)
    throw new Refused('no-firm', 'No firm is open in Steward.', 'Open your firm there, and try again.')
  if (second !== undefined)
    throw new Refused('no-firm', 'Several firms are open in Steward.', `Name one of them: ${names}.`)
  throw new Refused('no-firm', 'No firm of this name is open in Steward.', `These are: ${names}.`)
}

/**
 * The ids of the households that other programs may read; null for all.
 * @throws Refused if the user has not said who they are
 */
export async function householdsOf(options: AnswerOptions, connectionId: string): Promise<ReadonlySet<string> | null> {
  const { reads, households, check } = options
  const sets: ReadonlySet<string>[] = []
  for (const level of new Set(households)) {
    if (level === 'all') continue
    sets.push(level === 'mine' ? await mine(reads, connectionId, check) : await favorites(reads, connectionId))
  }
  const [first, ...others] = sets
  return first === undefined ? null : new Set([...first].filter((id) => others.every((other) => other.has(id))))
}

async function favorites(reads: ProgramReads, connectionId: string): Promise<ReadonlySet<string>> {
  reads.gate('places.favourites')
  const places = await reads.places.favourites({ connectionId })
  return new Set(places.filter(({ resource }) => resource === 'households').map(({ id }) => id))
}

async function mine(reads: ProgramReads, connectionId: string, check: () => void): Promise<ReadonlySet<string>> {
  reads.gate('places.me')
  const { user_id: owner_id } = await reads.places.me({ connectionId })
  if (owner_id === null) {
    throw new Refused(
      'hidden',
      'Other programs may read your households only, and Steward does not know yet who you are.',
      'Choose your name in Steward, on the page Today.',
    )
  }
  const ids = new Set<string>()
  const sort = { column: 'created_at', direction: 'asc' } as const
  for (let offset = 0, total = 1; offset < total; offset += windowRows) {
    check()
    reads.gate('households.list')
    const asked = { connectionId, offset, limit: windowRows, sort, scope: { owner_id } }
    const window = await reads.households.list(asked)
    total = window.total
    for (const { id } of window.rows) ids.add(id)
  }
  return ids
}
