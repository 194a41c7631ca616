import { createHash } from 'node:crypto'
import { readdir, readFile, readlink } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { basename } from 'node:path'
import { peerOwner } from '../platform/peer-owner.ts'

/** A program that asks: as it calls itself, and as the system knows it. */
export type Caller = {
  /** The same for the same name and the same program that started it. */
  id: string
  name: string
  /** Path of the program that started the one that asks; null if the system does not say. */
  started_by: string | null
}

/** How far up the line of parents a program is looked for. */
const mostParents = 12

/** Programs that only start others: a command line is started through several of them. */
const starters: ReadonlySet<string> = new Set(['sh', 'dash', 'env', 'npm', 'npx', 'timeout', 'setsid', 'nice', 'xargs'])

/** Finds out who asks over a connection. A name is shown without characters that control or format text, or that are not seen. */
export async function identifyCaller(socket: Socket, name: string): Promise<Caller> {
  const shown =
    name.replace(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+/gu, ' ').trim() || 'A program without a name'
  const started_by = process.platform === 'linux' ? await starterOf(socket).catch(() => null) : null
  const id = createHash('sha256')
    .update(JSON.stringify([shown, started_by]))
    .digest('hex')
    .slice(0, 32)
  return { id, name: shown, started_by }
}

/**
 * The program that started the process at the other end: the first of its parents that is neither a shell without a terminal's user nor
 * the same program, since the command line is started through npm and Node.
 */
async function starterOf(socket: Socket): Promise<string | null> {
  const owner = await peerOwner(socket)
  if (owner.told !== 'user') return null
  const pid = await processWithSocket(owner.inode)
  if (pid === null) return null
  const own = await programOf(pid)
  let at: number | null = pid
  for (let up = 0; up < mostParents; up += 1) {
    at = await parentOf(at)
    if (at === null || at <= 1) break
    const program = await programOf(at)
    // Npm runs under a Node of its own.
    const isSame = program !== null && basename(program) === basename(own ?? '')
    if (program !== null && !isSame && !starters.has(basename(program))) return program
  }
  return own
}

/** The newest process of this user that has this socket open. */
async function processWithSocket(inode: string): Promise<number | null> {
  const wanted = `socket:[${inode}]`
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  for (const pid of pids.toSorted((one, other) => other - one)) {
    if (pid === process.pid) continue
    // Another user's, or one that has ended.
    const open = await readdir(`/proc/${pid}/fd`).catch(() => [])
    const targets = await Promise.all(open.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')))
    if (targets.includes(wanted)) return pid
  }
  return null
}

const programOf = (pid: number): Promise<string | null> => readlink(`/proc/${pid}/exe`).catch(() => null)

/** The fields after the command, which is in parentheses and may contain any character: state, parent. */
async function parentOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return parent === undefined || parent === '' ? null : Number(parent)
}
