import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createJudge, type Explained, type FolderScore } from './score.ts'

/** Where money, identity or safety is decided. A folder within one that is listed gets a sample of its own. */
const decisive = [
  'shared/domain',
  'shared/domain/roles',
  'shared/domain/family',
  'shared/domain/estate-map',
  'shared/statements',
  'shared/tables',
  'electron/outbox',
  'electron/data/sweep',
  'electron/data/overlay',
  'electron/data/ledger',
  'electron/sync',
  'electron/auth',
  'electron/policy',
  'electron/security',
  'electron/documents',
]

const usage = `Usage: npm run mutation-score -- [--seed S] [--sample N] [--from N] [--most N] [--json FILE] [FOLDER|FILE…]
  Plants N small changes in each folder or file, one at a time, in a copy of the project, and runs the unit, component and integration tests that
  reach the file. Prints what no test noticed. Without one: all folders in which money, identity or safety is decided. Fails if a folder's tests
  notice less than 90 %. Survivors that nothing could notice are in tests/mutation/explained.json, each with its reason. --from N:
  the first of the sample that is planted, to go on with an interrupted run. --most N: the nearest N test files for each mutant and no
  more, which is quicker and may notice fewer.`

const goal = 90

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    sample: { type: 'string', default: '10' },
    from: { type: 'string', default: '1' },
    most: { type: 'string' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

async function run(folders: readonly string[]): Promise<boolean> {
  const root = join(import.meta.dirname, '../..')
  const explained = JSON.parse(readFileSync(join(import.meta.dirname, 'explained.json'), 'utf8')) as Explained[]
  const asked = {
    seed: Number(values.seed),
    sample: Number(values.sample),
    from: Number(values.from),
    ...(values.most && { most: Number(values.most) }),
  }
  const judge = createJudge({ root, explained })
  const scores: FolderScore[] = []
  try {
    for (const folder of folders) {
      const score = await judge.score(folder, asked, ({ place, change, outcome, tests, by }) => {
        const what = outcome === 'killed' ? `killed by ${by}` : `${outcome} ${tests} test files`
        console.log(`${place}   ${change}\n  ${what}`)
      })
      scores.push(score)
      console.log(`${lineOf(score)}\n`)
      if (values.json) writeFileSync(values.json, JSON.stringify({ ...asked, scores }, null, 2))
    }
  } finally {
    judge.remove()
  }
  for (const test of judge.leftOut) console.log(`${test} fails without a change, so it was left out.`)
  for (const score of scores) console.log(lineOf(score))
  return judge.leftOut.size === 0 && scores.every((score) => percentOf(score) >= goal)
}

const countOf = ({ judged }: FolderScore, outcome: string) => judged.filter((one) => one.outcome === outcome).length

/** What was noticed, in per cent of what could be. */
function percentOf(score: FolderScore): number {
  const possible = score.judged.length - countOf(score, 'explained') - countOf(score, 'unknown')
  return possible === 0 ? 100 : (countOf(score, 'killed') / possible) * 100
}

const lineOf = (score: FolderScore): string =>
  `${score.folder}: ${countOf(score, 'killed')} of ${score.judged.length} killed (${percentOf(score).toFixed(0)} %), ` +
  `${countOf(score, 'survived')} survived, ${countOf(score, 'explained')} explained, ${countOf(score, 'unknown')} not judged, since ` +
  `the computer was too busy; ${score.candidates} possible`

if (values.help) console.log(usage)
else process.exitCode = (await run(positionals.length > 0 ? positionals : decisive)) ? 0 : 1
