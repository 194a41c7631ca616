import type { ReadInput, ReadName, ReadOutput } from '../connection-store.ts'
import { listDrafts } from '../ledger/drafts.ts'
import { listIntakeRows, listStagedIds } from '../ledger/intake-rows.ts'
import { listFavourites, listRecents, readLastQuery, readMe, titlesOf } from '../ledger/places.ts'
import { listViews } from '../ledger/saved-views.ts'
import { readStaged, readSummaryOriginal, stagedByDigest, stagedNames } from '../ledger/staged-files.ts'
import { heldByDigest, readHeldFiles, readHeldUse, readThumbnails } from '../mirror/cached-files.ts'
import { listAssetClasses } from './asset-classes.ts'
import { recordsByIds } from './by-ids.ts'
import {
  getDocument,
  getDocumentSummary,
  getEntity,
  getHousehold,
  getIndividual,
  getUser,
  getValuation,
} from './details.ts'
import { readExportOrder, readExportRows } from './export-rows.ts'
import { readFiguresChecked } from './figures-checked.ts'
import { readList } from './list.ts'
import {
  documentList,
  documentSummaryList,
  entityList,
  householdList,
  individualList,
  userList,
  valuationList,
} from './lists.ts'
import { listObserved } from './observed.ts'
import {
  entityDependents,
  getOperation,
  listOperations,
  readActivity,
  readAllPaused,
  readCounts,
  readUnsent,
  serverIdOf,
} from './outbox.ts'
import { listQuarantined } from './quarantine.ts'
import type { Reader } from './reader.ts'
import { rollUpBook, rollUpHousehold } from './roll-ups.ts'
import { readFigures } from './support.ts'
import { readHeld, readNeeds, readPin, readPins } from './travel.ts'
import { Suspended } from './views.ts'

type Readers = { [Name in ReadName]: (reader: Reader, input: ReadInput<Name>) => ReadOutput<Name> }

const readers: Readers = {
  'households.list': (reader, input) => readList(reader, householdList, input),
  'households.get': getHousehold,
  'individuals.list': (reader, input) => readList(reader, individualList, input),
  'individuals.get': getIndividual,
  'entities.list': (reader, input) => readList(reader, entityList, input),
  'entities.get': getEntity,
  'valuations.list': (reader, input) => readList(reader, valuationList, input),
  'valuations.get': getValuation,
  'valuations.observed': listObserved,
  'documents.list': (reader, input) => readList(reader, documentList, input),
  'documents.get': getDocument,
  'documentSummaries.list': (reader, input) => readList(reader, documentSummaryList, input),
  'documentSummaries.get': getDocumentSummary,
  'users.list': (reader, input) => readList(reader, userList, input),
  'users.get': getUser,
  'setAside.list': listQuarantined,
  'search.query': (reader, input) => reader.search.query(input),
  'rollUps.household': rollUpHousehold,
  'rollUps.book': rollUpBook,
  'rollUps.checked': readFiguresChecked,
  'assetClasses.list': listAssetClasses,
  'views.list': listViews,
  'places.recents': listRecents,
  'places.favourites': listFavourites,
  'places.titles': titlesOf,
  'places.me': readMe,
  'places.lastQuery': readLastQuery,
  'drafts.list': listDrafts,
  'intake.rows': listIntakeRows,
  'intake.stagedIds': listStagedIds,
  'travel.pins': readPins,
  'travel.pin': readPin,
  'travel.needs': readNeeds,
  'travel.held': readHeld,
  'outbox.counts': readCounts,
  'outbox.list': listOperations,
  'outbox.get': getOperation,
  'outbox.activity': readActivity,
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
  'support.figures': readFigures,
}

/**
 * Answers one read within one snapshot of the mirror. A read that needs a view which is being built elsewhere is answered when
 * the view is ready, from a snapshot at that time; other reads do not wait for it.
 */
export function answerRead<Name extends ReadName>(
  reader: Reader,
  name: Name,
  input: ReadInput<Name>,
): ReadOutput<Name> | Promise<ReadOutput<Name>> {
  const read: Readers[Name] = readers[name]
  const answer = reader.mirror.transaction(() => {
    reader.versions.refresh()
    return read(reader, input)
  })
  try {
    return answer()
  } catch (thrown) {
    if (!(thrown instanceof Suspended)) throw thrown
    return thrown.ready.then(() => reader.views.withoutWaiting(answer))
  }
}
