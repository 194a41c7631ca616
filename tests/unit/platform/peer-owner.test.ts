import { expect, it } from 'vitest'
import { peerOwner } from '../../../electron/platform/peer-owner.ts'

// Rows as Linux writes them on a little-endian machine: 127.0.0.1:54321 is a client's end, 127.0.0.1:4321 the server's.
const head = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'
const row = (local: string, remote: string, uid: number, inode: number) =>
  `   1: ${local} ${remote} 01 00000000:00000000 00:00000000 00000000  ${uid}        0 ${inode} 1 0000000000000000 20 4 30 10 -1`
const [client, server] = ['0100007F:D431', '0100007F:10E1']
const mapped = (address: string) => `0000000000000000FFFF0000${address}`
const ends = { localAddress: '127.0.0.1', localPort: 4321, remoteAddress: '127.0.0.1', remotePort: 54_321 }

const judge = (tcp: string[], tcp6: string[] = [], socket = ends) =>
  peerOwner(socket, async (path) => [head, ...(path.endsWith('6') ? tcp6 : tcp)].join('\n'))

it.each([
  ['its own row', [row(client, server, 1000, 7)], [], { told: 'user', uid: 1000, inode: '7' }],
  [
    'its row among others',
    [row('0200007F:D431', server, 5, 6), row(client, server, 33, 7)],
    [],
    { told: 'user', uid: 33, inode: '7' },
  ],
  [
    'a client with a socket of IPv6',
    [row(server, client, 0, 8)],
    [row(mapped(client), mapped(server), 33, 7)],
    { told: 'user', uid: 33, inode: '7' },
  ],
  [
    'a socket that nobody holds any more, listed as root’s',
    [row(client, server, 0, 0), row(server, client, 1000, 8)],
    [],
    { told: 'gone' },
  ],
  ['our end alone', [row(server, client, 1000, 8)], [], { told: 'gone' }],
  [
    'the server alone, without the connection',
    [row(server, '00000000:0000', 1000, 9).replace(' 01 ', ' 0A ')],
    [],
    { told: 'gone' },
  ],
  ['other connections alone', [row('0100007F:0001', '0100007F:0002', 33, 7)], [], { told: 'nothing' }],
])('knows the owner by %s', async (_what, tcp, tcp6, owner) => {
  expect(await judge(tcp, tcp6)).toEqual(owner)
})

it('the owner of a connection knows the owner of a connection of IPv6', async () => {
  const one = '00000000000000000000000001000000'
  const socket = { ...ends, localAddress: '::1', remoteAddress: '::1' }
  expect(await judge([], [row(`${one}:D431`, `${one}:10E1`, 33, 7)], socket)).toEqual({
    told: 'user',
    uid: 33,
    inode: '7',
  })
})

it('the owner of a connection reads the second table only if the first does not list the client', async () => {
  const read: string[] = []
  const table = (rows: string[]) => async (path: string) => {
    read.push(path)
    return [head, ...(path.endsWith('6') ? [] : rows)].join('\n')
  }
  await peerOwner(ends, table([row(client, server, 1000, 7)]))
  expect(read).toEqual(['/proc/net/tcp'])
  await peerOwner(ends, table([]))
  expect(read).toEqual(['/proc/net/tcp', '/proc/net/tcp', '/proc/net/tcp6'])
})

it('the owner of a connection is unknown where there is no such table', async () => {
  expect(await peerOwner(ends, () => Promise.reject(new Error('ENOENT')))).toEqual({ told: 'nothing' })
})

it.each(['EMFILE', 'ENFILE'])(
  'the owner of a connection trusts no connection while no file can be opened (%s)',
  async (code) => {
    const none = (path: string) =>
      path.endsWith('6') ? Promise.reject(Object.assign(new Error(code), { code })) : Promise.resolve(head)
    expect(await peerOwner(ends, none)).toEqual({ told: 'gone' })
  },
)
