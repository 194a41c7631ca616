// Runs every step of a release that a program can check, and prints the others with the command or what to do:
// npm run release-checklist -- [--before|--packages|--after] [--tag TAG] [--folder dist]
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root, run } from '../lib/run.mjs'
import { readLock } from '../package/packages.ts'
import { type Outcome, type Phase, runChecklist } from './checklist.ts'

const phases: readonly Phase[] = ['before', 'packages', 'after']

const { values } = parseArgs({
  options: {
    before: { type: 'boolean', default: false },
    packages: { type: 'boolean', default: false },
    after: { type: 'boolean', default: false },
    tag: { type: 'string' },
    folder: { type: 'string', default: 'dist' },
  },
})

const lineOf = ({ title, result, note }: Outcome) =>
  `${result.padEnd(8)} ${title}${note === '' ? '' : `\n         ${note}`}`

const folder = resolve(values.folder)
const asked = phases.filter((phase) => values[phase])
const outcomes = await runChecklist(asked.length === 0 ? phases : asked, {
  platform: process.platform,
  version: readLock(root).packages['']?.version ?? '',
  changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
  tag: values.tag,
  folder,
  files: existsSync(folder) ? readdirSync(folder) : [],
  // Only the packages' checks use files by name; git finds its clone from any folder in it.
  run: (program, args) =>
    run(program, args, { quiet: true, cwd: program === 'git' || !existsSync(folder) ? root : folder }),
})
console.log(outcomes.map(lineOf).join('\n'))
const count = (result: Outcome['result']) => outcomes.filter((outcome) => outcome.result === result).length
console.log(
  `${count('done')} done, ${count('failed')} failed, ${count('by hand')} by hand, ${count('not here')} on other systems`,
)
process.exitCode = count('failed') === 0 ? 0 : 1
