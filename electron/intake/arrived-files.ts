import { randomBytes } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { basename } from 'node:path'
import PQueue from 'p-queue'
import { maxIntakeFiles } from '../../shared/ipc/intake.ts'
import { issueOf } from './issues.ts'
import { openSourceFile } from './source-file.ts'
import type { Tray } from './tray.ts'

/** The facts that a page may have about a file passed to Steward by the operating system. */
export type ArrivedFile = {
  handle: string
  name: string
  /** In bytes; null if it is not a readable file, which is listed anyway. */
  size: number | null
}

/** The same with its path, for this process only. */
export type HeldPath = ArrivedFile & { path: string }

/**
 * Files passed to Steward by the operating system that the user has not yet assigned to a record. Their paths are never given to
 * a page.
 */
export type ArrivedFiles = {
  /** Resolves once they are in the list; files beyond the list's limit are dropped. */
  add(paths: readonly string[]): Promise<void>
  list(): ArrivedFile[]
  /** Redeems handles; unknown or used ones are skipped. */
  take(handles: readonly string[]): HeldPath[]
  /** Returns files that could not be taken into the tray. */
  putBack(files: readonly HeldPath[]): void
}

/** An empty {@link ArrivedFiles}, in memory: files that are never taken in simply stay on disk. */
export function createArrivedFiles(): ArrivedFiles {
  const held = new Map<string, HeldPath>()
  const hold = (files: readonly HeldPath[]) => {
    for (const file of files) if (held.size < maxIntakeFiles) held.set(file.handle, file)
  }
  return {
    async add(paths) {
      const known = new Set([...held.values()].map(({ path }) => path))
      const fresh = [...new Set(paths)].filter((path) => !known.has(path))
      hold(await Promise.all(fresh.slice(0, maxIntakeFiles).map(look)))
    },
    list: () => [...held.values()].map(({ handle, name, size }) => ({ handle, name, size })),
    take(handles) {
      const files = [...new Set(handles)].flatMap((handle) => held.get(handle) ?? [])
      for (const { handle } of files) held.delete(handle)
      return files
    },
    putBack: hold,
  }
}

async function look(path: string): Promise<HeldPath> {
  const facts = await lstat(path).catch(() => null)
  const size = facts?.isFile() ? facts.size : null
  return { handle: randomBytes(32).toString('base64url'), name: basename(path).slice(0, 4000), path, size }
}

/** Number of files received at once, the same as from a page. */
const abreast = 3

/**
 * Puts files into the tray by path. When this resolves, each has a row there, and the first transfers have started.
 *
 * @param announce - creates their rows
 * @throws the errors of `announce`
 */
export async function takeArrived(
  tray: Tray,
  announce: (files: { name: string; folder: string; size: number | null }[]) => ReturnType<Tray['announce']>,
  files: readonly HeldPath[],
): Promise<void> {
  const rows = await announce(files.map(({ name, size }) => ({ name, folder: '', size })))
  const queue = new PQueue({ concurrency: abreast })
  rows.forEach(({ row_id: rowId, waits }, at) => {
    const path = files[at]?.path
    if (path !== undefined && waits) void queue.add(() => takeOne(tray, rowId, path))
  })
}

/** Never rejects: an error is stored in the row. */
async function takeOne(tray: Tray, rowId: string, path: string): Promise<void> {
  try {
    const file = await openSourceFile(path)
    try {
      await tray.receive(rowId, file.bytes)
    } finally {
      await file.close()
    }
  } catch (problem) {
    await tray.giveUp(rowId, issueOf(problem)).catch(() => {})
  }
}
