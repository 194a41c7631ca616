import { toCacheError } from '../cache-errors.ts'
import type { WritableDatabase } from '../open-database.ts'
import { type Reserve, withReserve } from '../reserve.ts'
import { setApart } from './doubles.ts'
import { setEstateAmount } from './estate-amounts.ts'
import { addLink, moveLink, setLinkRemoved, setRejected } from './estate-links.ts'
import { confirmFact, dismissTitling, rejectFact, restoreTitling, undoFact } from './fact-decisions.ts'
import { look, meet } from './household-marks.ts'
import { addClass, addClasses, forgetClass } from './observations.ts'
import {
  forgetIntakeRows,
  judgeStaged,
  keepSummaryOriginal,
  putIntakeRows,
  putStaged,
  removeStaged,
} from './operations.ts'
import { addDate, changeDate, importDates, noteNotice, setDateMark, setDateRemoved } from './own-dates.ts'
import { setLastSections, setPackFirm, setPackTemplate } from './pack-settings.ts'
import { noteCheck, pin, setBudget, unpin } from './pins.ts'
import { pruneChanges } from './prune-changes.ts'
import { setRuleException, setRuleExceptions } from './rule-exceptions.ts'
import { forgetScannedPages, putScannedPages, setNeverScanned } from './scanned-pages.ts'
import { keepDraft, removeView, saveView, setFavourite, setLastQuery, setMe, setRule, visit } from './screen-state.ts'
import {
  addStatementAccounts,
  forgetStatements,
  putStatementScan,
  putStatements,
  setCustodian,
  setSecurityClass,
  setStatementAnswers,
} from './statements.ts'
import { setReviewed } from './summary-reviews.ts'
import { setTextSettings } from './text-settings.ts'

/** The user's writes to the ledger, by name; their inputs are those of these functions. */
const writes = {
  'views.save': saveView,
  'views.remove': removeView,
  'places.visit': visit,
  'places.setFavourite': setFavourite,
  'places.setLastQuery': setLastQuery,
  'places.setMe': setMe,
  'rules.set': setRule,
  'rules.setException': setRuleException,
  'rules.setExceptions': setRuleExceptions,
  'drafts.keep': keepDraft,
  'intake.put': putIntakeRows,
  'intake.forget': forgetIntakeRows,
  'assetClasses.add': addClass,
  'assetClasses.addAll': addClasses,
  'assetClasses.forget': forgetClass,
  'files.putStaged': putStaged,
  'files.judgeStaged': judgeStaged,
  'files.removeStaged': removeStaged,
  'files.keepSummaryOriginal': keepSummaryOriginal,
  'statements.put': putStatements,
  'statements.keepScan': putStatementScan,
  'statements.forget': forgetStatements,
  'statements.setClass': setSecurityClass,
  'statements.setAnswers': setStatementAnswers,
  'statements.setCustodian': setCustodian,
  'statements.addAccounts': addStatementAccounts,
  'summaries.setReviewed': setReviewed,
  'estate.addLink': addLink,
  'estate.setLinkRemoved': setLinkRemoved,
  'estate.moveLink': moveLink,
  'estate.setRejected': setRejected,
  'estate.setAmount': setEstateAmount,
  'doubles.setApart': setApart,
  'dates.add': addDate,
  'dates.change': changeDate,
  'dates.import': importDates,
  'dates.setRemoved': setDateRemoved,
  'dates.mark': setDateMark,
  'dates.noteNotice': noteNotice,
  'facts.confirm': confirmFact,
  'facts.reject': rejectFact,
  'facts.undo': undoFact,
  'facts.dismissTitling': dismissTitling,
  'facts.restoreTitling': restoreTitling,
  'changes.look': look,
  'changes.meet': meet,
  'changes.prune': pruneChanges,
  'packs.setFirm': setPackFirm,
  'packs.setLast': setLastSections,
  'packs.setTemplate': setPackTemplate,
  'texts.set': setTextSettings,
  'texts.keepScanned': putScannedPages,
  'texts.forgetScanned': forgetScannedPages,
  'texts.setNeverScanned': setNeverScanned,
  'travel.pin': pin,
  'travel.unpin': unpin,
  'travel.note': noteCheck,
  'travel.setBudget': setBudget,
} as const

export type LedgerWriteName = keyof typeof writes
export type LedgerWriteInput<Name extends LedgerWriteName> = Parameters<(typeof writes)[Name]>[1]
export type LedgerWriteOutput<Name extends LedgerWriteName> = ReturnType<(typeof writes)[Name]>

/**
 * Writes to the ledger and commits. Observations of the open batch are in the same transaction and are committed with it: the
 * ledger may always be ahead of the mirror. Returns what the write returns.
 * @throws AppError `cache/write-failed`; then nothing of this write is committed.
 */
export function writeLedger<Name extends LedgerWriteName>(
  { ledger, now, reserve }: { ledger: WritableDatabase; now: () => number; reserve: Reserve },
  name: Name,
  input: LedgerWriteInput<Name>,
): LedgerWriteOutput<Name> {
  // The compiler cannot pair a name with its own input and output.
  const write: (ledger: WritableDatabase, input: never, now: number) => unknown = writes[name]
  const commit = () => {
    try {
      const output = ledger.transaction(() => write(ledger, input as never, now()))()
      if (ledger.inTransaction) ledger.exec('COMMIT')
      return output as LedgerWriteOutput<Name>
    } catch (problem) {
      throw toCacheError(problem)
    }
  }
  return makingRoom.has(name) ? withReserve(reserve, commit) : commit()
}

/** Writes after which files are deleted. */
const makingRoom: ReadonlySet<LedgerWriteName> = new Set(['intake.forget', 'files.removeStaged', 'travel.unpin'])
