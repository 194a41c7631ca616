import { randomBytes } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { basename } from 'node:path'
import { maxIntakeFiles } from '../../shared/ipc/intake.ts'

/** A file that the system handed over, as a page may know of it. */
export type ArrivedFile = {
  handle: string
  name: string
  /** Bytes; null for what is no file that can be read, which is told of all the same. */
  size: number | null
}

/** The same, as this process knows it. */
export type HeldPath = ArrivedFile & { path: string }

/** Files that the system handed over, until somebody says whose they are. Their paths are told to nobody. */
export type ArrivedFiles = {
  /** Resolves once they are in the list; what does not fit in it any more is left out. */
  add(paths: readonly string[]): Promise<void>
  list(): ArrivedFile[]
  /** Spends handles; those that are unknown or spent are passed over. */
  take(handles: readonly string[]): HeldPath[]
  /** What could not be taken in after all. */
  putBack(files: readonly HeldPath[]): void
}

/** An empty {@link ArrivedFiles}, in memory: what is not taken in is where it was before. */
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
