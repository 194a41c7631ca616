import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { factsContract } from '../../../shared/ipc/facts.ts'
import { outputOf } from '../../doubles/samples/schemas.ts'
import { makeFolder, removeFolder } from './support/open-store.ts'
import { aDocument, anEntity } from './support/records.ts'
import { putText } from './support/texts.ts'
import { agreement, openTrustPapers } from './support/trust-papers.ts'

let folder: string
let store: OpenedStore

beforeEach(async () => {
  folder = makeFolder()
  const filed = { entity_id: 'entity_1' }
  store = await openTrustPapers(folder, {
    entities: [anEntity(2, { display_name: 'Ada Okafor Brokerage', kind: 'INDIVIDUAL_PERSONAL_ACCOUNT' })],
    documents: [
      aDocument(1, { ...filed, name: 'Trust agreement', type: 'SIGNED_TRUST_DOCUMENT' }),
      aDocument(2, { ...filed, name: 'First amendment', type: 'TRUST_AMENDMENT' }),
    ],
  })
  const [from, to] = [
    { resource: 'individuals', id: 'client_profile_3' } as const,
    { resource: 'entities', id: 'entity_1' } as const,
  ]
  const link = { id: 'link-1', household_id: 'household_1', from, to, role: 'Trustee', origin: 'drawn' } as const
  await store.writeLedger('estate.addLink', link)
})
afterEach(async () => {
  await store.close()
  removeFolder(folder)
})

const read = (entity_id = 'entity_1') => store.read('facts.titlingOf', { entity_id })

const amendment = (date: string, trustee: string) => `FIRST AMENDMENT TO THE OKAFOR FAMILY TRUST

This First Amendment to the Okafor Family Trust is made on ${date} by Ada Okafor, as Grantor.
${trustee} shall be the Trustee of the Okafor Family Trust.
`

describe('the papers that may be later than a document of a trust', () => {
  const later = (document_id = 'document_1') => store.read('facts.laterOf', { document_id })

  test('are dated by the instrument, and name their trustees with the page', async () => {
    await putText(store, 'document_2', { pages: [amendment('May 1, 2020', 'Ada Okafor')] })
    const found = await later()
    expect(outputOf(factsContract.laterOf).safeParse(found).error).toBeUndefined()
    expect(found.later).toMatchObject([
      {
        ...{ document: { id: 'document_2', name: 'First amendment' }, is: 'amendment', order: 'later' },
        ...{ date: '2020-05-01', is_read: true, states: [] },
        trustees: [{ who: [{ name: 'Ada Okafor' }], place: { page: 1 } }],
      },
    ])
    expect(await later('document_2')).toEqual({ later: [] })
  })

  test('are said also where their text was not read', async () => {
    expect((await later()).later).toMatchObject([
      { document: { id: 'document_2' }, order: 'undated', date: null, is_read: false, trustees: [] },
    ])
  })
})

describe('the titling check of an entity', () => {
  test('shows the recorded trustee beside the document’s with its page, and counts the documents that were not read', async () => {
    const titling = await read()
    expect(outputOf(factsContract.titlingOf).safeParse(titling).error).toBeUndefined()
    expect(titling).toMatchObject({ read: 1, unread: 1, partly: 0 })
    expect(titling.findings).toMatchObject([
      {
        ...{ kind: 'trustee', said: 'Ben Okafor', dismissed: null, document: { id: 'document_1' } },
        recorded: [{ id: 'client_profile_3', name: 'Cara Okafor' }],
        place: { page: 1, sentence: expect.stringContaining('Ben Okafor, as Trustee') },
      },
    ])
  })

  test('shows an account in the name of the grantor of a revocable trust', async () => {
    expect((await read('entity_2')).findings).toMatchObject([
      { kind: 'owner', said: 'Ada Okafor', named: { id: 'entity_1', name: 'Okafor Family Trust' } },
    ])
  })

  test('says whether the page of a sentence was read from a scan, and how well', async () => {
    expect((await read()).findings).toMatchObject([{ place: { scan: null } }])
    const document_id = 'document_1'
    const sha256 = '4'.repeat(64)
    await putText(store, document_id, { pages: [''], without_text: [1], state: 'scans', digit: '4' })
    const page = { page: 1, outcome: 'text', confidence: 99, text: agreement('Ben Okafor') }
    await store.writeFileCache('texts.putScans', { document_id, sha256, pages: [page] })
    expect((await read()).findings).toMatchObject([{ place: { scan: 'read' } }])
    await putText(store, document_id, { pages: [''], without_text: [1], state: 'scans', digit: '5' })
    const faint = { ...page, confidence: 60 }
    await store.writeFileCache('texts.putScans', { document_id, sha256: '5'.repeat(64), pages: [faint] })
    expect((await read()).findings).toMatchObject([{ place: { scan: 'unsure' } }])
  })

  test('remembers what is not a problem until either side says something else', async () => {
    const [found] = (await read()).findings
    const one = { entity_id: 'entity_1', key: found?.key ?? '' }
    await store.writeLedger('facts.dismissTitling', { ...one, reason: 'Ben resigned' })
    await putText(store, 'document_1', { pages: [agreement('Ben\nOkafor')], digit: '1' })
    expect((await read()).findings).toMatchObject([{ dismissed: { reason: 'Ben resigned' } }])
    await putText(store, 'document_1', { pages: [agreement('Ada Okafor')], digit: '2' })
    expect((await read()).findings).toMatchObject([{ said: 'Ada Okafor', dismissed: null }])
    await putText(store, 'document_1', { pages: [agreement('Ben Okafor')], digit: '3' })
    await store.writeLedger('facts.restoreTitling', one)
    expect((await read()).findings).toMatchObject([{ dismissed: null }])
  })

  test('shows of a recorded trustee the page by which the user confirmed it', async () => {
    const { facts, sha256 } = await store.read('facts.ofDocument', { document_id: 'document_1' })
    const found = facts.find(({ kind }) => kind === 'trustee')
    if (!found) throw new Error('The trustee was not found.')
    const { kind, value, sentence, page, article } = found
    const [from, to] = [
      { resource: 'individuals', id: 'client_profile_2' } as const,
      { resource: 'entities', id: 'entity_1' } as const,
    ]
    await store.writeLedger('estate.setLinkRemoved', { id: 'link-1', removed: true })
    await store.writeLedger('facts.confirm', {
      ...{ document_id: 'document_1', key: found.key, sha256 },
      fact: { kind, value, who: [from], about: to, sentence, page, article },
      link: { id: 'link-2', household_id: 'household_1', from, to, role: 'Trustee', origin: 'confirmed' },
    })
    await putText(store, 'document_2', { pages: [amendment('May 1, 2020', 'Ada Okafor')] })
    expect((await read()).findings).toMatchObject([
      {
        ...{ kind: 'trustee', said: 'Ada Okafor', document: { id: 'document_2' } },
        recorded: [{ name: 'Ben Okafor', confirmed: [{ document: { name: 'Trust agreement' }, page: 1 }] }],
      },
    ])
  })

  test('leaves out what the user rejected on the document’s page', async () => {
    const { facts, sha256 } = await store.read('facts.ofDocument', { document_id: 'document_1' })
    const trustee = facts.find(({ kind }) => kind === 'trustee')
    if (!trustee) throw new Error('The trustee was not found.')
    const { kind, value, sentence, page, article } = trustee
    const fact = { kind, value, who: [], about: null, sentence, page, article }
    await store.writeLedger('facts.reject', { document_id: 'document_1', key: trustee.key, sha256, fact })
    expect((await read()).findings).toEqual([])
  })
})
