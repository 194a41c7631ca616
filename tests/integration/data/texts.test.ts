import { globSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { lookInto, makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aDocument, aHousehold, aUser, many } from './support/records.ts'
import { heldRow, putText, searchTexts } from './support/texts.ts'

let folder: string
let store: OpenedStore

const here = { scope: 'here', user: null, reader_version: 1 } as const

beforeEach(async () => {
  folder = makeFolder()
  store = await openStore(folder)
  await sweep(store, 'users', [[aUser(1), aUser(2)]])
  await sweep(store, 'households', [[aHousehold(1), aHousehold(2, { primary_relationship_owner_id: 'user_2' })]])
  await sweep(store, 'documents', [
    [
      aDocument(1, { name: 'Will of Ada', type: 'WILL', created_at: '2024-01-01T00:00:00.000Z' }),
      aDocument(2, { type: 'DEED', created_at: '2025-01-01T00:00:00.000Z' }),
      aDocument(3, { household_id: 'household_2', type: 'DEED', created_at: '2026-01-01T00:00:00.000Z' }),
    ],
  ])
})
afterEach(async () => {
  await store.close()
  removeFolder(folder)
})

const found = async (text: string, filters = {}) =>
  (await searchTexts(store, text, filters)).hits.map(({ document_id, page }) => `${document_id.slice(-1)}:${page}`)

describe('a search in documents', () => {
  test('finds pages that have all words, those in their order first, then those added last', async () => {
    await putText(store, 'document_1', {
      pages: ['Nothing.', 'I name Ada my health care proxy.', 'health, care and a proxy'],
    })
    await putText(store, 'document_2', { pages: [`proxy ${'word '.repeat(40)} care for your health`] })
    await putText(store, 'document_3', { pages: ['Only health.', 'The proxy has health and good care.'] })
    expect(await found('health care proxy')).toEqual(['1:2', '3:2', '2:1'])
    const { hits, total_documents, is_more, corrected } = await searchTexts(store, 'health care proxy')
    expect({ total_documents, is_more, corrected }).toEqual({ total_documents: 3, is_more: false, corrected: null })
    expect(hits[0]).toEqual({
      ...{ document_id: 'document_1', name: 'Will of Ada', document_type: 'WILL', owner: 'Uma Advisor1', year: 2024 },
      ...{
        household: { id: 'household_1', name: 'Household 1' },
        page: 2,
        page_count: 3,
        further: 1,
        is_here: true,
        is_changed: false,
      },
      scan: null,
      ...{
        excerpt: 'I name Ada my health care proxy.',
        excerpt_matches: [
          [14, 20],
          [21, 25],
          [26, 31],
        ],
      },
    })
  })

  test('finds phrases in quotes, the beginning of the last word, and words with an apostrophe or a line’s end in them', async () => {
    await putText(store, 'document_1', { pages: ['the co-trustee of the grantor’s trust', 'a care proxy for health'] })
    await putText(store, 'document_2', { pages: ['the succes-\nsor trustee', 'trust care health proxy'] })
    expect(await found('"care proxy"')).toEqual(['1:2'])
    expect(await found('"care pro')).toEqual(['1:2'])
    expect(await found('"care pro"')).toEqual([])
    expect(await found('co-trust')).toEqual(['1:1'])
    expect(await found('trus* health')).toEqual(['2:2'])
    expect(await found('the grantor')).toEqual(['1:1'])
    expect(await found('"the grantors trust"')).toEqual(['1:1'])
    expect(await found('successor')).toEqual(['2:1'])
    expect((await searchTexts(store, 'successor')).hits[0]?.excerpt_matches).toEqual([[4, 15]])
    // Of a word of two letters nothing is known yet.
    expect(await found('health ca')).toEqual(['2:2', '1:2'])
    expect(await found('of')).toEqual(['1:1'])
    expect(await found('  ')).toEqual([])
    expect(await found('"" AND NEAR( * ^ col:')).toEqual([])
  })

  test('looks for every word of a sentence of fifteen words', async () => {
    const sentence = 'I appoint my daughter as the sole agent for all of my affairs in Vermont'
    await putText(store, 'document_1', { pages: [sentence.replace('Vermont', 'Maine'), sentence] })
    expect(await found(`"${sentence}"`)).toEqual(['1:2'])
    expect(await found(sentence)).toEqual(['1:2'])
  })

  test('forgives a wrong letter where nothing is found, and says what it searched instead', async () => {
    await putText(store, 'document_1', { pages: ['my health care proxy'] })
    await putText(store, 'document_2', { pages: ['the heath is green'] })
    const { hits, corrected } = await searchTexts(store, 'Helth CARE proxy')
    expect({ found: hits.map(({ document_id }) => document_id), corrected }).toEqual({
      found: ['document_1'],
      corrected: 'health CARE proxy',
    })
    expect((await searchTexts(store, 'qqqqq')).corrected).toBeNull()
  })

  test('is narrowed by household, owner, type and year', async () => {
    for (const id of ['document_1', 'document_2', 'document_3']) await putText(store, id, { pages: ['the proxy'] })
    expect(await found('proxy', { household_id: 'household_2' })).toEqual(['3:1'])
    expect(await found('proxy', { owner_id: 'user_1' })).toEqual(['2:1', '1:1'])
    expect(await found('proxy', { document_type: 'WILL' })).toEqual(['1:1'])
    expect(await found('proxy', { year: 2025 })).toEqual(['2:1'])
    expect(await found('proxy', { owner_id: 'user_1', year: 2026 })).toEqual([])
    const { hits, total_documents } = await store.read('texts.search', {
      text: 'proxy',
      filters: {},
      offset: 1,
      limit: 1,
    })
    expect({ ids: hits.map(({ document_id }) => document_id), total_documents }).toEqual({
      ids: ['document_2'],
      total_documents: 3,
    })
  })

  test('counts what is searched of the documents that the filters let through', async () => {
    await putText(store, 'document_1', { pages: ['the proxy'] })
    await putText(store, 'document_2', { state: 'protected' })
    const counted = async (filters: object) => {
      const { documents, searchable, not_here, ...more } = await store.read('texts.coverage', { ...here, filters })
      return { documents, searchable, not_here, protected: more.protected }
    }
    expect(await counted({})).toEqual({ documents: 3, searchable: 1, not_here: 1, protected: 1 })
    expect(await counted({ household_id: 'household_2' })).toMatchObject({ documents: 1, searchable: 0, not_here: 1 })
    expect(await counted({ owner_id: 'user_1' })).toMatchObject({ documents: 2, searchable: 1, protected: 1 })
    expect(await counted({ document_type: 'WILL', year: 2024 })).toMatchObject({ documents: 1, searchable: 1 })
    expect(await counted({ year: 1999 })).toMatchObject({ documents: 0, searchable: 0 })
  })

  test('masks numbers in excerpts, whatever is searched, and shows them on the page', async () => {
    const text = `${'before '.repeat(40)}the social security number 123-45-6789 of account X10442871 of Ada`
    await putText(store, 'document_1', { pages: [text] })
    for (const query of ['123-45-6789', '"123 45 6789"', 'x1044*', 'social security number', 'account']) {
      const [hit] = (await searchTexts(store, query)).hits
      const { pages } = await store.read('texts.pages', { document_id: 'document_1', text: query })
      for (const excerpt of [hit?.excerpt, pages[0]?.excerpt]) {
        expect(excerpt).toContain('•••-••-6789')
        expect(excerpt).not.toMatch(/123|45-|1044/)
      }
    }
    const page = await store.read('texts.page', { document_id: 'document_1', page: 1, text: 'social' })
    expect(page).toMatchObject({ text, page_count: 1, matches: [[284, 290]] })
    expect(text.slice(284, 290)).toBe('social')
  })

  test('lists every page of one document, and reads a page without text as an empty one', async () => {
    await putText(store, 'document_1', { pages: ['a proxy', '', 'no', 'Proxy and proxy'], without_text: [2] })
    const { pages } = await store.read('texts.pages', { document_id: 'document_1', text: 'proxy' })
    expect(pages).toEqual([
      { page: 1, excerpt: 'a proxy', excerpt_matches: [[2, 7]], scan: null },
      {
        page: 4,
        scan: null,
        excerpt: 'Proxy and proxy',
        excerpt_matches: [
          [0, 5],
          [10, 15],
        ],
      },
    ])
    expect(await store.read('texts.page', { document_id: 'document_1', page: 2, text: '' })).toMatchObject({ text: '' })
    for (const asked of [
      { document_id: 'document_1', page: 5 },
      { document_id: 'document_2', page: 1 },
    ])
      await expect(store.read('texts.page', { ...asked, text: '' })).rejects.toMatchObject({ code: 'texts/not-read' })
  })
})

describe('the text of a file', () => {
  const rows = () =>
    lookInto(folder, 'mirror', (db) =>
      ['file_text', 'page_source', 'page_text'].map((table) =>
        db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get(),
      ),
    )
  const coverage = async () => {
    const { bytes: _, ...groups } = await store.read('texts.coverage', here)
    return Object.fromEntries(Object.entries(groups).filter(([, count]) => count > 0))
  }

  test('goes with its file, with its document, and when another file takes its place', async () => {
    for (const id of ['document_1', 'document_2', 'document_3'])
      await putText(store, id, { pages: ['the proxy', 'more'] })
    expect(rows()).toEqual([3, 6, 6])
    await store.writeFileCache('files.removeHeld', { keys: [{ kind: 'document', id: 'document_1' }] })
    expect(rows()).toEqual([2, 4, 4])
    await store.writeFileCache('files.putHeld', heldRow('document_2', '0'))
    expect(rows()).toEqual([2, 4, 4])
    await store.writeFileCache('files.putHeld', heldRow('document_2', '1'))
    expect(rows()).toEqual([1, 2, 2])
    await store.removeRecords('documents', ['document_3'])
    await store.flush()
    expect(rows()).toEqual([0, 0, 0])
    expect(await found('proxy')).toEqual([])
  })

  test('stays without its file while the user lets it, but never without its document', async () => {
    await store.writeFileCache('texts.keepOnly', { keeps_text: true, household_ids: null })
    await putText(store, 'document_1', { pages: ['the proxy'] })
    await putText(store, 'document_2', { pages: [''], state: 'scans', without_text: [1] })
    await putText(store, 'document_3', { pages: ['the proxy'] })
    await store.writeFileCache('files.removeHeld', {
      keys: ['document_1', 'document_2', 'document_3'].map((id) => ({ kind: 'document', id })),
    })
    const { hits } = await searchTexts(store, 'proxy')
    expect(hits.map(({ document_id, is_here }) => [document_id, is_here])).toEqual([
      ['document_3', false],
      ['document_1', false],
    ])
    expect(await coverage()).toEqual({ documents: 3, searchable: 2, not_here: 1 })
    await store.removeRecords('documents', ['document_3'])
    await store.flush()
    expect(rows()).toEqual([1, 1, 1])
    await store.writeFileCache('texts.keepOnly', { keeps_text: false, household_ids: null })
    expect(rows()).toEqual([0, 0, 0])
  })

  test('says that its document changed at the service since, with its file and without', async () => {
    await store.writeFileCache('texts.keepOnly', { keeps_text: true, household_ids: null })
    for (const n of [1, 2, 3]) await putText(store, `document_${n}`, { pages: ['the proxy'] })
    await store.writeFileCache('files.putHeld', {
      ...heldRow('document_3'),
      record_updated_at: aDocument(3).updated_at,
    })
    const keys = ['document_1', 'document_2'].map((id) => ({ kind: 'document' as const, id }))
    await store.writeFileCache('files.removeHeld', { keys })
    const changed = async () =>
      (await searchTexts(store, 'proxy')).hits
        .filter(({ is_changed }) => is_changed)
        .map(({ document_id }) => document_id)
    expect(await changed()).toEqual([])
    // The text was read on March 1.
    const updated_at = '2026-03-02T00:00:00.000Z'
    await sweep(store, 'documents', [
      [aDocument(1, { updated_at }), aDocument(2), aDocument(3, { household_id: 'household_2', updated_at })],
    ])
    expect((await changed()).sort()).toEqual(['document_1', 'document_3'])
  })

  test('stays when its file goes while it is read again', async () => {
    await store.writeFileCache('texts.keepOnly', { keeps_text: true, household_ids: null })
    await putText(store, 'document_1', { pages: ['the proxy'] })
    await store.writeFileCache('files.removeHeld', { keys: [{ kind: 'document', id: 'document_1' }] })
    await store.writeFileCache('texts.put', {
      ...{ document_id: 'document_1', sha256: '0'.repeat(64), isFirst: true, pages: [{ page: 1, text: 'the proxy' }] },
      ...{ read_at: '2026-03-01T09:00:00.000Z', reader_version: 2 },
      end: { state: 'text', why: null, page_count: 1, without_text: [], cut: null, attempts: 0 },
    })
    expect(await found('proxy')).toEqual(['1:1'])
  })

  test('says within a quarter how much the text and its index take', async () => {
    const inUse = () =>
      lookInto(folder, 'mirror', (db) => {
        const value = (name: string) => Number(db.pragma(name, { simple: true }))
        return (value('page_count') - value('freelist_count')) * value('page_size')
      })
    const english = globSync(['*.md', 'docs/**/*.md']).map((path) => readFileSync(path, 'utf8'))
    const pages = english.join('\n').match(/.{1,2500}/gs) ?? []
    const before = inUse()
    for (const n of [1, 2, 3])
      await putText(store, `document_${n}`, { pages: pages.filter((_, at) => at % 3 === n - 1) })
    const taken = inUse() - before
    const { bytes } = await store.read('texts.coverage', here)
    expect(bytes / taken).toBeGreaterThan(0.75)
    expect(bytes / taken).toBeLessThan(1.25)
  })

  test('goes where its household is not searched any more, and all at once', async () => {
    for (const id of ['document_1', 'document_3']) await putText(store, id, { pages: ['the proxy'] })
    await store.writeFileCache('texts.keepOnly', { keeps_text: false, household_ids: ['household_2'] })
    expect(await found('proxy')).toEqual(['3:1'])
    await store.writeFileCache('texts.forgetAll', {})
    expect(rows()).toEqual([0, 0, 0])
    expect(lookInto(folder, 'mirror', (db) => db.prepare('SELECT * FROM page_word').all())).toEqual([])
  })

  test('that comes in parts is found when the last has come, and is written once', async () => {
    await store.writeFileCache('files.putHeld', heldRow('document_1'))
    const put = (page: number, part: { isFirst: boolean; isLast: boolean }) =>
      store.writeFileCache('texts.put', {
        ...{
          document_id: 'document_1',
          sha256: '0'.repeat(64),
          read_at: '2026-03-01T09:00:00.000Z',
          reader_version: 1,
        },
        ...{ pages: [{ page, text: 'the proxy' }], isFirst: part.isFirst },
        end: part.isLast ? { state: 'text', why: null, page_count: 2, without_text: [], cut: null, attempts: 0 } : null,
      })
    await put(1, { isFirst: true, isLast: false })
    expect(await found('proxy')).toEqual([])
    expect(await coverage()).toEqual({ documents: 3, waiting: 1, not_here: 2 })
    expect(await store.read('texts.toRead', { ...here, except: [], limit: 5 })).toHaveLength(1)
    await put(1, { isFirst: true, isLast: false })
    await put(2, { isFirst: false, isLast: true })
    expect(rows()).toEqual([1, 2, 2])
    expect(await found('proxy')).toEqual(['1:1'])
    // The file changed while it was read.
    await store.writeFileCache('files.putHeld', heldRow('document_1', '1'))
    await put(1, { isFirst: true, isLast: true })
    expect(rows()).toEqual([0, 0, 0])
  })

  test('is counted in groups that add up to all documents, each with its list', async () => {
    await sweep(store, 'documents', [many((n) => aDocument(n), 8)])
    await putText(store, 'document_1', { pages: ['a', '', 'b'], without_text: [2], cut: 'pages' })
    await putText(store, 'document_2', { pages: ['', ''], state: 'scans', without_text: [1, 2] })
    await putText(store, 'document_3', { state: 'protected' })
    await putText(store, 'document_4', { state: 'unreadable', why: 'took-too-long', attempts: 1 })
    await putText(store, 'document_5', { state: 'no-text-kind' })
    await store.writeFileCache('files.putHeld', heldRow('document_6'))
    expect(await coverage()).toEqual({
      ...{ documents: 8, searchable: 1, partial: 1, scans: 1, protected: 1, unreadable: 1, no_text_kind: 1 },
      ...{ waiting: 1, not_here: 2 },
    })
    const why = async (
      kind: 'partial' | 'scans' | 'protected' | 'unreadable' | 'no_text_kind' | 'not_here' | 'left_out',
    ) => (await store.read('texts.problems', { ...here, kind, offset: 0, limit: 10 })).rows.map((row) => row.why)
    expect(await why('partial')).toEqual([
      '1 of its 3 pages is a picture: 2. It is too long: it was read as far as page 3.',
    ])
    await putText(store, 'document_1', { pages: ['a', 'b', ''], cut: 'characters' })
    expect(await why('partial')).toEqual(['It is too long: page 2 of 3 was read in part, and nothing after it.'])
    expect(await store.read('facts.ofDocument', { document_id: 'document_1' })).toMatchObject({
      ...{ scan: null, cut: 'It is too long: page 2 of 3 was read in part, and nothing after it.' },
    })
    expect(await why('scans')).toEqual(['Its 2 pages are pictures.'])
    await putText(store, 'document_2', { pages: ['', ''], state: 'scans', without_text: [1], cut: 'pages' })
    expect(await why('scans')).toEqual(['The first 1 of its 2 pages are pictures; the others were not read.'])
    expect(await why('protected')).toEqual(['It needs a password.'])
    expect(await why('unreadable')).toEqual(['It took too long to read.'])
    expect(await why('no_text_kind')).toEqual(['PDF: files of this kind are not read.'])
    await store.writeFileCache('files.putHeld', { ...heldRow('document_5'), media_type: 'application/msword' })
    expect(await why('no_text_kind')).toEqual(['Word document (97–2003): files of this kind are not read.'])
    expect(await why('not_here')).toEqual(Array(2).fill('Its file is not on this computer.'))
    expect(await why('left_out')).toEqual([])
    expect(
      await store.read('texts.problems', { ...here, scope: 'pinned', kind: 'left_out', offset: 0, limit: 10 }),
    ).toMatchObject({ total: 1, rows: [{ document_id: 'document_6', household: { name: 'Household 1' } }] })
  })

  test('says of each file that is not searched which action may help, if one can', async () => {
    await putText(store, 'document_1', { state: 'protected' })
    const help = async (kind: 'protected' | 'unreadable' | 'not_here') =>
      (await store.read('texts.problems', { ...here, kind, offset: 0, limit: 10 })).rows.map((row) => row.help)
    expect(await help('protected')).toEqual(['download-again'])
    expect(await help('not_here')).toEqual(['download', 'download'])
    const unreadable = [
      ['damaged', 'download-again'],
      ['too-large', null],
      ['took-too-long', 'read-again'],
      ['needed-too-much-memory', 'read-again'],
    ] as const
    for (const [why, expected] of unreadable) {
      await putText(store, 'document_2', { state: 'unreadable', why })
      expect(await help('unreadable')).toEqual([expected])
    }
  })

  test('is read in files that have none of their content and version; one that ended the reader twice is not tried again', async () => {
    await putText(store, 'document_1', { pages: ['a'] })
    await putText(store, 'document_2', { state: 'unreadable', why: 'took-too-long', attempts: 1 })
    await store.writeFileCache('files.putHeld', heldRow('document_3'))
    const toRead = async (more = {}) =>
      (await store.read('texts.toRead', { ...here, except: [], limit: 5, ...more })).map((one) => [
        one.document_id,
        one.attempts,
      ])
    expect(await toRead()).toEqual([
      ['document_3', 0],
      ['document_2', 1],
    ])
    expect(await toRead({ except: ['document_3'] })).toEqual([['document_2', 1]])
    await putText(store, 'document_2', { state: 'unreadable', why: 'took-too-long', attempts: 2 })
    expect(await toRead()).toEqual([['document_3', 0]])
    expect((await toRead({ reader_version: 2 })).map(([id]) => id)).toEqual(['document_1', 'document_3', 'document_2'])
    expect(await toRead({ scope: 'pinned' })).toEqual([])
    await store.writeLedger('travel.pin', {
      ...{ household_id: 'household_2', pinned_at: '2026-03-01T09:00:00.000Z', checked_at: null, json: '{}' },
    })
    expect(await toRead({ scope: 'pinned' })).toEqual([['document_3', 0]])
  })

  test('is fetched for the scope that was chosen', async () => {
    await putText(store, 'document_1', { pages: ['a'] })
    const toFetch = async (scope: 'here' | 'mine' | 'all', user: string | null) => {
      const { files, ids } = await store.read('texts.toFetch', { scope, user, except: ['document_2'], limit: 5 })
      return [files, ids]
    }
    expect(await toFetch('here', 'user_1')).toEqual([0, []])
    expect(await toFetch('mine', null)).toEqual([0, []])
    expect(await toFetch('mine', 'user_1')).toEqual([1, []])
    expect(await toFetch('all', null)).toEqual([2, ['document_3']])
  })
})
