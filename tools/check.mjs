// Runs types, lint, format, boundaries, dead code, unit and component tests, before every commit. `--changed [BASE]` runs only what the files
// that differ from BASE (by default the last commit) can break; `types` and `lint` run only these (npm run typecheck, npm run lint).

import { cpus } from 'node:os'
import { dirname } from 'node:path'
import { changedFiles, changedSteps, quotingSpecs } from './lib/changed.mjs'
import { run } from './lib/run.mjs'
import { ensureDependencies } from './lib/setup.mjs'

const tsc = 'node_modules/typescript7/bin/tsc'
/** Projects that the type-aware linter does not check: it uses the `tsconfig.json` nearest to a file and skips `tools`. */
const sides = [
  'electron/tsconfig.preload.json',
  'tools/package',
  'tools/prove-desktop',
  'tools/safety',
  'tools/nightly',
  'tools/dev',
  'tools/release',
]

const steps = [
  // One pass checks both: the types of every project with its own configuration, and the lint rules that need types.
  {
    name: 'types and floating promises',
    command: ['oxlint', ['--type-aware', '--type-check', '--deny-warnings', '.']],
  },
  ...sides.map((side) => ({ name: `types: ${side}`, command: ['node', [tsc, '-p', side, '--noEmit']] })),
  { name: 'lint and format', command: ['biome', ['ci', '--error-on-warnings', '.']] },
  { name: 'boundaries', command: ['node', ['tools/boundaries.mjs']] },
  { name: 'dead code', command: ['knip', ['--no-progress']] },
  {
    name: 'unit and component tests',
    command: ['vitest', ['run', '--project', 'unit', '--project', 'component', '--silent=passed-only']],
  },
]

/** Runs every step, as many in parallel as there are cores, and prints the failures, line by line with `print`. */
export async function check(which = steps, print = console.log) {
  const queue = [...which]
  let failed = 0
  const worker = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) {
      const started = Date.now()
      print(`     ${step.name}…`)
      const { code, output } = await run(...step.command, { quiet: true })
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      print(`${code === 0 ? 'ok  ' : 'FAIL'} ${step.name} (${seconds} s)`)
      if (code !== 0) {
        failed += 1
        print(output.slice(-12_000))
      }
    }
  }
  await Promise.all(cpus().slice(0, 4).map(worker))
  return { passed: which.length - failed, failed }
}

/** All steps except the tests, for the full test run, which runs and counts those itself. */
export const staticSteps = steps.filter(({ name }) => name !== 'unit and component tests')

const parts = {
  types: ({ name }) => name.startsWith('types'),
  lint: ({ name }) => ['lint and format', 'boundaries', 'dead code'].includes(name),
}

/** The folders of files, with how many are in each. */
function foldersOf(files) {
  const counts = new Map()
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts].map(([folder, count]) => `${folder} (${count})`).join(', ')
}

if (import.meta.main ?? process.argv[1]?.endsWith('check.mjs')) {
  try {
    const [option, base = 'HEAD', ...rest] = process.argv.slice(2)
    const part = parts[option]
    if ((option !== undefined && option !== '--changed' && part === undefined) || rest.length > 0)
      throw new Error('Usage: npm run check [-- --changed [BASE]]')
    await ensureDependencies()
    const changed = option === '--changed' ? await changedFiles(base) : []
    const chosen = option === '--changed' ? changedSteps(changed) : steps.filter(part ?? (() => true))
    const { passed, failed } = await check(chosen)
    for (const { left = [] } of chosen)
      if (left.length > 0)
        console.log(`Left to npm test, ${left.length} test files that are further away: ${foldersOf(left)}`)
    for (const { text, specs } of await quotingSpecs(base, changed))
      console.log(`“${text}”, which is gone here, is quoted in ${specs.join(', ')}: run or change these.`)
    console.log(`${passed} passed, ${failed} failed`)
    process.exitCode = failed === 0 ? 0 : 1
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
