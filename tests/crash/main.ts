import { parseArgs } from 'node:util'
import { runKills } from './campaign.ts'
import { runCorruptions } from './corrupt.ts'
import { injectIntoEdit } from './inject-edit.ts'
import { injectIntoMigration } from './inject-migration.ts'
import { whyNoStrace } from './strace.ts'

const usage = `Usage: npm run crash -- [--part kill|upload|inject|corrupt] [--seed S] [--runs N] [--step N]
  kill    a Steward at work is killed by SIGKILL at random moments, N times (200); then everything is sent and counted
  upload  the same, while it takes in and uploads files
  inject  one edit, and one opening that migrates, are killed at their 1st, 2nd, 3rd … write to the disk until they get
          through; --step 5 takes every fifth. Needs strace.
  corrupt stores are damaged N times: bytes, pages and ends; then opened and read`

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'kill' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    runs: { type: 'string', default: '200' },
    step: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) console.log(usage)
else if (values.part === 'kill' || values.part === 'upload') {
  const [seed, runs] = [Number(values.seed), Number(values.runs)]
  console.log(`seed ${seed}, ${runs} kills`)
  const onKill = (count: number) => {
    if (count % 10 === 0) console.error(`${count} kills`)
  }
  report(await runKills({ seed, runs, onKill, work: values.part === 'kill' ? 'work' : 'upload' }))
} else if (values.part === 'corrupt') {
  const [seed, runs] = [Number(values.seed), Number(values.runs)]
  report(await runCorruptions({ seed, runs, onRun: (what) => console.error(what) }))
} else if (values.part === 'inject') {
  const why = await whyNoStrace()
  if (why === null) await inject(Number(values.step))
  else console.log(`NOT RUN, nothing was tried: ${why}`)
} else {
  console.error(usage)
  process.exitCode = 2
}

async function inject(step: number): Promise<void> {
  const options = { step, onRun: (what: string) => console.error(what) }
  const migration = await injectIntoMigration(options)
  const edit = await injectIntoEdit(options)
  report({
    problems: [...migration.problems, ...edit.problems],
    figures: { ...migration.figures, ...edit.figures },
  })
}

function report({ problems, figures }: { problems: string[]; figures: Record<string, number> }): void {
  console.table(figures)
  for (const problem of problems) console.log(`VIOLATION ${problem}`)
  console.log(problems.length === 0 ? 'No violation.' : `${problems.length} violations.`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
