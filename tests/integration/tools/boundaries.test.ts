import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'

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

describe('the boundary rules', () => {
  it('let a tree pass in which every import is allowed', async () => {
    const { code, stdout } = await judge({
      'shared/domain/thing.ts': thing,
      'electron/service/uses.ts': uses('../../shared/domain/thing.ts'),
    })
    expect(stdout).toContain('2 modules read, 0 forbidden imports')
    expect(code).toBe(0)
  })

  it.each([
    ['renderer-never-imports-the-main-process', 'renderer/app/uses.ts', 'electron/api/thing.ts'],
    ['main-process-never-imports-the-renderer', 'electron/api/uses.ts', 'renderer/app/thing.ts'],
    ['shared-imports-only-its-schema-library', 'shared/domain/uses.ts', 'electron/api/thing.ts'],
    ['sandbox-knows-nothing-of-the-app', 'sandbox/uses.ts', 'shared/domain/thing.ts'],
    ['folders-import-downward', 'electron/data/uses.ts', 'electron/sync/thing.ts'],
    ['folders-import-downward', 'electron/auth/uses.ts', 'electron/api/thing.ts'],
    ['folders-import-downward', 'electron/platform/uses.ts', 'electron/main.ts'],
    ['every-folder-of-electron-has-a-layer', 'electron/sundries/uses.ts', 'electron/platform/thing.ts'],
    ['every-folder-of-electron-has-a-layer', 'electron/app/uses.ts', 'electron/sundries/thing.ts'],
    ['features-meet-in-public-files', 'renderer/features/a/uses.ts', 'renderer/features/b/thing.ts'],
    ['features-meet-in-public-files', 'renderer/features/a/public.ts', 'renderer/features/b/inner/public.ts'],
    ['components-never-import-features', 'renderer/components/uses.ts', 'renderer/features/a/public.ts'],
    ['components-never-import-features', 'renderer/lib/uses.ts', 'renderer/features/a/public.ts'],
    ['components-never-import-features', 'renderer/components/uses.ts', 'renderer/app/thing.ts'],
    ['lib-never-imports-components', 'renderer/lib/uses.ts', 'renderer/components/thing.ts'],
    ['features-never-import-the-frame', 'renderer/features/a/uses.ts', 'renderer/app/thing.ts'],
  ])('break on %s: %s imports %s', async (rule, from, to) => {
    const { code, stdout } = await judge({ [to]: thing, [from]: uses(relative(dirname(from), to)) })
    expect(stdout).toContain(`${rule}: ${from} → ${to}`)
    expect(code).toBe(1)
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

  it.each([
    [
      'only-the-desktop-host-imports-electron',
      'electron/sync/uses.ts',
      "import { app } from 'electron'\nexport const x = app\n",
    ],
    [
      'only-the-data-worker-opens-sqlite',
      'electron/sync/uses.ts',
      "import Sqlite from 'better-sqlite3'\nexport const x = Sqlite\n",
    ],
  ])('break on %s, a package', async (rule, from, text) => {
    const { code, stdout } = await judge({ [from]: text })
    expect(stdout).toContain(rule)
    expect(code).toBe(1)
  })

  it('fail when the check read less of the tree than there must be', async () => {
    const { stdout } = await judge({ 'shared/domain/thing.ts': thing })
    expect(stdout).toContain('1 modules read')
    const empty = await judge({})
    expect(empty.code).toBe(0)
    const tooFew = await promisify(execFile)(process.execPath, [
      join(root, 'tools/boundaries.mjs'),
      folders[0] ?? '',
      '5',
    ]).catch((error: { code: number }) => error)
    expect(tooFew).toMatchObject({ code: 1 })
  })
})
