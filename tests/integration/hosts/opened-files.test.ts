import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { vetOpenableFile } from '../../../electron/documents/openable.ts'
import { openFile } from '../../../electron/hosts/browser/safe-open.ts'
import { markAsForeign } from '../../../electron/platform/quarantine.ts'

let folder: string
let root: string
let copy: string

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'steward-opened-')))
  root = join(folder, 'opened')
  await mkdir(join(root, 'a1'), { recursive: true })
  copy = join(root, 'a1', 'Will & co.pdf')
  await writeFile(copy, '%PDF-', { mode: 0o600 })
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

const judged = (media_type: string, caution: string | null = null) => ({ media_type, caution })
const pdf = judged('application/pdf')
const refused = { code: 'files/not-openable' }

describe('a copy that is to be opened', () => {
  it('is one of Steward’s own, of a kind that may be opened, under a name that says the same', async () => {
    expect(await vetOpenableFile(copy, pdf, root)).toBe(copy)
    for (const type of ['text/html', 'image/svg+xml', 'image/png', 'application/octet-stream', 'application/zip', '']) {
      await expect(vetOpenableFile(copy, judged(type), root)).rejects.toMatchObject(refused)
    }
    for (const caution of ['mixed', 'a caution of a later version'])
      await expect(vetOpenableFile(copy, judged(pdf.media_type, caution), root)).rejects.toMatchObject(refused)
  })

  it('is refused where it lies elsewhere, is a link or a folder, or may be run', async () => {
    const elsewhere = join(folder, 'Will.pdf')
    await writeFile(elsewhere, '%PDF-', { mode: 0o600 })
    await symlink(elsewhere, join(root, 'a1', 'link.pdf'))
    await link(elsewhere, join(root, 'a1', 'second-name.pdf'))
    await mkdir(join(root, 'a1', 'folder.pdf'))
    await writeFile(join(root, 'a1', 'run.pdf'), '', { mode: 0o700 })
    await writeFile(join(root, 'a1', 'others.pdf'), '')
    await chmod(join(root, 'a1', 'others.pdf'), 0o644)
    await writeFile(join(root, 'direct.pdf'), '', { mode: 0o600 })
    await symlink(folder, join(root, 'a2'))
    const paths = [
      elsewhere,
      'Will.pdf',
      '',
      `${root}/a1/../a1/Will & co.pdf`,
      ...['a1/link.pdf', 'a1/second-name.pdf', 'a1/folder.pdf', 'a1/run.pdf', 'a1/others.pdf', 'a1/gone.pdf'].map(
        (name) => join(root, name),
      ),
      ...['direct.pdf', 'a2/Will.pdf'].map((name) => join(root, name)),
    ]
    for (const path of paths) await expect(vetOpenableFile(path, pdf, root), path).rejects.toMatchObject(refused)
  })

  it('is refused once its folder was swapped for a link', async () => {
    await rename(join(root, 'a1'), join(folder, 'a1'))
    await symlink(join(folder, 'a1'), join(root, 'a1'))
    await expect(vetOpenableFile(copy, pdf, root)).rejects.toMatchObject(refused)
  })
})

describe('the program that opens it', () => {
  const program = async (name: string, exit: number) => {
    const path = join(folder, name)
    await writeFile(path, `#!/bin/sh\nprintf '%s\\n' "$@" > ${folder}/${name}.arguments\nexit ${exit}\n`)
    await chmod(path, 0o755)
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
  }
  const argumentsOf = async (name: string) =>
    (await readFile(join(folder, `${name}.arguments`), 'utf8')).trimEnd().split('\n')

  it.each([
    ['linux', 'xdg-open', (path: string) => [path]],
    ['darwin', 'open', (path: string) => [path]],
    ['win32', 'explorer.exe', (path: string) => [`"${path}"`]],
  ] as const)('on %s is given its path as one argument', async (platform, name, expected) => {
    await program(name, platform === 'win32' ? 1 : 0)
    await openFile(await vetOpenableFile(copy, pdf, root), platform)
    expect(await argumentsOf(name)).toEqual(expected(copy))
  })

  it('is said not to be there when there is none, and when it fails', async () => {
    vi.stubEnv('PATH', folder)
    const file = await vetOpenableFile(copy, pdf, root)
    await expect(openFile(file, 'linux')).rejects.toMatchObject({ code: 'files/not-opened' })
    await program('xdg-open', 3)
    await expect(openFile(file, 'linux')).rejects.toMatchObject({ code: 'files/not-opened' })
  })
})

describe('the mark of a file from elsewhere', () => {
  it('is a second stream of the file on Windows', async () => {
    await markAsForeign(copy, { platform: 'win32' })
    expect(await readFile(`${copy}:Zone.Identifier`, 'utf8')).toBe('[ZoneTransfer]\r\nZoneId=3\r\n')
  })

  it('is left out where there is none, and where it cannot be set', async () => {
    await markAsForeign(copy, { platform: 'linux' })
    await markAsForeign(copy, { platform: 'darwin' })
    await markAsForeign(join(folder, 'gone', 'x.pdf'), { platform: 'win32' })
    expect(await readdir(join(root, 'a1'))).toEqual(['Will & co.pdf'])
    expect((await stat(copy)).size).toBe(5)
  })
})
