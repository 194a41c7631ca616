import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ShellUnderTest, startShell } from '../../doubles/browser-shell.ts'
import { launchChromium, openPage } from '../../doubles/headless-chromium.ts'
import { ask, askRaw } from '../../doubles/loopback.ts'

let shell: ShellUnderTest
beforeEach(async () => {
  shell = await startShell()
})
afterEach(() => shell.server.close())

type Variant = [what: string, bytes: (port: number) => string]

const get = (target: string, ...headers: string[]) => [`GET ${target} HTTP/1.1`, ...headers, '', ''].join('\r\n')
const good = (port: number) => `Host: 127.0.0.1:${port}`

const variants: Variant[] = [
  ['no Host', () => get('/')],
  ['an empty Host', () => get('/', 'Host:')],
  ['another name', (port) => get('/', `Host: evil.test:${port}`)],
  ['localhost', (port) => get('/', `Host: localhost:${port}`)],
  ['no port', () => get('/', 'Host: 127.0.0.1')],
  ['another port', (port) => get('/', `Host: 127.0.0.1:${port + 1}`)],
  ['a port with a leading zero', (port) => get('/', `Host: 127.0.0.1:0${port}`)],
  ['a trailing dot', (port) => get('/', `Host: 127.0.0.1.:${port}`)],
  ['a short form of the address', (port) => get('/', `Host: 127.1:${port}`)],
  ['the address as one number', (port) => get('/', `Host: 2130706433:${port}`)],
  ['the address in IPv6', (port) => get('/', `Host: [::1]:${port}`)],
  ['the address in IPv6, mapped', (port) => get('/', `Host: [::ffff:127.0.0.1]:${port}`)],
  ['half an IPv6 address', () => get('/', 'Host: [::zz')],
  ['any address', (port) => get('/', `Host: 0.0.0.0:${port}`)],
  ['a user in Host', (port) => get('/', `Host: evil@127.0.0.1:${port}`)],
  ['a path in Host', (port) => get('/', `Host: 127.0.0.1:${port}/x`)],
  ['a list in Host', (port) => get('/', `Host: 127.0.0.1:${port}, evil.test`)],
  ['two Hosts, the good one first', (port) => get('/', good(port), 'Host: evil.test')],
  ['two Hosts, the good one last', (port) => get('/', 'Host: evil.test', good(port))],
  ['the same Host twice', (port) => get('/', good(port), good(port))],
  ['Hosts in two spellings', (port) => get('/', good(port), `hOsT: 127.0.0.1:${port}`)],
  ['a space before the colon', (port) => get('/', `Host : 127.0.0.1:${port}`)],
  ['a folded Host', (port) => get('/', 'Host: 127.0.0.1', ` :${port}`)],
  ['a NUL in Host', (port) => get('/', `Host: 127.0.0.1\0:${port}`)],
  ['an absolute target elsewhere', (port) => get('http://evil.test/', good(port))],
  ['an absolute target here', (port) => get(`http://127.0.0.1:${port}/`, good(port))],
  ['a target without a slash', (port) => get('index.html', good(port))],
  ['a target of two slashes', (port) => get('//evil.test/', good(port))],
  ['an asterisk', (port) => `OPTIONS * HTTP/1.1\r\n${good(port)}\r\n\r\n`],
  ['a tunnel', (port) => `CONNECT 127.0.0.1:${port} HTTP/1.1\r\n${good(port)}\r\n\r\n`],
  ['the protocol of 1996', (port) => `GET / HTTP/1.0\r\n${good(port)}\r\n\r\n`],
  ['the protocol of 1991', () => 'GET /\r\n\r\n'],
  ['the protocol of 2015', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['the first bytes of TLS', () => '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03'],
  ['a body where none belongs', (port) => `${get('/', good(port), 'Content-Length: 3')}abc`],
  ['two lengths', (port) => get('/', good(port), 'Content-Length: 0', 'Content-Length: 3')],
  ['a length and a chunked body', (port) => get('/', good(port), 'Content-Length: 3', 'Transfer-Encoding: chunked')],
  ['dot segments', (port) => get('/assets/../../etc/passwd', good(port))],
  ['escaped dot segments', (port) => get('/assets/%2e%2e/%2E%2E/etc/passwd', good(port))],
]

describe('a page of another name that resolves to this computer', () => {
  it.each(variants)('gets nothing with %s', async (_what, bytes) => {
    const answer = await askRaw(shell.port, bytes(shell.port), 500)
    // A CONNECT request is closed without an answer; everything else gets a 4xx status.
    if (answer !== '') expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(answer).not.toContain('Steward</title>')
    const proper = await ask(shell.port, { headers: { host: `127.0.0.1:${shell.port}` } })
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
