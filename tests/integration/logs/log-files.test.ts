import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog, openRotatingFile, readLogLines } from '../../../electron/logs/create-log.ts'

const run = promisify(execFile)
const connection = '0123456789abcdef0123456789abcdef'
const child = fileURLToPath(new URL('../../doubles/log-child.ts', import.meta.url))

let root: string
let folder: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'steward-logs-'))
  folder = join(root, 'logs')
})
afterEach(() => rm(root, { recursive: true, force: true }))

const events = async () => (await readLogLines(folder, 100_000)).map((line) => JSON.parse(line).event)
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

describe('the files of the log', () => {
  it('are this user’s alone', async () => {
    const { log, close } = createLog({ folder, lateMs: 0 })
    log('signed-out', { connection })
    await expect.poll(events).toEqual(['signed-out'])
    await close()
    expect(await modeOf(folder)).toBe('700')
    expect(await modeOf(join(folder, 'steward.log'))).toBe('600')
  })

  it('are five at most, of a megabyte each, and the oldest goes', async () => {
    const { log, close } = createLog({ folder, lateMs: 0 })
    log('unlocked', {})
    await expect.poll(events).toEqual(['unlocked'])
    const frames = Array.from(
      { length: 12 },
      (_, index) => `readPageOfALongList out/main/chunks/a-rather-long-name-${index}.js:1:1`,
    )
    const line = 1000
    for (let written = 0; written < 7 * 1024 * 1024; written += line) {
      log('unexpected', { procedure: 'households.list', error: 'TypeError', frames })
    }
    log('signed-out', { connection })
    await close()
    const names = (await readdir(folder)).sort()
    expect(names).toEqual(['steward.1.log', 'steward.2.log', 'steward.3.log', 'steward.4.log', 'steward.log'])
    for (const name of names) {
      expect((await stat(join(folder, name))).size).toBeLessThan(1024 * 1024 + 2 * line)
      expect(await modeOf(join(folder, name))).toBe('600')
    }
    const lines = await readLogLines(folder, 100_000)
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ event: 'signed-out' })
    expect(lines.some((one) => one.includes('"unlocked"'))).toBe(false)
    expect(await readLogLines(folder, 3)).toEqual(lines.slice(-3))
  })

  it('go on where they were after a restart', async () => {
    for (const time of [1, 2]) {
      const { log, close } = createLog({ folder, lateMs: 0 })
      log('stopped', { ran_ms: time })
      await close()
    }
    expect((await readLogLines(folder, 10)).map((line) => JSON.parse(line).ran_ms)).toEqual([1, 2])
  })

  it('hold what was said before they could be written', async () => {
    await writeFile(folder, 'in the way')
    const failures: unknown[] = []
    const open = (where: string) =>
      openRotatingFile(where).catch((failure) => {
        failures.push(failure)
        throw failure
      })
    const { log, close } = createLog({ folder, lateMs: 0, againMs: 20, open })
    log('signed-out', { connection })
    await expect.poll(() => failures).not.toEqual([])
    await rm(folder)
    await expect.poll(events).toEqual(['signed-out'])
    await close()
  })
})

describe('a disk that is full', () => {
  it('costs lines and nothing else, until there is room', async () => {
    const limited = ['-c', 'ulimit -S -f 8; exec "$@"', 'sh', process.execPath, child, folder, 'full']
    const { stdout, stderr } = await run('/bin/sh', limited)
    expect({ stdout, stderr }).toEqual({ stdout: 'still here\n', stderr: '' })
    const lines = await readLogLines(folder, 10_000)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'signed-out' })
    expect(lines.length).toBeLessThan(500)
    expect(lines.at(-1)).toContain('"unlocked"')
  })
})

describe('a process that ends', () => {
  it.each(['exit', 'close', 'by-itself'])('leaves what it said last on the disk: %s', async (end) => {
    await run(process.execPath, [child, folder, end])
    expect(await events()).toEqual(['signed-out'])
  })

  it.each([
    ['crash', 'TypeError'],
    ['reject', 'RangeError'],
  ])('by an error that nobody caught says where it was made, and not what it says: %s', async (end, error) => {
    await expect(run(process.execPath, [child, folder, end])).rejects.toMatchObject({ code: 1 })
    const lines = await readLogLines(folder, 10)
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ event: 'crashed', error })
    expect(lines.join()).not.toContain('Ashford')
    expect(await readFile(join(folder, 'steward.log'), 'utf8')).toMatch(/\n$/)
  })
})
