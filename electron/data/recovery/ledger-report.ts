import { isDamage, toCacheError } from '../cache-errors.ts'
import type { Db } from '../open-database.ts'
import type { Stores } from '../open-stores.ts'

/** What became of a ledger that is not, or not only, the one that was written. */
export type LedgerReport = {
  /** ISO 8601. */
  at: string
  /** It was damaged; what could be read of it is in a new one. */
  damaged: boolean
  /** Something of it could not be read. */
  incomplete: boolean
  /** Writes that were not sent yet, of which the mirror knows and the ledger does not. */
  lostWrites: number
}

const setting = 'ledger-report'

/** Told at every opening for so long: Steward may end before anybody read it. */
const toldMs = 3 * 86_400_000

/**
 * Holds the ledger against the mirror, which shows every write that waits: one that is missing in the ledger was lost, by
 * damage, with its log of changes, or to an older copy that was put in its place. Nothing else could tell a log that is gone
 * from one that was never there.
 * @returns what there is to tell a person, of this opening or of an earlier one
 */
export function reportOnLedger({ mirror, ledger, salvaged }: Stores, now: number): LedgerReport | null {
  const lostWrites = lostOf(mirror, ledger)
  if (salvaged === null && lostWrites === 0) return keptReport(ledger, now)
  const report: LedgerReport = {
    at: new Date(now).toISOString(),
    damaged: salvaged !== null,
    incomplete: salvaged !== null && salvaged.tables.length > 0,
    lostWrites,
  }
  keepReport(ledger, report)
  return report
}

function lostOf(mirror: Db, ledger: Db): number {
  const known = ledger.prepare('SELECT 1 FROM operation WHERE id = ?')
  const shown = mirror
    .prepare<[], string>('SELECT DISTINCT o.value FROM overlay, json_each(overlay.operations) o')
    .pluck()
  try {
    return shown.all().filter((id) => known.get(id) === undefined).length
  } catch (problem) {
    // A mirror that is damaged as well is begun anew, and knows of nothing then.
    if (isDamage(problem)) return 0
    throw problem
  }
}

function keptReport(ledger: Db, now: number): LedgerReport | null {
  const json = ledger.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck().get(setting)
  const report: LedgerReport | null = json === undefined ? null : JSON.parse(json)
  return report !== null && now - Date.parse(report.at) < toldMs ? report : null
}

/** A disk that is full keeps nobody from being told now. */
function keepReport(ledger: Db, report: LedgerReport): void {
  try {
    ledger.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)').run(setting, JSON.stringify(report))
  } catch (problem) {
    if (toCacheError(problem) === problem) throw problem
  }
}
