import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lostAtEnd, readLogFacts } from '../../../electron/data/recovery/write-ahead-log.ts'

const pageSize = 8192

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-log-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function factsOf(log: Buffer) {
  writeFileSync(join(folder, 'a.db-wal'), log)
  return readLogFacts(join(folder, 'a.db'))
}

/** Builds a log in SQLite's format; `commits` are the numbers, from 1, of the frames that end a commit. */
function logOf({ frames, commits, own = 7 }: { frames: number; commits: readonly number[]; own?: number }): Buffer {
  const header = Buffer.alloc(32)
  header.writeUInt32BE(0x377f0682, 0)
  header.writeUInt32BE(pageSize, 8)
  header.fill(7, 16, 24)
  const all = Array.from({ length: frames }, (_, at) => {
    const frame = Buffer.alloc(24 + pageSize)
    frame.writeUInt32BE(at + 5, 0)
    frame.writeUInt32BE(commits.includes(at + 1) ? 9 : 0, 4)
    frame.fill(own, 8, 16)
    return frame
  })
  return Buffer.concat([header, ...all])
}

describe('what a log of changes says of itself', () => {
  it.each([
    ['no log', Buffer.alloc(0), { committed: 0, surely: 0 }],
    ['a beginning and nothing more', logOf({ frames: 0, commits: [] }), { committed: 0, surely: 0 }],
    ['changes that were never committed', logOf({ frames: 3, commits: [] }), { committed: 0, surely: 0 }],
    ['one commit', logOf({ frames: 3, commits: [3] }), { committed: 3, surely: 0 }],
    ['two, and the beginning of another', logOf({ frames: 9, commits: [2, 6] }), { committed: 6, surely: 2 }],
    ['frames of an older log', logOf({ frames: 4, commits: [2, 4], own: 8 }), { committed: 0, surely: 0 }],
    ['its last frame in part', logOf({ frames: 4, commits: [2, 4] }).subarray(0, -1), { committed: 2, surely: 0 }],
    [
      'an older one behind its own',
      Buffer.concat([logOf({ frames: 2, commits: [1, 2] }), logOf({ frames: 3, commits: [3], own: 8 }).subarray(32)]),
      { committed: 2, surely: 1 },
    ],
  ])('%s', (_what, log, facts) => {
    expect(factsOf(log)).toMatchObject(facts)
  })

  // The frames contain pages 5 to 9 of a store of nine pages.
  it.each<[string, number, number[], number]>([
    ['whole', 9, [2, 5], 0],
    ['longer than it says', 12, [2, 5], 0],
    ['without pages that lie in the log', 4, [2, 5], 0],
    ['without one that does not', 3, [2, 5], 6],
    ['without a part of that one', 3.5, [2, 5], 5.5],
    ['without one that was written to the log and not committed', 8, [2, 4], 1],
    ['without a part of a page, of which the log knows nothing', 6.75, [], 0.25],
    ['of whole pages, of which the log knows nothing', 6, [], 0],
  ])('a store is %s', (_what, pages, commits, lost) => {
    writeFileSync(join(folder, 'a.db'), Buffer.alloc(pages * pageSize))
    expect(lostAtEnd(join(folder, 'a.db'), factsOf(logOf({ frames: 5, commits })))).toBe(lost * pageSize)
  })
})
