import { expect, test } from 'vitest'
import type { Body, PageRequest, ServiceClient } from '../../../electron/service/service-client.ts'
import { createPageSource } from '../../../electron/sync/page-source.ts'

/** Creates a service whose answers name the cursor of the request. */
function recording(
  fail: (request: PageRequest, nth: number) => boolean = () => false,
  pageOf: (after: string | null) => string = String,
) {
  const asked: (string | null)[] = []
  const aborted: (string | null)[] = []
  const service: ServiceClient = {
    async listPage(request): Promise<Body> {
      asked.push(request.after)
      request.signal.addEventListener('abort', () => aborted.push(request.after))
      if (fail(request, asked.length)) throw new Error('refused')
      return { bytes: new TextEncoder().encode(pageOf(request.after)), serverTime: null }
    },
    getRecord: async () => null,
    prove: async () => {},
    getValuation: async () => ({ bytes: null, status: 404, ageMs: 0 }),
    onReachability: () => () => {},
    onPause: () => () => {},
    close: async () => {},
  }
  const { signal } = new AbortController()
  const source = (expectedCursors: string[], knownPages: string[] = []) =>
    createPageSource({ service, resource: 'users', signal, expectedCursors, knownPages })
  return { asked, aborted, source, service }
}

/** Creates a service whose compressed pages have these digests, in order of the requests. */
function compressing(digests: string[]) {
  const { service } = recording()
  const waiting = [...digests]
  const listPage: ServiceClient['listPage'] = async (request) => {
    const digest = waiting.shift() ?? ''
    const isKnown = request.isKnown?.(digest) ?? false
    const bytes = new TextEncoder().encode(isKnown ? '' : String(request.after))
    return { bytes, serverTime: null, compressed: { digest, isKnown } }
  }
  return { ...service, listPage }
}

const textOf = async (body: Promise<Body>) => new TextDecoder().decode((await body).bytes)

test('where the last sweep’s cursors come again, each page is asked for once and one ahead', async () => {
  const { asked, source } = recording()
  const pages = source(['a', 'b'])
  expect(await textOf(pages.get(null))).toBe('null')
  expect(asked).toEqual([null, 'a'])
  expect(await textOf(pages.get('a'))).toBe('a')
  expect(await textOf(pages.get('b'))).toBe('b')
  expect(asked).toEqual([null, 'a', 'b'])
})

test('a page is known by its own place in the walk, and can be had whole all the same', async () => {
  const service = compressing(['one', 'three', 'three', 'four', 'two'])
  const { signal } = new AbortController()
  const pages = createPageSource({
    service,
    resource: 'users',
    signal,
    expectedCursors: ['a', 'b', 'c'],
    knownPages: ['one', 'two', 'three', ''],
  })
  const isKnown = async (after: string | null) => (await pages.get(after)).compressed?.isKnown
  expect(await isKnown(null)).toBe(true)
  expect(await isKnown('a')).toBe(false)
  expect(await isKnown('b')).toBe(true)
  expect(await isKnown('c')).toBe(false)
  expect(await textOf(pages.getWhole('b'))).toBe('b')
})

test('a guess that misses is dropped, and nothing is guessed any more', async () => {
  const { asked, aborted, source } = recording()
  const pages = source(['a', 'b', 'c'])
  await pages.get(null)
  expect(await textOf(pages.get('x'))).toBe('x')
  expect(await textOf(pages.get('b'))).toBe('b')
  expect(asked).toEqual([null, 'a', 'x', 'b'])
  expect(aborted).toEqual(['a'])
})

test('a guess that fails is asked for again before anyone hears of it', async () => {
  const { asked, source } = recording((_, nth) => nth === 2)
  const pages = source(['a'])
  await pages.get(null)
  expect(await textOf(pages.get('a'))).toBe('a')
  expect(asked).toEqual([null, 'a', 'a'])
})

const pageThatLeadsTo = (cursor: string) => `"page_info":{"has_next_page":true,"end_cursor":"${cursor}"}`
const records = `"data":[${'{"notes":"many"},'.repeat(100)}{}]`

test.each([
  ['after its records', (cursor: string) => `{${records},${pageThatLeadsTo(cursor)}}`],
  ['before its records', (cursor: string) => `{${pageThatLeadsTo(cursor)},${records}}`],
])('the page that one leads to %s is asked for as soon as that one is there', async (_, pageOf) => {
  const { asked, source } = recording(undefined, (after) => pageOf(after === null ? 'a' : 'b'))
  const pages = source([])
  await pages.get(null)
  expect(asked).toEqual([null, 'a'])
  expect(await textOf(pages.get('a'))).toContain('"b"')
  expect(asked).toEqual([null, 'a', 'b'])
})

test('words of a record that look like a cursor cost one request, and no page', async () => {
  const { asked, aborted, source } = recording(undefined, (after) =>
    after === null ? `{${pageThatLeadsTo('x')}}` : '{}',
  )
  const pages = source([])
  await pages.get(null)
  await pages.get('a')
  await pages.get('b')
  expect(asked).toEqual([null, 'x', 'a', 'b'])
  expect(aborted).toEqual(['x'])
})

test.each([
  ['the last page', `{"page_info":{"has_next_page":false,"end_cursor":"a"}}`],
  ['a page that leads back', `{${pageThatLeadsTo('a')}}`],
])('nothing is asked for after %s', async (_, page) => {
  const { asked, source } = recording(undefined, () => page)
  const pages = source([])
  await pages.get('a')
  expect(asked).toEqual(['a'])
})
