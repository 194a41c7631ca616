import { execFile } from 'node:child_process'
import { link, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ExportOptions, type ExportStep, exportList } from '../../../electron/exports/export-list.ts'
import { createOutputFiles } from '../../../electron/exports/output-file.ts'
import { createExportSource, individualsRequest } from '../../doubles/export-source.ts'
import { elements, readXml } from '../../doubles/read-xml.ts'
import { readZip } from '../../doubles/read-zip.ts'

const child = fileURLToPath(new URL('../../doubles/export-child.ts', import.meta.url))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-export-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const options = (total: number, more: Partial<ExportOptions> = {}): ExportOptions => ({
  request: individualsRequest('csv'),
  source: createExportSource(total),
  about: [{ name: 'Source', value: { kind: 'text', text: 'Steward' } }],
  target: { folder, name: 'people.csv', replace: false },
  files: createOutputFiles(),
  signal: new AbortController().signal,
  ...more,
})

async function run(chosen: ExportOptions): Promise<ExportStep[]> {
  const steps: ExportStep[] = []
  for await (const step of exportList(chosen)) steps.push(step)
  return steps
}

const linesOf = async (name: string) => (await readFile(join(folder, name), 'utf8')).trimEnd().split('\r\n')

describe('exporting a list', () => {
  it('asks for it window by window and leaves one private file, whole', async () => {
    const source = createExportSource(1201)
    const steps = await run(options(1201, { source }))
    expect(source.windows).toEqual([500, 500, 201])
    expect(steps.at(-1)).toEqual({
      written: 1201,
      total: 1201,
      file: { path: join(folder, 'people.csv'), name: 'people.csv' },
    })
    expect(await readdir(folder)).toEqual(['people.csv'])
    expect((await stat(join(folder, 'people.csv'))).mode & 0o777).toBe(0o600)
    const lines = await linesOf('people.csv')
    expect(lines).toHaveLength(3 + 1201)
    expect(lines.at(-1)).toContain('Person, 1201 ')
  })

  it('writes an empty list as a file that says so', async () => {
    expect((await run(options(0))).at(-1)).toMatchObject({ written: 0, total: 0, file: { name: 'people.csv' } })
    expect(await linesOf('people.csv')).toEqual(['\ufeffSource,Steward', '', 'Name,Email,Born,Primary,Updated'])
  })

  it.each(['csv', 'xlsx'] as const)('says at its end how many records vanished meanwhile (%s)', async (format) => {
    const { order, rows } = createExportSource(600)
    const source = { order, rows: async (places: Int32Array) => (await rows(places)).slice(1) }
    const target = { folder, name: `people.${format}`, replace: false }
    const steps = await run(options(600, { source, target, request: individualsRequest(format) }))
    expect(steps.at(-1)).toMatchObject({ written: 598, total: 600 })
    const bytes = await readFile(join(folder, target.name))
    const text = format === 'csv' ? bytes.toString() : readZip(bytes).get('xl/worksheets/sheet1.xml')
    expect(text).toContain('2 records disappeared from the list while this file was written.')
  })

  it('never replaces a file where nobody agreed to it, nor follows a link that lies in wait', async () => {
    await writeFile(join(folder, 'people.csv'), 'mine')
    await writeFile(join(folder, 'elsewhere'), 'mine')
    await symlink(join(folder, 'elsewhere'), join(folder, 'people (2).csv'))
    await symlink(join(folder, 'nowhere'), join(folder, 'people (3).csv'))
    await link(join(folder, 'elsewhere'), join(folder, 'people (4).csv'))
    expect((await run(options(3))).at(-1)?.file?.name).toBe('people (5).csv')
    expect(await readFile(join(folder, 'people.csv'), 'utf8')).toBe('mine')
    expect(await readFile(join(folder, 'elsewhere'), 'utf8')).toBe('mine')
    expect(await readdir(folder)).not.toContain('nowhere')
  })

  it('replaces the file a person chose only when the new one is whole, and a link as itself', async () => {
    await writeFile(join(folder, 'elsewhere'), 'theirs')
    await symlink(join(folder, 'elsewhere'), join(folder, 'people.csv'))
    const target = { folder, name: 'people.csv', replace: true }
    for await (const { file } of exportList(options(600, { target }))) {
      if (file === null) expect(await readFile(join(folder, 'people.csv'), 'utf8')).toBe('theirs')
    }
    expect(await linesOf('people.csv')).toHaveLength(603)
    expect(await readFile(join(folder, 'elsewhere'), 'utf8')).toBe('theirs')
  })

  it.each(['csv', 'xlsx'] as const)(
    'leaves nothing when it is left, cancelled, or its source fails (%s)',
    async (format) => {
      const request = individualsRequest(format)
      for await (const _ of exportList(options(2000, { request }))) break
      expect(await readdir(folder)).toEqual([])

      const stop = new AbortController()
      const { order, rows } = createExportSource(2000)
      const cancelled = {
        order,
        rows: (places: Int32Array) => {
          if (places[0] === 1001) stop.abort()
          return rows(places)
        },
      }
      const steps = await run(options(2000, { request, source: cancelled, signal: stop.signal }))
      expect(steps.every(({ file }) => file === null)).toBe(true)
      expect(await readdir(folder)).toEqual([])

      const failing = {
        order,
        rows: async (places: Int32Array) => {
          if (places[0] === 1001) throw new Error('the cache went away')
          return rows(places)
        },
      }
      await expect(run(options(2000, { request, source: failing }))).rejects.toThrow('the cache went away')
      expect(await readdir(folder)).toEqual([])
    },
  )

  it('removes what a killed export left there long ago, and nothing else', async () => {
    const [old, young, other] = [
      `.steward-${'a'.repeat(16)}.part`,
      `.steward-${'b'.repeat(16)}.part`,
      '.steward-x.part',
    ]
    const longAgo = new Date(Date.now() - 2 * 3_600_000)
    for (const name of [old, young, other]) await writeFile(join(folder, name), 'Okafor')
    for (const name of [old, other]) await utimes(join(folder, name), longAgo, longAgo)
    await run(options(1))
    expect((await readdir(folder)).sort()).toEqual([young, other, 'people.csv'].sort())
  })

  it('says what is wrong with a folder that is not there or takes no file', async () => {
    const target = { folder: join(folder, 'gone'), name: 'people.csv', replace: true }
    await expect(run(options(1, { target }))).rejects.toMatchObject({
      code: 'export/write-failed',
      message: 'The file could not be written.',
      detail: 'ENOENT',
    })
    await expect(run(options(1, { target: { ...target, folder: '/proc' } }))).rejects.toMatchObject({
      code: 'export/write-failed',
    })
  })

  it('lets others have the thread between any two windows', async () => {
    const source = createExportSource(20_000)
    const seen = new Set<number>()
    let going = true
    const watch = () => {
      seen.add(source.windows.length)
      if (going) setImmediate(watch)
    }
    watch()
    await run(options(20_000, { source }))
    going = false
    expect([...seen].filter((windows) => windows > 0)).toHaveLength(40)
  })

  it.each(['csv', 'xlsx'])('writes 200,000 rows in memory that does not grow (%s)', async (format) => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--expose-gc',
      '--max-semi-space-size=4',
      child,
      folder,
      format,
      '200000',
    ])
    const { written, samples, grown } = JSON.parse(stdout)
    expect({ written, samples }).toEqual({ written: 200_000, samples: 8 })
    expect(grown.live).toBeLessThan(4)
    expect(grown.resident).toBeLessThan(64)
    if (format === 'xlsx') {
      const sheet = readZip(await readFile(join(folder, 'people.xlsx'))).get('xl/worksheets/sheet1.xml') ?? ''
      expect(sheet.split('<row ')).toHaveLength(200_002)
      const end = `<x>${sheet.slice(sheet.indexOf('<row r="199990"'), sheet.indexOf('</sheetData>'))}</x>`
      expect(elements(readXml(end), 'row').length).toBeGreaterThan(10)
    } else {
      expect(await linesOf('people.csv')).toHaveLength(1 + 200_000)
    }
  })
})
