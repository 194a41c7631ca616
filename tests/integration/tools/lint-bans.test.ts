import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const biome = join(process.cwd(), 'node_modules/.bin/biome')

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-lint-'))
  await copyFile(join(process.cwd(), 'biome.json'), join(folder, 'biome.json'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Returns the project's lint rules that a text violates in that file. */
async function broken(path: string, text: string): Promise<string[]> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
  const running = promisify(execFile)(biome, ['lint', '--vcs-enabled=false', '.'], { cwd: folder })
  const { stdout, stderr } = await running.catch((error: { stdout: string; stderr: string }) => error)
  expect(`${stdout}${stderr}`).toContain('Checked 2 files')
  return [...new Set(`${stdout}${stderr}`.match(/lint\/\w+\/\w+/g))]
}

const opensPath = "import { shell } from 'electron'\n\nshell.openPath('/etc/passwd').catch(() => {})\n"
const opensAddress =
  "import electron from 'electron'\n\nelectron.shell.openExternal('https://example.com').catch(() => {})\n"
const runsProgram = "import { spawn } from 'node:child_process'\n\nspawn('xdg-open', ['/etc/passwd'])\n"

describe('formatting amounts is banned on pages, since they are hidden while presenting', () => {
  const formats = (path: string, name: string) =>
    `import { ${name} } from '${path}'\n\nexport const shown = ${name}(12n)\n`
  it.each([
    ['renderer/features/book/NewChart.ts', '../../../shared/domain/money.ts', 'formatCents'],
    ['renderer/components/NewFigure.ts', '../../shared/domain/money.ts', 'formatUsdShort'],
  ])('in %s', async (file, path, name) => {
    expect(await broken(file, formats(path, name))).toEqual(['lint/style/noRestrictedImports'])
  })

  it.each([
    ['renderer/features/book/NewChart.ts', '../../../shared/domain/money.ts', 'sumCents'],
    ['renderer/features/book/NewChart.ts', '../../lib/amounts.ts', 'formatCents'],
    ['renderer/lib/amounts.ts', '../../shared/domain/money.ts', 'formatCents'],
  ])('but in %s, %s may give %s', async (file, path, name) => {
    expect(await broken(file, formats(path, name))).toEqual([])
  })
})

describe('opening things is banned', () => {
  it.each([
    ['electron/api/files.ts', opensPath],
    ['electron/documents/opened-copies.ts', opensPath],
    ['electron/hosts/desktop/window.ts', opensPath],
    ['electron/hosts/desktop/window.ts', opensAddress],
    ['electron/main.ts', opensAddress],
    ['electron/api/files.ts', runsProgram],
    ['electron/documents/opened-copies.ts', runsProgram],
    ['electron/hosts/browser/server.ts', runsProgram],
  ])('in %s', async (path, text) => {
    expect(await broken(path, text)).toEqual(['lint/style/noRestrictedImports'])
  })

  it.each([
    ['electron/hosts/desktop/files.ts', opensPath],
    ['electron/hosts/browser/run-program.ts', runsProgram],
  ])('but for the shell, in %s', async (path, text) => {
    expect(await broken(path, text)).toEqual([])
  })

  it.each([
    ['electron/hosts/desktop/files.ts', 'openPath(', 'OpenableFile'],
    ['electron/hosts/browser/safe-open.ts', "{ program: 'xdg-open'", 'OpenableFile'],
    ['electron/hosts/browser/safe-open.ts', "?? ['xdg-open']", 'LoopbackUrl'],
    ['electron/hosts/desktop/desktop-shell.ts', 'openExternal(', 'LoopbackUrl'],
  ])('there, %s takes vetted things alone', (path, call, type) => {
    const text = readFileSync(join(process.cwd(), path), 'utf8')
    expect(text.split(call)).toHaveLength(2)
    expect(text).toContain(type)
  })
})

describe('opening a database is banned, since the library can take a key and encrypt nothing', () => {
  const text = "import Database from 'better-sqlite3'\n\nnew Database('copy.db').close()\n"

  it.each(['electron/data/open-stores.ts', 'electron/data/connection-store.ts', 'electron/api/support.ts'])(
    'in %s',
    async (path) => {
      expect(await broken(path, text)).toEqual(['lint/style/noRestrictedImports'])
    },
  )

  it.each(['electron/data/open-database.ts', 'electron/data/cache-errors.ts'])(
    'but not in %s, which checks the encryption or names its errors, and never calls backup()',
    async (path) => {
      expect(await broken(path, text)).toEqual([])
      expect(readFileSync(join(process.cwd(), path), 'utf8')).not.toMatch(/\.backup\b/)
    },
  )
})

describe('importing electron is banned', () => {
  const text = "import { app } from 'electron'\n\napp.quit()\n"
  const banned = ['lint/style/noRestrictedImports']

  it.each([
    'electron/browser.ts',
    'electron/app/create-app.ts',
    'electron/security/lock.ts',
    'electron/api/links.ts',
    'electron/hosts/common/instance-lock.ts',
    'electron/platform/quarantine.ts',
    'electron/hosts/browser/server.ts',
    'electron/hosts/browser/run-program.ts',
    'renderer/app/Root.tsx',
    'shared/domain/commands.ts',
    'sandbox/main.ts',
  ])('in %s, whichever of its names is asked for', async (path) => {
    expect(await broken(path, text)).toEqual(banned)
    for (const name of ['electron/main', 'electron/common', 'electron/renderer']) {
      expect(await broken(path, text.replace("'electron'", `'${name}'`))).toEqual(banned)
    }
  })

  it.each(['electron/main.ts', 'electron/preload.ts', 'electron/hosts/desktop/window.ts'])(
    'but for the desktop shell and the preload, in %s',
    async (path) => {
      expect(await broken(path, text)).toEqual([])
    },
  )
})

describe('components follow the rules of React', () => {
  const oxlint = join(process.cwd(), 'node_modules/.bin/oxlint')

  async function reported(text: string): Promise<string> {
    await mkdir(join(folder, 'renderer/lib'), { recursive: true })
    await copyFile(join(process.cwd(), '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
    await writeFile(join(folder, 'renderer/lib/use-thing.ts'), text)
    const running = promisify(execFile)(oxlint, ['--format', 'unix', '.'], { cwd: folder })
    return (await running.catch((error: { stdout: string }) => error)).stdout
  }
  const latest = (inside: string) =>
    `import { useEffect, useRef } from 'react'\n\nexport function useThing(value: number) {\n  const latest = useRef(value)\n  ${inside}\n  return () => latest.current\n}\n`

  it('a ref is not written during render', async () => {
    expect(await reported(latest('latest.current = value'))).toContain('react(refs)')
  })

  it('a hook is not called conditionally', async () => {
    expect(await reported(latest('if (value > 1) useEffect(() => {})'))).toContain('rules-of-hooks')
  })

  it('a ref may be written in an effect', async () => {
    expect(await reported(latest('useEffect(() => {\n    latest.current = value\n  })'))).not.toContain('Error')
  })
})
