import { execFile } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, rename, rm, symlink, truncate, unlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSourceFile } from '../../../electron/intake/source-file.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import { startSwapper } from '../../doubles/swapper.ts'

const run = promisify(execFile)

let folder: string
const at = (name: string) => join(folder, name)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-source-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Returns the content that was read, or why it was not; `meanwhile` runs once the first bytes are there. */
async function read(path: string, meanwhile: () => Promise<unknown> = async () => {}): Promise<string> {
  const pieces: Uint8Array[] = []
  try {
    const file = await openSourceFile(path)
    try {
      for await (const piece of file.bytes) {
        if (pieces.length === 0) await meanwhile()
        pieces.push(piece)
      }
    } finally {
      await file.close()
    }
  } catch (problem) {
    return problem instanceof AppError ? problem.code : String(problem)
  }
  return Buffer.concat(pieces).toString('latin1')
}

const large = 'x'.repeat(2 * 1024 * 1024)

describe('a file that was dropped', () => {
  test('is read whole, once', async () => {
    await writeFile(at('a'), large)
    expect(await openSourceFile(at('a')).then(async (file) => file.close().then(() => file.size))).toBe(large.length)
    expect((await read(at('a'))) === large).toBe(true)
  })

  test('is read from what was opened, when its path becomes another or none', async () => {
    for (const meanwhile of [
      () => rename(at('a'), at('moved')),
      () => unlink(at('a')),
      () => unlink(at('a')).then(() => writeFile(at('a'), 'other')),
      () => unlink(at('a')).then(() => symlink('/etc/passwd', at('a'))),
    ]) {
      await rm(at('a'), { force: true })
      await writeFile(at('a'), large)
      expect((await read(at('a'), meanwhile)) === large).toBe(true)
    }
  })

  test.each([
    ['grows', () => appendFile(at('a'), 'more')],
    ['shrinks', () => truncate(at('a'), 1_000_000)],
    ['is emptied', () => truncate(at('a'), 0)],
    ['is written over', () => writeFile(at('a'), 'y'.repeat(large.length))],
    ['is touched by another program', () => utimes(at('a'), new Date(), new Date())],
  ])('that %s while it is read is said to have changed', async (_, meanwhile) => {
    await writeFile(at('a'), large)
    await utimes(at('a'), 1_000_000, 1_000_000)
    expect(await read(at('a'), meanwhile)).toBe('files/changed')
  })

  test('is refused when it is a folder, a link, a pipe, a device or nothing, and nobody waits for it', async () => {
    await mkdir(at('folder'))
    await writeFile(at('secret'), 'secret')
    await symlink(at('secret'), at('link'))
    await symlink(at('folder'), at('folder-link'))
    await run('mkfifo', [at('pipe')])
    const paths = ['folder', 'link', 'folder-link', 'pipe', 'nothing'].map(at)
    for (const path of [...paths, '/dev/zero', '/dev/null', '/dev/tty']) {
      expect([path, await read(path)]).toEqual([path, 'files/not-a-file'])
    }
  })

  test('is never another one, whatever is swapped for it', async () => {
    await writeFile(at('good'), 'good')
    await writeFile(at('secret'), 'secret')
    await symlink(at('secret'), at('link'))
    await run('mkfifo', [at('pipe')])
    const swapper = startSwapper({ kind: 'path', path: at('a'), entries: ['good', 'link', 'pipe'].map(at) })
    const outcomes = new Map<string, number>()
    try {
      while (swapper.rounds() < 10_000 || (outcomes.get('good') ?? 0) < 100) {
        const outcome = await read(at('a'))
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
    } finally {
      await swapper.stop()
    }
    expect([...outcomes.keys()].sort()).toEqual(['files/not-a-file', 'good'])
  })
})
