import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFindLink } from '../../../electron/api/links.ts'
import type { Runtimes } from '../../../electron/connections/connection-runtime.ts'
import { isAppPath } from '../../../shared/domain/app-path.ts'
import { hasLinks, type LinkedResource, readRecordLink, recordLink } from '../../../shared/domain/record-link.ts'
import { idInput } from '../../../shared/ipc/procedure.ts'

const longestLink = 20_000

const firm = 'a'.repeat(32)
const other = 'b'.repeat(32)
const resources: LinkedResource[] = ['households', 'individuals', 'entities', 'documents']

type Asked = {
  /** Connections whose mirrors are open. */
  open?: readonly string[]
  /** The path of the front window. */
  screen?: string | null
  /** The path that was shown last. */
  last?: string | null
  knows?: (connectionId: string, ids: readonly string[]) => Promise<boolean>
}

/** The path of a link's screen. */
function find(link: string, { open = [firm], screen = null, last = null, knows = async () => true }: Asked = {}) {
  const runtimeOf = (id: string) => ({
    connection: { id },
    cache: () => 'open',
    open: async () => ({
      store: {
        read: async (_name: string, { ids }: { ids: readonly string[] }) => ({
          records: (await knows(id, ids)) ? [{}] : [],
        }),
      },
    }),
  })
  const runtimes = { all: async () => open.map(runtimeOf), get: async (id: string) => runtimeOf(id) }
  // The parts of the runtimes that a search uses.
  const findLink = createFindLink(runtimes as unknown as Runtimes, { lastScreen: async () => ({ path: last }) })
  return findLink(link, screen)
}

const refused = (text: string) =>
  find(text).then(
    (path) => path,
    (thrown: unknown) => thrown,
  )

describe('a link to a record', () => {
  it('says what kind of record it is, and its id', () => {
    expect(recordLink({ resource: 'households', id: 'household_1' })).toBe('steward://household/household_1')
    expect(readRecordLink('steward://document/do-7')).toEqual({ resource: 'documents', id: 'do-7' })
    expect(readRecordLink('steward://individual/in%2F1')).toEqual({ resource: 'individuals', id: 'in/1' })
    expect([hasLinks('entities'), hasLinks('users'), hasLinks('toString')]).toEqual([true, false, false])
  })

  it('leads back to its record whatever the id, by an address of the app', async () => {
    const ids = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...resources), ids, async (resource, id) => {
        const link = recordLink({ resource, id })
        fc.pre(link !== null)
        expect(link.length).toBeLessThanOrEqual(longestLink)
        expect(readRecordLink(link)).toEqual({ resource, id })
        const asked: (readonly string[])[] = []
        const path = await find(link, { knows: async (_, ids) => asked.push(ids) > 0 })
        expect(asked).toEqual([[id]])
        expect(isAppPath(path)).toBe(true)
        expect(decodeURIComponent(new URL(path, 'app://steward').pathname)).toBe(`/c/${firm}/${resource}/${id}`)
      }),
      { numRuns: 5_000 },
    )
  })

  it.each(['x'.repeat(700), '香'.repeat(1024)])('opens long ids, which the service does not limit', async (id) => {
    expect(idInput.parse(id)).toBe(id)
    const link = recordLink({ resource: 'entities', id })
    expect(readRecordLink(link ?? '')).toEqual({ resource: 'entities', id })
    expect(isAppPath(await find(link ?? ''))).toBe(true)
  })

  it.each([
    '',
    'steward:',
    'steward://',
    'steward://household',
    'steward://household/',
    'steward://household/a/b',
    'steward://household/a?x=1',
    'steward://household/a#x',
    'steward://household/..',
    'steward://household/%2E%2E',
    'steward://household/%00',
    'steward://household/%E2%80',
    'steward://household/%41',
    'steward://household/a b',
    'steward://household/a\n',
    ' steward://household/a',
    'steward://user/us-1',
    'steward://toString/a',
    'steward://HOUSEHOLD/a',
    'Steward://household/a',
    'steward:household/a',
    'steward:///household/a',
    'steward://ada@household/a',
    'steward://household:80/a',
    'https://household/a',
    'app://steward/',
    `steward://household/${'a'.repeat(2049)}`,
    `steward://household/${'a'.repeat(100_000)}`,
  ])('is not %j', async (text) => {
    expect(await refused(text)).toMatchObject({ code: 'link/not-understood' })
  })

  it('is refused without a word of what it said, and nothing is ever thrown but that', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((text) => `steward://household/${text}`),
        ),
        async (text) => {
          const outcome = await refused(text)
          if (outcome instanceof Error) {
            const { message, nextStep, code } = outcome as Error & { nextStep: string; code: string }
            expect(code).toBe('link/not-understood')
            expect([message, nextStep]).toEqual([
              'This is not a link to a Steward record.',
              'Ask for a new link. “Copy a link to this record” makes one.',
            ])
          } else {
            const [, resource, id] = /^\/c\/a{32}\/(\w+)\/(.+)$/.exec(String(outcome)) ?? []
            const record = { resource: resource as LinkedResource, id: decodeURIComponent(id ?? '') }
            expect(recordLink(record)).toBe(text)
          }
        },
      ),
      { numRuns: 5_000 },
    )
  })
})

describe('the place of a record', () => {
  const link = 'steward://entity/en-1'

  it('is in the first connection that has it; each is asked once, and one that cannot be asked is passed over', async () => {
    const asked: string[] = []
    const knows = async (id: string) => {
      asked.push(id)
      if (id === 'locked') throw new Error('locked')
      return id === other
    }
    const open = ['locked', firm, 'locked', firm, other, 'never']
    expect(await find(link, { open, knows })).toBe(`/c/${other}/entities/en-1`)
    expect(asked).toEqual(['locked', firm, other])
  })

  it('is looked for in the connection of the front window, then in those that are open, then in the one shown last', async () => {
    const asked: string[] = []
    const [front, last] = ['c'.repeat(32), 'd'.repeat(32)]
    const knows = async (id: string) => asked.push(id) === 3
    expect(await find(link, { screen: `/c/${front}/today`, last: `/c/${last}`, knows })).toBe(
      `/c/${last}/entities/en-1`,
    )
    expect(asked).toEqual([front, firm, last])
  })

  it('is nowhere when none has it', async () => {
    const knows = async () => false
    await expect(find(link, { knows })).rejects.toMatchObject({ code: 'link/not-found' })
    await expect(find(link, { open: [], knows })).rejects.toMatchObject({ code: 'link/not-found' })
  })
})
