// Runs dependency-cruiser over the tree or over the given folder. It fails if suspiciously few modules were read: with an
// unsupported compiler, dependency-cruiser reports "no violations" without having read anything.

import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config'
import { root } from './lib/run.mjs'

const folder = process.argv[2] ?? root
const least = Number(process.argv[3] ?? 60)
const config = await extractConfig(join(root, 'tools/boundaries.config.cjs'))
const sides = ['electron', 'renderer', 'shared', 'sandbox', 'tests']
process.chdir(folder)
const { output } = await cruise(sides, { ...config.options, ruleSet: config, validate: true, outputType: 'json' })
const { summary } = JSON.parse(output)

for (const { rule, from, to } of summary.violations) console.log(`${rule.name}: ${from} → ${to}`)
console.log(`${summary.totalCruised} modules read, ${summary.violations.length} forbidden imports`)
if (summary.totalCruised < least) console.log(`Expected at least ${least} modules: the check did not see the tree.`)
process.exitCode = summary.violations.length > 0 || summary.totalCruised < least ? 1 : 0
