import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillStores } from '../data/support/filled-stores.ts'
import { applyBlock, type Block, readRecipes } from './recipes.ts'

const root = process.cwd()
const sides = ['electron', 'renderer', 'shared', 'sandbox', 'tests', 'tools']

/** Every recipe with the files that its steps create or edit, so that no step can be lost unnoticed. */
const outline = {
  'A field': [
    ['shared/records/individual.ts'],
    [
      'electron/data/migrations/mirror-preferred-name.ts',
      'electron/data/migrations/mirror.ts',
      'tests/integration/data/support/released-migrations.json',
    ],
    ['renderer/features/records/columns.tsx', 'renderer/features/individuals/person-layout.ts'],
    ['sandbox/schemas/responses.ts', 'sandbox/schemas/requests.ts', 'sandbox/schemas/updates.ts'],
    ['tests/integration/data/preferred-name.test.ts', 'tests/doubles/records.ts'],
  ],
  'A procedure': [
    ['shared/ipc/drafts.ts'],
    ['electron/api/views.ts'],
    ['tests/doubles/samples/kept.ts'],
    ['renderer/features/start/DraftCount.tsx'],
    ['tests/integration/app/draft-count.test.ts'],
  ],
  'A screen': [
    ['renderer/features/briefing/BriefingPage.tsx'],
    ['renderer/app/router.tsx', 'renderer/features/help/topic-of-screen.ts'],
    ['shared/domain/commands.ts', 'renderer/app/Frame.tsx'],
    ['tests/unit/renderer/briefing.test.ts'],
    ['tests/e2e/screenshots.ts', 'tests/e2e/accessibility.spec.ts'],
  ],
}

let folder = ''

/** A copy of the project in which the steps are followed. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-recipes-'))
  for (const side of sides) await cp(join(root, side), join(folder, side), { recursive: true })
  for (const file of ['package.json', 'tsconfig.json', 'vitest.config.ts'])
    await cp(join(root, file), join(folder, file))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function follow(block: Block): Promise<void> {
  const path = join(folder, block.path)
  const before = await readFile(path, 'utf8').catch(() => null)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, applyBlock(before, block))
}

/** Runs a program of the project in the copy; resolves with its output. */
const run = (program: string, args: readonly string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'node_modules', program), ...args], { cwd: folder }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  )

/** The used part of a report of Vitest. */
type Report = {
  success: boolean
  testResults: { name: string; message: string; assertionResults: { title: string; failureMessages: string[] }[] }[]
}

/** A test that opens, in the copy, the stores of a user who had Steward before the steps were followed; returns its path. */
async function writeOpeningTest(): Promise<string> {
  const stores = join(folder, 'stores')
  await mkdir(stores)
  await fillStores(stores)
  const path = 'tests/integration/data/stores-before-recipe.test.ts'
  await writeFile(
    join(folder, path),
    `import { test } from 'vitest'
import { expectFilled } from './support/filled-stores.ts'

test('stores of the Steward before are migrated and swept without a loss', () => expectFilled(${JSON.stringify(stores)}))
`,
  )
  return path
}

describe('the recipes in docs', () => {
  it('work when they are followed literally', async () => {
    const recipes = readRecipes(await readFile(join(root, 'docs/recipes.md'), 'utf8'))
    const files = recipes.map(({ title, steps }) => [title, steps.map((blocks) => blocks.map(({ path }) => path))])
    expect(Object.fromEntries(files)).toEqual(outline)

    const blocks = recipes.flatMap(({ steps }) => steps.flat())
    for (const block of blocks) await follow(block)

    const written = blocks.map(({ path }) => path)
    const types = {
      extends: './tests/tsconfig.json',
      compilerOptions: { types: ['node', 'vite/client'] },
      include: ['electron/browser.ts', 'renderer/main.tsx', ...written],
    }
    await writeFile(join(folder, 'tsconfig.recipes.json'), JSON.stringify(types))
    // In one thread it takes half of the processor time, because several would check the shared types once each.
    const typed = await run('typescript7/bin/tsc', ['-p', 'tsconfig.recipes.json', '--noEmit', '--singleThreaded'])
    expect(typed).toEqual({
      code: 0,
      output: '',
    })

    const tests = [
      ...written.filter((path) => /\.test\.tsx?$/.test(path)),
      'tests/integration/data/old-stores.test.ts',
      await writeOpeningTest(),
    ]
    await run('vitest/vitest.mjs', ['run', '--reporter=json', '--outputFile.json=report.json', ...tests])
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as Report
    const failures = report.testResults.flatMap(({ name, message, assertionResults }) => [
      ...(message ? [`${name}: ${message}`] : []),
      ...assertionResults.flatMap(({ title, failureMessages }) => failureMessages.map((text) => `${title}: ${text}`)),
    ])
    expect(failures).toEqual([])
    expect({ files: report.testResults.length, success: report.success }).toEqual({
      files: tests.length,
      success: true,
    })
  })
})

describe('a block', () => {
  const edit = (text: string): Block => ({ path: 'a.ts', language: 'diff', text })

  it('adds, replaces and removes lines beside its context', () => {
    expect(applyBlock('one\ntwo\nthree\n', edit(' one\n+and a half\n@@\n-three\n+four'))).toBe(
      'one\nand a half\ntwo\nfour\n',
    )
  })

  it.each([
    ['context that is not there', 'one\ntwo\n', ' three\n+four', /0 times/],
    ['context that is there twice', 'one\ntwo\none\n', ' one\n+four', /2 times/],
    ['context that is part of a line', 'one two\n', ' one\n+four', /0 times/],
    ['a file that is not there', null, ' one\n+four', /There is no a.ts/],
  ])('is refused with %s', (_what, before, text, problem) => {
    expect(() => applyBlock(before, edit(text))).toThrow(problem)
  })

  it('never replaces a file', () => {
    expect(() => applyBlock('one\n', { path: 'a.ts', language: 'ts', text: 'two' })).toThrow(/exists already/)
  })
})
