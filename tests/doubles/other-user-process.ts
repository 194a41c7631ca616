import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'

// Another user of this computer who repeatedly reads everything that any user can read about its processes:
//   node tests/doubles/other-user-process.ts
// Input lines: `read` looks once more and prints what was found; `ask METHOD URL [BODY]` connects and prints the answer;
// `reset COUNT URL` sends that many requests and resets each connection at once; `hold COUNT URL` opens that many connections, sends
// nothing, and prints how many there were once the other side has ended all of them; `holding COUNT URL` prints once they are open.
// If started by root it becomes the user `nobody`; otherwise it keeps its user, which its first output line states.

const nobody = 65_534
if (process.getuid?.() === 0) {
  process.setgroups?.([nobody])
  process.setgid?.(nobody)
  process.setuid?.(nobody)
}

const texts = new Set<string>()
/** Readable content of the files that arguments name, by path. */
const files = new Map<string, string>()

/** Reads each program's arguments and, if permitted, its environment and the files that its arguments name. */
function look(): void {
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue
    for (const name of ['cmdline', 'environ']) {
      const text = readable(`/proc/${pid}/${name}`)
      if (text === '' || texts.has(text)) continue
      texts.add(text)
      for (const [, path = ''] of text.matchAll(/file:\/\/([^\0]+)/g)) {
        const content = readable(decodeURIComponent(path))
        if (content !== '') files.set(path, content)
      }
    }
  }
}

function readable(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

const say = (value: unknown) => console.log(JSON.stringify(value))

function ask(method: string, url: string, body: string): void {
  const { origin } = new URL(url)
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
  const outgoing = request(url, {
    method,
    agent: false,
    headers: { ...headers, origin, 'sec-fetch-site': 'same-origin' },
  })
  outgoing.on('response', (incoming) => {
    incoming.resume()
    say({ status: incoming.statusCode, location: incoming.headers.location ?? null })
  })
  outgoing.on('error', (error) => say({ status: 0, location: null, error: String(error) }))
  outgoing.end(body)
}

const openAll = (url: string, count: string) =>
  Array.from({ length: Number(count) }, () => {
    const { hostname: host, port } = new URL(url)
    const socket = connect({ host, port: Number(port) })
    const opened = new Promise<void>((done) => socket.once('connect', done).once('close', () => done()))
    const closed = new Promise<void>((done) => socket.once('close', () => done()))
    socket.on('error', () => {}).resume()
    return { socket, opened, closed }
  })

async function reset(count: string, url: string): Promise<void> {
  const { host, pathname } = new URL(url)
  const connections = openAll(url, count)
  for (const { socket, opened } of connections) {
    await opened
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n\r\n`, () => socket.resetAndDestroy())
  }
  await Promise.all(connections.map(({ closed }) => closed))
  say({ count: connections.length })
}

async function hold(count: string, url: string, until: 'opened' | 'closed'): Promise<void> {
  const connections = openAll(url, count)
  await Promise.all(connections.map((connection) => connection[until]))
  say({ count: connections.length })
}

look()
setInterval(look, 1)
say({ uid: process.getuid?.() })
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const [verb, method = '', url = '', body = ''] = line.split(' ')
    if (verb === 'ask') return ask(method, url, body)
    if (verb === 'reset') return void reset(method, url)
    if (verb === 'hold') return void hold(method, url, 'closed')
    if (verb === 'holding') return void hold(method, url, 'opened')
    look()
    say({ arguments: [...texts].join('\n'), files: [...files.keys()] })
  })
  .on('close', () => process.exit())
