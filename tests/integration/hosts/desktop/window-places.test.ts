import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { desktopRun } from '../../../doubles/desktop-run.ts'
import { ensureBuild } from '../../../doubles/ensure-build.ts'
import { runDesktop } from '../../../doubles/run-desktop.ts'

let folder: string

beforeAll(ensureBuild)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-places-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const households = `/c/${'a'.repeat(32)}/households`

it('finds its windows again where they stood, with the screens they showed, by ids alone', async () => {
  const left = await runDesktop('places-left', { folder })
  expect(left.report.first).toMatchObject({ width: 1360, height: 860, minWidth: 760, minHeight: 520 })
  expect(left.report.beside).toEqual({ x: 68, y: 88, width: 1360, height: 860 })
  const file = join(folder, 'windows.json')
  const text = await readFile(file, 'utf8')
  expect(text).not.toContain('Okafor')
  expect(JSON.parse(text).windows.map(({ path }: { path: string }) => path)).toEqual(['/connect', households])
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const { report } = await runDesktop('places-found', { folder })
  expect(report).toMatchObject({
    windows: [
      { at: [68, 88, 1360, 860], acts: ['load app://steward/connect', 'show'] },
      { at: [2000, 100, 900, 700], acts: [`load app://steward${households}`, 'maximize', 'show'] },
    ],
    inFront: [false, true],
  })
})

it.each([
  ['nothing', ''],
  ['no JSON', '{'],
  ['another shape', '{"windows":[{"bounds":{"x":"1"}}]}'],
  ['an address of somebody else’s', windowsFile('https://example.com/')],
  ['a filter', windowsFile(`${households}?title=Okafor`)],
  ['an absurd place', windowsFile('/connect', { x: 1e9, y: 0, width: 900, height: 700 })],
])('begins as ever with a file that holds %s', async (_what, text) => {
  await writeFile(join(folder, 'windows.json'), text)
  const { report } = await runDesktop('lock-down', { folder })
  expect(report.windowOptions).toMatchObject({ width: 1360, height: 860 })
})

function windowsFile(path: string, bounds = { x: 100, y: 100, width: 900, height: 700 }): string {
  return JSON.stringify({ windows: [{ bounds, maximised: false, path }] })
}

const desk = desktopRun('context-menus')

it('has a menu for texts and for links to records, and for nothing else', () => {
  const field = ['cut (grey)', 'copy (grey)', 'paste', 'selectAll']
  expect(desk.report.clicks).toEqual({
    nothing: [],
    text: [['copy']],
    field: [field],
    misspelled: [['notes', 'noise', 'separator', 'cut (grey)', 'copy (grey)', 'paste (grey)', 'selectAll (grey)']],
    picture: [],
    list: [],
    user: [],
    elsewhere: [],
    brokenEscape: [],
    record: [['Copy a link to this record']],
  })
  expect(desk.report.copied).toEqual(['steward://household/hh%2F1'])
  expect(desk.report.replaced).toEqual(['noise'])
})

it('says so when the clipboard does not take the link, and says nothing when it does', () => {
  expect(desk.report.notCopied).toEqual({ copied: [], messages: ['The link was not copied.'] })
  expect(desk.report.messages).toBe(1)
})
