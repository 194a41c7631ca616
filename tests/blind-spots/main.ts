import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { filesOf } from '../../tools/lib/reach.mjs'
import { blindSpotsOf, readCoverage } from './coverage.ts'

/** The campaigns, each with how many runs find most of what it can find, and the folders that it is about. */
const campaigns: Readonly<Record<string, { runs: number; folders: readonly string[] }>> = {
  faults: {
    runs: 300,
    folders: [
      'electron/outbox',
      'electron/sync',
      'electron/data/sweep',
      'electron/data/overlay',
      'electron/data/ledger',
    ],
  },
  crash: {
    runs: 20,
    folders: ['electron/data/recovery', 'electron/data/ledger', 'electron/data/workers', 'electron/outbox'],
  },
  tables: { runs: 3000, folders: ['shared/tables', 'shared/domain/import'] },
}

const usage = `Usage: npm run blind-spots -- [--seed S] [--campaign NAME]
  Runs the campaigns with V8's coverage and prints, as Markdown, the code that no seed reached. Each thread writes its coverage twice a
  second: what runs only in the last half second before it is ended or killed counts as not reached.`

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    campaign: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const root = join(import.meta.dirname, '../..')

async function measure(name: string, runs: number): Promise<ReturnType<typeof readCoverage>> {
  const folder = mkdtempSync(join(tmpdir(), 'steward-coverage-'))
  try {
    const args = [join(root, `tests/${name}/main.ts`), '--seed', values.seed, '--runs', String(runs)]
    const preload = `--import=${new URL('preload.mjs', import.meta.url).href}`
    const env = { ...process.env, NODE_V8_COVERAGE: folder, NODE_OPTIONS: preload }
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
    if (code !== 0) console.error(`${name} ended with ${code}: its own output says why.`)
    return readCoverage(folder, root)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function run(): Promise<void> {
  for (const [name, { runs, folders }] of Object.entries(campaigns)) {
    if (values.campaign !== undefined && values.campaign !== name) continue
    const ran = await measure(name, runs)
    console.log(`## ${name}, ${runs} runs from seed ${values.seed}\n`)
    for (const folder of folders) {
      let all = 0
      let missed = 0
      const lines: string[] = []
      for (const path of filesOf(root, folder)) {
        const text = readFileSync(join(root, path), 'utf8')
        const { spots, statements } = blindSpotsOf(path, text, ran.get(path))
        all += statements
        missed += spots.length
        for (const { line, within, code } of spots) lines.push(`- \`${path}:${line}\` ${within}: \`${code}\``)
      }
      console.log(`### ${folder}: ${missed} places of ${all} statements\n\n${lines.join('\n')}\n`)
    }
  }
}

if (values.help) console.log(usage)
else await run()
