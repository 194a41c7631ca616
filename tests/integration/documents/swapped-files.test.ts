import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFileStore } from '../../../electron/documents/file-store.ts'
import { createOutputFiles } from '../../../electron/exports/output-file.ts'
import { propertyRuns } from '../../doubles/property-runs.ts'
import { startSwapper } from '../../doubles/swapper.ts'

/** How often the other user swaps the path, and how often a file is written there, at least. */
const { numRuns: swaps } = propertyRuns(20_000, 40)
const { numRuns: writes } = propertyRuns(4_000, 40)

let root: string
let shared: string
let outside: string
let victim: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'steward-swapped-'))
  shared = join(root, 'shared')
  outside = join(root, 'outside')
  victim = join(outside, 'victim')
  await mkdir(shared)
  await mkdir(outside)
  await writeFile(victim, 'untouched')
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function expectNoEscape(): Promise<void> {
  expect(await readdir(outside)).toEqual(['victim'])
  expect(await readFile(victim, 'utf8')).toBe('untouched')
}

async function* one(text: string) {
  yield Buffer.from(text)
}

describe('somebody who swaps links for files', () => {
  test('has nothing written through them when a file is saved where they can write', async () => {
    const files = createOutputFiles()
    const targets = [victim, join(outside, 'new')]
    const swapper = startSwapper({ kind: 'links', path: join(shared, 'Statement.pdf'), targets })
    let saved = 0
    try {
      while (swapper.rounds() < swaps || saved < writes) {
        const file = await files.create({ folder: shared, name: 'Statement.pdf', replace: saved % 2 === 0 })
        await file.append(Buffer.from('secret'))
        // During the swap the path may be missing or taken. It only matters that nothing is written elsewhere.
        const { path } = await file.finish().catch(() => ({ path: null }))
        if (path !== null) await rm(path, { force: true })
        saved += 1
      }
    } finally {
      await swapper.stop()
    }
    await expectNoEscape()
  })

  test('has nothing written through them when files are sealed, and gets nothing read from them', async () => {
    const store = createFileStore(shared, { isDurable: false })
    const swapper = startSwapper({ kind: 'folder', folder: shared, suffix: '', target: victim })
    const never = new AbortController().signal
    const read = new Set<string>()
    try {
      for (let round = 0; round < writes || swapper.rounds() < writes; round += 1) {
        const file = await store.write(one('secret'), { signal: never }).catch(() => null)
        if (file === null) continue
        try {
          for await (const piece of store.read(file)) read.add(Buffer.from(piece).toString('utf8'))
        } catch (problem) {
          expect(problem).toMatchObject({ code: 'files/damaged' })
        }
        await store.remove(file.storedName)
      }
    } finally {
      await swapper.stop()
    }
    expect([...read].filter((text) => text !== 'secret')).toEqual([])
    await expectNoEscape()
  })
})
