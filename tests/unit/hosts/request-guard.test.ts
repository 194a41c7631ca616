import { describe, expect, it } from 'vitest'
import { guardRequest, isRefusal } from '../../../electron/hosts/browser/request-guard.ts'

const host = 'steward-1.localhost:4321'
const origin = `http://${host}`
const judge = (url: string, rawHeaders: string[] = ['Host', host]) => {
  const judged = guardRequest({ method: 'GET', url, httpVersion: '1.1', rawHeaders }, { origin })
  return isRefusal(judged) ? judged.status : judged.path
}

it.each([
  ['/', '/'],
  ['/households/hh-1?tab=people', '/households/hh-1'],
  ['/c/0a/documents/a%20b', '/c/0a/documents/a%20b'],
  ['/assets/index-D36QGYLw.js', '/assets/index-D36QGYLw.js'],
])('lets %s through as %s', (url, path) => {
  expect(judge(url)).toBe(path)
})

it.each([
  '',
  '*',
  'assets/x.js',
  '//evil.test/',
  '/\\evil.test',
  'http://steward-1.localhost:4321/',
  'HTTP://evil.test/',
  '/../etc/passwd',
  '/assets/../../etc/passwd',
  '/assets/%2e%2e/x',
  '/assets/.%2E/x',
  '/./x',
  '/a#launch=x',
  '/a b',
  '/a\u0000',
  '/a"b',
  '/ä',
  `/${'a'.repeat(2048)}`,
])('refuses the target %j', (url) => {
  expect(judge(url)).toBe(400)
})

it.each([
  [['Host', '127.0.0.1:4321'], 421],
  [['Host', 'localhost:4321'], 421],
  [['Host', 'steward-1.localhost'], 421],
  [['Host', 'steward-1.localhost:4322'], 421],
  [['Host', 'steward-1.localhost:4321.'], 421],
  [['Host', 'steward-1.localhost.:4321'], 421],
  [['Host', 'x.steward-1.localhost:4321'], 421],
  [['Host', 'steward-2.localhost:4321'], 421],
  [['Host', 'Steward-1.localhost:4321'], 421],
  [['Host', '127.1:4321'], 421],
  [['Host', '[::1]:4321'], 421],
  [['Host', 'evil.test:4321'], 421],
  [['Host', 'user@steward-1.localhost:4321'], 421],
  [['Host', ''], 421],
  [[], 421],
  [['Host', host, 'host', host], 400],
  [['Host', host, 'Origin', origin, 'ORIGIN', 'http://evil.test'], 400],
  [['Host', host, 'Origin', 'http://evil.test'], 403],
  [['Host', host, 'Origin', 'http://127.0.0.1:4321'], 403],
  [['Host', host, 'Origin', 'null'], 403],
  [['Host', host, 'Sec-Fetch-Site', 'cross-site'], 403],
  [['Host', host, 'Sec-Fetch-Site', 'same-site'], 403],
  [['Host', host, 'Sec-Fetch-Site', 'same-origin', 'Service-Worker', 'script'], 403],
])('refuses the headers %j with %i', (rawHeaders, status) => {
  expect(judge('/', rawHeaders)).toBe(status)
})

it('refuses any version of the protocol but 1.1', () => {
  const judged = guardRequest({ method: 'GET', url: '/', httpVersion: '1.0', rawHeaders: ['Host', host] }, { origin })
  expect(judged).toEqual({ status: 400 })
})

describe('a browser that is led here by a file of Steward’s', () => {
  const opening = ['Sec-Fetch-Site', 'cross-site', 'Sec-Fetch-Mode', 'navigate', 'Sec-Fetch-Dest', 'document']
  const statusOf = (headers: string[], { awaitsHandOver = true, method = 'GET' } = {}) => {
    const rawHeaders = ['Host', host, ...headers]
    const judged = guardRequest({ method, url: '/', httpVersion: '1.1', rawHeaders }, { origin, awaitsHandOver })
    return isRefusal(judged) ? judged.status : judged.path
  }

  it('is let in while it is awaited, and at no other time', () => {
    expect(statusOf(opening)).toBe('/')
    expect(statusOf(opening, { awaitsHandOver: false })).toBe(403)
  })

  it.each([
    ['a frame', opening.with(5, 'iframe'), 'GET'],
    ['a script', opening.with(5, 'script').with(3, 'no-cors'), 'GET'],
    ['a request of a script', opening.with(5, 'empty').with(3, 'cors'), 'GET'],
    ['a form', opening, 'POST'],
    ['a page of another port', opening.with(1, 'same-site'), 'GET'],
    ['a page that says its origin', [...opening, 'Origin', 'null'], 'GET'],
    ['a browser that says nothing more', opening.slice(0, 2), 'GET'],
  ])('but not %s', (_what, headers, method) => {
    expect(statusOf(headers, { method })).toBe(403)
  })
})
