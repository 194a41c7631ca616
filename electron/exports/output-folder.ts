import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { numberedFileName } from '../../shared/domain/file-names.ts'
import type { SaveTarget } from '../platform/host.ts'

/** An unfinished folder of files, under a temporary name and readable by this user only. */
export type OutputFolder = {
  /** Writes one file; its name is a safe file name that no other file of the folder has. */
  add(name: string, bytes: Uint8Array): Promise<void>
  /** Moves the folder to its final path; the name differs from the requested one if that was taken. Returns the path of a file in it. */
  finish(): Promise<{ path: string; name: string }>
  /** Removes it; does nothing once finished. */
  discard(): Promise<void>
}

/** Maximum number tried as a suffix for a name that is taken. */
const maxNames = 10_000

/** The requested name, then the names that are tried if it is taken. */
export function* namesFor({ name }: SaveTarget): Generator<string> {
  yield name
  for (let number = 2; number <= maxNames; number += 1) yield numberedFileName(name, number)
}

/** Errors are those of the file system. */
export async function createOutputFolder(
  target: SaveTarget,
  { temporary, onDone }: { temporary: string; onDone: () => void },
): Promise<OutputFolder> {
  await mkdir(temporary, { mode: 0o700 })
  const state = { first: '', isDone: false }
  const done = () => {
    state.isDone = true
    onDone()
  }
  return {
    async add(name, bytes) {
      await writeFile(join(temporary, name), bytes, { flag: 'wx', mode: 0o600, flush: true })
      state.first ||= name
    },
    async finish() {
      for (const name of namesFor(target)) {
        const path = join(target.folder, name)
        if (await isTaken(path)) continue
        await rename(temporary, path)
        done()
        return { path: join(path, state.first), name }
      }
      throw new RangeError('no free name')
    },
    async discard() {
      if (state.isDone) return
      done()
      await rm(temporary, { recursive: true, force: true }).catch(() => {})
    },
  }
}

const isTaken = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )
