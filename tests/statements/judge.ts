import { createHash } from 'node:crypto'
import { FirmState } from './firm-state.ts'
import { makeHistory } from './history.ts'
import { readFile } from './reading.ts'
import type { Dropped, FileResult, Result } from './results.ts'

/** Reads and logs the files of a seed's history as an advisor would, and compares all with the truth. */
export async function judgeSeed(seed: number): Promise<Result> {
  const { firm, batches } = makeHistory(seed)
  const state = new FirmState(firm)
  const result: Result = { seed, files: [], problems: [], valuations: 0, accounts: 0 }
  for (const { n, files } of batches) {
    const dropped: Dropped[] = []
    for (const { file, layout, damage: kind, month: of } of files) {
      const read = await readFile(firm, of, file)
      const own: FileResult = {
        ...{ name: `${layout} month ${n} “${file.name}”`, layout, damage: kind },
        ...{ outcome: 'exact' as const, problems: [...read.problems], notes: [] },
      }
      result.files.push(own)
      const sha256 = createHash('sha256').update(file.bytes).digest('hex')
      dropped.push({ id: `file${result.files.length}`, sha256, layout, damage: kind, read, result: own })
    }
    state.logBatch(dropped, n, result)
    for (const each of dropped) conclude(each)
  }
  return result
}

/** Decides what became of a file, once its accounts were logged or not. */
function conclude({ read, result }: Dropped): void {
  const { truth } = read.file
  const count = read.accounts.reduce((all, { account }) => all + account.rows.length, 0)
  if (read.statement === null || (read.accounts.length === 0 && count === 0)) {
    result.outcome = 'refused'
    if (truth.outcome === 'read' && result.damage === 'none') result.notes.push('refused, but it is a statement')
  } else if (truth.outcome === 'refuse') result.notes.push('read, but it is none')
  result.notes.push(...new Set(read.notes))
  if (result.outcome === 'exact' && result.notes.length > 0) result.outcome = 'asked'
  if (result.problems.length > 0) result.outcome = 'WRONG'
}
