import { expect, it } from 'vitest'
import { environmentProxy } from '../../../electron/hosts/browser/environment-proxy.ts'
import { parseProxyList } from '../../../electron/http/proxy-list.ts'
import { vetHttpsUrl } from '../../../electron/platform/https-url.ts'

const from = (environment: Record<string, string>, origin = 'https://api.larch.test') =>
  environmentProxy(vetHttpsUrl(`${origin}/`, origin), environment)

it.each<[Record<string, string>, string]>([
  [{}, 'DIRECT'],
  [{ HTTPS_PROXY: 'http://proxy.firm.test:8080' }, 'PROXY proxy.firm.test:8080'],
  [{ https_proxy: 'proxy.firm.test:8080' }, 'PROXY proxy.firm.test:8080'],
  [{ https_proxy: 'http://small.test:1', HTTPS_PROXY: 'http://large.test:2' }, 'PROXY small.test:1'],
  [{ https_proxy: ' ', HTTPS_PROXY: 'http://large.test:2' }, 'PROXY large.test:2'],
  [{ HTTPS_PROXY: 'https://proxy.firm.test' }, 'HTTPS proxy.firm.test'],
  [{ ALL_PROXY: 'socks5h://proxy.firm.test:1080' }, 'SOCKS5 proxy.firm.test:1080'],
  [{ ALL_PROXY: 'socks5://all.test', HTTPS_PROXY: 'http://https.test:3128' }, 'PROXY https.test:3128'],
  [{ HTTP_PROXY: 'http://for-http-alone.test:80' }, 'DIRECT'],
  [{ HTTPS_PROXY: 'http://j%40ne:p%3Aw@proxy.firm.test:8080' }, 'PROXY j%40ne:p%3Aw@proxy.firm.test:8080'],
  [{ HTTPS_PROXY: 'http://[::1]:8080' }, 'PROXY [::1]:8080'],
  [{ HTTPS_PROXY: 'socks4://old.test:1080' }, 'SOCKS4 old.test:1080'],
  [{ HTTPS_PROXY: 'http://[no' }, 'UNREADABLE'],
])('%j means %s', (environment, said) => {
  expect(from(environment)).toBe(said)
})

it.each<[string, string, boolean]>([
  ['*', 'https://api.larch.test', true],
  ['larch.test', 'https://api.larch.test', true],
  ['.larch.test', 'https://api.larch.test', true],
  ['*.larch.test', 'https://api.larch.test', true],
  ['.larch.test', 'https://larch.test', true],
  ['other.test, LARCH.test', 'https://api.larch.test', true],
  ['other.test larch.test', 'https://api.larch.test', true],
  ['arch.test', 'https://api.larch.test', false],
  ['api.larch.test.evil', 'https://api.larch.test', false],
  ['larch.test:443', 'https://api.larch.test', true],
  ['larch.test:8443', 'https://api.larch.test', false],
  ['larch.test:8443', 'https://api.larch.test:8443', true],
  ['10.0.0.7', 'https://10.0.0.7', true],
  ['fd00::7', 'https://[fd00::7]', true],
  ['[fd00::7]:8443', 'https://[fd00::7]:8443', true],
  ['.', 'https://api.larch.test', false],
  [',,', 'https://api.larch.test', false],
])('NO_PROXY %j exempts %s: %s', (list, origin, exempt) => {
  expect(from({ HTTPS_PROXY: 'proxy.test:1', NO_PROXY: list }, origin)).toBe(exempt ? 'DIRECT' : 'PROXY proxy.test:1')
})

it('says what the reader of routes understands, name and password included', () => {
  const { routes } = parseProxyList(from({ HTTPS_PROXY: 'http://j%40ne:p%3Aw@proxy.firm.test:8080' }))
  expect(routes).toEqual([
    { kind: 'http', host: 'proxy.firm.test', port: 8080, credentials: { user: 'j@ne', password: 'p:w' } },
  ])
  expect(parseProxyList(from({ HTTPS_PROXY: 'http://[no' }))).toEqual({ routes: [], unusable: ['UNREADABLE'] })
})
