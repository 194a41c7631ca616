import { createWriteStep, type KeptResult, type Step } from '../../../../electron/data/ledger/operations.ts'
import type { WritableDatabase } from '../../../../electron/data/open-database.ts'

/** Commits only the ledger's half of a step, as a crash before the mirror's commit leaves it. */
export function commitToLedger(
  ledger: WritableDatabase,
  half: Pick<Step, 'operations' | 'results' | 'adoptions'>,
  now = 0,
): KeptResult[] {
  const kept = createWriteStep(ledger)({ events: [], ...half }, now)
  ledger.exec('COMMIT')
  return kept
}
