import { createRandom } from '../faults/random.ts'
import { type DamageKind, damage, damageKinds } from './world/damage.ts'
import type { StatementFile } from './world/documents.ts'
import { makeFirm } from './world/firm.ts'
import { correctMonth, makeMonth } from './world/month.ts'
import { accountsAt, otherKinds, writeOther, writeStatement } from './world/statement.ts'
import type { CustodianName, Firm, Month } from './world/types.ts'

/** A file that comes in. `month` is what its accounts held when it was printed. */
export type IncomingFile = { layout: string; damage: DamageKind | 'none'; file: StatementFile; month: Month }

/** Files that are dropped and reviewed together, of month `n`. */
export type Batch = { n: number; files: readonly IncomingFile[] }

export type History = { firm: Firm; batches: readonly Batch[] }

/** Rows that the damage “50,000 rows” adds here: enough for more than 5,000 assets. */
const rowsAdded = 5200

/** The firm of a seed, and the batches of files that come in over two or three months. The same seed is the same history. */
export function makeHistory(seed: number): History {
  const random = createRandom(seed * 7919 + 17)
  const firm = makeFirm(seed)
  const custodians = [...new Set(firm.accounts.map(({ custodian }) => custodian))]
  const last = 2 + random.below(2)
  const order = Array.from({ length: last }, (_, at) => at + 1)
  // Now and then last month's files come after this month's.
  if (random.chance(0.1)) order.reverse()
  const batches: Batch[] = []
  for (const n of order) {
    const month = makeMonth(firm, n)
    const files: IncomingFile[] = []
    const add = (custodian: CustodianName, of: Month) => {
      const all = accountsAt(firm, custodian, n).map(({ id }) => id)
      if (all.length === 0) return
      const [first = ''] = all
      const twice = random.chance(0.05) ? [...all, first] : all
      const accounts = all.length > 1 && random.chance(0.15) ? [random.pick(all)] : twice
      const file = writeStatement(firm, of, { custodian, accounts })
      const kind = random.chance(1 / 3) ? random.pick(damageKinds) : null
      const damaged = kind === null ? null : damage(file, kind, { seed: seed + n, rows: rowsAdded })
      const chosen =
        damaged === null ? { file, damage: 'none' as const } : { file: damaged, damage: kind ?? ('none' as const) }
      files.push({ layout: custodian, month: of, ...chosen })
    }
    for (const custodian of custodians) add(custodian, month)
    if (random.chance(0.25))
      files.push({ layout: 'other', damage: 'none', month, file: writeOther(firm, month, random.pick(otherKinds)) })
    const ofMonth = random.chance(0.5) ? [files] : files.map((each) => [each])
    if (random.chance(0.2)) {
      const [first] = files
      if (first !== undefined) ofMonth.push([first])
    }
    if (random.chance(0.2)) {
      const custodian = random.pick(custodians)
      const [first] = accountsAt(firm, custodian, n)
      if (first !== undefined) {
        const of = correctMonth(month, first.id)
        ofMonth.push([{ layout: custodian, damage: 'none', month: of, file: writeStatement(firm, of, { custodian }) }])
      }
    }
    batches.push(...ofMonth.map((each) => ({ n, files: each })))
  }
  return { firm, batches }
}
