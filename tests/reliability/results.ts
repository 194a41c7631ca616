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
  /** Output of `git describe` for the tested version. */
  version: z.string(),
  verdict: z.enum(['held', 'violated', 'not run']),
  figures: z.record(z.string(), z.number()),
  /** Problems found, or why it was not run. */
  remarks: z.array(z.string()),
})

/** Result of a row's last run. */
export type ReliabilityResult = z.infer<typeof result>

export type Results = Record<string, ReliabilityResult>

/** Reads the stored results by row. */
export const readResults = (): Results => z.record(z.string(), result).parse(JSON.parse(readFileSync(file, 'utf8')))

export function writeResults(results: Results): void {
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
}
