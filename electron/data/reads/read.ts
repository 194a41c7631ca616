import { domainOf, resources } from '../../../shared/service/resource.ts'
import { readEstateAmounts } from '../ledger/estate-amounts.ts'
import { readChangeCounts, readHouseholdMark, readMeetings } from '../ledger/household-marks.ts'
import {
  listIntakeRows,
  listStagedIds,
  readStaged,
  readSummaryOriginal,
  stagedByDigest,
  stagedNames,
} from '../ledger/operations.ts'
import { readLastSections, readPackFirm, readPackTemplates } from '../ledger/pack-settings.ts'
import { readPin, readPins } from '../ledger/pins.ts'
import { readScannedPages } from '../ledger/scanned-pages.ts'
import {
  listAllViews,
  listDrafts,
  listFavourites,
  listRecents,
  listRulesOff,
  listViews,
  readLastQuery,
  readMe,
  titlesOf,
} from '../ledger/screen-state.ts'
import {
  countAccounts,
  readAllAccounts,
  readKnownAccounts,
  readSourcesByDigest,
  readSourcesOf,
  readSourcesOfSave,
  readStatementMemory,
  readStatementScan,
  readStatementScans,
  readStatements,
} from '../ledger/statements.ts'
import { readTextSettings } from '../ledger/text-settings.ts'
import { listOrderOf, type ReadOrder } from '../lists/list-order.ts'
import { listShapes } from '../lists/list-shapes.ts'
import { Suspended } from '../lists/lists.ts'
import { heldByDigest, readHeldFiles, readHeldUse, readThumbnails } from '../mirror/cached-files.ts'
import { readActivity, readChanges } from './activity.ts'
import { askedOf } from './asked-households.ts'
import { listAssetClasses } from './asset-classes.ts'
import { readChangedHouseholds, readObservedChanges } from './changes.ts'
import { readDateList } from './date-list.ts'
import {
  getDocument,
  getDocumentSummary,
  getEntity,
  getHousehold,
  getIndividual,
  getUser,
  getValuation,
  recordsByIds,
} from './details.ts'
import { compareHouseholds, comparePeople, readDoubles } from './doubles.ts'
import { readEstateMap, readRoles, readTrustees } from './estate-map.ts'
import { readExportOrder, readExportRows } from './export-rows.ts'
import { readDocumentFacts } from './facts.ts'
import { readFiguresChecked } from './figures-checked.ts'
import { readFiledDocuments } from './filed-documents.ts'
import { readGroups } from './groups.ts'
import { readHouseholdsNamed } from './households-named.ts'
import { readList, recordLists } from './list.ts'
import { readListTotals } from './list-totals.ts'
import { readNextDates, readRecordNextDates } from './next-dates.ts'
import { listObserved } from './observed.ts'
import {
  entityDependents,
  getOperation,
  listOperations,
  readAllPaused,
  readCounts,
  readUnsent,
  serverIdOf,
} from './outbox.ts'
import { compareDates, readHouseholdDates, readRecordDates } from './own-dates.ts'
import { readPack } from './pack.ts'
import { readFound, readQuality } from './quality.ts'
import type { InputOf, OutputOf, Reader } from './reader.ts'
import { listQuarantined } from './records.ts'
import { rollUpBook, rollUpHousehold } from './roll-ups.ts'
import { readExceptions, readHouseholdsOf } from './rule-exceptions.ts'
import { readEntityChoices, readForReview, readNamesIn } from './statements.ts'
import { readFigures } from './support.ts'
import {
  readScanProgress,
  readScansGone,
  readScansToRead,
  readTextCoverage,
  readTextProblems,
  readTextsToFetch,
  readTextsToRead,
  readTextToRead,
} from './texts.ts'
import { readLaterPapers, readTitling } from './titling.ts'
import { isLongToday, readMissing, readSummariesToReview, readToday } from './today.ts'
import { readHeld, readNeeds } from './travel.ts'
import { readValueBridge } from './value-bridge.ts'

/**
 * Every read of a store, by name. Those that serve a procedure have its name, and its shapes without the connection's id: a store
 * belongs to one connection. A read's input and output are those of its function.
 */
const readers = {
  'households.list': (reader: Reader, input: InputOf<'households', 'list'>): OutputOf<'households', 'list'> =>
    readList(reader, recordLists.households, input),
  'households.get': getHousehold,
  'individuals.list': (reader: Reader, input: InputOf<'individuals', 'list'>): OutputOf<'individuals', 'list'> =>
    readList(reader, recordLists.individuals, input),
  'individuals.get': getIndividual,
  'entities.list': (reader: Reader, input: InputOf<'entities', 'list'>): OutputOf<'entities', 'list'> =>
    readList(reader, recordLists.entities, input),
  'entities.get': getEntity,
  'valuations.list': (reader: Reader, input: InputOf<'valuations', 'list'>): OutputOf<'valuations', 'list'> =>
    readList(reader, recordLists.valuations, input),
  'valuations.get': getValuation,
  'valuations.observed': listObserved,
  'documents.list': (reader: Reader, input: InputOf<'documents', 'list'>): OutputOf<'documents', 'list'> =>
    readList(reader, recordLists.documents, input),
  'documents.get': getDocument,
  'documentSummaries.list': (
    reader: Reader,
    input: InputOf<'documentSummaries', 'list'>,
  ): OutputOf<'documentSummaries', 'list'> => readList(reader, recordLists['document-summaries'], input),
  'documentSummaries.get': getDocumentSummary,
  'users.list': (reader: Reader, input: InputOf<'users', 'list'>): OutputOf<'users', 'list'> =>
    readList(reader, recordLists.users, input),
  'users.get': getUser,
  'setAside.list': listQuarantined,
  'search.query': (reader: Reader, input: InputOf<'search', 'query'>) => reader.search.query(input),
  'rollUps.household': rollUpHousehold,
  'rollUps.book': rollUpBook,
  'rollUps.checked': readFiguresChecked,
  'rollUps.list': readListTotals,
  'rollUps.groups': readGroups,
  'rollUps.bridge': readValueBridge,
  'changes.list': readObservedChanges,
  'changes.household': readHouseholdMark,
  'changes.meetings': readMeetings,
  'changes.counts': readChangeCounts,
  'changes.households': readChangedHouseholds,
  'estate.map': readEstateMap,
  'estate.roles': readRoles,
  'estate.amounts': readEstateAmounts,
  'estate.trustees': readTrustees,
  'facts.ofDocument': readDocumentFacts,
  'facts.laterOf': readLaterPapers,
  'facts.titlingOf': readTitling,
  'dates.ofRecord': readRecordDates,
  'dates.next': readRecordNextDates,
  'dates.ofHousehold': readHouseholdDates,
  'dates.list': readDateList,
  'dates.compare': compareDates,
  'doubles.list': readDoubles,
  'doubles.compare': comparePeople,
  'doubles.compareHouseholds': compareHouseholds,
  'packs.facts': readPack,
  'packs.firm': readPackFirm,
  'packs.last': readLastSections,
  'packs.templates': readPackTemplates,
  'assetClasses.list': listAssetClasses,
  'today.get': readToday,
  'today.filed': readFiledDocuments,
  'today.dates': readNextDates,
  'today.missing': readMissing,
  'rules.off': listRulesOff,
  'rules.exceptions': readExceptions,
  'rules.householdsOf': readHouseholdsOf,
  'rules.found': readFound,
  'today.quality': readQuality,
  'documentSummaries.toReview': readSummariesToReview,
  'views.list': listViews,
  'views.all': listAllViews,
  'places.recents': listRecents,
  'places.favourites': listFavourites,
  'places.titles': titlesOf,
  'places.me': readMe,
  'places.lastQuery': readLastQuery,
  'drafts.list': listDrafts,
  'intake.rows': listIntakeRows,
  'intake.stagedIds': listStagedIds,
  'intake.householdsOf': readHouseholdsNamed,
  'travel.pins': readPins,
  'travel.pin': readPin,
  'travel.needs': readNeeds,
  'travel.held': readHeld,
  'outbox.counts': readCounts,
  'outbox.list': listOperations,
  'outbox.get': getOperation,
  'outbox.activity': readActivity,
  'outbox.changes': readChanges,
  'outbox.allPaused': readAllPaused,
  'outbox.serverIdOf': serverIdOf,
  'outbox.entityDependents': entityDependents,
  'outbox.unsent': readUnsent,
  'records.byIds': recordsByIds,
  'export.order': readExportOrder,
  'export.rows': readExportRows,
  'files.staged': readStaged,
  'files.stagedByDigest': stagedByDigest,
  'files.stagedNames': stagedNames,
  'files.held': readHeldFiles,
  'files.heldByDigest': heldByDigest,
  'files.heldUse': readHeldUse,
  'files.thumbnails': readThumbnails,
  'files.summaryOriginal': readSummaryOriginal,
  'statements.decisions': readStatements,
  'statements.memory': readStatementMemory,
  'statements.scans': readStatementScans,
  'statements.scan': readStatementScan,
  'statements.accounts': readKnownAccounts,
  'statements.accountCount': countAccounts,
  'statements.allAccounts': readAllAccounts,
  'statements.sourcesOf': readSourcesOf,
  'statements.sourcesOfSave': readSourcesOfSave,
  'statements.sourcesByDigest': readSourcesByDigest,
  'statements.entities': readEntityChoices,
  'statements.forReview': readForReview,
  'statements.namesIn': readNamesIn,
  'texts.search': (reader: Reader, input: InputOf<'texts', 'search'>) => reader.texts.search(input),
  'texts.pages': (reader: Reader, input: InputOf<'texts', 'pages'>) => reader.texts.pages(input),
  'texts.page': (reader: Reader, input: InputOf<'texts', 'page'>) => reader.texts.page(input),
  'texts.settings': readTextSettings,
  'texts.coverage': readTextCoverage,
  'texts.problems': readTextProblems,
  'texts.toRead': readTextsToRead,
  'texts.scanProgress': readScanProgress,
  'texts.toScan': readScansToRead,
  'texts.scansGone': readScansGone,
  'texts.scanned': readScannedPages,
  'texts.oneToRead': readTextToRead,
  'texts.toFetch': readTextsToFetch,
  'support.figures': readFigures,
} as const

type Readers = typeof readers

export type ReadName = keyof Readers
export type ReadInput<Name extends ReadName> = Readers[Name] extends (reader: Reader, input: infer Input) => unknown
  ? unknown extends Input
    ? Record<string, never>
    : Input
  : never
export type ReadOutput<Name extends ReadName> = ReturnType<Readers[Name]>

/** Reads of the text of documents: a hundred pages take most of a second. */
const ofTexts: ReadonlySet<ReadName> = new Set(['facts.ofDocument', 'facts.laterOf', 'facts.titlingOf'] as const)

/**
 * True for the facts in texts, the values of many households on two days, the doubles and missing documents of the whole firm, and the sums and groups of a large list, which take a pass over
 * it: other reads do not wait for them.
 */
export function isLong<Name extends ReadName>(reader: Reader, name: Name, input: ReadInput<Name>): boolean {
  if (ofTexts.has(name)) return true
  if (name === 'today.get') return isLongToday(reader, input as unknown as ReadInput<'today.get'>)
  if (name === 'today.missing') return askedOf(input as unknown as ReadInput<'today.missing'>).of === 'firm'
  // One person's names are looked up; the whole firm's take a pass over the index of names.
  if (name === 'doubles.list') return (input as unknown as ReadInput<'doubles.list'>).of === null
  if (name === 'today.quality') return looksForDoubles(input as unknown as ReadInput<'today.quality'>)
  if (name === 'rollUps.bridge') return isOfMany(input as unknown as ReadInput<'rollUps.bridge'>)
  if (name !== 'rollUps.list' && name !== 'rollUps.groups') return false
  // The compiler cannot conclude the input from the name.
  const { of } = input as unknown as ReadInput<'rollUps.groups'>
  // The totals of a list without filters are kept, so reading them is fast.
  const isKept = name === 'rollUps.list' && (of.filters?.length ?? 0) === 0
  return !isKept && reader.lists.isLarge(listOrderOf(listShapes[of.what], of, reader))
}

/** Such a rule takes a pass over the index of names as well; the others less than 50 ms at 300,000 people. */
const looksForDoubles = ({ rule: { filters } }: ReadInput<'today.quality'>) =>
  filters.some(({ column }) => column === 'possible_double')

const isOfMany = ({ of: { what } }: ReadInput<'rollUps.bridge'>) => what === 'owner' || what === 'book'

/** The order that a window of a list asks for. */
function orderIn(name: string, input: Readonly<Record<string, unknown>>): ReadOrder | null {
  const { sort } = input as { sort?: Pick<ReadOrder, 'column' | 'direction'> }
  const resource = resources.find((one) => name === `${domainOf(one)}.list`)
  return sort === undefined || resource === undefined ? null : { resource, ...sort }
}

/**
 * Answers one read within one snapshot of the mirror. A read that needs rows which another thread is reading is answered when
 * they are there, from a snapshot at that time; other reads do not wait for it.
 */
export function answerRead<Name extends ReadName>(
  reader: Reader,
  name: Name,
  input: ReadInput<Name>,
): ReadOutput<Name> | Promise<ReadOutput<Name>> {
  // The compiler cannot pair a name with its own input and output.
  const read = readers[name] as unknown as (reader: Reader, input: ReadInput<Name>) => ReadOutput<Name>
  const inSnapshot = reader.mirror.transaction(() => {
    reader.versions.refresh()
    return read(reader, input)
  })
  const answer = () => reader.time(name, inSnapshot, orderIn(name, input))
  try {
    return answer()
  } catch (thrown) {
    if (!(thrown instanceof Suspended)) throw thrown
    return thrown.ready.then((arrived) => reader.lists.resume(arrived, answer))
  }
}
