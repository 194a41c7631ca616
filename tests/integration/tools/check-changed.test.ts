import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

type Step = { name: string; command: [string, string[]]; left?: string[] }

/** The steps of `npm run check -- --changed` for these files. */
async function stepsFor(files: readonly string[]): Promise<Step[]> {
  const program = `import('./tools/lib/changed.mjs').then(({ changedSteps }) =>
    console.log(JSON.stringify(changedSteps(${JSON.stringify(files)}))))`
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program])
  return JSON.parse(stdout) as Step[]
}

it.each([
  ['nothing', [], []],
  ['a document', ['README.md'], []],
  ['a style', ['renderer/app/theme.css'], [['lint and format', ['renderer/app/theme.css']]]],
  [
    'a screen and its test',
    ['renderer/app/Frame.tsx', 'tests/unit/x.test.ts'],
    [
      ['types: renderer', []],
      ['types: tests', []],
      ['floating promises', ['renderer/app/Frame.tsx', 'tests/unit/x.test.ts']],
      ['lint and format', ['renderer/app/Frame.tsx', 'tests/unit/x.test.ts']],
      ['related unit and component test files', ['tests/unit/x.test.ts']],
    ],
  ],
  [
    'what both sides import',
    ['shared/domain/money.ts'],
    [
      ['types: shared', []],
      ['types: electron', []],
      ['types: renderer', []],
      ['types: tests', []],
      ['floating promises', ['shared/domain/money.ts']],
      ['lint and format', ['shared/domain/money.ts']],
      ['related unit and component test files', []],
    ],
  ],
  [
    'a field of a record',
    ['shared/records/individual.ts'],
    [
      ['types: shared', []],
      ['types: electron', []],
      ['types: renderer', []],
      ['types: tests', []],
      ['floating promises', ['shared/records/individual.ts']],
      ['lint and format', ['shared/records/individual.ts']],
      ['related unit and component test files', []],
      ['columns of records', []],
    ],
  ],
])('after a change of %s, checks only what it can break', async (_what, files, steps) => {
  // How many tests there are changes with the project.
  const found = (await stepsFor(files)).map(({ name, command: [, args] }) => [
    name.replace(/^(?:nearest )?\d+ of \d+ /, ''),
    args.filter((each) => files.includes(each)),
  ])
  expect(found).toEqual(steps)
})

it('after a change that nearly every test imports, runs the nearest of them and names the others', async () => {
  const steps = await stepsFor(['shared/records/household.ts'])
  const { name, command, left = [] } = steps.find((step) => step.left !== undefined) ?? {}
  const run = command?.[1].filter((each) => each.startsWith('tests/')) ?? []
  expect(run).toHaveLength(60)
  expect(name).toBe(`nearest 60 of ${60 + left.length} related unit and component test files`)
  expect(left.length).toBeGreaterThan(0)
  expect(run).toContain('tests/unit/domain/import/parse-rows.test.ts')
  expect(run.filter((each) => left.includes(each))).toEqual([])
})
