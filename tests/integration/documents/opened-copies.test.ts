import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fileNameFor } from '../../../electron/documents/openable.ts'
import { createOpenedCopies, type OpenedCopies } from '../../../electron/documents/opened-copies.ts'
import { hostileNames } from '../../doubles/hostile-names.ts'

const restMs = 30 * 60_000

let folder: string
let root: string
let copies: OpenedCopies
const clock = { now: 0 }
const changes: string[] = []
const programs: ChildProcess[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-copies-'))
  root = join(folder, 'opened')
  clock.now = Date.now()
  changes.length = 0
  copies = await createOpenedCopies({ root, onChanged: (id) => changes.push(id), now: () => clock.now })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const program of programs.splice(0)) program.kill('SIGKILL')
  await copies.close()
  await rm(folder, { recursive: true, force: true })
})

async function* text(content = 'secret') {
  yield Buffer.from(content)
}

const make = (name = 'Will.pdf', connectionId = 'alder') => copies.make({ connectionId, name, content: text() })

/** Starts a program that opens a file and keeps it open. */
async function hold(path: string): Promise<ChildProcess> {
  const program = spawn(process.execPath, [
    '-e',
    `require('fs').openSync(${JSON.stringify(path)}); console.log('holding'); setInterval(() => {}, 1e9)`,
  ])
  programs.push(program)
  await once(program.stdout, 'data')
  return program
}

async function end(program: ChildProcess): Promise<void> {
  program.kill('SIGKILL')
  await once(program, 'exit')
}

describe('a copy in clear', () => {
  test('lies alone in a private folder of a random name, for this user alone', async () => {
    const [first, second] = [await make(), await make()]
    expect(dirname(first.path)).not.toBe(dirname(second.path))
    expect(first.path).toMatch(/\/opened\/[0-9a-f]{32}\/Will\.pdf$/)
    expect(await readFile(first.path, 'utf8')).toBe('secret')
    const modes = await Promise.all(
      [root, dirname(first.path), first.path].map(async (path) => (await stat(path)).mode & 0o777),
    )
    expect(modes).toEqual([0o700, 0o700, 0o600])
    expect(copies.count()).toBe(2)
  })

  test('lies there whatever its record is called, and nothing lies anywhere else', async () => {
    for (const name of hostileNames) {
      const { path } = await make(fileNameFor(name, 'application/pdf'))
      expect(dirname(dirname(path))).toBe(root)
      expect(await readFile(path, 'utf8')).toBe('secret')
    }
    expect(await readdir(folder)).toEqual(['opened'])
    const inside = await Promise.all((await readdir(root)).map((name) => readdir(join(root, name))))
    expect(inside.map((names) => names.length)).toEqual(hostileNames.map(() => 1))
  })

  test('is not left behind in part when its content fails', async () => {
    async function* failing() {
      yield Buffer.from('half of a secret')
      throw new RangeError('damaged')
    }
    await expect(copies.make({ connectionId: 'alder', name: 'a.pdf', content: failing() })).rejects.toThrow('damaged')
    expect(await readdir(root)).toEqual([])
    expect(copies.count()).toBe(0)
  })

  test('of an earlier run is gone before anything is opened, and a link in its place is not followed', async () => {
    const other = join(folder, 'other')
    await mkdir(other)
    await writeFile(join(other, 'mine.txt'), 'mine')
    await rm(root, { recursive: true, force: true })
    await symlink(other, root)
    await (await createOpenedCopies({ root, onChanged: () => {} })).close()
    expect(await readdir(other)).toEqual(['mine.txt'])
    await mkdir(join(root, 'left'), { recursive: true })
    await writeFile(join(root, 'left', 'Will.pdf'), 'secret')
    await createOpenedCopies({ root, onChanged: () => {} })
    expect(await readdir(folder)).toEqual(['other'])
  })
})

describe('copies are removed', () => {
  test('on request, but for those that a program has open, which go when it lets go of them', async () => {
    const [held, free] = [await make('held.txt'), await make('free.txt')]
    const program = await hold(held.path)
    expect(await copies.removeUnused()).toEqual({ left: 1 })
    expect(await readdir(root)).toEqual([dirname(held.path).split('/').at(-1)])
    await expect(stat(free.path)).rejects.toThrow('ENOENT')
    await end(program)
    expect(await copies.removeUnused()).toEqual({ left: 0 })
    expect(await readdir(root)).toEqual([])
  })

  test('of one connection alone, whoever holds on to them', async () => {
    const mine = await make('mine.txt', 'alder')
    const other = await make('other.txt', 'birch')
    await hold(mine.path)
    await copies.removeAll('alder')
    await expect(stat(mine.path)).rejects.toThrow('ENOENT')
    expect(await readFile(other.path, 'utf8')).toBe('secret')
    expect(changes).toEqual(['alder', 'birch', 'alder'])
  })

  test('all of them at the end, whoever holds on to them', async () => {
    const { path } = await make()
    await hold(path)
    await copies.close()
    expect(await readdir(folder)).toEqual([])
  })

  test.each(['.~lock.Will.docx#', '~$ll.docx'])(
    'not while an office program says with %s that it has it open',
    async (lock) => {
      const { path } = await make('Will.docx')
      await writeFile(join(dirname(path), lock), '')
      expect(await copies.removeUnused()).toEqual({ left: 1 })
      await rm(join(dirname(path), lock))
      expect(await copies.removeUnused()).toEqual({ left: 0 })
    },
  )
})

describe('by itself, a copy is removed', () => {
  /** Advances the clock and waits for the check that is due. */
  async function pass(ms: number): Promise<void> {
    clock.now += ms
    await copies.look()
  }

  test('when nobody used it for half an hour', async () => {
    const { path } = await make()
    await pass(restMs - 1)
    expect(await readFile(path, 'utf8')).toBe('secret')
    await pass(1)
    await expect(stat(path)).rejects.toThrow('ENOENT')
    expect(copies.count()).toBe(0)
  })

  test('but not while a program has it open, nor when somebody changed it', async () => {
    const [held, changed] = [await make('held.txt'), await make('changed.txt')]
    const program = await hold(held.path)
    await utimes(changed.path, new Date(clock.now + 60_000), new Date(clock.now + 60_000))
    await pass(2 * restMs)
    expect(copies.count()).toBe(2)
    await end(program)
    await pass(0)
    expect(await readdir(root)).toEqual([dirname(changed.path).split('/').at(-1)])
  })

  test('as soon as a program lets go of one that was to be removed', async () => {
    const { path } = await make()
    const program = await hold(path)
    await copies.removeUnused()
    await pass(0)
    expect(copies.count()).toBe(1)
    await end(program)
    await pass(0)
    expect(copies.count()).toBe(0)
  })
})
