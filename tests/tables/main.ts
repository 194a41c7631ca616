import { parseArgs } from 'node:util'
import { judgeSeed, type Result } from './judge.ts'

const usage = `Usage: npm run tables -- [--seed S] [--runs N] [--json]
  Tables of holdings and people as other programs write them, with known truth, whole and damaged, read and compared with the truth.
  The same seed is the same table; a failing one is repeated by its own seed and --runs 1.`

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '1000' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  console.log(usage)
} else {
  process.exitCode = (await runAll(Number(values.seed), Number(values.runs))) ? 0 : 1
}

async function runAll(seed: number, runs: number): Promise<boolean> {
  const totals = { failed: 0, ready: 0, records: 0, accepted: 0, refused: 0, wholeRefused: 0 }
  const whole = { holdings: 0, people: 0 }
  const wholeAsked = { holdings: 0, people: 0 }
  const certain = { files: 0, asked: 0, demanded: 0 }
  const askedByKind: Record<string, number> = {}
  const certainByKind: Record<string, number> = {}
  const demandedByKind: Record<string, number> = {}
  const openByKind: Record<string, number> = {}
  const problems: string[] = []
  const began = performance.now()
  for (let run = 0; run < runs; run += 1) {
    const result = await judgeSafely(seed + run)
    if (typeof result === 'string') {
      totals.failed += 1
      problems.push(result)
      console.log(result)
      continue
    }
    const { made, read, counts } = result
    if (read.isReady) totals.ready += 1
    totals.records += counts.records
    totals.accepted += counts.accepted
    totals.refused += counts.refused
    totals.wholeRefused += counts.wholeRefused
    if (made.damage.length === 0) {
      whole[made.kind] += 1
      if (result.asked.length > 0) wholeAsked[made.kind] += 1
      if (made.mustAsk === null) {
        const [demanded, others] = partition(result)
        certain.files += 1
        if (others.length > 0) certain.asked += 1
        else if (demanded.length > 0) certain.demanded += 1
        count(demandedByKind, demanded)
        count(certainByKind, others)
      }
      count(askedByKind, result.asked)
      count(openByKind, result.unanswered)
    }
    if (result.problems.length === 0) continue
    totals.failed += 1
    problems.push(`seed ${result.seed}: ${result.problems.join('; ')}`)
    printFailure(result)
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(
    `seeds ${seed} to ${seed + runs - 1}: ${totals.failed} of ${runs} runs failed; ${totals.ready} read to the end with ${totals.records} records: ${totals.accepted} rows accepted, ${totals.refused} refused (${totals.wholeRefused} of them whole records), ${seconds} s`,
  )
  for (const kind of ['holdings', 'people'] as const) {
    console.log(`undamaged ${kind}: ${share(wholeAsked[kind], whole[kind])} raised a question`)
  }
  console.log(
    `undamaged and not ambiguous: ${share(certain.asked, certain.files)} raised a question, by kind ${JSON.stringify(certainByKind)}`,
  )
  console.log(
    `  ${share(certain.demanded, certain.files)} raised only what the user alone can decide, by kind ${JSON.stringify(demandedByKind)}`,
  )
  console.log(`questions of all undamaged files: ${JSON.stringify(askedByKind)}`)
  console.log(`questions of undamaged files that the truth does not answer: ${JSON.stringify(openByKind)}`)
  if (values.json) console.log(JSON.stringify({ problems, figures: { tables: runs, rows: totals.records } }))
  return totals.failed === 0
}

/** Judges a seed; a reader that throws is a failure of that seed alone. */
async function judgeSafely(seed: number): Promise<Result | string> {
  try {
    return await judgeSeed(seed)
  } catch (error) {
    return `seed ${seed}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
  }
}

/** The kinds that a file without an ambiguous cell demands, since nothing in it has their answer, and the others. */
function partition({ asked, made: { labels } }: Result): [demanded: string[], others: string[]] {
  const hasAccounts = labels.some((label) => label.startsWith('two accounts'))
  const demanded: Record<string, boolean> = {
    // The rate of another currency.
    rate: true,
    // Which account a valuation is of.
    account: hasAccounts,
    table: hasAccounts,
    // A column of values without a name is chosen by the user.
    value: labels.includes('no header'),
    // The order of dates is concluded for each column by itself.
    dates: true,
  }
  return [asked.filter((kind) => demanded[kind] === true), asked.filter((kind) => demanded[kind] !== true)]
}

function count(counts: Record<string, number>, kinds: readonly string[]): void {
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1
}

function share(part: number, all: number): string {
  return `${part} of ${all} (${all === 0 ? 0 : Math.round((100 * part) / all)} %)`
}

function printFailure({ seed, made, read, problems }: Result): void {
  const knowledge = JSON.stringify(made.knowledge)
  console.log(`\nseed ${seed} (${made.kind}: ${made.labels.join(', ')}; damage: ${made.damage.join(', ') || 'none'})`)
  for (const problem of problems) console.log(`  ${problem}`)
  console.log(`text:\n${made.text.replaceAll('\0', '␀').replaceAll('\t', '⇥')}`)
  console.log(`truth: header in row ${made.headerRow}, rows counted up to ${made.countedUpTo}, ${knowledge}`)
  for (const { row, kind, truth } of made.rows) {
    console.log(
      `  ${row} ${kind}${truth?.isUncertain ? ' damaged' : ''} ${truth === null ? '' : JSON.stringify(truth.fields)}`,
    )
  }
  console.log(`read: ${JSON.stringify(read)}\n`)
}
