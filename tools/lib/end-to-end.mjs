import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { run } from './run.mjs'

/** Marks a test of the campaign in its title: one that visits every screen, does a journey in another way, or takes long. */
const tag = '@campaign'

/** The tests of a suite, each with the titles of the groups that it is in. */
const testsOf = ({ file, specs = [], suites = [] }, groups = '') => [
  ...specs.map(({ title }) => ({ file, title: `${groups}${title}` })),
  ...suites.flatMap((suite) => testsOf(suite, `${groups}${suite.title} › `)),
]

/** Returns the tests of the campaign. */
async function listCampaign() {
  const { code, output } = await run('playwright', ['test', '--list', '--reporter=json', '--grep', tag], {
    quiet: true,
  })
  if (code !== 0) throw new Error(`The end-to-end tests cannot be listed:\n${output}`)
  // The configuration may print a line of its own first.
  return JSON.parse(output.slice(output.indexOf('\n{') + 1)).suites.flatMap((suite) => testsOf(suite))
}

/** Returns the tests in an order that depends on the seed alone. */
function shuffle(tests, seed) {
  const order = ({ file, title }) => createHash('sha256').update(`${seed} ${file} ${title}`).digest('hex')
  return tests.toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
}

const write = (path, tests) => writeFileSync(path, tests.map(({ file, title }) => `${file} › ${title}\n`).join(''))

/**
 * Chooses tests of the campaign by a seed.
 *
 * @param {{ seed: number, runs: number }} choice `runs`: the number of tests; Infinity for all
 * @param {string} path beginning of the paths of the files that name the tests
 * @returns {Promise<{ only: string[], without: string[] }>} Playwright's arguments for the chosen tests only, and for all tests
 *   of the project but those of the campaign that were not chosen
 */
export async function chooseCampaign({ seed, runs }, path) {
  const tests = shuffle(await listCampaign(), seed)
  write(`${path}.only`, tests.slice(0, runs))
  write(`${path}.without`, tests.slice(runs))
  return { only: ['--test-list', `${path}.only`], without: ['--test-list-invert', `${path}.without`] }
}
