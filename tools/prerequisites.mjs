// Names the programs that a task needs and this computer lacks, with the command that installs them, or installs them:
// npm run prerequisites -- [tests|desktop|package] [--install]
import { parseArgs } from 'node:util'
import { ensureBrowser, ensurePrerequisites } from './lib/prerequisites.mjs'
import { ensureDependencies } from './lib/setup.mjs'
import { tasks } from './lib/system-packages.mjs'

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { install: { type: 'boolean', default: false } },
  })
  const [task = 'tests', ...rest] = positionals
  if (!tasks.includes(task) || rest.length > 0)
    throw new Error(`Usage: npm run prerequisites -- [${tasks.join('|')}] [--install]`)
  await ensurePrerequisites(task, values)
  await ensureDependencies()
  await ensureBrowser()
  console.log(`Everything for “${task}” is installed.`)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
