import { isDamage, toCacheError } from '../cache-errors.ts'
import type { WritableDatabase } from '../open-database.ts'
import type { Stores } from '../open-stores.ts'

/** Reports that a ledger's content is not exactly what was written. */
export type LedgerReport = {
  /** ISO 8601. */
  at: string
  /** It was damaged; the readable rows are in a new one. */
  damaged: boolean
  /** Some of its data could not be read. */
  incomplete: boolean
  /** Unsent writes that the mirror shows and the ledger lacks. */
  lostWrites: number
}

const setting = 'ledger-report'

/** Time in ms for which every opening reports it: Steward may end before the user reads it. */
const toldMs = 3 * 86_400_000

/**
 * Compares the ledger with the mirror, which shows every pending write: a write that is missing in the ledger was lost, through
 * damage, with its write-ahead log, or because an older copy was put in its place. Nothing else can distinguish a lost log from
 * one that never existed.
 * @returns the report for the user, of this opening or of an earlier one
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

function lostOf(mirror: WritableDatabase, ledger: WritableDatabase): number {
  const known = ledger.prepare('SELECT 1 FROM operation WHERE id = ?')
  const shown = mirror
    .prepare<[], string>('SELECT DISTINCT o.value FROM overlay, json_each(overlay.operations) o')
    .pluck()
  try {
    return shown.all().filter((id) => known.get(id) === undefined).length
  } catch (problem) {
    // A mirror that is damaged as well starts empty and shows no writes.
    if (isDamage(problem)) return 0
    throw problem
  }
}

function keptReport(ledger: WritableDatabase, now: number): LedgerReport | null {
  const json = ledger.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck().get(setting)
  const report: LedgerReport | null = json === undefined ? null : JSON.parse(json)
  return report !== null && now - Date.parse(report.at) < toldMs ? report : null
}

/** The user is still told now, even if a full disk prevents storing the report. */
function keepReport(ledger: WritableDatabase, report: LedgerReport): void {
  try {
    ledger.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)').run(setting, JSON.stringify(report))
  } catch (problem) {
    if (toCacheError(problem) === problem) throw problem
  }
}
