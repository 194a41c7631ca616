import { type Filter, filterProblem } from '../../shared/domain/filter-rules.ts'
import { maskNumbers } from '../../shared/domain/mask-numbers.ts'
import { resourceNames } from '../../shared/domain/names.ts'
import { mayReadNotes, mayReadTexts, type ProgramLevels } from '../../shared/domain/program-levels.ts'
import type { ConnectionSummary } from '../../shared/ipc/connections.ts'
import { filterColumns, type ListColumn, sortColumns } from '../../shared/ipc/list-columns.ts'
import { domainOf, type Resource, resources } from '../../shared/service/resource.ts'
import type { ExportedList, ExportedRow } from '../data/reads/export-rows.ts'
import {
  concealCents,
  concealChange,
  concealName,
  concealRecord,
  concealRow,
  isComparable,
  readableColumns,
  roleOf,
} from './conceal.ts'
import { type AnswerOptions, ageOf, chooseFirm, householdsOf, type Lines, type ProgramReads } from './firms.ts'
import { type AnswerEnd, type AnswerRow, type Command, type InputOf, nextAfter, Refused, wholeEnd } from './protocol.ts'

type Call = AnswerOptions & {
  connection: ConnectionSummary
  /** The ids of the households that may be read; null for all. */
  allowed: ReadonlySet<string> | null
}

/** Rows of one read and of one line. */
const windowRows = 500

/** Answers of one command about one firm. The head is sent before. */
type Answer<Name extends keyof Answers> = (call: Call, input: InputOf<Name>) => Lines

type Answers = { [Name in 'search' | 'list' | 'get' | 'changes' | 'dates' | 'book' | 'page' | 'sync']: Answer<Name> }

const refusedLevel = (what: string) =>
  new Refused(
    'hidden',
    `${what} is not among what other programs may read.`,
    'Change it in Steward’s settings, under Other programs.',
  )

const notFound = () =>
  new Refused(
    'not-found',
    'There is no such record, or other programs may not read it.',
    'Look for it with “search” or “list”, or check Steward’s settings, under Other programs.',
  )

/** The rows of a list whose household may be read. Users belong to none. */
const isAllowed = (allowed: Call['allowed'], resource: Resource, row: ExportedRow) =>
  allowed === null || resource === 'users' || allowed.has(String(resource === 'households' ? row.id : row.household_id))

/** @throws Refused for a list that does not exist, or that would tell what is hidden */
function parseList({ levels }: Call, { resource, where, sort, columns, household }: InputOf<'list'>) {
  const known: Readonly<Record<string, ListColumn>> = filterColumns[resource]
  const column = (name: string) => (Object.hasOwn(known, name) ? known[name] : undefined)
  const wrong = (message: string) =>
    new Refused('not-understood', message, `The columns of ${resource}: ${readableColumns(resource).join(', ')}.`)
  const compared = (name: string) => {
    if (!isComparable({ name, column: column(name) }, levels)) throw refusedLevel(`The column “${name}”`)
  }
  const filters = where.map(({ column: name, operator, values }): Filter => {
    const found = column(name)
    if (found === undefined) throw wrong(`${resourceNames[resource].many} cannot be filtered by “${name}”.`)
    compared(name)
    const filter = { column: name, operator: operator as Filter['operator'], values }
    const problem = filterProblem(found, filter)
    if (problem !== null) throw wrong(`“${name}”: ${problem}`)
    return filter
  })
  const readable = readableColumns(resource)
  const odd = columns.find((name) => !readable.includes(name))
  if (odd !== undefined) throw wrong(`${resourceNames[resource].many} have no column “${odd}”.`)
  // The order of names tells something of them.
  const usual = { column: levels.names === 'full' ? 'title' : 'created_at', direction: 'asc' as const }
  const by = sort ?? usual
  if (!Object.hasOwn(sortColumns[resource], by.column)) {
    throw wrong(`${resourceNames[resource].many} cannot be sorted by “${by.column}”.`)
  }
  compared(by.column)
  const scope: Record<string, string> = household === null ? {} : { household_id: household }
  if (resource === 'users' && household !== null) throw wrong('Users belong to no household.')
  return { list: { sort: by, filters, scope }, columns: columns.length === 0 ? readable : columns }
}

/** Where a list is read from: after the row with this id. @throws Refused if the list does not have it */
async function placeAfter({ lists, connection }: Call, { resource, list, order, after }: Place): Promise<number> {
  if (after === undefined) return 0
  const [row] = await lists.order(connection.id, resource, { ...list, selected: { except: false, ids: [after] } })
  const at = row === undefined ? -1 : order.indexOf(row)
  if (at >= 0) return at + 1
  throw new Refused(
    'not-found',
    `This list has no row “${after}”: it was deleted, or changed in the meantime.`,
    'Read the list again from its beginning, without “after”.',
  )
}

type Place = { resource: Resource; list: ExportedList; order: Int32Array; after: string | undefined }

async function* answerList(call: Call, input: InputOf<'list'>): Lines {
  const { lists, levels, allowed, connection, check } = call
  const { resource, after } = input
  const { list: asked, columns } = parseList(call, input)
  const list = allowed === null ? asked : { ...asked, household_ids: [...allowed] }
  const order = await lists.order(connection.id, resource, list)
  const limit = input.limit ?? Number.POSITIVE_INFINITY
  let sent = 0
  let last: ExportedRow | undefined
  for (let at = await placeAfter(call, { resource, list, order, after }); at < order.length; at += windowRows) {
    check()
    const found = await lists.rows(connection.id, resource, order.slice(at, at + windowRows))
    const rows = found.filter((row) => isAllowed(allowed, resource, row))
    const some = rows.slice(0, limit - sent)
    if (some.length > 0) yield { rows: some.map((row) => concealRow({ resource, row, columns }, levels)) }
    sent += some.length
    last = some.at(-1) ?? last
    // One more row was found: there are more than the limit.
    if (some.length < rows.length) return yield { end: partOf(sent, order.length, readOn('list', input, last)) }
  }
  yield { end: { ...wholeEnd(sent), total: order.length } }
}

const partOf = (rows: number, total: number | null, next: AnswerEnd['next']): AnswerEnd => ({
  ...{ rows, more: true, total, next },
})

const readOn = (command: Command, input: unknown, last: AnswerRow | undefined): AnswerEnd['next'] =>
  last === undefined ? null : nextAfter({ command, input }, last)

/** Of a record: its details as its page reads them. */
async function detailOf({ reads, connection, allowed }: Call, resource: Resource, id: string) {
  const domain = domainOf(resource)
  reads.gate(`${domain}.get`)
  const detail = (await reads[domain].get({ connectionId: connection.id, id })) as Detail
  const household = resource === 'households' ? id : (detail.household?.id ?? null)
  if (allowed !== null && resource !== 'users' && (household === null || !allowed.has(household))) throw notFound()
  if (allowed === null) return detail
  // A document of a person or an entity may be filed in another household.
  const readable = Object.entries(partsOf).flatMap(([name, of]) => {
    const rows = detail[name as keyof typeof partsOf]
    return rows === undefined ? [] : [[name, rows.filter((row) => isAllowed(allowed, of, row))]]
  })
  return { ...detail, ...Object.fromEntries(readable) }
}

type Detail = {
  record: Readonly<Record<string, unknown>>
  checked_at: string
  pending: { mark: string } | null
  title?: string
  household?: { id: string; name: string | null } | null
  entity?: { id: string; name: string | null } | null
  individual?: { id: string; name: string | null } | null
  document?: { id: string; name: string | null } | null
  owner?: { id: string; name: string | null }
  valuation?: { record: Readonly<Record<string, unknown>>; checked_at: string; pending: Detail['pending'] } | null
  valuation_checked_at?: string | null
  valuation_unanswered?: { at: string; status: number } | null
  observations?: readonly {
    observed_at: string
    effective_date: string
    directly_held_asset_value: number
    total_value: number
  }[]
  individuals?: readonly ExportedRow[]
  entities?: readonly ExportedRow[]
  documents?: readonly ExportedRow[]
  summaries?: readonly ExportedRow[]
  /** How many there are of each: the lists above have the first 200. */
  counts?: Readonly<Record<string, number>>
}

/** Lists of a record's page, by the resource of their rows. */
const partsOf = {
  individuals: 'individuals',
  entities: 'entities',
  documents: 'documents',
  summaries: 'document-summaries',
} as const satisfies Partial<Record<keyof Detail, Resource>>

const linkRoles = {
  household: 'Household',
  entity: 'Entity',
  individual: 'Person',
  document: 'Document',
  owner: 'Advisor',
} as const

function tellRecord(resource: Resource, detail: Detail, levels: ProgramLevels): AnswerRow {
  const row: AnswerRow = {
    resource,
    ...{ id: detail.record.id },
    title: concealName(titleOf(detail), roleOf(resource, detail.record), levels),
    checked_at: detail.checked_at,
    // As in the rows of lists: with it, the record has what the service does not have yet.
    pending: detail.pending?.mark ?? null,
    record: concealRecord(resource, detail.record, levels),
  }
  for (const [name, role] of Object.entries(linkRoles)) {
    const link = detail[name as keyof typeof linkRoles]
    if (link) row[name] = { id: link.id, name: concealName(link.name, role, levels) }
  }
  if (detail.valuation !== undefined) {
    row.valuation = detail.valuation && {
      ...concealRecord('valuations', detail.valuation.record, levels),
      checked_at: detail.valuation.checked_at,
      pending: detail.valuation.pending?.mark ?? null,
    }
    // Without these, one that was never read could not be told from one that does not exist.
    row.valuation_checked_at = detail.valuation_checked_at
    row.valuation_unanswered = detail.valuation_unanswered
  }
  if (detail.observations !== undefined) row.history = detail.observations.map((one) => tellObservation(one, levels))
  for (const [name, of] of Object.entries(partsOf)) {
    const rows = detail[name as keyof typeof partsOf]
    if (rows)
      row[name] = rows.map((each) => concealRow({ resource: of, row: each, columns: readableColumns(of) }, levels))
  }
  if (detail.counts !== undefined) row.counts = detail.counts
  return row
}

function titleOf({ title, record }: Detail): string {
  const name = title ?? record.display_name ?? record.name ?? record.id
  return String(name)
}

function tellObservation(
  { observed_at, ...observed }: NonNullable<Detail['observations']>[number],
  levels: ProgramLevels,
): AnswerRow {
  const {
    id: _id,
    created_at: _created,
    updated_at: _updated,
    ...shown
  } = concealRecord('valuations', observed, levels)
  return { observed_at, ...shown }
}

async function* answerGet(call: Call, { id, resource }: InputOf<'get'>): Lines {
  const found: Found[] = []
  for (const each of resource === null ? resources : [resource]) {
    call.check()
    try {
      found.push({ resource: each, detail: await detailOf(call, each, id) })
    } catch (problem) {
      if (!isMissing(problem)) throw problem
    }
  }
  const [first, second] = found
  if (first === undefined) throw notFound()
  if (second !== undefined) {
    const names = found.map((each) => each.resource).join(', ')
    throw new Refused('not-understood', 'Several records have this id.', `Name one of them: ${names}.`)
  }
  const cut = await cutLists(call, first)
  const row = tellRecord(first.resource, first.detail, call.levels)
  yield { rows: [cut === null ? row : { ...row, cut }] }
  yield { end: { ...wholeEnd(1), more: cut !== null } }
}

/** Of the lists within a record that are not complete: how many of how many it has, and the list that has all. Null if all are complete. */
async function cutLists({ lists, connection, allowed }: Call, { resource, detail }: Found): Promise<AnswerRow | null> {
  const cut: AnswerRow = {}
  const id = String(detail.record.id)
  const household = resource === 'households' ? id : (detail.household?.id ?? null)
  for (const [name, of] of Object.entries(partsOf)) {
    const rows = detail[name as keyof typeof partsOf]
    const scope = scopeOf[resource]
    if (rows === undefined || scope === undefined) continue
    const list = { sort: { column: 'title', direction: 'asc' } as const, filters: [], scope: { [scope]: id } }
    const some = allowed === null ? list : { ...list, household_ids: [...allowed] }
    const { length: total } = await lists.order(connection.id, of, some)
    if (total > rows.length) cut[name] = { shown: rows.length, total, all: { list: of, household } }
  }
  return Object.keys(cut).length === 0 ? null : cut
}

type Found = { resource: Resource; detail: Detail }

/** By which the lists within a record are read. */
const scopeOf: Readonly<Partial<Record<Resource, string>>> = {
  households: 'household_id',
  individuals: 'individual_id',
  entities: 'entity_id',
  documents: 'document_id',
}

const isMissing = (problem: unknown) =>
  (problem instanceof Refused && problem.code === 'not-found') ||
  (problem instanceof Error && 'code' in problem && problem.code === 'record/not-found')

async function* answerSearch(call: Call, { text, limit }: InputOf<'search'>): Lines {
  const { reads, connection, levels, allowed, check } = call
  if (levels.names !== 'full') throw refusedLevel('The search by names')
  reads.gate('search.query')
  // The best hits of the firm may all be of other households.
  const of = allowed === null ? {} : { household_ids: [...allowed] }
  // Asks for one hit more than it answers with: if there is one, the answer is a part.
  const { hits } = await reads.search.query({ connectionId: connection.id, text, limit: limit + 1, ...of })
  const rows: AnswerRow[] = []
  for (const { resource, id, title, subtitle, snippet, found_by } of hits.slice(0, limit)) {
    check()
    // Passages quote notes and summaries. A hit by a text alone would tell what is in it.
    if (levels.amounts !== 'exact' && (found_by === 'text' || found_by === 'similar')) continue
    if (call.allowed !== null && !(await isAllowedRecord(call, resource, id))) continue
    rows.push({ resource, id, title, subtitle, snippet: levels.amounts === 'exact' ? snippet : null, found_by })
  }
  if (rows.length > 0) yield { rows }
  // All are not counted, and the ranking has no place to read on from.
  yield { end: { ...wholeEnd(rows.length), more: hits.length > limit, total: null } }
}

async function isAllowedRecord(call: Call, resource: Resource, id: string): Promise<boolean> {
  if (resource === 'users') return true
  if (resource === 'households') return call.allowed?.has(id) ?? true
  try {
    await detailOf(call, resource, id)
    return true
  } catch (problem) {
    if (isMissing(problem)) return false
    throw problem
  }
}

/** Changes of one read. */
const changesAtOnce = 200

async function* answerChanges(call: Call, input: InputOf<'changes'>): Lines {
  const { since, household, limit } = input
  const { reads, connection, levels, allowed, check } = call
  if (household !== null && allowed !== null && !allowed.has(household)) throw notFound()
  let before: number | null = input.before ?? null
  let sent = 0
  let last: AnswerRow | undefined
  do {
    check()
    reads.gate('changes.list')
    const asked = { connectionId: connection.id, household_id: household, owner_id: null, others_only: false }
    const page: Awaited<ReturnType<ProgramReads['changes']['list']>> = await reads.changes.list({
      ...{ ...asked, before, limit: changesAtOnce },
      ...(since === null ? {} : { since }),
    })
    const own = page.changes.filter(
      (change) => allowed === null || (change.household && allowed.has(change.household.id)),
    )
    const some = own.slice(0, limit - sent)
    if (some.length > 0) yield { rows: some.map((change) => tellChange(change, levels)) }
    sent += some.length
    last = some.at(-1) ?? last
    if (some.length < own.length) return yield { end: partOf(sent, null, readOn('changes', input, last)) }
    before = page.next
  } while (before !== null)
  yield { end: { ...wholeEnd(sent), total: input.before === undefined ? sent : null } }
}

type Change = Awaited<ReturnType<ProgramReads['changes']['list']>>['changes'][number]

function tellChange(change: Change, levels: ProgramLevels): AnswerRow {
  const { number, resource, record_id, title, household, kind, fields, observed_at, seen_before, own } = change
  const of = (field: string, value: unknown) => concealChange(resource, field, value, levels)
  return {
    ...{ number, resource, record_id, title: concealName(title, resourceNames[resource].one, levels) },
    household: household && { id: household.id, name: concealName(household.name, 'Household', levels) },
    ...{ kind, observed_at, seen_before, own },
    fields: fields.map(({ field, before, after }) => ({ field, before: of(field, before), after: of(field, after) })),
  }
}

async function* answerDates(call: Call, input: InputOf<'dates'>): Lines {
  const { from, to, household, limit } = input
  const { reads, connection, levels, allowed } = call
  if (household !== null && allowed !== null && !allowed.has(household)) throw notFound()
  reads.gate('dates.list')
  const asked = { connectionId: connection.id, owner_id: null, kind: null, state: 'open' as const }
  // The first dates of the firm may all be of other households.
  const ids = household === null ? allowed : [household]
  const of = ids === null ? {} : { household_ids: [...ids] }
  const { lines, total } = await reads.dates.list({ ...asked, ...of, from, to, limit: 1_000 })
  const readable = lines.filter(
    (line) =>
      (allowed === null || allowed.has(line.household.id)) && (household === null || line.household.id === household),
  )
  const rows = readable.slice(0, limit).map((line): AnswerRow => {
    const { date, moved_from, kind, title, own, record, words, source, doubt } = line
    // The title of the user's own date is any text.
    const isTold = own === null ? levels.names === 'full' : mayReadNotes(levels)
    return {
      ...{ date, moved_from, kind, title: isTold ? title : kind },
      record: { ...record, name: concealName(record.name, resourceNames[record.resource].one, levels) },
      household: { id: line.household.id, name: concealName(line.household.name, 'Household', levels) },
      // Fixed texts of the rule, without names: they say where the date may be another, or may not hold.
      ...{ words, source, doubt },
    }
  })
  if (rows.length > 0) yield { rows }
  const isWhole = readable.length <= limit && total <= lines.length
  yield { end: isWhole ? wholeEnd(rows.length) : partOf(rows.length, total, readOn('dates', input, rows.at(-1))) }
}

async function* answerBook(call: Call): Lines {
  const { reads, connection, levels, allowed } = call
  if (allowed !== null) throw refusedLevel('The whole book')
  reads.gate('rollUps.book')
  const book = await reads.rollUps.book({ connectionId: connection.id })
  const rows = book.lines.map(({ value, ...line }) => ({ ...line, value: concealCents(value, levels) }))
  const { total, entities, unvalued, oldest, newest } = book
  rows.push({
    ...{ in_estate_status: '', kind: 'total', entities, unvalued, oldest, newest },
    value: concealCents(total, levels),
  })
  yield { rows }
  yield { end: wholeEnd(rows.length) }
}

async function* answerPage(call: Call, { document, page }: InputOf<'page'>): Lines {
  const { reads, connection, levels } = call
  if (!mayReadTexts(levels)) throw refusedLevel('The text of documents')
  const { record } = await detailOf(call, 'documents', document)
  reads.gate('texts.page')
  const { text, page_count, scan } = await reads.texts.page({
    ...{ connectionId: connection.id, document_id: document, page, text: '' },
  })
  yield { rows: [{ document, name: record.name, page, page_count, scan, text: maskNumbers(text) }] }
  const isLast = page >= page_count
  yield { end: { rows: 1, more: !isLast, total: page_count, next: isLast ? null : { page: page + 1 } } }
}

/** Between two looks at a run of the sync, in ms. */
const syncEveryMs = 500

async function* answerSync(call: Call, { wait }: InputOf<'sync'>): Lines {
  const { reads, connection, check, signal } = call
  reads.gate('sync.start')
  let status = await reads.sync.start({ connectionId: connection.id })
  while (wait && status.state !== 'idle' && !signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, syncEveryMs))
    check()
    status = await reads.sync.status({ connectionId: connection.id })
  }
  if (status.problem !== null && status.state === 'idle') {
    throw new Refused('failed', status.problem.message, status.problem.nextStep)
  }
  const { state, startedAt, endedAt, reachable } = status
  yield { rows: [{ state, started_at: startedAt, ended_at: endedAt, service: reachable }] }
  yield { end: wholeEnd(1) }
}

/** The commands about one firm. */
export const answers: Answers = {
  search: answerSearch,
  list: answerList,
  get: answerGet,
  changes: answerChanges,
  dates: answerDates,
  book: answerBook,
  page: answerPage,
  sync: answerSync,
}

/** Answers a command about a firm: the head, the rows and the end. */
export async function* answerAbout<Name extends keyof Answers>(
  options: AnswerOptions,
  { firm, command, input }: { firm: string | null; command: Name; input: InputOf<Name> },
): Lines {
  const connection = await chooseFirm(options, firm)
  const allowed = await householdsOf(options, connection.id)
  options.reads.gate('sync.status')
  const resource = 'resource' in input ? (input.resource ?? null) : null
  const age = ageOf(await options.reads.sync.status({ connectionId: connection.id }), resource)
  yield { head: { firm: connection.name, ...age, levels: options.levels } }
  yield* answers[command]({ ...options, connection, allowed }, input)
}
