import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ShellUnderTest, startShell } from '../../doubles/browser-shell.ts'
import { launchChromium, openPage } from '../../doubles/headless-chromium.ts'
import { ask, askRaw } from '../../doubles/loopback.ts'

let shell: ShellUnderTest
beforeEach(async () => {
  shell = await startShell()
})
afterEach(() => shell.server.close())

type Variant = [what: string, bytes: (host: string, port: number) => string]

const get = (target: string, ...headers: string[]) => [`GET ${target} HTTP/1.1`, ...headers, '', ''].join('\r\n')
const good = (host: string) => `Host: ${host}`

const variants: Variant[] = [
  ['no Host', () => get('/')],
  ['an empty Host', () => get('/', 'Host:')],
  ['another name', (_, port) => get('/', `Host: evil.test:${port}`)],
  ['localhost', (_, port) => get('/', `Host: localhost:${port}`)],
  ['no port', (host) => get('/', `Host: ${host.split(':')[0]}`)],
  ['another port', (host, port) => get('/', `Host: ${host.split(':')[0]}:${port + 1}`)],
  ['a port with a leading zero', (host) => get('/', `Host: ${host.replace(':', ':0')}`)],
  ['a trailing dot', (host) => get('/', `Host: ${host.replace(':', '.:')}`)],
  ['the address', (_, port) => get('/', `Host: 127.0.0.1:${port}`)],
  ['a short form of the address', (_, port) => get('/', `Host: 127.1:${port}`)],
  ['the address as one number', (_, port) => get('/', `Host: 2130706433:${port}`)],
  ['the address in IPv6', (_, port) => get('/', `Host: [::1]:${port}`)],
  ['the address in IPv6, mapped', (_, port) => get('/', `Host: [::ffff:127.0.0.1]:${port}`)],
  ['half an IPv6 address', () => get('/', 'Host: [::zz')],
  ['any address', (_, port) => get('/', `Host: 0.0.0.0:${port}`)],
  ['a user in Host', (host) => get('/', `Host: evil@${host}`)],
  ['a name below the right one', (host) => get('/', `Host: x.${host}`)],
  ['another name below localhost', (_, port) => get('/', `Host: steward-${'0'.repeat(32)}.localhost:${port}`)],
  ['capitals', (host) => get('/', `Host: ${host.toUpperCase()}`)],
  ['a path in Host', (host) => get('/', `Host: ${host}/x`)],
  ['a list in Host', (host) => get('/', `Host: ${host}, evil.test`)],
  ['two Hosts, the good one first', (host) => get('/', good(host), 'Host: evil.test')],
  ['two Hosts, the good one last', (host) => get('/', 'Host: evil.test', good(host))],
  ['the same Host twice', (host) => get('/', good(host), good(host))],
  ['Hosts in two spellings', (host) => get('/', good(host), `hOsT: ${host}`)],
  ['a space before the colon', (host) => get('/', `Host : ${host}`)],
  ['a folded Host', (host) => get('/', `Host: ${host.split(':')[0]}`, ` :${host.split(':')[1]}`)],
  ['a NUL in Host', (host) => get('/', `Host: ${host.replace(':', '\0:')}`)],
  ['an absolute target elsewhere', (host) => get('http://evil.test/', good(host))],
  ['an absolute target here', (host) => get(`http://${host}/`, good(host))],
  ['a target without a slash', (host) => get('index.html', good(host))],
  ['a target of two slashes', (host) => get('//evil.test/', good(host))],
  ['an asterisk', (host) => `OPTIONS * HTTP/1.1\r\n${good(host)}\r\n\r\n`],
  ['a tunnel', (host) => `CONNECT ${host} HTTP/1.1\r\n${good(host)}\r\n\r\n`],
  ['the protocol of 1996', (host) => `GET / HTTP/1.0\r\n${good(host)}\r\n\r\n`],
  ['the protocol of 1991', () => 'GET /\r\n\r\n'],
  ['the protocol of 2015', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['the first bytes of TLS', () => '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03'],
  ['a body where none belongs', (host) => `${get('/', good(host), 'Content-Length: 3')}abc`],
  ['two lengths', (host) => get('/', good(host), 'Content-Length: 0', 'Content-Length: 3')],
  ['a length and a chunked body', (host) => get('/', good(host), 'Content-Length: 3', 'Transfer-Encoding: chunked')],
  ['dot segments', (host) => get('/assets/../../etc/passwd', good(host))],
  ['escaped dot segments', (host) => get('/assets/%2e%2e/%2E%2E/etc/passwd', good(host))],
]

describe('a page of another name that resolves to this computer', () => {
  it.each(variants)('gets nothing with %s', async (_what, bytes) => {
    const answer = await askRaw(shell.port, bytes(shell.host, shell.port), 500)
    // A CONNECT request is closed without an answer; everything else gets a 4xx status.
    if (answer !== '') expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(answer).not.toContain('Steward</title>')
    const proper = await ask(shell.origin)
    expect(proper.status).toBe(200)
  })

  it('reads nothing in a real browser that believes the name', async () => {
    const browser = await launchChromium(['--host-resolver-rules=MAP evil.test 127.0.0.1'])
    try {
      const page = await openPage(browser)
      const answer = await page.goto(`http://evil.test:${shell.port}/`)
      expect(answer?.status()).toBe(421)
      expect(await page.content()).not.toContain('<title>Steward</title>')
      const tries = await page.evaluate(async () => {
        const status = async (path: string, init: RequestInit) => (await fetch(path, init)).status
        const socket = new Promise<string>((resolve) => {
          const opened = new WebSocket(`ws://${location.host}/ipc`)
          opened.onopen = () => resolve('open')
          opened.onclose = () => resolve('closed')
        })
        const json = { 'content-type': 'application/json' }
        return [
          await status('/', {}),
          await status('/assets/page.js', {}),
          await status('/session', { method: 'POST', headers: json, body: '{}' }),
          await socket,
        ]
      })
      expect(tries).toEqual([421, 421, 421, 'closed'])
    } finally {
      await browser.close()
    }
    expect(shell.staleLinks()).toBe(0)
  })
})
