import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { AddAsDate, RecordDates } from '../../renderer/features/dates/public.ts'
import { applyPresenting } from '../../renderer/lib/presenting.ts'
import type { DateLine, OwnDate } from '../../shared/ipc/dates.ts'
import type { FoundFact } from '../../shared/ipc/facts.ts'
import { keptSamples } from '../doubles/samples/kept.ts'
import { textSamples } from '../doubles/samples/texts.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'

afterEach(() => applyPresenting(null))

const [, { dates }] = keptSamples.dates.ofRecord
const [annuity] = dates as [OwnDate]
const trust = { resource: 'entities', id: 'en-1' } as const
const fields = {
  ...{ kind: 'grat-annuity', title: annuity.title, date: '2026-06-30', every: 'year', until: '2028-06-30' },
}

const [, facts] = textSamples.facts.ofDocument
const [sample] = facts.facts as [FoundFact]
const fact = (kind: FoundFact['kind'], value: string, about: FoundFact['about'] = null): FoundFact => ({
  ...{ ...sample, key: kind, kind, value, about, who: [], decision: null, sentence: `The ${kind} is ${value}.` },
})

const [, { lines: ownLines }] = keptSamples.dates.next
const [, { lines: listed }] = keptSamples.dates.list
const [ownLine] = ownLines as [DateLine]
const derived = listed.find(({ own }) => own === null) as DateLine

type Shown = { own: readonly OwnDate[]; lines?: readonly DateLine[] }

const answers = ({ own, lines = [] }: Shown, found: readonly FoundFact[] = []) => ({
  dates: {
    ofRecord: () => ({ dates: [...own] }),
    next: () => ({ lines: [...lines] }),
    mark: () => ({}),
    add: () => ({ id: 'date-9' }),
    addFromFact: () => ({ id: 'date-9' }),
    change: () => ({}),
    setRemoved: () => ({}),
  },
  facts: { ofDocument: () => ({ ...facts, facts: [...found] }) },
})

const draw = (own: readonly OwnDate[], lines?: readonly DateLine[]) =>
  renderInApp(() => <RecordDates record={trust} name="Okafor Trust" householdId="hh-1" />, {
    at: 'entities/en-1',
    answers: answers({ own, ...(lines ? { lines } : {}) }),
  })

describe('the dates of a record', () => {
  it('say what they are, how they repeat and where they were found', async () => {
    draw([
      annuity,
      { ...annuity, id: 'date-2', title: 'Review', kind: 'review', every: 'once', until: null, next: null },
    ])
    const [first, second] = await screen.findAllByRole('listitem')
    expect(first).toHaveTextContent(
      'Jun 30, 2026 Annuity of the 2024 GRATGRAT annuity · Every year until Jun 30, 2028Found in Trust agreement, page 3',
    )
    expect(second).toHaveTextContent('Jun 30, 2026 Review · past')
  })

  it('are those of the coming year by rules and the user’s own, three at first, and below them the others', async () => {
    const later = ['2027-04-15', '2027-05-15'].map((date) => ({ ...derived, date }))
    const snoozed = { ...derived, date: '2027-06-15', mark: { ...derived.mark, snoozed_until: '9999-01-01' } }
    const past = { ...annuity, id: 'date-2', title: 'Appraisal', next: null }
    const { user, callsOf } = draw([annuity, past], [ownLine, derived, ...later, snoozed])
    const list = within(await screen.findByRole('list', { name: 'Next dates' }))
    expect(list.getAllByRole('listitem')).toHaveLength(3)
    const [first, second] = list.getAllByRole('listitem')
    // The page is the trust's: its own line does not name it again, and a person's line does.
    expect(first).toHaveTextContent(
      /^Jun 30, 2026(overdue)?Annuity of the 2024 GRATYour own date · GRAT annuity · Every year until Jun 30, 2028/,
    )
    expect(second).toHaveTextContent('Estate tax return due · Chidi Okafor')
    const others = within(screen.getByRole('list', { name: 'Your own dates' }))
    expect(others.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Appraisal · past'),
    ])
    await user.click(screen.getByRole('button', { name: 'Show all 5 dates' }))
    expect(list.getAllByRole('listitem')).toHaveLength(5)
    await user.click(screen.getByRole('button', { name: /^Done: Annuity of the 2024 GRAT/ }))
    const was = { is_done: false, snoozed_until: null, note: '' }
    expect(callsOf('dates.mark').map(({ input }) => input)).toEqual([
      {
        ...{ connectionId, subject: 'date-1', what: 'own', date: '2026-06-30' },
        ...{ was, mark: { ...was, is_done: true } },
      },
    ])
    await user.click(screen.getByRole('button', { name: /^More for Annuity of the 2024 GRAT/ }))
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      ...['Snooze…', 'Add a note…', 'Change this date…', 'Remove this date'],
    ])
  })

  it('are without overdue and snoozed ones in the client’s view, as in the household’s brief', async () => {
    const late = { ...derived, date: '2025-05-05' }
    const snoozed = { ...derived, date: '9999-06-15', mark: { ...derived.mark, snoozed_until: '9999-01-01' } }
    const coming = { ...derived, date: '9998-06-15' }
    applyPresenting({ connection_id: connectionId, household_id: 'hh-1', amounts: true })
    draw([], [late, coming, snoozed])
    const list = within(await screen.findByRole('list', { name: 'Next dates' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Jun 15, 9998'),
    ])
    expect(screen.queryByText('overdue')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
  })

  it('are added from the keyboard with the name of the kind as the title, and taken back by Undo', async () => {
    const { user, callsOf } = draw([])
    await user.click(await screen.findByRole('button', { name: 'Add a date…' }))
    expect(screen.queryByText('No dates of your own yet.')).toBeNull()
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a date' }))
    await user.click(dialog.getByRole('button', { name: 'Add date' }))
    expect(await dialog.findByText('Enter a date.')).toBeVisible()
    await user.type(dialog.getByLabelText('Date'), '2027-01-31')
    await user.click(dialog.getByRole('combobox', { name: 'Repeats' }))
    await user.click(await screen.findByRole('option', { name: 'Every month' }))
    expect(dialog.getByRole('status')).toHaveTextContent(
      'In months without a day 31, it is on the last day of the month.',
    )
    await user.click(dialog.getByRole('button', { name: 'Add date' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(callsOf('dates.add').map(({ input }) => input)).toEqual([
      {
        ...{ connectionId, record: trust, household_id: 'hh-1' },
        fields: { kind: 'review', title: 'Review', date: '2027-01-31', every: 'month', until: null },
      },
    ])
    await waitFor(() =>
      expect(callsOf('dates.setRemoved').map(({ input }) => input)).toEqual([
        { connectionId, id: 'date-9', removed: true },
      ]),
    )
  })

  it('are changed from what was shown, and back by Undo; “once” has no end', async () => {
    const { user, callsOf } = draw([annuity])
    await user.click(await screen.findByRole('button', { name: 'More for Annuity of the 2024 GRAT' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Change this date…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change this date' }))
    await user.click(dialog.getByRole('combobox', { name: 'Repeats' }))
    await user.click(await screen.findByRole('option', { name: 'Once' }))
    expect(dialog.queryByLabelText('Until (optional)')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Save date' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    const changed = { ...fields, every: 'once', until: null }
    await waitFor(() =>
      expect(callsOf('dates.change').map(({ input }) => input)).toEqual([
        { connectionId, id: 'date-1', was: fields, fields: changed },
        { connectionId, id: 'date-1', was: changed, fields },
      ]),
    )
  })

  it('are removed with Undo', async () => {
    const { user, callsOf } = draw([annuity])
    await user.click(await screen.findByRole('button', { name: 'More for Annuity of the 2024 GRAT' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove this date' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(callsOf('dates.setRemoved').map(({ input }) => (input as { removed: boolean }).removed)).toEqual([
        true,
        false,
      ]),
    )
  })
})

describe('a fact that speaks of a date', () => {
  const document = { id: 'do-1', name: 'GRAT agreement', household_id: 'hh-1' }
  const drawFact = (shown: FoundFact, found: readonly FoundFact[]) =>
    renderInApp(() => <AddAsDate fact={shown} document={document} words="Term 3 years" />, {
      at: 'documents/do-1',
      answers: answers({ own: [] }, found),
    })
  const term = fact('term', '3', { ...trust, name: 'Okafor GRAT' })

  it('is added to its record with the date that the document’s own date and term give', async () => {
    const { user, callsOf } = drawFact(term, [fact('date', '2024-02-29'), term])
    await user.click(await screen.findByRole('button', { name: 'Add as a date: Term 3 years' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a date' }))
    expect(dialog.getByText(/Computed: the date of the instrument, Feb 29, 2024, and 3 years\./)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Add date' }))
    await waitFor(() =>
      expect(callsOf('dates.addFromFact').map(({ input }) => input)).toEqual([
        {
          ...{ connectionId, record: trust, household_id: 'hh-1', document_id: 'do-1', key: 'term' },
          fields: { kind: 'grat-end', title: 'GRAT term ends', date: '2027-02-28', every: 'once', until: null },
        },
      ]),
    )
  })

  it('proposes no date where the document gives two dates or none', async () => {
    const { user } = drawFact(term, [fact('date', '2024-02-29'), { ...fact('date', '2024-03-01'), key: 'other' }, term])
    await user.click(await screen.findByRole('button', { name: 'Add as a date: Term 3 years' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a date' }))
    expect(dialog.getByLabelText('Date')).toHaveValue('')
    expect(dialog.queryByText(/Computed/)).toBeNull()
  })

  it('is not offered for a role or a rejected fact', () => {
    drawFact({ ...term, decision: 'rejected' }, [])
    expect(screen.queryByRole('button')).toBeNull()
  })
})
