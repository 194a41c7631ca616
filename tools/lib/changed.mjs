import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createReach } from './reach.mjs'
import { root, run } from './run.mjs'

/** Test files that run after a change at most, which takes minutes: a field of a record reaches nearly all. */
const mostTests = 60

const tsc = 'node_modules/typescript7/bin/tsc'

/** The projects to check when a file of a side changed: those that its types can break. */
const projects = {
  shared: ['shared', 'electron', 'renderer', 'tests'],
  electron: ['electron', 'electron/tsconfig.preload.json'],
  renderer: ['renderer'],
  sandbox: ['sandbox'],
  tests: ['tests'],
  'tools/package': ['tools/package'],
  'tools/prove-desktop': ['tools/prove-desktop'],
  'tools/safety': ['tools/safety'],
  'tools/nightly': ['tools/nightly'],
  'tools/release': ['tools/release'],
  'tools/dev': ['tools/dev'],
}

/**
 * The files that differ from a commit, new ones included and deleted ones left out.
 *
 * @param {string} base a commit or branch; `HEAD` compares with the last commit
 * @returns {Promise<string[]>} paths relative to the project's root
 * @throws Error if git is missing or does not know the commit
 */
export async function changedFiles(base) {
  const commands = [
    ['diff', '--name-only', '--diff-filter=d', base],
    ['ls-files', '--others', '--exclude-standard'],
  ]
  const lists = []
  for (const command of commands) {
    const { code, output } = await run('git', command, { quiet: true })
    if (code !== 0) throw new Error(`git ${command.join(' ')}: ${output.trim()}`)
    lists.push(...output.split('\n').filter((path) => path !== '' && existsSync(join(root, path))))
  }
  return [...new Set(lists)].sort()
}

/**
 * The checks for these files: types of their sides, lint and format of the files, and the unit and component tests that import them,
 * those with the fewest files between first.
 *
 * @param {readonly string[]} files paths relative to the project's root
 * @returns {{ name: string, command: [string, string[]], left?: string[] }[]} empty if nothing is to be checked; `left` are test files
 * beyond the nearest 60, which are not run
 */
export function changedSteps(files) {
  const code = files.filter((path) => /\.(?:[cm]?js|tsx?)$/.test(path))
  const formatted = files.filter((path) => /\.(?:[cm]?js|tsx?|json|css)$/.test(path) && path !== 'package-lock.json')
  const sides = Object.keys(projects).filter((side) => code.some((path) => path.startsWith(`${side}/`)))
  const typed = code.filter((path) => sides.some((side) => path.startsWith(`${side}/`)))
  return [
    ...[...new Set(sides.flatMap((side) => projects[side]))].map((project) => ({
      name: `types: ${project}`,
      command: ['node', [tsc, '-p', project, '--noEmit']],
    })),
    ...step('floating promises', 'oxlint', ['--type-aware', '--deny-warnings'], typed),
    ...step('lint and format', 'biome', ['ci', '--error-on-warnings', '--no-errors-on-unmatched'], formatted),
    ...testSteps(code),
    // Reads the real stores, so it is none of the tests above.
    ...step(
      'columns of records',
      'vitest',
      ['run', '--project', 'integration', '--silent=passed-only'],
      code.some((path) => path.startsWith('shared/records/')) ? ['tests/integration/data/record-columns.test.ts'] : [],
    ),
  ]
}

function testSteps(code) {
  const reach = code.length > 0 ? createReach(root) : () => []
  /** The smallest number of files between each test and a changed file. */
  const distances = new Map()
  for (const path of code)
    for (const [test, distance] of reach(path)) distances.set(test, Math.min(distance, distances.get(test) ?? distance))
  const reached = [...distances]
    .filter(([test]) => /^tests\/(?:unit|component)\//.test(test))
    .sort(([one, near], [other, far]) => near - far || one.localeCompare(other))
    .map(([test]) => test)
  const [nearest, left] = [reached.slice(0, mostTests), reached.slice(mostTests)]
  const name = `${left.length > 0 ? 'nearest ' : ''}${nearest.length} of ${reached.length} related unit and component test files`
  const args = ['run', '--project', 'unit', '--project', 'component', '--silent=passed-only']
  return step(name, 'vitest', args, nearest).map((one) => ({ ...one, left }))
}

/**
 * The end-to-end specs, and files of words for them, that contain a text which was taken out of these files: the step to run next.
 *
 * @param {string} base a commit or branch, as for {@link changedFiles}
 * @param {readonly string[]} files paths relative to the project's root
 * @returns {Promise<{ text: string, specs: string[] }[]>}
 */
export async function quotingSpecs(base, files) {
  const screens = files.filter((path) => /^(?:renderer|shared)\/.*\.tsx?$/.test(path))
  if (screens.length === 0) return []
  const { output } = await run('git', ['diff', '--unified=0', base, '--', ...screens], { quiet: true })
  const lines = output.split('\n')
  const textsOf = (sign) =>
    new Set(lines.filter((line) => line[0] === sign && line[1] !== sign).flatMap((line) => screenTexts(line.slice(1))))
  const kept = textsOf('+')
  const found = []
  for (const text of textsOf('-')) {
    if (kept.has(text)) continue
    const { output: matches } = await run('git', ['grep', '-lF', '--', text, 'tests/e2e'], { quiet: true })
    const specs = matches.split('\n').filter(Boolean)
    if (specs.length > 0) found.push({ text, specs })
  }
  return found
}

/** The texts of a line of code that a screen may show: those between quotation marks or tags, of a capital letter and two more. */
const screenTexts = (line) =>
  [...line.matchAll(/'([^']+)'|"([^"]+)"|`([^`$]+)`|>([^<>{}]+)</g)]
    .map(
      (match) =>
        match
          .slice(1)
          .find((text) => text !== undefined)
          ?.trim() ?? '',
    )
    .filter((text) => /^\p{Lu}.{2}/u.test(text))

const step = (name, program, args, files) =>
  files.length === 0 ? [] : [{ name, command: [program, [...args, ...files]] }]
