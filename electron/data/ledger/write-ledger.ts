import { toCacheError } from '../cache-errors.ts'
import type { Db } from '../open-database.ts'
import type { Writer } from '../writer.ts'
import { addClass, addClasses, forgetClass } from './asset-classes.ts'
import { keepDraft } from './drafts.ts'
import { forgetIntakeRows, putIntakeRows } from './intake-rows.ts'
import type { LedgerWriteInput, LedgerWriteName } from './ledger-calls.ts'
import { setFavourite, setLastQuery, setMe, visit } from './places-writes.ts'
import { removeView, saveView } from './saved-views.ts'
import { keepSummaryOriginal, putStaged, removeStaged } from './staged-files.ts'
import { noteCheck, pin, setBudget, unpin } from './travel.ts'

type Keepers = { [Name in LedgerWriteName]: (ledger: Db, input: LedgerWriteInput<Name>, now: number) => void }

const keepers: Keepers = {
  'views.save': saveView,
  'views.remove': removeView,
  'places.visit': visit,
  'places.setFavourite': setFavourite,
  'places.setLastQuery': setLastQuery,
  'places.setMe': setMe,
  'drafts.keep': keepDraft,
  'intake.put': putIntakeRows,
  'intake.forget': forgetIntakeRows,
  'assetClasses.add': addClass,
  'assetClasses.addAll': addClasses,
  'assetClasses.forget': forgetClass,
  'files.putStaged': putStaged,
  'files.removeStaged': removeStaged,
  'files.keepSummaryOriginal': keepSummaryOriginal,
  'travel.pin': pin,
  'travel.unpin': unpin,
  'travel.note': noteCheck,
  'travel.setBudget': setBudget,
}

/**
 * Writes to the ledger and commits. Observations of the open batch are in the same transaction and are committed with it: the
 * ledger may always be ahead of the mirror.
 * @throws AppError `cache/write-failed`; then nothing of this write is committed.
 */
export function writeLedger({ ledger, now }: Writer, name: LedgerWriteName, input: unknown): void {
  // The caller's types guarantee that the input belongs to the name.
  const keeper = keepers[name] as (ledger: Db, input: unknown, now: number) => void
  try {
    ledger.transaction(() => keeper(ledger, input, now()))()
    if (ledger.inTransaction) ledger.exec('COMMIT')
  } catch (problem) {
    throw toCacheError(problem)
  }
}
