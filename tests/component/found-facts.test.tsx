import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useShortcuts } from '../../renderer/app/use-shortcuts.ts'
import { FoundFacts } from '../../renderer/features/documents/FoundFacts.tsx'
import { useOutboxCommands } from '../../renderer/features/outbox/use-outbox.ts'
import type { ContractOutputs } from '../../shared/ipc/contract.ts'
import type { FoundFact } from '../../shared/ipc/facts.ts'
import { recordSamples } from '../doubles/samples/records.ts'
import { textSamples } from '../doubles/samples/texts.ts'
import { appError } from './support/client-double.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'

type Found = ContractOutputs['facts']['ofDocument']
const [, sample] = textSamples.facts.ofDocument as [object, Found]
const [trustee] = sample.facts as [FoundFact]
const [ada] = trustee.who as [FoundFact['who'][number]]
const about = trustee.about && { resource: trustee.about.resource, id: trustee.about.id }
const other = { ...ada, id: 'in-2', name: 'Ada Okafor Jr.' }

const [, ofDocument] = recordSamples.documents.get
const [, summary] = recordSamples.documentSummaries.get
const [, entity] = recordSamples.entities.get

type Later = ContractOutputs['facts']['laterOf']
const [, laterSample] = textSamples.facts.laterOf as [object, Later]
const [amendment] = laterSample.later as [Later['later'][number]]

type Given = {
  later?: Later['later']
  summaries?: typeof ofDocument.summaries
  record?: Partial<typeof summary.record>
  laterOf?: () => Later | Promise<Later>
}

function draw(found: Partial<Found> | (() => Partial<Found>), given: Given = {}) {
  const { later = [], summaries = [], record = {}, laterOf = () => ({ later }) } = given
  let shown = 0
  const Screen = () => {
    useShortcuts()
    useOutboxCommands()
    return (
      <FoundFacts
        document={{ id: 'do-1', name: 'Trust agreement', household_id: 'hh-1', summaries }}
        onShow={() => shown++}
      />
    )
  }
  const app = renderInApp(Screen, {
    at: 'documents/do-1',
    answers: {
      facts: {
        ofDocument: () => ({ ...sample, states: [], ...(typeof found === 'function' ? found() : found) }),
        laterOf,
        confirm: () => ({ id: 'link-1', is_new: true, refused: null }),
        reject: () => ({}),
        undo: () => ({}),
      },
      texts: { readScan: () => ({}), setNeverScanned: () => ({}) },
      entities: { get: () => ({ ...entity, documents: [] }) },
      documentSummaries: {
        list: () => ({ rows: [], total: 0, offset: 0 }),
        get: () => ({ ...summary, record: { ...summary.record, ...record } }),
      },
      outbox: { save: () => ({ operation_id: 'op-1', record_id: 'su-1', undo }) },
    },
  })
  return { ...app, shown: () => shown }
}

const undo = { save_id: 'save-1', until: '2026-03-01T12:00:10.000Z' }
const one = { connectionId, document_id: 'do-1', key: 'fact-1' }

describe('the facts in the text of a document', () => {
  it('show their sentence, page and article, and are confirmed with Undo', async () => {
    const { user, callsOf, shown } = draw({})
    const item = within(await screen.findByRole('listitem'))
    expect(item.getByText(/ADA OKAFOR shall be the Trustee\./)).toBeVisible()
    expect(item.getByText(/ARTICLE IV/)).toBeVisible()
    await user.click(item.getByRole('link', { name: 'Page 14: Trustee ADA OKAFOR' }))
    expect(shown()).toBe(1)
    await user.click(item.getByRole('button', { name: 'Confirm Trustee ADA OKAFOR' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(callsOf('facts.confirm').map(({ input }) => input)).toEqual([
      { ...one, who: { resource: 'individuals', id: 'in-1' }, about },
    ])
    await waitFor(() => expect(callsOf('facts.undo').map(({ input }) => input)).toEqual([one]))
  })

  it('are taken back by Ctrl Z as by Undo, and then Ctrl Z is for the outbox again', async () => {
    const { user, callsOf } = draw({})
    await user.click(await screen.findByRole('button', { name: 'Confirm Trustee ADA OKAFOR' }))
    await screen.findByRole('button', { name: 'Undo' })
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(callsOf('facts.undo').map(({ input }) => input)).toEqual([one]))
    expect(callsOf('outbox.undo')).toEqual([])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(callsOf('outbox.undo')).toHaveLength(1))
    expect(callsOf('facts.undo')).toHaveLength(1)
  })

  it('of two people of one name ask which of them is meant', async () => {
    const { user, callsOf } = draw({ facts: [{ ...trustee, who: [ada, other] }] })
    expect(await screen.findByText('2 records have this name. Confirm the one that is meant.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Confirm Trustee Ada Okafor Jr.' }))
    await waitFor(() =>
      expect(callsOf('facts.confirm').map(({ input }) => input)).toEqual([
        { ...one, who: { resource: 'individuals', id: 'in-2' }, about },
      ]),
    )
  })

  it('of a limited office show the limit, and the words of the role that confirming saves', async () => {
    draw({ facts: [{ ...trustee, limit: 'in Florida only' }] })
    const words = 'This role may be limited: “in Florida only”. Confirming saves it as “Trustee, in Florida only”.'
    expect(await screen.findByText(words)).toBeVisible()
  })

  it('whose trust is not known are not confirmed, and a guardian of nobody who is named adds no role', async () => {
    const guardian = { ...trustee, key: 'fact-2', kind: 'guardian' as const, about: null }
    const { user, callsOf } = draw({ facts: [{ ...trustee, about: null }, guardian] })
    const confirm = await screen.findByRole('button', {
      name: 'Confirm Trustee ADA OKAFOR (Its trust is not known. File this document under the trust first.)',
    })
    await user.click(confirm)
    expect(callsOf('facts.confirm')).toEqual([])
    expect(screen.getByText('The text does not name the children here, so confirming adds no role.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Confirm Guardian ADA OKAFOR' }))
    await waitFor(() => expect(callsOf('facts.confirm')).toHaveLength(1))
  })

  it('that were rejected stand apart, and those that the text no longer says do so in words', async () => {
    draw({
      facts: [{ ...trustee, decision: 'rejected' }],
      gone: [{ ...trustee, key: 'fact-2', decision: 'confirmed' }],
    })
    expect(await screen.findByText('The text of this document no longer says it. It was on page 14.')).toBeVisible()
    expect(screen.getByText('Rejected (1)')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Ask again about Trustee ADA OKAFOR' })).toBeInTheDocument()
  })

  it('say that a later amendment is on file, and show the other trustee whom it names with the page', async () => {
    draw({}, { later: [amendment] })
    const item = within(await screen.findByRole('listitem'))
    expect(await screen.findByText(/^A later amendment of May 1, 2020 is on file/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'First amendment' })).toBeVisible()
    expect(item.getByText(/An amendment names another trustee/)).toHaveTextContent(
      'An amendment names another trustee: Ben Okafor, “BEN OKAFOR shall be the Trustee.” on page 2 of First amendment.',
    )
    expect(item.getByRole('button', { name: 'Confirm Trustee ADA OKAFOR' })).toBeEnabled()
  })

  it.each<[string, Partial<typeof amendment>]>([
    ['An amendment is on file, and no date was found in it', { order: 'undated', date: null }],
    ['An amendment whose text was not read is on file', { order: 'undated', date: null, is_read: false }],
    ['A later restatement of May 1, 2020 that may be a draft is on file', { is: 'restatement', states: ['draft'] }],
    ['An amendment of May 1, 2020 is on file; which of the two is later is not known', { order: 'unordered' }],
  ])('say of another paper: %s', async (words, paper) => {
    const trustees = amendment.trustees.map((one) => ({ ...one, who: [ada] }))
    draw({}, { later: [{ ...amendment, trustees, ...paper }] })
    expect(await screen.findByText(new RegExp(`^${words}`))).toBeVisible()
    expect(screen.queryByText(/another trustee/)).toBeNull()
  })

  it('say once, before all of them, that a later amendment is on file', async () => {
    draw({ facts: [trustee, { ...trustee, key: 'fact-2', kind: 'grantor' }] }, { later: [amendment] })
    expect(await screen.findAllByText(/^A later amendment of May 1, 2020 is on file/)).toHaveLength(1)
  })

  it('show three of many amendments, and say how many more there are', async () => {
    const papers = [1, 2, 3, 4, 5].map((n) => ({ ...amendment, document: { id: `do-1${n}`, name: `Amendment ${n}` } }))
    draw({}, { later: papers })
    expect(await screen.findAllByText(/^A later amendment of May 1, 2020 is on file/)).toHaveLength(3)
    expect(screen.getByText('And 2 more amendments and restatements of this trust.')).toBeVisible()
    expect(screen.getAllByText(/^An amendment names another trustee/)).toHaveLength(3)
    expect(screen.getByText('2 more on file name another trustee as well.')).toBeVisible()
  })

  it('that were read from a scan say that words may be wrong', async () => {
    draw({ facts: [{ ...trustee, scan: 'read' }] })
    expect(await screen.findByText('Read from a scan; words may be wrong.')).toBeVisible()
  })

  it('are added to a summary that exists, with their document and page, once the author of a generated text is chosen', async () => {
    const text = 'Ada is the grantor.'
    const { user, callsOf } = draw(
      { facts: [{ ...trustee, scan: 'read', sentence: 'ADA *OKAFOR* shall be the Trustee.' }], states: sample.states },
      { summaries: ofDocument.summaries, record: { summary: text, summary_format: 'MARKDOWN', entry_mode: 'AI_AUTO' } },
    )
    await user.click(await screen.findByRole('button', { name: 'Add to a summary: Trustee ADA OKAFOR' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add to a summary' }))
    const add = dialog.getByRole('button', { name: 'Add' })
    const user_entered = await dialog.findByRole('radio', { name: 'Mark as user-entered' })
    expect(add).toBeDisabled()
    await user.click(user_entered)
    await user.click(add)
    const added =
      '“ADA \\*OKAFOR\\* shall be the Trustee.” (Trust agreement, page 14; read from a scan; this may be a draft)'
    await waitFor(() =>
      expect(callsOf('outbox.save').map(({ input }) => input)).toMatchObject([
        {
          write: {
            ...{ action: 'update', resource: 'document-summaries' },
            fields: { summary: `${text}\n\n${added}`, entry_mode: 'USER' },
            base: { summary: text, entry_mode: 'AI_AUTO' },
          },
        },
      ]),
    )
  })

  it('are not added twice to a summary', async () => {
    const { user } = draw(
      {},
      {
        summaries: ofDocument.summaries,
        record: {
          ...{ summary_format: 'PLAIN_TEXT', entry_mode: 'USER' },
          summary: '“ADA OKAFOR shall be the Trustee.” (Trust agreement, page 14)',
        },
      },
    )
    await user.click(await screen.findByRole('button', { name: /^Add to a summary/ }))
    expect(await screen.findByText('This summary already contains it.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Add' })).toBeDisabled()
  })

  it('of a draft stand below the words that say so', async () => {
    draw({ states: [{ is: 'draft', words: 'DRAFT OF MAY 3', page: 1 }] })
    expect(await screen.findByText(/This may be a draft: page 1 says/)).toHaveTextContent('“DRAFT OF MAY 3”.')
  })

  it('of a paper that revokes another stand below its title', async () => {
    draw({ states: [{ is: 'revokes', words: 'REVOCATION OF TRUST', page: 1 }] })
    const said = await screen.findByText(/This says that it revokes another document: page 1 says/)
    expect(said).toHaveTextContent('“REVOCATION OF TRUST”.')
  })

  it('are nothing to show for a document whose text was not read', async () => {
    const { callsOf } = draw({ is_read: false, facts: [] })
    await waitFor(() => expect(callsOf('facts.ofDocument')).toHaveLength(1))
    expect(screen.queryByRole('heading', { name: /Found in the text/ })).toBeNull()
  })

  it('wait where the document is a scan that was not read, and stand there once it was', async () => {
    let scan: Found['scan'] = { is: 'waiting', why: 'Its 3 pages are pictures.' }
    const { user, callsOf, queries } = draw(() => (scan ? { is_read: false, facts: [], scan } : {}))
    expect(await screen.findByText(/^Its 3 pages are pictures\. The scan waits to be read/)).toBeVisible()
    expect(screen.queryByRole('heading', { name: /Found in the text/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Read this scan now' }))
    const asked = { connectionId, document_id: 'do-1', again: false }
    await waitFor(() => expect(callsOf('texts.readScan').map(({ input }) => input)).toEqual([asked]))
    scan = null
    await queries.invalidateQueries()
    expect(await screen.findByRole('heading', { name: /Found in the text/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Read this scan now' })).toBeNull()
  })

  it('say where reading ended if the document is longer than what is read', async () => {
    draw({ cut: 'It is too long: page 3 of 5 was read in part, and nothing after it.' })
    expect(await screen.findByText(/^It is too long: .* Later words are not searched\.$/)).toBeVisible()
  })

  it('keep the focus beside them when the scan was read from the keyboard', async () => {
    let now: Partial<Found> = { is_read: false, facts: [], scan: { is: 'waiting', why: 'Its 3 pages are pictures.' } }
    const { user, callsOf, queries } = draw(() => now)
    const button = await screen.findByRole('button', { name: 'Read this scan now' })
    button.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(callsOf('texts.readScan')).toHaveLength(1))
    await waitFor(() => expect(button).toHaveFocus())
    now = { scan: { is: 'read', why: 'Its 3 pages are pictures.' } }
    await queries.invalidateQueries()
    expect(await screen.findByRole('heading', { name: /Found in the text/ })).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Read this scan again' })).toHaveFocus())
  })

  it('stand above the pages of the document that are scans and were not read', async () => {
    draw({ scan: { is: 'never', why: '1 of its 20 pages is a picture: 7.' } })
    expect(await screen.findByText('1 of its 20 pages is a picture: 7.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Allow reading this document' })).toBeEnabled()
    expect(screen.getByRole('button', { name: 'Confirm Trustee ADA OKAFOR' })).toBeVisible()
  })

  it('stay while the later amendments on file, which could not be read, are read again', async () => {
    const again = Promise.withResolvers<void>()
    let times = 0
    const laterOf = () => {
      times += 1
      if (times === 1) throw appError('cache/damaged', 'The offline copy cannot be read.')
      return again.promise.then(() => ({ later: [] }))
    }
    const { user } = draw({}, { laterOf })
    const failed = /^The later amendments on file could not be read/
    await user.click(within(await screen.findByText(failed)).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(times).toBe(2))
    expect(screen.getByText(failed)).toBeVisible()
    expect(screen.getByRole('button', { name: /^Confirm Trustee/ })).toBeVisible()
    again.resolve()
    await waitFor(() => expect(screen.queryByText(failed)).toBeNull())
  })

  it('say that there are none', async () => {
    draw({ facts: [] })
    expect(await screen.findByText('No roles, dates or amounts were found in its text.')).toBeVisible()
  })
})
