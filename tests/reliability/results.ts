import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const file = fileURLToPath(new URL('./results.json', import.meta.url))

const result = z.strictObject({
  /** YYYY-MM-DD. */
  date: z.iso.date(),
  seed: z.int(),
  runs: z.int().positive(),
  seconds: z.number(),
  /** What `git describe` says of what was run. */
  version: z.string(),
  verdict: z.enum(['held', 'violated', 'not run']),
  figures: z.record(z.string(), z.number()),
  /** What was wrong, or why it was not run. */
  remarks: z.array(z.string()),
})

/** What came of a row when it was last run. */
export type ReliabilityResult = z.infer<typeof result>

export type Results = Record<string, ReliabilityResult>

/** Results by row, as the runs have left them. */
export const readResults = (): Results => z.record(z.string(), result).parse(JSON.parse(readFileSync(file, 'utf8')))

export function writeResults(results: Results): void {
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
}
