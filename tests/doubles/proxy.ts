import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** The target and headers of a request to a proxy; SOCKS has no headers. */
export type Asked = { target: string; headers: IncomingMessage['headers'] }

/** A proxy on 127.0.0.1 that really forwards, resolves every host name to this computer, and records all bytes. */
export type ProxyDouble = {
  port: number
  asked: Asked[]
  /** Returns all bytes that clients sent to it or through it. */
  seen(): string
  /** Closes every tunnel. */
  cut(): void
  close(): Promise<void>
}

export type ProxyOptions = {
  /** Replaces the normal answer to a CONNECT; may be changed during a test. */
  answer?: (socket: Duplex, request: IncomingMessage) => void
  /** For a proxy that is reached over TLS. */
  identity?: { cert: string; key: string }
}

/** Starts a proxy that accepts CONNECT. */
export async function startHttpProxy(options: ProxyOptions = {}): Promise<ProxyDouble> {
  const { identity } = options
  const record = createRecord()
  const server = identity ? createHttpsServer(identity) : createHttpServer()
  server.on('connect', (request, socket, head) => {
    record.asked.push({ target: request.url ?? '', headers: request.headers })
    record.note(Buffer.from(`${request.url} ${JSON.stringify(request.rawHeaders)}`))
    record.note(head)
    record.hold(socket)
    if (options.answer) return options.answer(socket, request)
    const onward = connect({ host: '127.0.0.1', port: portOf(request.url ?? '') })
    onward.once('connect', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      join(socket, onward)
    })
    onward.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n'))
    socket.on('data', record.note)
    record.hold(onward)
  })
  server.on('request', (request, response) => {
    record.note(Buffer.from(`${request.method} ${request.url} ${JSON.stringify(request.rawHeaders)}`))
    response.writeHead(400).end()
  })
  return finish(server, record)
}

/**
 * Starts a proxy that speaks SOCKS 5.
 *
 * @param options.account - the name and password it requires
 * @param options.reply - its answer in place of connecting
 */
export async function startSocksProxy(
  options: { account?: { user: string; password: string }; reply?: number } = {},
): Promise<ProxyDouble> {
  const record = createRecord()
  const server = createServer((socket) => {
    record.hold(socket)
    socket.on('data', record.note)
    void serveSocks(socket, record, options).catch(() => socket.destroy())
  })
  return finish(server, record)
}

async function serveSocks(
  socket: Socket,
  record: ReturnType<typeof createRecord>,
  { account, reply = 0 }: { account?: { user: string; password: string }; reply?: number },
): Promise<void> {
  const take = createTaker(socket)
  const [, count = 0] = await take(2)
  const methods = [...(await take(count))]
  const wanted = account ? 2 : 0
  if (!methods.includes(wanted)) return void socket.end(Buffer.from([5, 0xff]))
  socket.write(Buffer.from([5, wanted]))
  if (account) {
    const [, length = 0] = await take(2)
    const user = String(await take(length))
    const password = String(await take((await take(1))[0] ?? 0))
    const isRight = user === account.user && password === account.password
    socket.write(Buffer.from([1, isRight ? 0 : 1]))
    if (!isRight) return void socket.end()
  }
  const [, , , kind = 0] = await take(4)
  const host =
    kind === 3 ? String(await take((await take(1))[0] ?? 0)) : [...(await take(kind === 1 ? 4 : 16))].join('.')
  const port = (await take(2)).readUInt16BE()
  record.asked.push({ target: `${host}:${port}`, headers: {} })
  const answer = Buffer.from([5, reply, 0, 1, 127, 0, 0, 1, 0, 0])
  if (reply !== 0) return void socket.end(answer)
  const onward = connect({ host: '127.0.0.1', port })
  record.hold(onward)
  onward.once('connect', () => {
    socket.write(answer)
    join(socket, onward)
  })
}

function createTaker(socket: Socket): (length: number) => Promise<Buffer> {
  let held = Buffer.alloc(0)
  let wake = () => {}
  const onData = (piece: Buffer) => {
    held = Buffer.concat([held, piece])
    wake()
  }
  socket.on('data', onData)
  return async (length) => {
    while (held.length < length) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    const taken = held.subarray(0, length)
    held = held.subarray(length)
    return taken
  }
}

function createRecord() {
  const pieces: Buffer[] = []
  const sockets = new Set<Duplex>()
  return {
    asked: [] as Asked[],
    pieces,
    sockets,
    note: (piece: Buffer) => void pieces.push(piece),
    hold(socket: Duplex) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    },
  }
}

function join(one: Duplex, other: Duplex): void {
  one.pipe(other).pipe(one)
  one.on('close', () => other.destroy())
  other.on('close', () => one.destroy())
}

function portOf(target: string): number {
  return Number(target.slice(target.lastIndexOf(':') + 1))
}

async function finish(server: Server, record: ReturnType<typeof createRecord>): Promise<ProxyDouble> {
  server.on('connection', record.hold)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of record.sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    asked: record.asked,
    seen: () => Buffer.concat(record.pieces).toString('latin1'),
    cut,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      cut()
      await closed
    },
  }
}
