import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const biome = join(process.cwd(), 'node_modules/.bin/biome')

/** The texts of each file, by path. The texts of one path are checked in folders of their own. */
const texts = new Map<string, string[]>()
/** The rules that a file violates, by its folder and path. */
const violated = new Map<string, Set<string>>()
const placeOf = (at: number, path: string) => `${at}/${path}`

let root: string

// Biome takes longer to start than to check all of these files, so it checks the texts of all tests at once.
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'steward-lint-'))
  const count = Math.max(...Array.from(texts.values(), ({ length }) => length))
  for (let at = 0; at < count; at += 1) {
    const folder = join(root, String(at))
    const files = [...texts].flatMap(([path, all]) => all.slice(at, at + 1).map((text) => ({ path, text })))
    for (const { path, text } of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    await copyFile(join(process.cwd(), 'biome.json'), join(folder, 'biome.json'))
    const args = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--colors=off', '.']
    const running = promisify(execFile)(biome, args, { cwd: folder, maxBuffer: 16 * 2 ** 20 })
    const { stdout, stderr } = await running.catch((error: { stdout: string; stderr: string }) => error)
    expect(`${stdout}${stderr}`).toContain(`Checked ${files.length + 1} files`)
    for (const [, path = '', rule = ''] of `${stdout}${stderr}`.matchAll(/^(\S+):\d+:\d+ (lint\/\w+\/\w+)/gm)) {
      expect(files.map((file) => file.path)).toContain(path)
      violated.set(placeOf(at, path), (violated.get(placeOf(at, path)) ?? new Set()).add(rule))
    }
  }
})
afterAll(() => rm(root, { recursive: true }))

/** Has a text in that file checked. The function that it returns gives the project's lint rules that the text violates. */
function checked(path: string, text: string): () => string[] {
  const all = texts.get(path) ?? []
  if (!all.includes(text)) texts.set(path, [...all, text])
  const place = placeOf(texts.get(path)?.indexOf(text) ?? 0, path)
  return () => [...(violated.get(place) ?? [])]
}

const restricted = ['lint/style/noRestrictedImports']

const opensPath = "import { shell } from 'electron'\n\nshell.openPath('/etc/passwd').catch(() => {})\n"
const opensAddress =
  "import electron from 'electron'\n\nelectron.shell.openExternal('https://example.com').catch(() => {})\n"
const runsProgram = "import { spawn } from 'node:child_process'\n\nspawn('xdg-open', ['/etc/passwd'])\n"

describe('formatting amounts is banned on pages, since they are hidden while presenting', () => {
  const formats = (path: string, name: string) =>
    `import { ${name} } from '${path}'\n\nexport const shown = ${name}(12n)\n`
  for (const [file, path, name] of [
    ['renderer/features/book/NewChart.ts', '../../../shared/domain/money.ts', 'formatCents'],
    ['renderer/components/NewFigure.ts', '../../shared/domain/money.ts', 'formatUsdShort'],
  ] as const) {
    const rules = checked(file, formats(path, name))
    it(`in ${file}`, () => expect(rules()).toEqual(restricted))
  }

  for (const [file, path, name] of [
    ['renderer/features/book/NewChart.ts', '../../../shared/domain/money.ts', 'sumCents'],
    ['renderer/features/book/NewChart.ts', '../../lib/amounts.ts', 'formatCents'],
    ['renderer/lib/amounts.ts', '../../shared/domain/money.ts', 'formatCents'],
  ] as const) {
    const rules = checked(file, formats(path, name))
    it(`but in ${file}, ${path} may give ${name}`, () => expect(rules()).toEqual([]))
  }
})

describe('opening things is banned', () => {
  for (const [path, text] of [
    ['electron/api/files.ts', opensPath],
    ['electron/documents/opened-copies.ts', opensPath],
    ['electron/hosts/desktop/window.ts', opensPath],
    ['electron/hosts/desktop/window.ts', opensAddress],
    ['electron/main.ts', opensAddress],
    ['electron/api/files.ts', runsProgram],
    ['electron/documents/opened-copies.ts', runsProgram],
    ['electron/hosts/browser/server.ts', runsProgram],
  ] as const) {
    const rules = checked(path, text)
    it(`in ${path}`, () => expect(rules()).toEqual(restricted))
  }

  for (const [path, text] of [
    ['electron/hosts/desktop/files.ts', opensPath],
    ['electron/hosts/browser/run-program.ts', runsProgram],
  ] as const) {
    const rules = checked(path, text)
    it(`but for the shell, in ${path}`, () => expect(rules()).toEqual([]))
  }

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

  for (const path of ['electron/data/open-stores.ts', 'electron/data/connection-store.ts', 'electron/api/support.ts']) {
    const rules = checked(path, text)
    it(`in ${path}`, () => expect(rules()).toEqual(restricted))
  }

  for (const path of ['electron/data/open-database.ts', 'electron/data/cache-errors.ts']) {
    const rules = checked(path, text)
    it(`but not in ${path}, which checks the encryption or names its errors, and never calls backup()`, () => {
      expect(rules()).toEqual([])
      expect(readFileSync(join(process.cwd(), path), 'utf8')).not.toMatch(/\.backup\b/)
    })
  }
})

describe('importing electron is banned', () => {
  const text = "import { app } from 'electron'\n\napp.quit()\n"
  const names = ['electron', 'electron/main', 'electron/common', 'electron/renderer']

  for (const path of [
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
  ]) {
    const rules = names.map((name) => checked(path, text.replace("'electron'", `'${name}'`)))
    it(`in ${path}, whichever of its names is asked for`, () => {
      for (const ofName of rules) expect(ofName()).toEqual(restricted)
    })
  }

  for (const path of ['electron/main.ts', 'electron/preload.ts', 'electron/hosts/desktop/window.ts']) {
    const rules = checked(path, text)
    it(`but for the desktop shell and the preload, in ${path}`, () => expect(rules()).toEqual([]))
  }
})

describe('components follow the rules of React', () => {
  const oxlint = join(process.cwd(), 'node_modules/.bin/oxlint')

  async function reported(text: string): Promise<string> {
    const folder = join(root, 'react')
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
