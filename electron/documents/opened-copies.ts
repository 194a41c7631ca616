import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, readdir, readlink, realpath, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { ensurePrivateFolder } from '../platform/private-file.ts'
import { toFileError } from './file-errors.ts'

/** An unencrypted copy for another program. `remove`: for a copy that was not given to any program. */
export type OpenedCopy = { path: string; remove(): Promise<void> }

export type NewCopy = {
  connectionId: string
  /** The name shown to the user; safe, see `safeFileName`. */
  name: string
  content: AsyncIterable<Uint8Array>
}

/** Unencrypted copies made for other programs: each in a private folder with a random name, kept only as long as needed. */
export type OpenedCopies = {
  /** The folder that contains the copies' folders. */
  readonly root: string
  /** Rejects with `files/disk-full` or the content's own error, and then leaves nothing behind. */
  make(copy: NewCopy): Promise<OpenedCopy>
  count(): number
  /** Removes the copies of one connection or of all. A copy that a program has open stays until that program closes it. */
  removeUnused(connectionId?: string): Promise<{ left: number }>
  /** Removes the copies of one connection or of all, even those that are open. */
  removeAll(connectionId?: string): Promise<void>
  /** Removes copies that are no longer in use; runs by itself every minute. */
  look(): Promise<void>
  /** Removes all copies and stops the checks. */
  close(): Promise<void>
}

export type OpenedCopiesOptions = {
  /** Its parent folder exists. */
  root: string
  onChanged(connectionId: string): void
  now?: () => number
  /** Finds the paths below the root that some program has open. */
  usersOf?: (root: string) => Promise<ReadonlySet<string>>
}

/** How often copies are checked for use, in ms. */
const lookEveryMs = 60_000
/** Minimum life of an unused copy, in ms: a program that reads a file and closes it may still show it on the screen. */
const restMs = 30 * 60_000

/** `madeAt` is on Steward's clock, `writtenAt` on the file system's; both in ms. */
type Kept = {
  folder: string
  path: string
  connectionId: string
  madeAt: number
  writtenAt: number
  isUnwanted: boolean
}

/** {@link OpenedCopies} without any copy; copies left by an earlier run are removed first. */
export async function createOpenedCopies(options: OpenedCopiesOptions): Promise<OpenedCopies> {
  const { onChanged, now = Date.now, usersOf = findOpenFiles } = options
  // The system lists open files by their real path.
  const root = join(await realpath(dirname(options.root)), basename(options.root))
  await rm(root, { recursive: true, force: true })
  const copies = new Set<Kept>()
  let timer: NodeJS.Timeout | null = null

  const isOf = (connectionId: string | undefined) => (copy: Kept) =>
    connectionId === undefined || copy.connectionId === connectionId

  const remove = async (copy: Kept): Promise<boolean> => {
    // Windows refuses while a program has it open.
    const isGone = await rm(copy.folder, { recursive: true, force: true }).then(
      () => true,
      () => false,
    )
    if (isGone && copies.delete(copy)) onChanged(copy.connectionId)
    return isGone
  }

  const look = async () => {
    const used = await usersOf(root)
    for (const copy of copies) {
      if (isUsed(copy, used)) continue
      if (copy.isUnwanted || (await isForgotten(copy, now()))) await remove(copy)
    }
    watch()
  }

  const watch = () => {
    if (timer !== null) clearTimeout(timer)
    timer = copies.size === 0 ? null : setTimeout(() => void look().catch(watch), lookEveryMs).unref()
  }

  return {
    root,
    async make({ connectionId, name, content }) {
      let copy: Kept
      const folder = join(root, randomBytes(16).toString('hex'))
      const path = join(folder, name)
      try {
        await ensurePrivateFolder(root)
        await mkdir(folder, { mode: 0o700 })
        const writtenAt = await writeCopy(path, content)
        copy = { folder, path, connectionId, madeAt: now(), writtenAt, isUnwanted: false }
      } catch (problem) {
        await rm(folder, { recursive: true, force: true }).catch(() => {})
        throw toFileError(problem)
      }
      copies.add(copy)
      onChanged(connectionId)
      watch()
      return { path, remove: async () => void (await remove(copy)) }
    },
    count: () => copies.size,
    look,
    async removeUnused(connectionId) {
      const used = await usersOf(root)
      const asked = [...copies].filter(isOf(connectionId))
      for (const copy of asked) {
        copy.isUnwanted = true
        if (!isUsed(copy, used)) await remove(copy)
      }
      watch()
      return { left: asked.filter((copy) => copies.has(copy)).length }
    },
    async removeAll(connectionId) {
      for (const copy of [...copies].filter(isOf(connectionId))) await remove(copy)
      watch()
    },
    async close() {
      if (timer !== null) clearTimeout(timer)
      copies.clear()
      await rm(root, { recursive: true, force: true }).catch(() => {})
    },
  }
}

const isUsed = ({ folder }: Kept, used: ReadonlySet<string>) =>
  [...used].some((path) => path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`))

/** The copy was neither used nor changed for a while: a user's edits are never removed silently. */
async function isForgotten({ folder, path, madeAt, writtenAt }: Kept, now: number): Promise<boolean> {
  if (now - madeAt < restMs) return false
  const facts = await stat(path).catch(() => null)
  if (facts === null) return true
  const isAlone = (await readdir(folder)).length === 1
  return isAlone && facts.mtimeMs === writtenAt
}

/**
 * The folder is new and private, but links are still not followed and no file is replaced. Returns the file's modification time
 * in ms.
 */
async function writeCopy(path: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | (O_NOFOLLOW ?? 0), 0o600)
  try {
    for await (const piece of content) await file.writeFile(piece)
    return (await file.stat()).mtimeMs
  } finally {
    await file.close()
  }
}

/**
 * Files below a folder that some program of this user has open, and the lock files that office programs create next to open
 * files. Only Linux lists open files; elsewhere there are only lock files and the system's refusal to remove an open file.
 */
async function findOpenFiles(root: string): Promise<ReadonlySet<string>> {
  const [open, locks] = await Promise.all([openFiles(root), lockFiles(root)])
  return new Set([...open, ...locks])
}

async function openFiles(root: string): Promise<string[]> {
  if (process.platform !== 'linux') return []
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const found: string[] = []
  for (const id of processes) {
    if (Number(id) === process.pid) continue
    const folder = `/proc/${id}/fd`
    for (const descriptor of await readdir(folder).catch(() => [])) {
      const path = await readlink(join(folder, descriptor)).catch(() => '')
      if (path.startsWith(root + sep)) found.push(path)
    }
  }
  return found
}

/** `.~lock.Statement.docx#` is LibreOffice's, `~$atement.docx` is Word's. */
async function lockFiles(root: string): Promise<string[]> {
  const found: string[] = []
  for (const folder of await readdir(root).catch(() => [])) {
    const names = await readdir(join(root, folder)).catch(() => [])
    for (const name of names) if (/^(?:\.~lock\..*#|~\$.*)$/.test(name)) found.push(join(root, folder, name))
  }
  return found
}
