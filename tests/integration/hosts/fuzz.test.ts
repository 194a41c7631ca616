import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Folders, makeFolders } from '../../doubles/bundle-folder.ts'
import { ask } from '../../doubles/loopback.ts'
import { propertyRuns, propertySeed } from '../../doubles/property-runs.ts'
import { readyAddress, type ShellProcess, startShellProcess } from '../../doubles/start-browser-shell.ts'

const { numRuns: requests } = propertyRuns(10_000)
const abreast = 40

let folders: Folders
let shell: ShellProcess
let address: URL
beforeAll(async () => {
  folders = await makeFolders()
  shell = startShellProcess({
    bundleRoot: folders.bundleRoot,
    args: ['--headless', '--user-data-dir', folders.userDataDir],
  })
  address = await readyAddress(shell)
})
afterAll(async () => {
  await shell.stop()
  await folders.remove()
})

/** mulberry32: the same seed gives the same run. */
function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0]
  return { below, pick }
}
type Random = ReturnType<typeof createRandom>

const oddities = [
  '\0',
  '\r',
  '\n',
  '\r\n',
  '\r\n\r\n',
  ' ',
  '\t',
  ':',
  ';',
  ',',
  '/',
  '//',
  '?',
  '#',
  '%',
  '%00',
  '%2e',
  '..',
  '\\',
  '"',
  '\x7f',
  '\x80',
  '\xff',
  'é',
  '[::zz',
  '{',
  '}',
  '9'.repeat(400),
  'a'.repeat(9_000),
  '-1',
  '0x10',
  'chunked',
  '\uFEFF',
] as const

function seedRequest({ below, pick }: Random): string {
  const body = pick([
    `{"launch":"${'A'.repeat(43)}"}`,
    '{}',
    '[]',
    '',
    '{"__proto__":{}}',
    '"',
    '5\r\n{"a":\r\n0\r\n\r\n',
  ])
  const lines = [
    `${pick(['GET', 'POST', 'POST', 'PUT', 'OPTIONS', 'CONNECT', 'TRACE', 'get'])} ${pick(['/', '/session', '/ipc', '/assets/page.js', '*', 'http://x/', '/households/1'])} HTTP/1.1`,
    `Host: ${address.host}`,
    ...(below(2) === 0 ? [`Origin: ${address.origin}`, 'Sec-Fetch-Site: same-origin'] : []),
    ...(below(2) === 0
      ? ['Content-Type: application/json', `Content-Length: ${below(3) === 0 ? below(2_000) : body.length}`]
      : []),
    ...(below(6) === 0 ? ['Transfer-Encoding: chunked'] : []),
    ...(below(6) === 0 ? ['Expect: 100-continue'] : []),
    ...(below(3) === 0
      ? [
          'Connection: Upgrade',
          'Upgrade: websocket',
          'Sec-WebSocket-Version: 13',
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        ]
      : []),
  ]
  const frames =
    below(3) === 0 ? String.fromCharCode(0x80 | below(16), below(256), below(256), below(256), below(256)) : ''
  return `${lines.join('\r\n')}\r\n\r\n${body}${frames}`
}

function mutate(text: string, { below, pick }: Random): string {
  const at = below(text.length + 1)
  switch (below(5)) {
    case 0:
      return text.slice(0, at)
    case 1:
      return text.slice(0, at) + pick(oddities) + text.slice(at)
    case 2:
      return text.slice(0, at) + text.slice(at + below(20))
    case 3:
      return text.slice(0, at) + text.slice(below(text.length), at + below(200)) + text.slice(at)
    default:
      return text.slice(0, at) + String.fromCharCode(below(256)) + text.slice(at + 1)
  }
}

function makeRequest(seed: number): Buffer {
  const random = createRandom(seed)
  let text = seedRequest(random)
  for (let round = random.below(6); round > 0; round -= 1) text = mutate(text, random)
  return Buffer.from(text, 'latin1')
}

/** Sends the bytes and closes the connection; settles when the server has closed it too. */
function hurl(bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: Number(address.port) }, () => socket.end(bytes))
    socket.resume()
    socket.on('error', () => {})
    socket.on('close', () => resolve())
  })
}

it(`lives through ${requests} malformed requests, and says nothing of them`, async () => {
  const seed = propertySeed
  const waiting = Array.from({ length: requests }, (_, index) => seed + index)
  const work = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await hurl(makeRequest(next))
  }
  await Promise.all(Array.from({ length: abreast }, work))
  const proper = await ask(address.origin)
  expect(proper.status, `npm run properties -- --runs ${requests} --seed ${seed}`).toBe(200)
  expect(process.kill(shell.pid, 0)).toBe(true)
  const said = shell
    .output()
    .split('\n')
    // The shell itself reads the lock's state and subscribes to its changes.
    .filter(
      (line) =>
        !/^(Steward is ready|A used or expired link was opened|asked: (lock\.state|events\.subscribe)$)|^$/.test(line),
    )
  expect(said, `npm run properties -- --runs ${requests} --seed ${seed}`).toEqual([])
})
