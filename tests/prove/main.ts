// Breaks each feature in turn and expects the step of `npm run prove-desktop` that is about it to fail, and to say why:
// npm run prove-mutations -- [--only STEP,STEP] [--workers NUMBER]
// npm run prove-mutations -- --pack [--only STEP,STEP] [--specs FILE,FILE]   packs both builds and runs the command on them, unbroken
import { parseArgs } from 'node:util'
import pMap from 'p-map'
import { ensureBuild, ensureTestTools } from '../../tools/lib/setup.mjs'
import { killAll } from '../../tools/prove-desktop/children.ts'
import { surviveLeftovers } from '../../tools/prove-desktop/run-steps.ts'
import { type Mutation, mutations, testedOnTheirOwn } from './mutations.ts'
import { type Bench, createBench } from './prove.ts'
import { type Tried, tableOf } from './table.ts'
import { proveWhole } from './whole.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    workers: { type: 'string', default: '2' },
    pack: { type: 'boolean', default: false },
    specs: { type: 'string' },
  },
})
const names = values.only?.split(',') ?? null

/** Runs the step with its feature broken, and says whether it failed for the expected reason. */
async function tryMutation(bench: Bench, mutation: Mutation): Promise<Tried> {
  const { verdict, reason, seconds } = await bench.breakAndRun(mutation)
  const isNoticed = verdict === 'failed' && mutation.reason.test(reason ?? '')
  console.log(`${isNoticed ? 'noticed' : 'MISSED'} ${mutation.step} without ${mutation.broken} (${seconds} s)`)
  return { ...mutation, isNoticed, said: verdict === 'failed' ? (reason ?? '') : verdict, seconds }
}

async function run(bench: Bench): Promise<number> {
  const chosen = mutations.filter(({ step }) => names?.includes(step) ?? true)
  const steps = [...new Set(chosen.map(({ step }) => step))]
  const { proof } = await bench.prove(steps, '', (text) => process.stdout.write(text))
  const wrong = proof.steps.filter(({ verdict, reason }) => verdict === 'failed' || /ended before/.test(reason ?? ''))
  if (wrong.length > 0) console.log(`FAILED although nothing is broken: ${wrong.map(({ id }) => id).join(', ')}`)
  await bench.readDemoFirm()
  const tried = await pMap(chosen, (mutation) => tryMutation(bench, mutation), { concurrency: Number(values.workers) })
  console.log(`\n${tableOf(tried)}`)
  const missed = tried.filter(({ isNoticed }) => !isNoticed)
  console.log(`${tried.length - missed.length} of ${tried.length} broken features were noticed`)
  console.log(`Not here, but in tests/unit/prove-desktop: ${testedOnTheirOwn.join(', ')}`)
  return wrong.length + missed.length
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    killAll()
    process.exit(130)
  })
}
surviveLeftovers()
await ensureTestTools()
await ensureBuild()
if (values.pack) process.exitCode = await proveWhole({ only: values.only, specs: values.specs })
else {
  const bench = await createBench()
  try {
    process.exitCode = (await run(bench)) === 0 ? 0 : 1
  } finally {
    bench.remove()
  }
}
