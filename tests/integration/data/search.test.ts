import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { contract } from '../../../shared/ipc/contract.ts'
import { makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import {
  aDocument,
  aHousehold,
  anEntity,
  anIndividual,
  aSummary,
  aUser,
  aValuation,
  bodyOf,
  many,
} from './support/records.ts'

let folder: string
let store: OpenedStore

const person = (n: number, first_name: string, last_name: string, more = {}) =>
  anIndividual(n, { first_name, last_name, ...more })

const longNote = `${'Nothing to see. '.repeat(400)}Keeps a sailing boat at Kraków harbour. ${'More. '.repeat(400)}`

beforeAll(async () => {
  folder = makeFolder()
  store = await openStore(folder)
  await sweep(store, 'users', [[aUser(1, { first_name: 'Grace', last_name: 'Hopper' })]])
  await sweep(store, 'households', [
    [
      aHousehold(1, { name: 'Smith', external_id: 'CRM-7788', notes: longNote }),
      aHousehold(2, { name: 'Smith Family' }),
      aHousehold(3, { name: 'The Smithson Household' }),
      aHousehold(4, { name: '👨‍👩‍👧 Müller 🏡' }),
      aHousehold(5, { name: 'משפחת כהן' }),
      aHousehold(6, { name: 'Zero\u200bWidth' }),
    ],
  ])
  await sweep(store, 'individuals', [
    [
      person(1, 'Søren', 'Łukasz-Strauß', { email: 'soren@north.example', notes: 'Likes smith work.' }),
      person(2, 'Zoë', 'Smith', { updated_at: '2026-01-01T00:00:00.000Z' }),
      person(3, 'Adam', 'Smith', { updated_at: '2025-01-01T00:00:00.000Z' }),
      person(4, 'Jonathan', 'Whitfield', { address_line1: '12 Elm Street', city: 'Springfield', state: 'IL' }),
      person(5, 'Mary', 'O\u2032Brien'),
      person(6, 'Ayşe', 'İstanbullu'),
      person(7, 'Đorđe', 'Đorđević'.normalize('NFD')),
      person(8, 'Jan', 'z Łodzi'),
      person(9, 'Kaʻi', 'Hawai\u02bbian'),
      ...many((n) => person(n, 'Common', `Name${n}`), 300, 100),
    ],
  ])
  await sweep(store, 'entities', [[anEntity(1, { display_name: 'Smith Dynasty Trust' })]])
  await sweep(store, 'documents', [[aDocument(1, { name: 'Last will' })]])
  await sweep(store, 'document-summaries', [[aSummary(1, { summary: 'Leaves the **vineyard** to the niece.' })]])
  await store.applyValuation({ entityId: 'entity_1', bytes: bodyOf(aValuation(1)) })
  await store.flush()
})
afterAll(async () => {
  await store.close()
  removeFolder(folder)
})

const search = async (text: string, limit = 20) => {
  const answer = await store.read('search.query', { text, limit })
  expect(contract.search.query['~orpc'].outputSchema?.parse(answer)).toEqual(answer)
  return answer.hits
}
const first = async (text: string) => (await search(text))[0]
const titles = async (text: string) => (await search(text)).map((hit) => hit.title)
const marks = (text: string | null, matches: readonly (readonly [number, number])[]) =>
  matches.map(([from, to]) => text?.slice(from, to))

test('the whole name comes first, then households and people with the word, other names with it, names that begin so, then text', async () => {
  expect(await titles('smith')).toEqual([
    'Smith',
    'Smith Family',
    'Zoë Smith',
    'Adam Smith',
    'Smith Dynasty Trust',
    'The Smithson Household',
    'Søren Łukasz-Strauß',
  ])
})

test.each([
  ['soren lukasz', 'client_profile_1'],
  ['STRAUSS', 'client_profile_1'],
  ['zoe', 'client_profile_2'],
  ['muller', 'household_4'],
  ['👨‍👩‍👧', 'household_4'],
  ['כה', 'household_5'],
  ['zerowidth', 'household_6'],
  ['crm-7788', 'household_1'],
  ['soren@north', 'client_profile_1'],
  ['elm str spring', 'client_profile_4'],
  ['vineyard', 'document_summary_1'],
  ['zephyr', 'valuationv2_1'],
  ['hopper', 'user_1'],
  ['smith z', 'client_profile_2'],
  ['z', 'household_6'],
])('%j finds %s', async (text, id) => {
  expect(await first(text)).toMatchObject({ id })
})

test.each([
  ['swapped', 'whitifeld', 'client_profile_4'],
  ['missing', 'whitfild', 'client_profile_4'],
  ['too many', 'whittfield', 'client_profile_4'],
  ['wrong', 'whidfield', 'client_profile_4'],
  ['missing in an unfinished word', 'jonthan w', 'client_profile_4'],
  ['wrong, without its accent', 'zie smith', 'client_profile_2'],
])('a letter %s in a name is forgiven', async (_, text, id) => {
  expect(await first(text)).toMatchObject({ id })
})

test('what was typed comes before what may have been meant, and two letters are too many', async () => {
  expect((await titles('smithson'))[0]).toBe('The Smithson Household')
  expect(await titles('whidfeeld')).toEqual([])
})

test('what matched is marked in the title, and a mistyped name where it is meant', async () => {
  const zoe = await first('zoe smi')
  expect(marks(zoe?.title ?? '', zoe?.title_matches ?? [])).toEqual(['Zoë', 'Smi'])
  expect(zoe).toMatchObject({ snippet: null, snippet_matches: [] })
  const strauss = await first('strauss')
  expect(marks(strauss?.title ?? '', strauss?.title_matches ?? [])).toEqual(['Strauß'])
  const mistyped = await first('whitifeld')
  expect(marks(mistyped?.title ?? '', mistyped?.title_matches ?? [])).toEqual(['Whitfield'])
})

test('a match elsewhere is shown in the passage around it', async () => {
  const note = await first('krakow harb')
  expect(note).toMatchObject({ id: 'household_1', title_matches: [] })
  expect(note?.snippet?.length).toBeLessThan(140)
  expect(marks(note?.snippet ?? '', note?.snippet_matches ?? [])).toEqual(['Kraków', 'harb'])
  expect((await first('vineyard'))?.snippet).toBe('Leaves the vineyard to the niece.')
  expect((await first('elm'))?.snippet).toBe('12 Elm Street, Springfield, IL')
  expect(await first('zephyr')).toMatchObject({ title: 'Smith Dynasty Trust', snippet: 'Zephyr Fund' })
})

test('a name and a word elsewhere together find a record, each marked where it is', async () => {
  const hit = await first('soren work')
  expect(hit).toMatchObject({ id: 'client_profile_1', snippet: 'Likes smith work.' })
  expect(marks(hit?.title ?? '', hit?.title_matches ?? [])).toEqual(['Søren'])
})

test('no more hits than asked for, however many match', async () => {
  expect((await search('common', 50)).length).toBe(50)
  expect((await search('c', 3)).length).toBe(3)
})

test('what changes, goes or comes is searched as it is now', async () => {
  await store.applyRecord('households', bodyOf(aHousehold(9, { name: 'Quillfeather' })))
  expect(await titles('quillfaether')).toEqual(['Quillfeather'])
  await store.applyRecord('households', bodyOf(aHousehold(9, { name: 'Renamed' })))
  expect(await titles('quillfeather')).toEqual([])
  await store.removeRecords('households', ['household_9'])
  expect(await titles('renamed')).toEqual([])
  await store.removeRecords('entities', ['entity_1'])
  expect(await titles('zephyr')).toEqual([])
})

test.each(['title : x', '"', 'a* OR b', 'NEAR(x, 2)', '^x', '{title}', '-x', '\u0000', '\ud800', 'ﷺ', 'AND', "');--"])(
  '%j is text, whatever it looks like',
  async (text) => {
    expect(Array.isArray(await search(text))).toBe(true)
  },
)

test.each<[typed: string, title: string, marked: string[]]>([
  ['Soren', 'Søren Łukasz-Strauß', ['Søren']],
  ['lukasz strauss', 'Søren Łukasz-Strauß', ['Łukasz', 'Strauß']],
  ['istanbul', 'Ayşe İstanbullu', ['İstanbul']],
  ['Dordevic', 'Đorđe Đorđević', ['Đorđević']],
  ['lodzi', 'Jan z Łodzi', ['Łodzi']],
  ['hawaiian', 'Kaʻi Hawai\u02bbian', ['Hawai\u02bbian']],
  ['brien', 'Mary O\u2032Brien', ['Brien']],
  ...["O'Brien", 'O’Brien', 'o\u02bcbrien', 'O`Brien', 'O\u00b4Brien', 'OBrien', 'o\uff07brien'].map(
    (typed): [string, string, string[]] => [typed, 'Mary O\u2032Brien', ['O\u2032Brien']],
  ),
])('%s finds %s, and marks the letters that were typed', async (typed, title, marked) => {
  const hit = await first(typed)
  expect(hit?.title.normalize('NFC')).toBe(title)
  expect(marks(hit?.title ?? '', hit?.title_matches ?? []).map((text) => text?.normalize('NFC'))).toEqual(marked)
})
