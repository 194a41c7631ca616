import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { DocumentSummaryPage } from '../../renderer/features/document-summaries/DocumentSummaryPage.tsx'
import { runCommand } from '../../renderer/lib/commands/run-command.ts'
import { recordSamples } from '../doubles/samples/records.ts'
import { renderInApp } from './support/render-in-app.tsx'

const [, sample] = recordSamples.documentSummaries.get
type Review = { at: string; updated_at: string; is_current: boolean }
let reviewed: Review | null
/** As the ledger keeps it. */
let before: Review | null

beforeEach(() => {
  reviewed = null
  before = null
})

function draw(entry_mode: 'AI_AUTO' | 'USER' = 'AI_AUTO', read: Promise<void> = Promise.resolve()) {
  return renderInApp(() => <DocumentSummaryPage />, {
    at: 'document-summaries/$id',
    answers: {
      places: { me: () => ({ user_id: 'us-1', proposed: null }) },
      documentSummaries: {
        get: () => ({ ...sample, record: { ...sample.record, entry_mode }, reviewed }),
        toReview: () => read.then(() => ({ previous: 'su-0', next: 'su-2', total: reviewed?.is_current ? 2 : 3 })),
        setReviewed: ({ updated_at }) => {
          const at = '2026-03-01T12:00:00Z'
          const made = updated_at && { at, updated_at, is_current: updated_at === sample.record.updated_at }
          if (made) before = reviewed
          reviewed = made || before
          return {}
        },
      },
    },
  })
}

describe('an AI summary', () => {
  it('is marked as reviewed by me, which can be taken back, and keeps the focus', async () => {
    const app = draw()
    expect(await screen.findByText('Not reviewed by me')).toBeVisible()
    const button = screen.getByRole('button', { name: 'Mark as reviewed' })
    await app.user.click(button)
    expect(app.callsOf('documentSummaries.setReviewed').map(({ input }) => input)).toMatchObject([
      { updated_at: sample.record.updated_at },
    ])
    await app.queries.invalidateQueries()
    expect(await screen.findByText(/^Reviewed by me on/)).toBeVisible()
    expect(button).toHaveFocus()
    await app.user.click(screen.getByRole('button', { name: 'Undo' }))
    await app.queries.invalidateQueries()
    expect(await screen.findByText('Not reviewed by me')).toBeVisible()
  })

  it('says its name once, as the title of its page', async () => {
    draw()
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(sample.record.display_name)
    const origin = await screen.findByRole('region', { name: 'Origin' })
    expect(within(origin).queryByText('Name')).toBeNull()
    expect(within(origin).getByText('Document')).toBeVisible()
  })

  it('offers no review of what is being edited, so that Save is the one primary action', async () => {
    const { user } = draw()
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    expect(await screen.findByRole('button', { name: 'Save' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Mark as reviewed' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('button', { name: 'Mark as reviewed' })).toBeVisible()
  })

  it('says that it changed since it was reviewed', async () => {
    reviewed = { at: '2026-02-01T12:00:00Z', updated_at: '2026-01-30T12:00:00Z', is_current: false }
    draw()
    expect(await screen.findByText(/^Changed since I reviewed it on/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Mark as reviewed' })).toBeVisible()
  })

  it('gives the first review back when the second one is taken back, in the toast and on the page', async () => {
    const first = { at: '2026-02-01T12:00:00.000Z', updated_at: '2026-01-30T12:00:00Z', is_current: false }
    reviewed = first
    const app = draw()
    for (const undo of ['Undo', 'Undo review']) {
      await app.user.click(await screen.findByRole('button', { name: 'Mark as reviewed' }))
      await app.queries.invalidateQueries()
      expect(await screen.findByText('Reviewed by me on')).toBeVisible()
      await app.user.click(screen.getByRole('button', { name: undo }))
      await app.queries.invalidateQueries()
      expect(await screen.findByText(/^Changed since I reviewed it on/)).toHaveTextContent('Feb 1, 2026')
      expect(reviewed).toEqual(first)
      await waitFor(() => expect(screen.queryByText('Marked as reviewed.')).toBeNull())
    }
  })

  it('gives the first review back when the second one is taken back after the page was left', async () => {
    before = { at: '2026-02-01T12:00:00.000Z', updated_at: '2026-01-30T12:00:00Z', is_current: false }
    reviewed = { at: '2026-03-01T12:00:00Z', updated_at: sample.record.updated_at, is_current: true }
    const app = draw()
    await app.user.click(await screen.findByRole('button', { name: 'Undo review' }))
    await app.queries.invalidateQueries()
    expect(await screen.findByText(/^Changed since I reviewed it on/)).toHaveTextContent('Feb 1, 2026')
  })

  it('leads to the next one that waits, by its button and by its key', async () => {
    const app = draw()
    expect(await screen.findByText('2 more to review')).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(app.path()).toBe('document-summaries/su-2'))
    runCommand('summary.previous')
    await waitFor(() => expect(app.path()).toBe('document-summaries/su-0'))
    expect(app.callsOf('documentSummaries.toReview')[0]?.input).toMatchObject({ owner_id: 'us-1' })
  })

  it('is not left for the next one after something else was begun, though its key was pressed before', async () => {
    const list = Promise.withResolvers<void>()
    const app = draw('AI_AUTO', list.promise)
    await screen.findByText('Not reviewed by me')
    act(() => runCommand('summary.next'))
    await app.user.click(screen.getByRole('heading', { level: 1 }))
    await act(async () => list.resolve())
    expect(await screen.findByText('2 more to review')).toBeVisible()
    await new Promise((drawn) => requestAnimationFrame(drawn))
    expect(app.path()).not.toBe('document-summaries/su-2')
  })
})

it('a summary that a person wrote asks for no review', async () => {
  draw('USER')
  expect(await screen.findByRole('heading', { name: 'Summary' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Mark as reviewed' })).toBeNull()
})
