import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findPlace, parseLink } from '../../../electron/api/links.ts'
import { isAppPath } from '../../../shared/domain/app-path.ts'
import { hasLinks, type LinkedResource, recordLink } from '../../../shared/domain/record-link.ts'
import { idInput } from '../../../shared/ipc/procedure.ts'

const longestLink = 20_000

const firm = 'a'.repeat(32)
const other = 'b'.repeat(32)
const resources: LinkedResource[] = ['households', 'individuals', 'entities', 'documents']

const refused = (text: string) => {
  try {
    return parseLink(text)
  } catch (thrown) {
    return thrown
  }
}

describe('a link to a record', () => {
  it('says what kind of record it is, and its id', () => {
    expect(recordLink({ resource: 'households', id: 'household_1' })).toBe('steward://household/household_1')
    expect(parseLink('steward://document/do-7')).toEqual({ resource: 'documents', id: 'do-7' })
    expect(parseLink('steward://individual/in%2F1')).toEqual({ resource: 'individuals', id: 'in/1' })
    expect([hasLinks('entities'), hasLinks('users'), hasLinks('toString')]).toEqual([true, false, false])
  })

  it('leads back to its record whatever the id, by an address of the app', async () => {
    const ids = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...resources), ids, async (resource, id) => {
        const link = recordLink({ resource, id })
        fc.pre(link !== null)
        expect(link.length).toBeLessThanOrEqual(longestLink)
        const record = parseLink(link)
        expect(record).toEqual({ resource, id })
        const path = await findPlace(record, { connectionIds: [firm], knows: async () => true })
        expect(isAppPath(path)).toBe(true)
        expect(decodeURIComponent(new URL(path, 'app://steward').pathname)).toBe(`/c/${firm}/${resource}/${id}`)
      }),
      { numRuns: 5_000 },
    )
  })

  it.each(['x'.repeat(700), '香'.repeat(1024)])('opens long ids, which the service does not limit', async (id) => {
    expect(idInput.parse(id)).toBe(id)
    const link = recordLink({ resource: 'entities', id })
    expect(parseLink(link ?? '')).toEqual({ resource: 'entities', id })
    const path = await findPlace({ resource: 'entities', id }, { connectionIds: [firm], knows: async () => true })
    expect(isAppPath(path)).toBe(true)
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
  ])('is not %j', (text) => {
    expect(refused(text)).toMatchObject({ code: 'link/not-understood' })
  })

  it('is refused without a word of what it said, and nothing is ever thrown but that', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((text) => `steward://household/${text}`),
        ),
        (text) => {
          const outcome = refused(text)
          if (outcome instanceof Error) {
            const { message, nextStep, code } = outcome as Error & { nextStep: string; code: string }
            expect(code).toBe('link/not-understood')
            expect([message, nextStep]).toEqual([
              'This is not a link to a Steward record.',
              'Ask for a new link. “Copy a link to this record” makes one.',
            ])
          } else expect(recordLink(outcome as { resource: LinkedResource; id: string })).toBe(text)
        },
      ),
      { numRuns: 5_000 },
    )
  })
})

describe('the place of a record', () => {
  const record = { resource: 'entities', id: 'en-1' } as const

  it('is in the first connection that has it; each is asked once, and one that cannot be asked is passed over', async () => {
    const asked: string[] = []
    const knows = async (id: string) => {
      asked.push(id)
      if (id === 'locked') throw new Error('locked')
      return id === other
    }
    const connectionIds = ['locked', firm, 'locked', firm, other, 'never']
    expect(await findPlace(record, { connectionIds, knows })).toBe(`/c/${other}/entities/en-1`)
    expect(asked).toEqual(['locked', firm, other])
  })

  it('is nowhere when none has it', async () => {
    const knows = async () => false
    await expect(findPlace(record, { connectionIds: [firm], knows })).rejects.toMatchObject({ code: 'link/not-found' })
    await expect(findPlace(record, { connectionIds: [], knows })).rejects.toMatchObject({ code: 'link/not-found' })
  })
})
