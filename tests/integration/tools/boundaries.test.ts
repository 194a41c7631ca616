import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'

const root = process.cwd()
const folders: string[] = []

/** Checks a separate tree of these files with the real rules. */
async function judge(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'steward-boundaries-'))
  folders.push(folder)
  for (const side of ['electron', 'renderer', 'shared', 'sandbox', 'tests']) await mkdir(join(folder, side))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const least = String(Object.keys(files).length)
  const script = join(root, 'tools/boundaries.mjs')
  return promisify(execFile)(process.execPath, [script, folder, least]).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
  )
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

const thing = 'export const thing = 1\n'
const uses = (path: string) => `import { thing } from '${path}'\nexport const other = thing\n`

const forbidden = [
  ['renderer-never-imports-the-main-process', 'renderer/app/uses.ts', 'electron/api/thing.ts'],
  ['main-process-never-imports-the-renderer', 'electron/api/uses.ts', 'renderer/app/thing.ts'],
  ['shared-imports-only-its-schema-library', 'shared/domain/uses.ts', 'electron/api/thing.ts'],
  ['sandbox-knows-nothing-of-the-app', 'sandbox/uses.ts', 'shared/domain/thing.ts'],
  ['folders-import-downward', 'electron/data/uses.ts', 'electron/sync/thing.ts'],
  ['folders-import-downward', 'electron/auth/uses.ts', 'electron/api/thing.ts'],
  ['folders-import-downward', 'electron/platform/uses.ts', 'electron/main.ts'],
  ['every-folder-of-electron-has-a-layer', 'electron/sundries/uses.ts', 'electron/platform/thing.ts'],
  ['every-folder-of-electron-has-a-layer', 'electron/app/uses.ts', 'electron/sundries/thing.ts'],
  ['data-folders-import-downward', 'electron/data/mirror/uses.ts', 'electron/data/reads/thing.ts'],
  ['data-folders-import-downward', 'electron/data/overlay/uses.ts', 'electron/data/sweep/thing.ts'],
  ['data-loads-no-contract', 'electron/data/reads/uses.ts', 'shared/ipc/thing.ts'],
  ['every-folder-of-data-has-a-layer', 'electron/data/sundries/uses.ts', 'electron/platform/thing.ts'],
  ['every-folder-of-data-has-a-layer', 'electron/data/reads/uses.ts', 'electron/data/sundries/thing.ts'],
  ['features-meet-in-public-files', 'renderer/features/a/uses.ts', 'renderer/features/b/thing.ts'],
  ['features-meet-in-public-files', 'renderer/features/a/public.ts', 'renderer/features/b/inner/public.ts'],
  ['components-never-import-features', 'renderer/components/uses.ts', 'renderer/features/a/public.ts'],
  ['components-never-import-features', 'renderer/lib/uses.ts', 'renderer/features/a/public.ts'],
  ['components-never-import-features', 'renderer/components/uses.ts', 'renderer/app/thing.ts'],
  ['lib-never-imports-components', 'renderer/lib/uses.ts', 'renderer/components/thing.ts'],
  ['features-never-import-the-frame', 'renderer/features/a/uses.ts', 'renderer/app/thing.ts'],
] as const

/** Files that import a package that only one place may import; the first line names the rule. */
const packages: Readonly<Record<string, string>> = {
  'electron/sync/electron.ts':
    "// only-the-desktop-host-imports-electron\nimport { app } from 'electron'\nexport const x = app\n",
  'electron/sync/sqlite.ts':
    "// only-the-data-worker-opens-sqlite\nimport Sqlite from 'better-sqlite3'\nexport const x = Sqlite\n",
}

describe('the boundary rules', () => {
  it('let a tree pass in which every import is allowed', async () => {
    const { code, stdout } = await judge({
      'shared/domain/thing.ts': thing,
      'electron/service/uses.ts': uses('../../shared/domain/thing.ts'),
    })
    expect(stdout).toContain('2 modules read, 0 forbidden imports')
    expect(code).toBe(0)
  })

  /** One tree breaks every rule, each in files of its own: reading a tree takes a second. */
  describe('break', () => {
    const broken = forbidden.map(([rule, from, to], at) => {
      const own = (path: string) => path.replace(/(uses|thing)\.ts$/, `$1${at}.ts`).replace(/\/([ab])\//, `/$1${at}/`)
      return { rule, from: own(from), to: own(to) }
    })
    let answer: Awaited<ReturnType<typeof judge>>
    beforeAll(async () => {
      const targets = broken.map(({ to }) => [to, thing])
      const sources = broken.map(({ from, to }) => [from, uses(relative(dirname(from), to))])
      answer = await judge({ ...Object.fromEntries(targets), ...Object.fromEntries(sources), ...packages })
    })

    it.each(broken)('on $rule: $from imports $to', ({ rule, from, to }) => {
      expect(answer.stdout).toContain(`${rule}: ${from} → ${to}`)
      expect(answer.code).toBe(1)
    })

    it.each(Object.keys(packages))('on a package that only one place may import, in %s', (from) => {
      const [, rule] = /^\/\/ (\S+)/.exec(packages[from] ?? '') ?? []
      expect(answer.stdout).toMatch(new RegExp(`${rule}: ${from} → `))
    })
  })

  it('break on two folders that import each other, though no two files do', async () => {
    const { code, stdout } = await judge({
      'electron/sync/thing.ts': thing,
      'electron/sync/uses.ts': uses('../outbox/thing.ts'),
      'electron/outbox/thing.ts': thing,
      'electron/outbox/uses.ts': uses('../sync/thing.ts'),
    })
    expect(stdout).toContain('folders-import-downward: electron/outbox/uses.ts → electron/sync/thing.ts')
    expect(stdout).toContain('1 forbidden imports')
    expect(code).toBe(1)
  })

  it('break on two folders of the data that import each other, though no two files do', async () => {
    const { code, stdout } = await judge({
      'electron/data/ledger/thing.ts': thing,
      'electron/data/ledger/uses.ts': uses('../reads/thing.ts'),
      'electron/data/reads/thing.ts': thing,
      'electron/data/reads/uses.ts': uses('../ledger/thing.ts'),
    })
    expect(stdout).toContain(
      'data-folders-import-downward: electron/data/ledger/uses.ts → electron/data/reads/thing.ts',
    )
    expect(stdout).toContain('1 forbidden imports')
    expect(code).toBe(1)
  })

  it('let a feature use what another one makes public', async () => {
    const { code, stdout } = await judge({
      'renderer/features/b/thing.ts': thing,
      'renderer/features/b/public.ts': "export { thing } from './thing.ts'\n",
      'renderer/features/a/uses.ts': uses('../b/public.ts'),
    })
    expect(stdout).toContain('3 modules read, 0 forbidden imports')
    expect(code).toBe(0)
  })

  it('break on two features that use each other, though no two files do', async () => {
    const { code, stdout } = await judge({
      'renderer/features/a/thing.ts': thing,
      'renderer/features/a/inner/uses.ts': uses('../../b/public.ts'),
      'renderer/features/a/public.ts': "export { thing } from './thing.ts'\n",
      'renderer/features/b/thing.ts': thing,
      'renderer/features/b/uses.ts': uses('../a/public.ts'),
      'renderer/features/b/public.ts': "export { thing } from './thing.ts'\n",
    })
    expect(stdout).toContain('features-form-no-cycle: renderer/features/a → renderer/features/b')
    expect(code).toBe(1)
  })

  it('fail when the check read less of the tree than there must be', async () => {
    expect((await judge({})).code).toBe(0)
    const tooFew = await promisify(execFile)(process.execPath, [
      join(root, 'tools/boundaries.mjs'),
      folders[0] ?? '',
      '5',
    ]).catch((error: { code: number }) => error)
    expect(tooFew).toMatchObject({ code: 1 })
  })
})
