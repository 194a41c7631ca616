import { readFile, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ShellUnderTest, startShell } from '../../doubles/browser-shell.ts'
import { ask, askSession, openSocket } from '../../doubles/loopback.ts'

let shell: ShellUnderTest
beforeEach(async () => {
  shell = await startShell()
})
afterEach(() => shell.server.close())

/** The answer to a request without a nonce or a token, by the guard of the route. */
const strangers = {
  'nothing-secret': async () => expect((await ask(shell.origin, { headers: host() })).body).not.toMatch(/[\w-]{43}/),
  nonce: async () => expect((await askSession(shell.origin, { launch: 'A'.repeat(43) })).status).toBe(401),
  token: async () => {
    const { socket, closed } = openSocket(shell.origin)
    socket.on('open', () => socket.send(JSON.stringify({ token: 'A'.repeat(43) })))
    expect(await closed).toBe(4401)
  },
  ticket: async () => {
    const headers = {
      ...host(),
      origin: shell.origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/octet-stream',
      'content-length': '1',
      'x-steward-ticket': 'A'.repeat(43),
    }
    expect((await ask(shell.origin, { method: 'POST', path: '/files', body: 'x', headers })).status).toBe(403)
  },
}
const host = () => ({ host: shell.host })

it('every route declares a guard, and the guard keeps strangers out', async () => {
  expect(shell.server.routes.map(({ name, guard }) => [name, guard])).toEqual([
    ['bundle', 'nothing-secret'],
    ['session', 'nonce'],
    ['files', 'ticket'],
    ['ipc', 'token'],
  ])
  for (const { guard } of shell.server.routes) await strangers[guard]()
  expect(shell.core.calls).toEqual([])
})

it('nothing exists outside the table', async () => {
  for (const path of [
    '/index.html',
    '/assets/',
    '/etc/passwd',
    '/favicon.ico',
    '/ipc',
    '/rpc/app/info',
    '/%00',
    '/households.html',
  ]) {
    expect([path, (await ask(shell.origin, { path, headers: host() })).status]).toEqual([path, 404])
  }
  for (const method of ['HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'POST', 'TRACE', 'QUERY']) {
    expect([method, (await ask(shell.origin, { method, headers: host() })).status]).toEqual([method, 405])
  }
  for (const method of ['GET', 'PUT', 'DELETE', 'HEAD']) {
    expect((await ask(shell.origin, { method, path: '/session', headers: host() })).status).toBe(405)
    expect((await ask(shell.origin, { method, path: '/files', headers: host() })).status).toBe(405)
  }
})

it('listens on 127.0.0.1 and ::1, and nowhere else', async () => {
  const port = shell.port.toString(16).toUpperCase().padStart(4, '0')
  const listening = async (table: string) =>
    (await readFile(table, 'utf8'))
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => local?.endsWith(`:${port}`) && state === '0A')
      .map(([, local]) => local)
  expect(await listening('/proc/net/tcp')).toEqual([`0100007F:${port}`])
  const hasIpv6 = await stat('/proc/net/if_inet6').then(
    () => true,
    () => false,
  )
  expect(await listening('/proc/net/tcp6')).toEqual(hasIpv6 ? [`${'0'.repeat(24)}01000000:${port}`] : [])
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address)
    .filter((address) => address !== '127.0.0.1' && address !== '::1')
  for (const address of [...others, '127.0.0.2']) expect([address, await reach(address)]).toEqual([address, false])
})

function reach(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port: shell.port })
    socket.on('connect', () => resolve(true))
    socket.on('error', () => resolve(false))
  })
}
