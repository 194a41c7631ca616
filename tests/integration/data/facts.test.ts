import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFactsUseCases } from '../../../electron/api/facts.ts'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { factsContract } from '../../../shared/ipc/facts.ts'
import { outputOf } from '../../doubles/samples/schemas.ts'
import { makeFolder, removeFolder, sweep } from './support/open-store.ts'
import { aDocument, anEntity, anIndividual } from './support/records.ts'
import { putText } from './support/texts.ts'
import { agreement, openTrustPapers } from './support/trust-papers.ts'

let folder: string
let store: OpenedStore

beforeEach(async () => {
  folder = makeFolder()
  store = await openTrustPapers(folder, {
    documents: [aDocument(1, { name: 'Trust agreement', entity_id: 'entity_1' })],
  })
})
afterEach(async () => {
  await store.close()
  removeFolder(folder)
})

const document_id = 'document_1'
const ben = { resource: 'individuals', id: 'client_profile_2' } as const
const trust = { resource: 'entities', id: 'entity_1' } as const
const read = () => store.read('facts.ofDocument', { document_id })
const trusteeIn = ({ facts }: Awaited<ReturnType<typeof read>>) => facts.find(({ kind }) => kind === 'trustee')
const linksOf = async () => (await store.read('estate.map', { id: 'household_1' })).links

async function trustee() {
  const found = await read()
  const fact = trusteeIn(found)
  if (!fact) throw new Error('The trustee was not found.')
  const { kind, value, sentence, page, article } = fact
  const decided = { kind, value, who: [ben], about: trust, sentence, page, article }
  return { document_id, key: fact.key, sha256: found.sha256, fact: decided }
}

const link = { household_id: 'household_1', from: ben, to: trust, role: 'Trustee', origin: 'confirmed' } as const

test('while the text of a long document is read for its facts, other reads are answered', async () => {
  const clause = 'If Ben Okafor fails to serve, Cara Okafor shall serve as successor Trustee.\n'
  await putText(store, document_id, { pages: [agreement('Ben Okafor'), clause.repeat(400)] })
  const done: string[] = []
  const facts = read().then(() => done.push('facts'))
  await Promise.all([facts, store.read('households.get', { id: 'household_1' }).then(() => done.push('household'))])
  expect(done).toEqual(['household', 'facts'])
})

describe('a fact in the text of a document', () => {
  test('has its people and record by name, its sentence and page, and is in the contract', async () => {
    const { household_id, sha256: _sha256, ...found } = await read()
    expect(outputOf(factsContract.ofDocument).safeParse(found).error).toBeUndefined()
    expect(household_id).toBe('household_1')
    expect(trusteeIn({ ...found, household_id, sha256: '' })).toMatchObject({
      ...{ who: [{ ...ben, name: 'Ben Okafor' }], about: { ...trust, name: 'Okafor Family Trust' }, page: 1 },
      decision: null,
    })
  })

  test('follows the records: people who get the name that the text says, and the trust that the document is filed under', async () => {
    expect(trusteeIn(await read())?.who).toEqual([{ ...ben, name: 'Ben Okafor' }])
    await sweep(store, 'individuals', [[anIndividual(2, { first_name: 'Dora', last_name: 'Okafor' })]])
    expect(trusteeIn(await read())).toBeUndefined()
    await sweep(store, 'individuals', [[anIndividual(3, { first_name: 'Ben', last_name: 'Okafor' })]])
    expect(trusteeIn(await read())?.who).toMatchObject([{ id: 'client_profile_3' }])
    await sweep(store, 'documents', [[aDocument(1, { name: 'Trust agreement' })]])
    await sweep(store, 'entities', [[anEntity(1, { display_name: 'Elm Trust', kind: 'REVOCABLE_TRUST' })]])
    expect(trusteeIn(await read())?.about).toBeNull()
  })

  test('is found once the pages of the document that are pictures were read; until then the document says that they wait', async () => {
    const pictures = { pages: [''], without_text: [1], state: 'scans', digit: '2' } as const
    await putText(store, document_id, pictures)
    expect(await read()).toMatchObject({ is_read: false, scan: { is: 'waiting', why: 'Its page is a picture.' } })
    await store.writeLedger('texts.setNeverScanned', { document_id, never: true })
    expect(await read()).toMatchObject({ scan: { is: 'never' } })
    await store.writeLedger('texts.setNeverScanned', { document_id, never: false })
    const page = { page: 1, outcome: 'text', confidence: 99, text: agreement('Ben Okafor') }
    await store.writeFileCache('texts.putScans', { document_id, sha256: '2'.repeat(64), pages: [page] })
    expect(await read()).toMatchObject({ is_read: true, scan: null })
    expect(trusteeIn(await read())).toMatchObject({ scan: 'read' })
  })

  test('says of a scan without words that it was read, and that it had none', async () => {
    await putText(store, document_id, { pages: [''], without_text: [1], state: 'scans', digit: '2' })
    const page = { page: 1, outcome: 'no-words', confidence: null, text: '' }
    await store.writeFileCache('texts.putScans', { document_id, sha256: '2'.repeat(64), pages: [page] })
    const why = 'Its page is a picture. 1 page read as a scan had no words.'
    expect(await read()).toMatchObject({ is_read: false, scan: { is: 'read', why } })
  })

  test('that is confirmed is a role with its document and page, which goes when it is taken back', async () => {
    const one = await trustee()
    const outcome = await store.writeLedger('facts.confirm', { ...one, link: { id: 'link-1', ...link } })
    expect(outcome).toEqual({ id: 'link-1', is_new: true, refused: null })
    const place = { document_id, document_name: 'Trust agreement', page: 1 }
    expect(await linksOf()).toMatchObject([{ role: 'Trustee', found_in: [{ ...place, state: 'same' }] }])
    expect(trusteeIn(await read())?.decision).toBe('confirmed')
    await store.writeLedger('facts.undo', one)
    expect(await linksOf()).toEqual([])
    expect(trusteeIn(await read())?.decision).toBeNull()
  })

  test('is not confirmed of another record than the one that was shown, as when its document was filed elsewhere in the meantime', async () => {
    const { key } = await trustee()
    await sweep(store, 'entities', [
      [anEntity(1, { display_name: 'Elm Trust', kind: 'REVOCABLE_TRUST' })],
      [anEntity(2, { display_name: 'Okafor Family Trust', kind: 'REVOCABLE_TRUST' })],
    ])
    await sweep(store, 'documents', [[aDocument(1, { name: 'Trust agreement', entity_id: 'entity_2' })]])
    const moved = trusteeIn(await read())
    expect([moved?.key, moved?.about?.id]).toEqual([key, 'entity_2'])
    const runtime = { open: async () => ({ store }), connection: { id: 'connection_1' } }
    const { confirm } = createFactsUseCases({ get: async () => runtime } as never, () => {})
    const input = { connectionId: 'connection_1', document_id, key, who: ben }
    await expect(confirm({ ...input, about: trust })).rejects.toMatchObject({ code: 'facts/changed' })
    expect(await linksOf()).toEqual([])
    await confirm({ ...input, about: { ...trust, id: 'entity_2' } })
    expect(await linksOf()).toMatchObject([{ to: { id: 'entity_2' } }])
  })

  test('of a limited trustee is confirmed as a role with the words of its limit', async () => {
    const limited = agreement('Ada Okafor').replace('Grantor, and', 'Grantor, and Elm Bank and')
    const sentence = 'Ben Okafor shall serve as Trustee in Florida only.'
    await putText(store, document_id, {
      pages: [`${limited.replace('Ada Okafor, as Trustee', 'Elm Bank, as Trustee')}${sentence}`],
    })
    const fact = (await read()).facts.find(({ kind, who }) => kind === 'trustee' && who[0]?.id === ben.id)
    expect(fact?.limit).toBe('in Florida only')
    const runtime = { open: async () => ({ store }), connection: { id: 'connection_1' } }
    const { confirm } = createFactsUseCases({ get: async () => runtime } as never, () => {})
    await confirm({ connectionId: 'connection_1', document_id, key: fact?.key ?? '', who: ben, about: trust })
    expect(await linksOf()).toMatchObject([{ from: ben, role: 'Trustee, in Florida only' }])
  })

  test('that was read from a scan says so, also on the role that it confirms', async () => {
    const scanned = async (digit: string, confidence: number) => {
      await putText(store, document_id, { pages: [''], without_text: [1], state: 'scans', digit })
      const pages = [{ page: 1, outcome: 'text', confidence, text: agreement('Ben Okafor') }]
      await store.writeFileCache('texts.putScans', { document_id, sha256: digit.repeat(64), pages })
      return trusteeIn(await read())?.scan
    }
    expect(trusteeIn(await read())?.scan).toBeNull()
    expect(await scanned('1', 98)).toBe('unsure')
    expect(await scanned('2', 99)).toBe('read')
    const one = await trustee()
    const fact = { ...one.fact, scan: 'read' as const }
    await store.writeLedger('facts.confirm', { ...one, fact, link: { id: 'link-1', ...link } })
    expect((await linksOf())[0]?.found_in).toMatchObject([{ page: 1, state: 'same', scan: 'read' }])
  })

  test('that was confirmed says so when the text of its document has changed, and when the document is gone', async () => {
    await store.writeLedger('facts.confirm', { ...(await trustee()), link: { id: 'link-1', ...link } })
    await putText(store, document_id, { pages: [agreement('Cara Okafor')], digit: '1' })
    const { gone, facts } = await read()
    expect(gone).toMatchObject([{ kind: 'trustee', who: [{ ...ben, name: 'Ben Okafor' }], decision: 'confirmed' }])
    expect(facts.find(({ kind }) => kind === 'trustee')).toMatchObject({
      who: [{ name: 'Cara Okafor' }],
      decision: null,
    })
    expect((await linksOf())[0]?.found_in).toMatchObject([{ state: 'changed' }])
    await store.removeRecords('documents', [document_id])
    expect((await linksOf())[0]?.found_in).toMatchObject([{ document_name: null, state: 'gone' }])
  })

  test('stays rejected after the text is read again, with other line breaks', async () => {
    await store.writeLedger('facts.reject', await trustee())
    await putText(store, document_id, { pages: [agreement('Ben\nOkafor').replace('AGREEMENT\n', 'AGREEMENT\n\n')] })
    expect(trusteeIn(await read())?.decision).toBe('rejected')
    expect(await linksOf()).toEqual([])
  })

  test('confirms a role that was noted before without storing it twice, and leaves it when it is taken back', async () => {
    await store.writeLedger('estate.addLink', { ...link, id: 'link-1', role: 'trustee', origin: 'drawn' })
    const one = await trustee()
    const outcome = await store.writeLedger('facts.confirm', { ...one, link: { id: 'link-2', ...link } })
    expect(outcome).toMatchObject({ id: 'link-1', is_new: false })
    expect(await linksOf()).toMatchObject([{ id: 'link-1', found_in: [{ page: 1 }] }])
    await store.writeLedger('facts.undo', one)
    expect(await linksOf()).toMatchObject([{ id: 'link-1', found_in: [] }])
  })

  test('that is decided again, as from a second window, has one decision and no role that nobody confirmed', async () => {
    const one = await trustee()
    const confirm = (id: string) => store.writeLedger('facts.confirm', { ...one, link: { ...link, id } })
    await confirm('link-1')
    expect(await confirm('link-2')).toEqual({ id: 'link-1', is_new: false, refused: null })
    await store.writeLedger('facts.undo', one)
    expect(await linksOf()).toEqual([])
    await confirm('link-3')
    await store.writeLedger('facts.reject', one)
    expect(trusteeIn(await read())?.decision).toBe('rejected')
    expect(await linksOf()).toEqual([])
  })

  test('about a name that two records have is one role when the other record is confirmed after it', async () => {
    const one = await trustee()
    await store.writeLedger('facts.confirm', { ...one, link: { id: 'link-1', ...link } })
    const cara = { resource: 'individuals', id: 'client_profile_3' } as const
    const other = { ...one, fact: { ...one.fact, who: [cara] } }
    await store.writeLedger('facts.confirm', { ...other, link: { id: 'link-2', ...link, from: cara } })
    expect(await linksOf()).toMatchObject([{ id: 'link-2', from: cara, found_in: [{ page: 1 }] }])
    await store.writeLedger('facts.undo', one)
    expect(await linksOf()).toEqual([])
  })

  test('is undecided again when its role was removed on the estate', async () => {
    await store.writeLedger('facts.confirm', { ...(await trustee()), link: { id: 'link-1', ...link } })
    await store.writeLedger('estate.setLinkRemoved', { id: 'link-1', removed: true })
    expect(trusteeIn(await read())?.decision).toBeNull()
  })
})

describe('the guardian of two people in one sentence', () => {
  const cara = { resource: 'individuals', id: 'client_profile_3' } as const
  const will =
    'LAST WILL AND TESTAMENT\n\nI, Elm Okafor, sign this will.\nI appoint Ada Okafor as guardian of Ben Okafor and Cara Okafor.\n'
  const guardianOf = async (id: string) =>
    (await read()).facts.find(({ kind, about }) => kind === 'guardian' && about?.id === id)
  const rejected = async (id: string, key?: string) => {
    const fact = await guardianOf(id)
    if (fact === undefined) throw new Error('The guardian was not found.')
    const { kind, value, who, about, sentence, page, article } = fact
    const node = ({ resource, id: of }: NonNullable<typeof about>) => ({ resource, id: of })
    const decided = { kind, value, who: who.map(node), about: about && node(about), sentence, page, article }
    const { sha256 } = await read()
    await store.writeLedger('facts.reject', { document_id, key: key ?? fact.key, sha256, fact: decided })
  }
  // Ben's guardian is then found in words of its own.
  const rereadWith = (first: string) =>
    putText(store, document_id, {
      pages: [first, will.replace('this will.', `this will.\nI appoint Ada Okafor as guardian of Ben Okafor.`)],
      digit: '1',
    })
  beforeEach(() => putText(store, document_id, { pages: [will] }))

  test('is rejected of one alone, also after the text is read again with more words', async () => {
    await rejected(ben.id)
    expect((await guardianOf(cara.id))?.decision).toBeNull()
    await rereadWith('A cover page.')
    expect((await guardianOf(ben.id))?.sentence).toBe('I appoint Ada Okafor as guardian of Ben Okafor.')
    expect((await guardianOf(cara.id))?.decision).toBeNull()
  })

  test('stays rejected of one after the text is read again with more words, on another page', async () => {
    await rejected(cara.id)
    await rereadWith('A cover page.')
    expect(await guardianOf(cara.id)).toMatchObject({ page: 2, decision: 'rejected' })
    expect((await guardianOf(ben.id))?.decision).toBeNull()
  })

  test('that was rejected before facts were told apart by their record is rejected of the same record', async () => {
    const words = ['guardian', 'ada okafor', 'i appoint ada okafor as guardian of ben okafor and cara okafor'].join(
      '\n',
    )
    const earlier = (order: number) => createHash('sha256').update(`${words}\n${order}`).digest('hex').slice(0, 32)
    await rejected(cara.id, earlier(1))
    expect((await guardianOf(ben.id))?.decision).toBeNull()
    expect(await guardianOf(cara.id)).toMatchObject({ key: earlier(1), decision: 'rejected' })
    await store.writeLedger('facts.undo', { document_id, key: earlier(1) })
    expect((await guardianOf(cara.id))?.decision).toBeNull()
  })
})
