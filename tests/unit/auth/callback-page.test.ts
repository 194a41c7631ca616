import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCallback } from '../../../electron/auth/callback-page.ts'

const state = 'S'.repeat(43)
const expected = { hosts: ['127.0.0.1:8400'], path: '/callback', state }
const good = { method: 'GET', url: `/callback?code=c1&state=${state}`, rawHeaders: ['Host', '127.0.0.1:8400'] }

describe('a callback to the loopback listener', () => {
  it('is taken when it is exact', () => {
    const judged = parseCallback(good, expected)
    expect('parameters' in judged ? Object.fromEntries(judged.parameters) : judged).toEqual({ code: 'c1', state })
  })

  it('may bring an error in place of a code, and more besides', () => {
    const url = `/callback?error=access_denied&error_description=no&state=${state}&iss=https%3A%2F%2Fa`
    expect(parseCallback({ ...good, url }, expected)).toHaveProperty('parameters')
  })

  it.each([
    ['another path', { url: `/callback/?code=c1&state=${state}` }, 404],
    ['another case', { url: `/Callback?code=c1&state=${state}` }, 404],
    ['an encoded path', { url: `/%63allback?code=c1&state=${state}` }, 404],
    ['a path that leads back', { url: `/x/../callback?code=c1&state=${state}` }, 404],
    ['an absolute target', { url: `http://127.0.0.1:8400/callback?code=c1&state=${state}` }, 404],
    ['POST', { method: 'POST' }, 405],
    ['HEAD', { method: 'HEAD' }, 405],
    ['no Host', { rawHeaders: [] }, 400],
    ['a foreign Host', { rawHeaders: ['Host', 'evil.example:8400'] }, 400],
    ['another port in Host', { rawHeaders: ['Host', '127.0.0.1:8401'] }, 400],
    ['no port in Host', { rawHeaders: ['Host', '127.0.0.1'] }, 400],
    ['two Hosts', { rawHeaders: ['Host', '127.0.0.1:8400', 'host', '127.0.0.1:8400'] }, 400],
    ['no state', { url: '/callback?code=c1' }, 400],
    ['a wrong state', { url: `/callback?code=c1&state=${'T'.repeat(43)}` }, 400],
    ['a state that is a part', { url: `/callback?code=c1&state=${state.slice(1)}` }, 400],
    ['two states', { url: `/callback?code=c1&state=${state}&state=x` }, 400],
  ])('is turned away with %s', (_, change, status) => {
    expect(parseCallback({ ...good, ...change }, expected)).toEqual({ status })
  })

  it.each([
    ['two codes', `/callback?code=c1&code=c2&state=${state}`],
    ['code and error', `/callback?code=c1&error=x&state=${state}`],
    ['neither code nor error', `/callback?state=${state}`],
    ['an empty code', `/callback?code=&state=${state}`],
  ])('is incomplete with the right state and %s', (_, url) => {
    expect(parseCallback({ ...good, url }, expected)).toEqual({ incomplete: true })
  })

  it('is never taken without the state, whatever comes in', () => {
    const request = fc.record({
      method: fc.constantFrom('GET', 'POST'),
      url: fc.oneof(
        fc.string(),
        fc.string().map((text) => `/callback?${text}`),
        fc.webQueryParameters().map((query) => `/callback?code=x&${query}`),
      ),
      rawHeaders: fc.constant<string[]>(['Host', '127.0.0.1:8400']),
    })
    fc.assert(
      fc.property(request, (each) => {
        expect(parseCallback(each, expected)).toHaveProperty('status')
      }),
    )
  })
})
