import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** The steps of `npm run check -- --changed` for these files: each one's name and the files it is given. */
async function stepsFor(files: readonly string[]): Promise<[string, string[]][]> {
  const program = `import('./tools/lib/changed.mjs').then(({ changedSteps }) =>
    console.log(JSON.stringify(changedSteps(${JSON.stringify(files)}))))`
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program])
  const steps = JSON.parse(stdout) as { name: string; command: [string, string[]] }[]
  return steps.map(({ name, command: [, args] }) => [name, args.filter((each) => files.includes(each))])
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
      ['related unit and component tests', ['renderer/app/Frame.tsx', 'tests/unit/x.test.ts']],
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
      ['related unit and component tests', ['shared/domain/money.ts']],
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
      ['related unit and component tests', ['shared/records/individual.ts']],
      ['columns of records', []],
    ],
  ],
])('after a change of %s, checks only what it can break', async (_what, files, steps) => {
  expect(await stepsFor(files)).toEqual(steps)
})
