import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maxMessageBytes } from '../../../electron/api/transport/handler.ts'
import { type ShellUnderTest, startShell } from '../../doubles/browser-shell.ts'
import { askRaw, enter, openSignedIn, openSocket } from '../../doubles/loopback.ts'

const closeCodes = { notSignedIn: 4401, sessionEnded: 4410 }

let shell: ShellUnderTest
beforeEach(async () => {
  shell = await startShell()
})
afterEach(() => shell.server.close())

const origins: [name: string, origin: (host: string) => string | undefined][] = [
  ['none', () => undefined],
  ['null', () => 'null'],
  ['empty', () => ''],
  ['another site', () => 'https://evil.test'],
  ['another port', (host) => `http://${host}1`],
  ['no port', (host) => `http://${host.split(':')[0]}`],
  ['https', (host) => `https://${host}`],
  ['ws', (host) => `ws://${host}`],
  ['the address', (host) => `http://127.0.0.1:${host.split(':')[1]}`],
  ['localhost', (host) => `http://localhost:${host.split(':')[1]}`],
  ['another name below localhost', (host) => `http://x.${host}`],
  ['a trailing slash', (host) => `http://${host}/`],
  ['capitals', (host) => `HTTP://${host}`],
  ['two in one', (host) => `http://${host}, https://evil.test`],
]
const tokens = ['no token', 'a stale token', 'a good token'] as const

describe.each(origins)('a socket of the origin: %s', (_name, origin) => {
  it.each(tokens)('is refused with %s', async (kind) => {
    const { token } = await enter(shell.server.launchUrl())
    if (kind === 'a stale token') (await openSignedIn(shell.origin, token)).socket.terminate()
    const value = origin(shell.host)
    const lines = [
      'GET /ipc HTTP/1.1',
      `Host: ${shell.host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ...(value === undefined ? [] : [`Origin: ${value}`]),
      ...(kind === 'no token' ? [] : [`Authorization: Bearer ${token}`, `Cookie: token=${token}`]),
    ]
    expect(await askRaw(shell.port, `${lines.join('\r\n')}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 403 /)
    // The refusal did not invalidate the good token.
    if (kind === 'a good token') await openSignedIn(shell.origin, token)
  })
})

describe('a socket of the right origin', () => {
  it('is let through with a good token', async () => {
    const { token } = await enter(shell.server.launchUrl())
    const { firstMessage } = await openSignedIn(shell.origin, token)
    expect(await firstMessage).toBe('{"ready":true}')
  })

  it.each([
    ['a token nobody was given', JSON.stringify({ token: 'A'.repeat(43) })],
    ['an empty token', '{"token":""}'],
    ['a token of another type', '{"token":["x"]}'],
    ['something beside the token', JSON.stringify({ token: 'A'.repeat(43), admin: true })],
    ['no JSON', 'token'],
    ['a call instead', '{"i":"1","p":{"u":"/app/info","b":{"json":{}}}}'],
    ['a first frame of a megabyte', 'x'.repeat(1_000_000)],
  ])('is closed after %s', async (_what, frame) => {
    const { socket, closed } = openSocket(shell.origin)
    socket.on('open', () => socket.send(frame))
    expect(await closed).toBe(closeCodes.notSignedIn)
    expect(shell.core.calls).toEqual([])
  })

  it('is closed after a token in a binary frame', async () => {
    const { token } = await enter(shell.server.launchUrl())
    const { socket, closed } = openSocket(shell.origin)
    socket.on('open', () => socket.send(Buffer.from(JSON.stringify({ token }))))
    expect(await closed).toBe(closeCodes.notSignedIn)
  })

  it('is closed after a token that was used before', async () => {
    const { token } = await enter(shell.server.launchUrl())
    await openSignedIn(shell.origin, token)
    const { socket, closed } = openSocket(shell.origin)
    socket.on('open', () => socket.send(JSON.stringify({ token })))
    expect(await closed).toBe(closeCodes.notSignedIn)
  })

  it('is closed when it says nothing for seconds', async () => {
    const { closed } = openSocket(shell.origin)
    expect(await closed).toBe(closeCodes.notSignedIn)
  })

  it('is closed, signed in or not, by a frame over the limit', async () => {
    const { token } = await enter(shell.server.launchUrl())
    const signedIn = await openSignedIn(shell.origin, token)
    signedIn.socket.send('x'.repeat(maxMessageBytes + 1))
    expect(await signedIn.closed).toBe(1009)
    const stranger = openSocket(shell.origin)
    stranger.socket.on('open', () => stranger.socket.send('x'.repeat(maxMessageBytes + 1)))
    expect(await stranger.closed).toBe(1009)
  })

  it.each(['/', '/ipc/', '/IPC', '/session', '//ipc'])('is refused at %s', async (path) => {
    const { closed } = openSocket(shell.origin, {}, path)
    expect([400, 404]).toContain(await closed)
  })

  it('is refused while too many others have not signed in', async () => {
    const waiting = Array.from({ length: 16 }, () => openSocket(shell.origin))
    await Promise.all(waiting.map(({ socket }) => new Promise((resolve) => socket.on('open', resolve))))
    expect(await openSocket(shell.origin).closed).toBe(429)
  })
})
