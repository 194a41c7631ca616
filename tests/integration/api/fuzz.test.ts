import { expect, it } from 'vitest'
import { procedurePaths } from '../../doubles/samples/all.ts'
import { runFuzz } from '../../fuzz/run.ts'

const paths = procedurePaths
/** `npm run safety -- --fuzz` sets both; without them each procedure is called three times. */
const { STEWARD_FUZZ_SEED = '1', STEWARD_FUZZ_CALLS = String(3 * paths.length) } = process.env

it('no procedure meets an unexpected error, ends the channel or stays silent on hostile input', async () => {
  const { problems, procedures, answers } = await runFuzz(Number(STEWARD_FUZZ_SEED), Number(STEWARD_FUZZ_CALLS))
  console.log(`seed ${STEWARD_FUZZ_SEED}: ${STEWARD_FUZZ_CALLS} calls of ${procedures} procedures`, answers)
  expect(problems).toEqual([])
  expect(procedures).toBe(paths.length)
  // Both kinds of answer, or the campaign would prove nothing.
  expect(answers.ok).toBeGreaterThan(paths.length / 10)
  expect(answers['ipc/bad-request']).toBeGreaterThan(paths.length / 10)
}, 7_200_000)
