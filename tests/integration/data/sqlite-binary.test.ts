import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSqliteVersion } from '../../../electron/data/open-database.ts'
import { assertSqliteLoads, sqliteOptions } from '../../../electron/data/sqlite-binary.ts'

describe('the binary of SQLite', () => {
  it('is named to the library, which then asks no report of Node', () => {
    const asked: string[] = []
    const report = Object.getOwnPropertyDescriptor(process, 'report')
    Object.defineProperty(process, 'report', {
      configurable: true,
      get: () => {
        asked.push('report')
        throw new Error('This program has no process.report.')
      },
    })
    try {
      expect(sqliteOptions()).toEqual({ nativeBinding: expect.stringMatching(/prebuilds.\w+-\w+\.node$/) })
      expect(readSqliteVersion()).toMatch(/^3\./)
      expect(asked).toEqual([])
    } finally {
      if (report) Object.defineProperty(process, 'report', report)
    }
  })

  it('loads here', () => {
    expect(() => assertSqliteLoads()).not.toThrow()
  })
})

describe.runIf(process.platform === 'linux')('a binary that needs what this computer has not', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steward-binary-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  /** Writes a copy of the real binary that needs something else of the same length. */
  async function needing(from: string, to: string): Promise<string> {
    const bytes = await readFile(String(sqliteOptions().nativeBinding))
    const path = join(folder, 'changed.node')
    for (let at = bytes.indexOf(`${from}\0`); at >= 0; at = bytes.indexOf(`${from}\0`, at + 1)) bytes.write(to, at)
    await writeFile(path, bytes)
    return path
  }

  it.each([
    ['GLIBC_2.34', 'GLIBC_9.34', "the system's C library (glibc) 9.34 or newer"],
    ['GLIBCXX_3.4.29', 'GLIBCXX_9.4.29', "the system's C++ library (libstdc++), GLIBCXX 9.4.29 or newer"],
    ['libstdc++.so.6', 'libstdc++.so.9', 'The system library libstdc++.so.9 is missing'],
  ])('is refused in words (%s → %s)', async (from, to, words) => {
    const binary = await needing(from, to)
    expect(() => assertSqliteLoads(binary)).toThrow(
      expect.objectContaining({ code: 'cache/not-loadable', message: expect.stringContaining(words) }),
    )
  })
})
