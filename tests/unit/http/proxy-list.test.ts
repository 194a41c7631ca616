import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseProxyList, type Route } from '../../../electron/http/proxy-list.ts'
import { routeName } from './support/route-name.ts'

const proxy = (kind: 'http' | 'https' | 'socks5', host: string, port: number) => ({
  kind,
  host,
  port,
  credentials: null,
})

describe('what a PAC script answers', () => {
  it.each<[string, Route[], string[]]>([
    ['DIRECT', [{ kind: 'direct' }], []],
    ['', [{ kind: 'direct' }], []],
    [' ; ', [{ kind: 'direct' }], []],
    ['PROXY p.test:8080; DIRECT', [proxy('http', 'p.test', 8080), { kind: 'direct' }], []],
    ['proxy P.test:8080;direct;', [proxy('http', 'p.test', 8080), { kind: 'direct' }], []],
    ['HTTPS p.test:8443; HTTP q.test', [proxy('https', 'p.test', 8443), proxy('http', 'q.test', 80)], []],
    ['SOCKS5 [fd00::1]:1080', [proxy('socks5', 'fd00::1', 1080)], []],
    ['HTTPS p.test; SOCKS5 q.test', [proxy('https', 'p.test', 443), proxy('socks5', 'q.test', 1080)], []],
    ['PROXY p.test:1; PROXY p.test:1', [proxy('http', 'p.test', 1)], []],
    ['SOCKS old.test:1080', [], ['SOCKS']],
    ['QUIC q.test:443; PROXY p.test:1', [proxy('http', 'p.test', 1)], ['QUIC']],
    ['PROXY p.test:0; PROXY p.test:65536; PROXY', [], ['PROXY', 'PROXY', 'PROXY']],
    ['PROXY p.test:1 x; DIRECT x; PROXY http://p.test', [], ['PROXY', 'DIRECT', 'PROXY']],
  ])('%j is read', (text, routes, unusable) => {
    expect(parseProxyList(text)).toEqual({ routes, unusable })
  })

  it('never puts what a proxy wants to see into its name', () => {
    const [route] = parseProxyList('PROXY jane:secret@p.test:8080').routes
    expect(route && routeName(route)).toBe('PROXY p.test:8080')
  })

  const host = fc.oneof(
    fc.domain(),
    fc.ipV4(),
    fc.ipV6().map((address) => `[${address}]`),
  )
  const route = fc.record({
    kind: fc.constantFrom('http' as const, 'https' as const, 'socks5' as const),
    host: host.map((name) => name.toLowerCase()),
    port: fc.integer({ min: 1, max: 65_535 }),
  })

  it('comes back as it was written, whatever hosts and ports', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(route, { maxLength: 8, selector: ({ host, port }) => `${host}:${port}` }),
        (routes) => {
          const written = routes.map(({ kind, host: at, port }) =>
            routeName({ ...proxy(kind, at.replace(/^\[|\]$/g, ''), port) }),
          )
          const read = parseProxyList([...written, 'DIRECT'].join('; ')).routes.map(routeName)
          expect(read).toEqual([...written, 'DIRECT'].slice(0, 8))
        },
      ),
    )
  })

  it('of any text names only routes that could be gone', () => {
    const words = fc.constantFrom(
      'PROXY',
      'HTTPS',
      'SOCKS5',
      'DIRECT',
      ';',
      ' ',
      ':',
      '@',
      '[',
      ']',
      'a.test',
      '80',
      '\n',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(words, { maxLength: 20 }).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(text, (said) => {
        for (const found of parseProxyList(said).routes) {
          if (found.kind === 'direct') continue
          expect(found.host).toMatch(/^[\w.:-]+$/)
          expect(found.port).toBeGreaterThan(0)
          expect(found.port).toBeLessThan(65_536)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
