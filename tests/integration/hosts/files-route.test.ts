import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Taking } from '../../../electron/api/core.ts'
import { createIntake } from '../../../electron/api/intake.ts'
import type { Runtimes } from '../../../electron/connections/connection-runtime.ts'
import { type ShellUnderTest, startShell } from '../../doubles/browser-shell.ts'
import { launchChromium, openPage } from '../../doubles/headless-chromium.ts'
import { type Answer, ask, askRaw } from '../../doubles/loopback.ts'
import { noReading } from '../../doubles/no-reading.ts'

const ticket = 'T'.repeat(43)

/** The state of a file that was announced with a ticket; `begun` resolves with its first bytes. */
type Intake = {
  taking: Taking
  got: Buffer[]
  begun: Promise<void>
  ended: Promise<'whole' | 'cut'>
  problems: unknown[]
}

function announced(size: number): Intake {
  const got: Buffer[] = []
  const problems: unknown[] = []
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: ended, resolve } = Promise.withResolvers<'whole' | 'cut'>()
  const taking: Taking = {
    size,
    async receive(source) {
      try {
        for await (const chunk of source) {
          got.push(Buffer.from(chunk))
          begin()
        }
        resolve('whole')
        return true
      } catch {
        resolve('cut')
        return false
      }
    },
    fail: async (problem) => void problems.push(problem),
  }
  return { taking, got, begun, ended, problems }
}

let shell: ShellUnderTest
beforeEach(async () => {
  shell = await startShell()
})
afterEach(() => shell.server.close())

/** Announces a file in the shell's core. */
function expectFile(size: number, under = ticket): Intake {
  const intake = announced(size)
  shell.core.takings.set(under, intake.taking)
  return intake
}

const headersOf = (length: number | string, changed: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries({
      host: shell.host,
      origin: shell.origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/octet-stream',
      'content-length': String(length),
      'x-steward-ticket': ticket,
      ...changed,
    }).filter(([, value]) => value !== ''),
  )

const post = (body: string, changed: Record<string, string> = {}): Promise<Answer> =>
  ask(shell.origin, { method: 'POST', path: '/files', body, headers: headersOf(Buffer.byteLength(body), changed) })

it('the route of files takes in a file byte by byte, once', async () => {
  const { got, ended } = expectFile(5)
  expect((await post('bytes')).status).toBe(204)
  expect([await ended, Buffer.concat(got).toString()]).toEqual(['whole', 'bytes'])
  expect((await post('bytes')).status).toBe(403)
})

it.each([
  ['no ticket', { 'x-steward-ticket': '' }, 403],
  ['a ticket that nobody was given', { 'x-steward-ticket': 'U'.repeat(43) }, 403],
  ['half a ticket', { 'x-steward-ticket': 'T'.repeat(20) }, 403],
  ['a ticket with more after it', { 'x-steward-ticket': `${ticket}, ${ticket}` }, 403],
  ['no Origin', { origin: '' }, 403],
  ['Origin: null', { origin: 'null' }, 403],
  ['the Origin of another port', { origin: 'http://127.0.0.1:1' }, 403],
  ['no Sec-Fetch-Site', { 'sec-fetch-site': '' }, 403],
  ['Sec-Fetch-Site: none', { 'sec-fetch-site': 'none' }, 403],
  ['Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site' }, 403],
  ['a form', { 'content-type': 'multipart/form-data; boundary=x' }, 400],
  ['plain text', { 'content-type': 'text/plain' }, 400],
  ['no type', { 'content-type': '' }, 400],
])('refuses %s, and the ticket stays good', async (_what, changed, status) => {
  const { got } = expectFile(5)
  expect((await post('bytes', changed)).status).toBe(status)
  expect(got).toEqual([])
  expect((await post('bytes')).status).toBe(204)
})

it.each([
  ['one byte more', 'bytes!'],
  ['one byte less', 'byte'],
  ['nothing', ''],
])(
  'the route of files refuses %s than was announced: the ticket is spent, and the row told why',
  async (_what, body) => {
    const { got, problems } = expectFile(5)
    expect((await post(body)).status).toBe(409)
    expect(problems).toMatchObject([{ code: 'files/changed' }])
    expect(got).toEqual([])
    expect((await post('bytes')).status).toBe(403)
  },
)

it.each(['-1', '+5', '5.0', '0x5', '05', '5e0', '99999999999999999999', ''])(
  'refuses a length of %j',
  async (length) => {
    const { got } = expectFile(5)
    const lines = Object.entries(headersOf(length)).map(([name, value]) => `${name}: ${value}`)
    const answer = await askRaw(shell.port, `POST /files HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\nbytes`)
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(got).toEqual([])
  },
)

it('the route of files refuses a body in chunks', async () => {
  const { got } = expectFile(5)
  const lines = Object.entries({ ...headersOf(''), 'transfer-encoding': 'chunked' }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const answer = await askRaw(
    shell.port,
    `POST /files HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n5\r\nbytes\r\n0\r\n\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(got).toEqual([])
})

/** Starts a body and does not finish it. */
function begin(length: number, sent: string, under = ticket) {
  const outgoing = request({
    host: '127.0.0.1',
    port: shell.port,
    method: 'POST',
    path: '/files',
    agent: false,
    headers: headersOf(length, { 'x-steward-ticket': under }),
  })
  outgoing.on('error', () => {})
  outgoing.write(sent)
  return outgoing
}

it('the route of files gives up a body that was cut, and one that nothing comes of any more', async () => {
  const cut = expectFile(10)
  const outgoing = begin(10, 'half')
  await expect.poll(() => cut.got.length).toBeGreaterThan(0)
  outgoing.destroy()
  expect(await cut.ended).toBe('cut')
  const silent = expectFile(10)
  const waiting = begin(10, 'half')
  expect(await silent.ended).toBe('cut')
  waiting.destroy()
})

it('the route of files does not count the time that the store takes, nor take more than it can hold', async () => {
  const size = 64 * 1024 * 1024
  const slow = Promise.withResolvers<void>()
  const state = { taken: 0, whole: false }
  shell.core.takings.set(ticket, {
    size,
    async receive(source) {
      for await (const chunk of source) {
        if (state.taken === 0) await slow.promise
        state.taken += chunk.length
      }
      state.whole = state.taken === size
      return state.whole
    },
    fail: async () => {},
  })
  const outgoing = request({
    host: '127.0.0.1',
    port: shell.port,
    method: 'POST',
    path: '/files',
    agent: false,
    headers: headersOf(size),
  })
  const answered = new Promise<number>((resolve, reject) => {
    outgoing.on('response', (incoming) => resolve(incoming.resume().statusCode ?? 0))
    outgoing.on('error', reject)
  })
  const piece = Buffer.alloc(1024 * 1024, 7)
  let sent = 0
  const send = () => {
    while (sent < size) {
      sent += piece.length
      if (!outgoing.write(piece)) return void outgoing.once('drain', send)
    }
    outgoing.end()
  }
  send()
  await expect.poll(() => outgoing.writableNeedDrain).toBe(true)
  // In the meantime a request that sends nothing more times out. The other request survives that long, so it was only the store
  // that was slow.
  const silent = expectFile(10, 'S'.repeat(43))
  const waiting = begin(10, 'half', 'S'.repeat(43))
  expect(await silent.ended).toBe('cut')
  waiting.destroy()
  const held = outgoing.socket?.bytesWritten ?? 0
  expect(held).toBeLessThan(size / 2)
  slow.resolve()
  expect(await answered).toBe(204)
  expect(state).toEqual({ taken: size, whole: true })
})

it('the route of files is of no use to a page on another port, even with the ticket', async () => {
  const { got } = expectFile(5)
  const browser = await launchChromium()
  try {
    const page = await openPage(browser)
    const attacker = await startShell()
    await page.goto(`${attacker.origin}/`)
    const outcomes = await page.evaluate(
      async ({ origin, ticket: stolen }) => {
        const attempt = (init: RequestInit) =>
          fetch(`${origin}/files`, { method: 'POST', body: 'bytes', ...init }).then(
            (answer) => `${answer.type} ${answer.status}`,
            () => 'failed',
          )
        const type = { 'content-type': 'application/octet-stream' }
        return [
          await attempt({ headers: { ...type, 'x-steward-ticket': stolen } }),
          await attempt({ headers: { ...type, 'x-steward-ticket': stolen }, mode: 'no-cors' }),
          await attempt({ headers: type, mode: 'no-cors', credentials: 'include' }),
          await attempt({ mode: 'no-cors', keepalive: true }),
        ]
      },
      { origin: shell.origin, ticket },
    )
    for (const outcome of outcomes) expect(outcome).toMatch(/^(failed|opaque 0)$/)
    expect(got).toEqual([])
    expect((await post('bytes')).status).toBe(204)
    await attacker.server.close()
  } finally {
    await browser.close()
  }
})

it('the route of files lives through a thousand malformed requests, and lets none of them in', async () => {
  const intake = createIntake({} as Runtimes, { reading: noReading })
  const asked: string[] = []
  const { takeFile } = shell.core
  shell.core.takeFile = (given) => {
    asked.push(given)
    return intake.takeFile(given) ?? takeFile(given)
  }
  const pieces = [
    '',
    '\0',
    'A',
    ticket,
    ticket.slice(1),
    `${ticket}A`,
    '%00',
    '../',
    '9'.repeat(50),
    '-1',
    'é',
    '0',
    ' ',
  ]
  const random = (seed: number, below: number) =>
    createHash('sha256').update(String(seed)).digest().readUInt32LE(0) % below
  const pick = (seed: number) => pieces[random(seed, pieces.length)] ?? ''
  const hurl = (bytes: Buffer, { waits }: { waits: boolean }) =>
    new Promise<string>((resolve) => {
      const chunks: Buffer[] = []
      const socket = connect({ host: '127.0.0.1', port: shell.port }, () => {
        if (waits) socket.write(bytes)
        else socket.end(bytes)
      })
      socket.on('data', (chunk) => {
        chunks.push(chunk)
        socket.end()
      })
      socket.on('error', () => {})
      socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
    })
  const attempt = (at: number) => {
    const headers = headersOf(at % 3 === 0 ? pick(at + 1) : random(at + 2, 200), {
      'x-steward-ticket': at % 2 === 0 ? pick(at + 3) : randomBytes(32).toString('base64url'),
      ...(at % 5 === 0 ? { 'content-type': pick(at + 4) } : {}),
      ...(at % 7 === 0 ? { origin: pick(at + 5) } : {}),
      ...(at % 11 === 0 ? { 'transfer-encoding': 'chunked' } : {}),
    })
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const repeated = at % 13 === 0 ? [...lines, `x-steward-ticket: ${ticket}`] : lines
    const text = `POST /files${at % 17 === 0 ? pick(at + 6) : ''} HTTP/1.1\r\n${repeated.join('\r\n')}\r\n\r\n`
    // A body of another length, or an end without waiting, is refused while the connection's owner is still looked up.
    const isAsAnnounced = at % 2 === 1 && at % 16 !== 1
    const length = isAsAnnounced ? Number(headers['content-length']) || 0 : random(at + 7, 300)
    const body = randomBytes(Math.min(Math.max(length, 0), 300))
    return hurl(Buffer.concat([Buffer.from(text, 'latin1'), body]), { waits: isAsAnnounced })
  }
  const answers: string[] = []
  // Fewer at once than the server admits, so that none is dropped unread.
  for (let from = 0; from < 1000; from += 50) {
    answers.push(...(await Promise.all(Array.from({ length: 50 }, (_, index) => attempt(from + index)))))
  }
  expect(answers.filter((answer) => answer !== '' && !/^HTTP\/1\.1 4\d\d /.test(answer))).toEqual([])
  // Enough requests were well-formed up to their tickets.
  expect(asked.length).toBeGreaterThan(150)
  const { got } = expectFile(5)
  expect((await post('bytes')).status).toBe(204)
  expect(Buffer.concat(got).toString()).toBe('bytes')
})

it('the route of files does not count the time in which its process did not run', async () => {
  const { got, begun, ended } = expectFile(10)
  const outgoing = begin(10, 'first')
  await begun
  // When the process goes on, it is long after the limit, and the bytes wait in the kernel.
  setImmediate(() => {
    outgoing.write('after')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600)
  })
  expect([await ended, Buffer.concat(got).toString()]).toEqual(['whole', 'firstafter'])
})
