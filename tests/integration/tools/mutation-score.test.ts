import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createReach } from '../../../tools/lib/reach.mjs'
import { createJudge } from '../../mutation/score.ts'

const project = join(import.meta.dirname, '../../..')

/** A project of these files, with this one's packages. */
function createProject(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'steward-planted-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const folder of ['electron', 'renderer', 'shared', 'sandbox', 'tests']) mkdirSync(join(root, folder))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'))
  return root
}

const files = {
  'package.json': '{ "type": "module" }',
  'shared/age.ts': 'export const isOf = (age: number) => age >= 18\nexport const isOld = (age: number) => age > 65\n',
  'tests/unit/age.test.ts': `
    import { expect, test } from 'vitest'
    import { isOf, isOld } from '../../shared/age.ts'
    test('at the border', () => expect([isOf(17), isOf(18)]).toEqual([false, true]))
    test('far from the border', () => expect([isOld(20), isOld(90)]).toEqual([false, true]))`,
}

test('a change that a test notices is killed, one that none notices survives, and the working tree stays as it is', async () => {
  const root = createProject(files)
  const reason = 'A year more or less makes no difference here.'
  const explained = [
    { path: 'shared/age.ts', change: '65 → 66   in   export const isOld = (age: number) => age > 65', reason },
  ]
  const judge = createJudge({ root, explained })
  onTestFinished(() => judge.remove())
  const { judged, candidates } = await judge.score('shared', { seed: 1, sample: 10 })
  expect(candidates).toBe(4)
  expect(judged.map(({ change, outcome }) => `${change.split('   ')[0]} ${outcome}`).sort()).toEqual([
    '18 → 19 killed',
    '65 → 66 explained',
    '> → >= survived',
    '>= → > killed',
  ])
  expect(judged.filter(({ outcome }) => outcome === 'killed').map(({ by }) => by)).toEqual([
    'tests/unit/age.test.ts',
    'tests/unit/age.test.ts',
  ])
})

test('with few test files for a mutant of one file, those with the name of its file are taken first', async () => {
  const root = createProject({
    ...files,
    'tests/unit/a-first.test.ts': `
      import { expect, test } from 'vitest'
      import { isOf } from '../../shared/age.ts'
      test('a child', () => expect(isOf(1)).toBe(false))`,
  })
  const judge = createJudge({ root, explained: [] })
  onTestFinished(() => judge.remove())
  const { judged } = await judge.score('shared/age.ts', { seed: 1, sample: 10, most: 1 })
  expect(judged.filter(({ outcome }) => outcome === 'killed')).toHaveLength(2)
  expect(judged.map(({ tests }) => tests)).toEqual([1, 1, 1, 1])
})

test('a change that several test files notice at the same moment is killed', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const notices = `
    import { setTimeout } from 'node:timers/promises'
    import { expect, test } from 'vitest'
    import * as ages from '../../shared/ages.ts'
    test.concurrent.each([1, 2, 3, 4, 5, 6, 7, 8])('%i', async (step) => {
      await setTimeout(20 * step)
      expect(Object.values(ages)).toEqual(${JSON.stringify(names.map(() => 1))})
    })
    test.concurrent('a slow one', () => setTimeout(400))`
  const root = createProject({
    'package.json': '{ "type": "module" }',
    'vitest.config.ts': 'export default { test: { maxWorkers: 4, isolate: false } }',
    'shared/ages.ts': names.map((name) => `export const ${name} = 1`).join('\n'),
    ...Object.fromEntries(['one', 'two', 'three', 'four'].map((name) => [`tests/unit/${name}.test.ts`, notices])),
  })
  const judge = createJudge({ root, explained: [] })
  onTestFinished(() => judge.remove())
  const { judged } = await judge.score('shared', { seed: 1, sample: 8 })
  expect(judged.map(({ outcome }) => outcome)).toEqual(names.map(() => 'killed'))
})

test('a test that fails without a change says nothing about one', async () => {
  const root = createProject({
    ...files,
    'tests/unit/broken.test.ts': `
      import { expect, test } from 'vitest'
      import { isOf } from '../../shared/age.ts'
      test('wrong', () => expect(isOf(1)).toBe(true))`,
  })
  const judge = createJudge({ root, explained: [] })
  onTestFinished(() => judge.remove())
  const { judged } = await judge.score('shared', { seed: 1, sample: 10 })
  expect([...judge.leftOut]).toEqual(['tests/unit/broken.test.ts'])
  expect(judged.filter(({ outcome }) => outcome === 'killed')).toHaveLength(2)
})

test('a test reaches what it starts by its address', () => {
  const root = createProject({
    'electron/sum.ts': 'export const sum = 1',
    'electron/worker.ts': "import { sum } from './sum.ts'\nexport { sum }",
    'electron/start.ts': "export const address = new URL('./worker.ts', import.meta.url)",
    'tests/unit/start.test.ts': "import '../../electron/start.ts'",
    'tests/unit/other.test.ts': "import 'vitest'",
  })
  expect([...createReach(root)('electron/sum.ts')]).toEqual([['tests/unit/start.test.ts', 3]])
})
