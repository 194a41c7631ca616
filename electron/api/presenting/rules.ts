import { ownDateKinds } from '../../../shared/dates/own-dates.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import { concealTexts, hiddenText, type Presenting, tellsAmounts } from '../../../shared/domain/presenting.ts'
import type { ConnectionSummary } from '../../../shared/ipc/connections.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { DateLine } from '../../../shared/ipc/dates.ts'
import type { LinkPlace } from '../../../shared/ipc/estate.ts'
import type { LocalDataSummary } from '../../../shared/ipc/lock.ts'
import type { SearchHit } from '../../../shared/ipc/records.ts'
import type { ShownProcedure } from '../../../shared/ipc/shown-while-presenting.ts'
import type { Place } from '../../../shared/ipc/views.ts'
import type { Json } from '../../../shared/lib/json.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { queryWords, typesIn } from '../../data/mirror/search-index.ts'
import type { UseCases } from '../core.ts'

/** The most hits of one list. */
const mostOfList = 10

/**
 * The quick search while presenting: by the names in the lists of the presented household, and by the kinds of its entities and the types
 * of its documents, without passages, which quote texts.
 */
async function searchPresented({ input, household, useCases }: PresentedCall): Promise<{ hits: SearchHit[] }> {
  const { connectionId, text } = input as { connectionId: string; text: string }
  if (text.trim() === '') return { hits: [] }
  const asked = {
    connectionId,
    offset: 0,
    limit: mostOfList,
    sort: { column: 'title' as const, direction: 'asc' as const },
    filters: [{ column: 'title' as const, operator: 'contains' as const, values: [text.trim()] }],
    scope: { household_id: household },
  }
  const none = { rows: [] }
  const meant = typesIn(queryWords(text).map(({ beginnings: [word = ''] }) => word))
  const rest = (meant?.rest ?? []).map((word) => ({
    column: 'search' as const,
    operator: 'contains' as const,
    values: [word],
  }))
  const oneOf = <Column extends string>(column: Column, values: ReadonlySet<string>) => ({
    ...asked,
    filters: [{ column, operator: 'any_of' as const, values: [...values] }, ...rest],
  })
  const [households, individuals, entities, documents, summaries, ofKinds, ofTypes] = await Promise.all([
    useCases.households.list(asked),
    useCases.individuals.list(asked),
    useCases.entities.list(asked),
    useCases.documents.list(asked),
    useCases.documentSummaries.list(asked),
    meant && meant.kinds.size > 0 ? useCases.entities.list(oneOf('kind', meant.kinds)) : none,
    meant && meant.types.size > 0 ? useCases.documents.list(oneOf('type', meant.types)) : none,
  ])
  const all = [
    ...households.rows.map((row) => ({ ...row, resource: 'households' as const })),
    ...individuals.rows.map((row) => ({ ...row, resource: 'individuals' as const })),
    ...[...entities.rows, ...ofKinds.rows].map((row) => ({ ...row, resource: 'entities' as const })),
    ...[...documents.rows, ...ofTypes.rows].map((row) => ({ ...row, resource: 'documents' as const })),
    ...summaries.rows.map((row) => ({ ...row, resource: 'document-summaries' as const })),
  ]
  const found = new Map(all.map((hit) => [`${hit.resource} ${hit.id}`, hit])).values()
  const hits = [...found].map(({ resource, id, title, pending }) => ({
    ...{ resource, id, title, pending },
    title_matches: [],
    subtitle: resourceNames[resource].one,
    snippet: null,
    snippet_matches: [],
    found_by: 'name' as const,
  }))
  return { hits }
}

/** A call of a procedure while a household is presented. */
export type PresentedCall = {
  input: Readonly<Record<string, unknown>>
  presenting: Presenting
  /** The id of the presented household. Throws `presenting/not-shown` without one. */
  household: string
  /** The procedures, unguarded. */
  useCases: UseCases
  /** The id of a record's household; null if the record is not in the offline copy, or is of no household. */
  householdOf(resource: string, id: string): Promise<string | null>
}

export const notShown = (): AppError =>
  new AppError('presenting/not-shown', {
    message: 'While presenting, Steward shows one household, without files and forms.',
    nextStep: 'Leave presenter mode to see this.',
  })

type Fields = Readonly<Record<string, unknown>>

/** A procedure's rule while presenting: it takes another input, answers something else, or its output is concealed. */
export type Rule =
  | 'as-is'
  | {
      /** Throws `presenting/not-shown` if the call is about another household. */
      input?: (call: PresentedCall) => Fields | Promise<Fields>
      instead?: (call: PresentedCall) => unknown
      output?: (output: unknown, call: PresentedCall) => unknown
      /** The output is a stream of progress, without client data. */
      stream?: true
    }

const conceal = (output: unknown) => concealTexts(output)

/** Of the presented household's firm: asking for the household refuses another connection. */
const ofFirm = (output: (answer: unknown) => unknown): Rule => ({
  input: ({ input, household: _own }) => input,
  output,
})

const nothingOf = (output: unknown): Rule => ({ instead: () => output })

/** Of the presented household, whose id is in the input under this name. */
const ofHousehold = (name: string, output: (answer: unknown) => unknown = conceal): Rule => ({
  input({ input, household }) {
    if (input[name] !== household) throw notShown()
    return input
  },
  output,
})

/** Of a record of the presented household. */
const ofRecord = (resource: Resource, name = 'id'): Rule => ({
  async input({ input, household, householdOf }) {
    if ((await householdOf(resource, String(input[name]))) !== household) throw notShown()
    return input
  },
  output: conceal,
})

/**
 * A list of the presented household alone. While amounts are hidden it is by title where it would be by an amount, whose order tells which
 * is larger, and one that an amount filters is refused.
 */
function narrowed(list: Fields, { household, presenting: { amounts } }: PresentedCall): Fields {
  const scope = typeof list.scope === 'object' && list.scope !== null ? list.scope : {}
  const own = { ...list, scope: { ...scope, household_id: household } }
  const { sort, filters = [] } = list as { sort?: { column: string }; filters?: readonly { column: string }[] }
  if (amounts) return own
  if (filters.some(({ column }) => tellsAmounts(column))) throw byAmount()
  return sort !== undefined && tellsAmounts(sort.column) ? { ...own, sort: { column: 'title', direction: 'asc' } } : own
}

const byAmount = (): AppError =>
  new AppError('presenting/not-shown', {
    message: 'This list is filtered by an amount, and amounts are hidden.',
    nextStep: 'Remove the filter, or show the amounts.',
  })

/** A list, narrowed to the presented household. */
const ofList: Rule = { input: (call) => narrowed(call.input, call), output: conceal }

/** Sums of a list, narrowed to the presented household. */
const ofSum: Rule = {
  input(call) {
    const { input, household } = call
    const of = input.of as Fields
    if (of.what === 'users') return input
    if (of.what === 'book' || (of.what === 'household' && of.id !== household)) throw notShown()
    return of.what === 'household' ? input : { ...input, of: narrowed(of, call) }
  },
}

async function onlyOwn(output: unknown, { household, householdOf }: PresentedCall): Promise<Place[]> {
  const places = output as readonly Place[]
  const own = await Promise.all(places.map(async ({ resource, id }) => (await householdOf(resource, id)) === household))
  return places.filter((_place, at) => own[at])
}

/** Another firm is a client's name too; what tells one's own from others is hidden in both. */
function hideFirm(connection: ConnectionSummary, { presenting }: Pick<PresentedCall, 'presenting'>): ConnectionSummary {
  const own = connection.id === presenting.connection_id
  const address = { base_url: '', auth_url: '', client_id: '', redirect_uri: null, resource: null, audience: null }
  return { ...connection, ...address, user: null, scope: null, name: own ? connection.name : hiddenText }
}

/** Proposals quote texts and external ids. */
const hideProposals = (output: unknown) => ({
  ...(concealTexts(output) as WithLinks),
  proposals: [],
  unread_summaries: 0,
})

type WithLinks = Pick<ContractOutputs['estate']['roles'], 'links'>

type NamedNode = { resource: string; id: string; name: string | null }

async function hideOther<Node extends NamedNode>(node: Node, { household, householdOf }: PresentedCall) {
  const of = await householdOf(node.resource, node.id)
  return of === null || of === household ? node : { ...node, name: hiddenText }
}

async function hideOtherDocument(place: LinkPlace, { household, householdOf }: PresentedCall): Promise<LinkPlace> {
  const of = await householdOf('documents', place.document_id)
  return of === null || of === household ? place : { ...place, document_name: hiddenText }
}

/** A link may lead to a record that has moved to another household: that one is not named. */
async function hideOthers<Output extends WithLinks>(output: Output, call: PresentedCall) {
  const links = output.links.map(async (link) => ({
    ...link,
    from: await hideOther(link.from, call),
    to: await hideOther(link.to, call),
    found_in: await Promise.all(link.found_in.map((place) => hideOtherDocument(place, call))),
  }))
  return { ...output, links: await Promise.all(links) }
}

/** Values before and after by the field that they are of. A record that moved to another household tells of that one. */
function ownChanges(output: unknown, { household }: PresentedCall): ContractOutputs['changes']['list'] {
  const { changes, next } = output as ContractOutputs['changes']['list']
  const own = changes.filter((change) => change.household === null || change.household.id === household)
  const of = (field: string, value: unknown) => concealTexts({ [field]: value as Json })[field] ?? null
  const concealed = own.map((change) => ({
    ...change,
    fields: change.fields.map((one) => ({
      ...one,
      before: of(one.field, one.before),
      after: of(one.field, one.after),
    })),
  }))
  return { changes: concealed, next }
}

function hidePassages(output: unknown): ContractOutputs['texts']['search'] {
  const { hits, ...found } = output as ContractOutputs['texts']['search']
  return {
    ...found,
    hits: hits.map((hit) => ({ ...hit, excerpt: hiddenText, excerpt_matches: [] })),
    corrected: null,
  }
}

function hideSources(output: unknown): ContractOutputs['statements']['readFrom'] {
  const { valuations } = output as ContractOutputs['statements']['readFrom']
  return {
    valuations: valuations.map(({ accounts, files, ...valuation }) => ({
      ...valuation,
      accounts: accounts.map(({ rows }) => ({ number: hiddenText, name: null, rows })),
      files: files.map(({ layout }) => ({ id: null, file_name: hiddenText, sha256: hiddenText, layout })),
    })),
  }
}

/** Refuses a record of another household. */
async function ofItsHousehold({ input, household, householdOf }: PresentedCall) {
  if ((await householdOf(String(input.resource), String(input.id))) !== household) throw notShown()
  return input
}

/** Dates by the names of their kinds: a title is the user's own text, which may say anything. */
const hideTitles = (output: unknown): ContractOutputs['dates']['ofRecord'] => ({
  dates: (output as ContractOutputs['dates']['ofRecord']).dates.map((date) => ({
    ...date,
    title: ownDateKinds[date.kind],
  })),
})

function hideLine({ own, title: named, mark, ...line }: DateLine): DateLine {
  const title = own === null ? named : ownDateKinds[own.kind]
  return { ...line, title, own: own && { ...own, title }, mark: { ...mark, note: '' } }
}

function hideLines(output: unknown): ContractOutputs['dates']['next'] {
  const { lines, ...list } = output as ContractOutputs['dates']['next']
  return { ...list, lines: lines.map(hideLine) }
}

function hideNextDates(output: unknown): ContractOutputs['today']['dates'] {
  const { lines, overdue, marked, ...more } = output as ContractOutputs['today']['dates']
  const [next, late, noted] = [lines, overdue, marked].map((given) => given.map(hideLine))
  return { ...more, lines: next ?? [], overdue: late ?? [], marked: noted ?? [] }
}

/** The rule of every procedure that may be called while presenting. */
export const rules: Readonly<Record<ShownProcedure, Rule>> = {
  'app.answerKeychain': 'as-is',
  'app.copy': 'as-is',
  'app.getPreferences': 'as-is',
  'app.info': 'as-is',
  'app.lastScreen': 'as-is',
  'app.noteScreen': 'as-is',
  'app.offer': 'as-is',
  'app.openWindow': 'as-is',
  'app.print': 'as-is',
  'app.setPreferences': 'as-is',
  'changes.counts': {
    output: (output, { household }) => ({
      counts: (output as ContractOutputs['changes']['counts']).counts.filter(({ id }) => id === household),
    }),
  },
  'changes.household': ofHousehold('household_id'),
  'changes.list': {
    input: ({ input, household }) => ({ ...input, household_id: household, owner_id: null }),
    output: ownChanges,
  },
  'changes.look': ofHousehold('household_id'),
  'changes.meetings': ofHousehold('household_id', (output) => ({
    meetings: (output as ContractOutputs['changes']['meetings']).meetings.map((meeting) => ({ ...meeting, note: '' })),
  })),
  'connections.list': {
    output: (output, call) => (output as ConnectionSummary[]).map((each) => hideFirm(each, call)),
  },
  'connections.open': { output: (output, call) => hideFirm(output as ConnectionSummary, call) },
  'dates.ofHousehold': ofHousehold('household_id', hideTitles),
  'dates.next': { input: ofItsHousehold, output: hideLines },
  'dates.ofRecord': { input: ofItsHousehold, output: hideTitles },
  'lock.active': 'as-is',
  'lock.localData': {
    output: (output) => {
      const { connections, others } = output as LocalDataSummary
      return { connections: connections.map((each) => ({ ...each, name: null })), others }
    },
  },
  'lock.lock': 'as-is',
  'lock.removeEverything': 'as-is',
  'lock.state': 'as-is',
  'lock.unlock': 'as-is',
  'documentSummaries.get': ofRecord('document-summaries'),
  'documentSummaries.list': ofList,
  'documents.get': ofRecord('documents'),
  'documents.list': ofList,
  'drafts.keep': 'as-is',
  // Unsaved input is offered again when presenting ends.
  'drafts.list': nothingOf([]),
  'entities.get': ofRecord('entities'),
  'entities.list': ofList,
  'entities.refreshValuation': ofRecord('entities'),
  'estate.amounts': {
    input({ input, household }) {
      if (input.household_id !== null && input.household_id !== household) throw notShown()
      return input
    },
    output: (output, { presenting }) => (presenting.amounts ? output : { firm: null, own: null, is_any: false }),
  },
  'estate.map': {
    input({ input, household }) {
      if (input.id !== household) throw notShown()
      return input
    },
    output: async (output, call) => hideOthers(hideProposals(output), call),
  },
  'estate.roles': {
    async input({ input, household, householdOf }) {
      if ((await householdOf(String(input.resource), String(input.id))) !== household) throw notShown()
      return input
    },
    output: async (output, call) => hideOthers(concealTexts(output) as WithLinks, call),
  },
  'estate.trustees': {
    async input({ input, household, householdOf }) {
      const ids = (input.entity_ids as readonly string[]).map(String)
      const own = await Promise.all(ids.map(async (id) => (await householdOf('entities', id)) === household))
      return { ...input, entity_ids: ids.filter((_id, at) => own[at]) }
    },
    async output(output, call) {
      const { entities } = output as ContractOutputs['estate']['trustees']
      const hidden = entities.map(async ({ id, trustees }) => ({
        id,
        trustees: await Promise.all(trustees.map((node) => hideOther(node, call))),
      }))
      return { entities: await Promise.all(hidden) }
    },
  },
  'estate.savePicture': ofHousehold('id'),
  'events.subscribe': 'as-is',
  'exports.reveal': 'as-is',
  'exports.start': {
    input: (call) => (call.input.resource === 'users' ? call.input : narrowed(call.input, call)),
    stream: true,
  },
  'files.heldOf': nothingOf({ held: [] }),
  'files.removeOpened': 'as-is',
  'files.thumbnails': nothingOf({ thumbnails: [] }),
  'households.get': ofHousehold('id'),
  'households.list': ofList,
  'households.refreshValuations': ofHousehold('id'),
  'individuals.get': ofRecord('individuals'),
  'individuals.list': ofList,
  'intake.arrived': nothingOf({ files: [] }),
  'outbox.allPaused': 'as-is',
  'outbox.counts': 'as-is',
  'outbox.serverIdOf': 'as-is',
  'outbox.undoableUntil': 'as-is',
  'places.favourites': { output: onlyOwn },
  'places.me': 'as-is',
  'places.recents': { output: onlyOwn },
  'places.visit': 'as-is',
  'policy.get': 'as-is',
  'presenting.end': 'as-is',
  'presenting.showAmounts': 'as-is',
  'presenting.start': 'as-is',
  'presenting.state': 'as-is',
  'rollUps.bridge': {
    async input({ input, household, householdOf }) {
      const of = input.of as Fields
      const own =
        of.what === 'entity' ? await householdOf('entities', String(of.id)) : of.what === 'household' ? of.id : null
      if (own !== household) throw notShown()
      return input
    },
    output: conceal,
  },
  'rollUps.checked': ofSum,
  'rollUps.groups': ofSum,
  'rollUps.household': ofHousehold('id'),
  'rollUps.list': ofSum,
  'search.query': { instead: searchPresented },
  'setAside.list': nothingOf({ records: [], total: 0 }),
  'settings.about': 'as-is',
  // Which valuations came from a statement, without account numbers and names of files.
  'statements.readFrom': {
    async input({ input, household, householdOf }) {
      if ((await householdOf('entities', String(input.entity_id))) !== household) throw notShown()
      return input
    },
    output: hideSources,
  },
  'sync.cancel': 'as-is',
  'sync.start': 'as-is',
  'sync.status': 'as-is',
  'texts.coverage': ofFirm((coverage) => coverage),
  // Excerpts quote texts, and a correction quotes words of other households.
  'texts.search': {
    input: ({ input, household }) => ({ ...input, filters: { ...(input.filters as Fields), household_id: household } }),
    output: hidePassages,
  },
  'today.dates': ofHousehold('household_id', hideNextDates),
  'today.filed': ofHousehold('household_id'),
  'today.rules': 'as-is',
  'today.missing': {
    input: ({ input, household }) => ({ ...input, of: { which: { ids: [household] } } }),
    output: conceal,
  },
  'users.get': ofFirm(conceal),
  'users.list': ofFirm(conceal),
  'valuations.get': ofRecord('valuations'),
  'valuations.list': ofList,
  'valuations.observed': ofRecord('entities', 'entity_id'),
  'views.all': nothingOf([]),
  'views.list': nothingOf([]),
}
