import { parseArgs } from 'node:util'
import { runCopy } from './copy.ts'
import { createHouseholds } from './merge-households.ts'
import { createPeople } from './merge-people.ts'
import { runMerge } from './merges.ts'
import { runFaults } from './run.ts'
import { createGround } from './world.ts'

const usage = `Usage: npm run faults -- [--seed S] [--runs N] [--trace] [--json] [--every N] [--only merges]
  Random writes, faults, colleagues and restarts, ending with the service's state as the judge; and a copy of a list through restored
  backups, lagging pages, moving records and interrupted walks, compared with the service after each complete sync. The same seed is
  the same run; a failing one is repeated by its own seed and --runs 1. Each run ends with
  a merge of two people and one of two households with kills, lost answers and a colleague in between; --only merges runs nothing else. Progress goes to stderr after every 50 runs, or after every N.`

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '200' },
    trace: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    every: { type: 'string', default: '50' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  console.log(usage)
} else {
  process.exitCode = (await runAll(Number(values.seed), Number(values.runs))) ? 0 : 1
}

async function runAll(seed: number, runs: number): Promise<boolean> {
  const ground = createGround()
  const totals = { writes: 0, clears: 0, lives: 0, undone: 0, failed: 0, compared: 0, merges: 0 }
  const ends: Record<string, number> = {}
  const faults: Record<string, number> = {}
  const problems: string[] = []
  const began = performance.now()
  const every = Math.max(1, Number(values.every))
  const secondsSince = () => ((performance.now() - began) / 1000).toFixed(1)
  const tellProgress = (done: number) => {
    if (done > 0 && done < runs && done % every === 0)
      console.error(`${done} of ${runs} runs, ${totals.failed} failed, ${secondsSince()} s`)
  }
  const runDay = async (seed: number): Promise<string[]> => {
    // The clock of every third computer is set back and forward by up to three days.
    const clockJumps = seed % 3 === 0 ? 1 / 15 : 0
    const result = await runFaults(ground, seed, { clockJumps })
    const copy = await runCopy(seed)
    totals.compared += copy.compared
    totals.writes += result.writes
    totals.clears += result.clears
    totals.lives += result.lives
    totals.undone += result.undone
    for (const [fault, count] of Object.entries(result.faults)) faults[fault] = (faults[fault] ?? 0) + count
    if (values.trace) console.log(result.trace)
    return [...result.problems, ...copy.problems]
  }
  for (let run = 0; run < runs; run += 1) {
    tellProgress(run)
    const found: string[] = []
    for (const [of, createScene] of Object.entries({ people: createPeople, households: createHouseholds })) {
      const merged = await runMerge(ground, seed + run, createScene)
      totals.merges += 1
      totals.lives += merged.lives
      const end = `${of} ${merged.end}`
      ends[end] = (ends[end] ?? 0) + 1
      found.push(...merged.problems.map((problem) => `${of}: ${problem}`))
      if (values.only === 'merges' && values.trace) console.log(merged.trace)
    }
    if (values.only !== 'merges') found.push(...(await runDay(seed + run)))
    if (found.length === 0) continue
    totals.failed += 1
    problems.push(`seed ${seed + run}: ${found.join('; ')}`)
    console.log(`seed ${seed + run}: ${found.join('; ')}`)
  }
  ground.remove()
  console.log(
    `seeds ${seed} to ${seed + runs - 1}: ${totals.failed} of ${runs} runs failed; ${totals.writes} writes, ${totals.clears} fields cleared, ${totals.undone} undone, ${totals.compared} copies compared, ${totals.merges} merges (${Object.entries(
      ends,
    )
      .map(([end, count]) => `${count} ${end}`)
      .join(', ')}), ${totals.lives} lives, ${secondsSince()} s`,
  )
  console.log(JSON.stringify(faults))
  const { writes, lives, merges } = totals
  if (values.json)
    console.log(
      JSON.stringify({
        problems,
        figures: values.only === 'merges' ? { merges, lives } : { days: runs, writes, lives },
      }),
    )
  return totals.failed === 0
}
