import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createInterface } from 'node:readline'

// Another user of this computer who repeatedly reads everything that any user can read about its processes:
//   node tests/doubles/other-user-process.ts
// Input lines: `read` looks once more and prints what was found; `ask METHOD URL [BODY]` connects and prints the answer.
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

look()
const timer = setInterval(look, 1)
say({ uid: process.getuid?.() })
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const [verb, method = '', url = '', body = ''] = line.split(' ')
    if (verb === 'ask') return ask(method, url, body)
    look()
    say({ arguments: [...texts].join('\n'), files: [...files.keys()] })
  })
  .on('close', () => clearInterval(timer))
