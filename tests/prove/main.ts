// Breaks each feature in turn and expects `npm run prove-desktop` to fail exactly the step that is about it:
// npm run prove-mutations -- [--only STEP,STEP]
import { parseArgs } from 'node:util'
import { ensureBuild, ensureTestTools } from '../../tools/lib/setup.mjs'
import { type Mutation, mutations } from './mutations.ts'
import { type Bench, createBench } from './prove.ts'

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const names = values.only?.split(',') ?? mutations.map(({ step }) => step)

/** What is wrong with the command's result; null if the step failed as it must. */
async function check(bench: Bench, { step, broken, reason }: Mutation): Promise<string | null> {
  const { code, proof } = await bench.prove([step], broken)
  const failed = proof.steps.filter(({ verdict }) => verdict === 'failed')
  if (code !== 1 || failed.length !== 1 || failed[0]?.id !== step) {
    return `exit code ${code}, failed: ${failed.map(({ id }) => id).join(', ') || 'nothing'}`
  }
  return reason.test(failed[0].reason ?? '') ? null : `another reason: ${failed[0].reason}`
}

async function run(bench: Bench): Promise<number> {
  const steps = [...new Set(names)]
  const whole = await bench.prove(steps)
  const wrong = whole.proof.steps
    .filter(({ verdict }) => verdict === 'failed')
    .map(({ id, reason }) => `${id}: ${reason}`)
  console.log(wrong.length === 0 ? `passed ${steps.length} steps, unbroken` : `FAILED unbroken: ${wrong.join('\n')}`)
  let failures = wrong.length
  for (const mutation of mutations.filter(({ step }) => names.includes(step))) {
    const problem = await check(bench, mutation)
    if (problem !== null) failures += 1
    console.log(
      `${problem === null ? 'passed' : 'FAILED'} ${mutation.step} without ${mutation.broken}${problem === null ? '' : `: ${problem}`}`,
    )
  }
  return failures
}

await ensureTestTools()
await ensureBuild()
const bench = await createBench()
try {
  process.exitCode = (await run(bench)) === 0 ? 0 : 1
} finally {
  bench.remove()
}
