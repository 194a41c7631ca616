import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { endianness } from 'node:os'
import { isErrorCode } from './private-file.ts'

/** The owner of the process at the other end of a loopback connection. */
export type PeerOwner =
  | { told: 'user'; uid: number /** Of its socket. */; inode: string }
  /** It already closed its end, so it cannot receive anything, or the table cannot be read at the moment. */
  | { told: 'gone' }
  /** The system has no table of connections, or an empty one: only Linux has one that every user may read. */
  | { told: 'nothing' }

type Ends = Partial<Pick<Socket, 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort'>>

/** A read costs about 8 ms, most of it in the kernel. A client of 127.0.0.1 is in the second table only if its socket is IPv6. */
const tables = ['/proc/net/tcp', '/proc/net/tcp6']

/**
 * Looks up the owner of the client's end of a connection between two sockets of this computer, in Linux's table of connections
 * (proc_pid_net(5): columns `local_address`, `rem_address`, `st`, `uid`, `inode`). A client that reset the connection leaves neither
 * end in the table: it counts as gone where the table lists the server that listens, and is therefore a whole one.
 *
 * @param readTable - reads one of the two tables; rejects if there is none, or if no file can be opened at the moment, which another user
 *   could bring about with many connections: no program is trusted then
 */
export async function peerOwner(
  socket: Ends,
  readTable: (path: string) => Promise<string> = readShared,
): Promise<PeerOwner> {
  // A socket that is closed during the read no longer knows its addresses.
  const ours = addressForms(socket.localAddress, socket.localPort)
  const theirs = addressForms(socket.remoteAddress, socket.remotePort)
  let isListed = false
  for (const path of tables) {
    const table = await readTable(path).catch((problem: unknown) => (isOutOfFiles(problem) ? null : ''))
    if (table === null) return { told: 'gone' }
    const peer = rowBetween(table, theirs, ours)
    // A socket that no process holds any more has inode 0, and is listed as root's.
    if (peer !== undefined && peer[9] !== '0') return { told: 'user', uid: Number(peer[7]), inode: peer[9] ?? '' }
    isListed ||= peer !== undefined || rowBetween(table, ours, theirs) !== undefined || listens(table, ours)
  }
  return { told: isListed ? 'gone' : 'nothing' }
}

const isOutOfFiles = (problem: unknown) => isErrorCode(problem, 'EMFILE') || isErrorCode(problem, 'ENFILE')

/**
 * The columns of the row with one of these local and one of these remote addresses. The table is searched as text: it can have
 * thousands of rows, and every connection is looked up.
 */
function rowBetween(table: string, local: readonly string[], remote: readonly string[]): string[] | undefined {
  for (const from of local) {
    for (const to of remote) {
      const at = table.indexOf(` ${from} ${to} `)
      if (at >= 0)
        return table
          .slice(table.lastIndexOf('\n', at) + 1, endOfLine(table, at))
          .trim()
          .split(/\s+/)
    }
  }
  return undefined
}

/** Whether a socket listens at one of these addresses (state 0A). */
function listens(table: string, local: readonly string[]): boolean {
  return local.some((from) =>
    ['0'.repeat(8), '0'.repeat(32)].some((none) => table.includes(` ${from} ${none}:0000 0A `)),
  )
}

function endOfLine(table: string, at: number): number {
  const end = table.indexOf('\n', at)
  return end < 0 ? table.length : end
}

/**
 * Reads a file for several callers at once: callers that arrive while a read is under way share the next one, since theirs must
 * begin after they asked.
 */
function createSharedReader(read: (path: string) => Promise<string>): (path: string) => Promise<string> {
  const waiting = new Map<string, Promise<string>>()
  const running = new Map<string, Promise<unknown>>()
  return (path) => {
    const joined = waiting.get(path)
    if (joined) return joined
    const next = (running.get(path) ?? Promise.resolve())
      .catch(() => {})
      .then(() => {
        waiting.delete(path)
        const reading = read(path)
        running.set(path, reading)
        return reading
      })
    waiting.set(path, next)
    return next
  }
}

const readShared = createSharedReader((path) => readFile(path, 'latin1'))

/**
 * Creates a check of a connection's owner: this user (or root, which can read this process's memory), another user, or a client
 * that is gone. Where the system does not tell, every connection counts as this user's.
 *
 * @param uid - the user whose connections are accepted, besides root's; defaults to this process's user
 */
export function createPeerCheck(
  uid: number | undefined = process.geteuid?.(),
): (socket: Ends) => Promise<'own' | 'foreign' | 'gone'> {
  return async (socket) => {
    if (uid === undefined) return 'own'
    const owner = await peerOwner(socket)
    if (owner.told === 'user') return owner.uid === uid || owner.uid === 0 ? 'own' : 'foreign'
    return owner.told === 'gone' ? 'gone' : 'own'
  }
}

/**
 * An address in the format of the tables: hexadecimal, in words of four bytes in the machine's byte order; IPv4 in either table's
 * form.
 */
function addressForms(address = '', port = 0): string[] {
  const number = port.toString(16).toUpperCase().padStart(4, '0')
  const plain = address.replace(/^::ffff:/i, '')
  if (plain.includes('.')) {
    const word = hexWord(plain.split('.').map(Number))
    return [`${word}:${number}`, `${'0'.repeat(16)}${hexWord([0, 0, 255, 255])}${word}:${number}`]
  }
  // The only IPv6 address that Steward listens on.
  return plain === '::1' ? [`${'0'.repeat(24)}${hexWord([0, 0, 0, 1])}:${number}`] : []
}

function hexWord(bytes: readonly number[]): string {
  const ordered = endianness() === 'LE' ? bytes.toReversed() : bytes
  return Buffer.from(ordered).toString('hex').toUpperCase()
}
