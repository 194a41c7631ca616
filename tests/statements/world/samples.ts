import type { StatementFile } from './documents.ts'
import { makeFirm } from './firm.ts'
import { makeMonth } from './month.ts'
import { accountsAt, writeStatement } from './statement.ts'
import type { CustodianName } from './types.ts'

/** The layouts that are kept as files for people to look at, with a seed whose accounts are small and telling. */
const shown: readonly (readonly [custodian: CustodianName, seed: number])[] = [
  ['alder', 3],
  ['birchline', 5],
  ['interport', 4],
  ['ferncastle', 6],
  ['harwick', 8],
  ['meridian', 9],
  ['tamarack', 10],
  ['ledgerstone', 12],
  ['quillon', 11],
  ['tallgrass', 13],
  ['stonegate', 14],
  ['larkfield', 16],
]

/** Twelve statements of October 2026, of two accounts each, named by their layout. */
export function sampleStatements(): { name: string; file: StatementFile }[] {
  return shown.map(([custodian, seed]) => {
    const firm = makeFirm(seed, { custodians: [custodian, 'granite'] })
    const month = makeMonth(firm, 4)
    const found = accountsAt(firm, custodian, 4).filter(({ id }) => (month.holdings.get(id)?.positions.length ?? 0) > 2)
    const file = writeStatement(firm, month, { custodian, accounts: found.slice(0, 2).map(({ id }) => id) })
    return { name: `${custodian}${file.name.slice(file.name.lastIndexOf('.'))}`, file }
  })
}

/** The truth of a sample, as it is kept beside it. */
export const truthText = ({ truth }: StatementFile): string => `${JSON.stringify(truth, null, 1)}\n`
