import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { DatesPage } from '../../renderer/features/dates/DatesPage.tsx'
import { datesScreen, spanOf } from '../../renderer/features/dates/dates-search.ts'
import { runCommand } from '../../renderer/lib/commands/run-command.ts'
import { formatCalendarDate } from '../../shared/domain/dates.ts'
import { dateBefore } from '../../shared/domain/days.ts'
import type { ContractOutputs } from '../../shared/ipc/contract.ts'
import { keptSamples } from '../doubles/samples/kept.ts'
import { stubIntersections } from './support/intersections.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'

const [, sample] = keptSamples.dates.list

beforeAll(stubIntersections)

type List = Partial<ContractOutputs['dates']['list']>

const draw = (
  list: List | ((input: { kind: string | null }) => List) = {},
  query = '',
  forbidden: Record<string, 'no_export'> = {},
) =>
  renderInApp(DatesPage, {
    at: 'dates',
    query,
    answers: {
      dates: {
        list: (input) => ({ ...sample, ...(typeof list === 'function' ? list(input) : list) }),
        mark: () => ({}),
        export: () => ({ file: { name: 'Dates.ics', handle: 'file-1' } }),
      },
      policy: { get: () => ({ policy: {}, problems: [], source: null, forbidden }) },
      places: { me: () => ({ user_id: 'us-1', proposed: null }) },
    },
  })

describe('the page of dates', () => {
  it('lists derived and own dates under their months, each with its source', async () => {
    draw()
    const june = within(await screen.findByRole('region', { name: 'June 2026' }))
    expect(june.getByRole('listitem')).toHaveTextContent(
      'Annuity of the 2024 GRAT · Okafor Family Trust · Okafor' + 'Your own date · GRAT annuity',
    )
    const march = within(screen.getByRole('region', { name: 'March 2027' }))
    expect(march.getByText('Estate tax return due')).toBeVisible()
    expect(
      march.getByText(/Moved from Feb 28, 2027, which is no business day\. Check it before you rely on it\. IRC/),
    ).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Jun 2026: 1 date' })).toHaveAttribute('aria-pressed', 'false')
  })

  it('does not say the name of a household again that is called like its person', async () => {
    const [, derived] = sample.lines
    if (!derived) throw new Error('The sample has two lines.')
    draw({ lines: [{ ...derived, household: { id: 'hh-9', name: derived.record.name } }], total: 1 })
    const line = await screen.findByRole('listitem', { name: /^Estate tax return due/ })
    expect(within(line).getAllByRole('link')).toHaveLength(1)
  })

  it('marks a line from the keyboard: D is done with Undo, S snoozes, T notes', async () => {
    const { user, callsOf } = draw()
    const [first, second] = (await screen.findAllByRole('listitem')).filter((item) => item.hasAttribute('data-line'))
    first?.focus()
    await user.keyboard('{ArrowDown}')
    expect(second).toHaveFocus()
    await user.keyboard('{ArrowUp}d')
    await waitFor(() => expect(second).toHaveFocus())
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    const of = { connectionId, subject: 'date-1', what: 'own', date: '2026-06-30' }
    const open = { is_done: false, snoozed_until: null, note: '' }
    const done = { ...open, is_done: true }
    await waitFor(() =>
      expect(callsOf('dates.mark').map(({ input }) => input)).toEqual([
        { ...of, was: open, mark: done },
        { ...of, was: done, mark: open },
      ]),
    )
    first?.focus()
    await user.keyboard('t')
    const note = within(await screen.findByRole('dialog', { name: 'Note' }))
    await user.type(note.getByRole('textbox'), 'Ask the trustee')
    await user.click(note.getByRole('button', { name: 'Save note' }))
    await waitFor(() =>
      expect(callsOf('dates.mark').at(-1)?.input).toEqual({
        ...{ ...of, was: open },
        mark: { ...open, note: 'Ask the trustee' },
      }),
    )
    first?.focus()
    await user.keyboard('s')
    expect(await screen.findByRole('dialog', { name: 'Snooze this date' })).toBeVisible()
    // A key pressed before the dialog takes the focus.
    if (first) fireEvent.keyDown(first, { key: 't' })
    expect(screen.queryByRole('dialog', { name: 'Note' })).toBeNull()
    expect(screen.getByRole('dialog', { name: 'Snooze this date' })).toBeVisible()
  })

  it('proposes to snooze no longer than until the date, and says where a date is listed that is past by then', async () => {
    const [, derived] = sample.lines
    if (!derived) throw new Error('The sample has two lines.')
    const date = dateBefore(Date.now(), -3)
    const { user } = draw({ lines: [{ ...derived, date, stays: false }], total: 1 })
    const line = await screen.findByRole('listitem', { name: /^Estate tax return due/ })
    line.focus()
    await user.keyboard('s')
    const dialog = within(await screen.findByRole('dialog', { name: 'Snooze this date' }))
    const past = `The list of the next 12 months leaves out past dates. Find it under the year ${date.slice(0, 4)}.`
    expect(dialog.getByLabelText('Until')).toHaveValue(date)
    expect(dialog.queryByText(past, { exact: false })).toBeNull()
    await user.click(dialog.getByRole('button', { name: '30 days' }))
    expect(dialog.getByText(past, { exact: false })).toBeVisible()
  })

  it('says of a date that stays until it is done that it is overdue, and where it is listed once it is past', async () => {
    const [, derived] = sample.lines
    if (!derived) throw new Error('The sample has two lines.')
    const date = dateBefore(Date.now(), 30)
    const { user } = draw({ lines: [{ ...derived, date }], total: 1 }, '?state=overdue')
    const line = await screen.findByRole('listitem', { name: /^Estate tax return due/ })
    expect(line.textContent).toMatch(new RegExp(`^${formatCalendarDate(date)}overdue`))
    line.focus()
    await user.keyboard('s')
    const dialog = within(await screen.findByRole('dialog', { name: 'Snooze this date' }))
    expect(dialog.getByText(/It is listed under Overdue\./)).toBeVisible()
    const inThreeYears = dateBefore(Date.now(), -1096)
    fireEvent.change(dialog.getByLabelText('Until'), { target: { value: inThreeYears } })
    expect(dialog.getByText(/leaves out past dates\. Find it under the year /)).toBeVisible()
  })

  it('says which day of a repeating date is snoozed, that the next one is not, and that it takes the place of one that has passed', async () => {
    const [own] = sample.lines
    if (!own) throw new Error('The sample has two lines.')
    const [date, next] = [dateBefore(Date.now(), -3), dateBefore(Date.now(), -20)]
    const { user } = draw({ lines: [{ ...own, date, next }], total: 1 })
    const line = await screen.findByRole('listitem', { name: /^Annuity of the 2024 GRAT/ })
    line.focus()
    await user.keyboard('s')
    const dialog = within(await screen.findByRole('dialog', { name: 'Snooze this date' }))
    const [shown, later] = [formatCalendarDate(date), formatCalendarDate(next)]
    expect(
      dialog.getByText(
        `Only the one of ${shown}: it is under Snoozed until that day, and then open again. The next one, ${later}, is not snoozed with it.`,
      ),
    ).toBeVisible()
    await user.click(dialog.getByRole('button', { name: '1 week' }))
    expect(dialog.getByText('The date is past by then. It is listed under Overdue.')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: '30 days' }))
    expect(
      dialog.getByText(
        `The date is past by then. The next one, ${later}, takes its place. Find it under the year ${date.slice(0, 4)}.`,
      ),
    ).toBeVisible()
  })

  it('counts the overdue dates beside the open ones, and lists them without a year to choose', async () => {
    const { user, callsOf } = draw({ total: 3 })
    await user.click(await screen.findByRole('radio', { name: 'Overdue 3' }))
    expect(
      await screen.findByText(
        /^Past and not marked as done: your own dates of any year, and those by rules since January 1, /,
      ),
    ).toBeVisible()
    expect(screen.queryByRole('combobox', { name: 'Period' })).toBeNull()
    expect(screen.queryByRole('list', { name: 'Months' })).toBeNull()
    expect(callsOf('dates.list').at(-1)?.input).toMatchObject({ state: 'overdue', owner_id: 'us-1', kind: null })
  })

  it('has its filters, months and lines a few keys apart: the command for filters leads to the first of them, the arrow keys to the next month', async () => {
    const [rule, own] = [
      { id: 'estate-tax-return', name: 'Estate tax return due', count: 4 },
      { id: 'own:grat-annuity', name: 'GRAT annuity', count: 1 },
    ]
    const { user } = draw({ kinds: [rule, own] })
    await screen.findByRole('button', { name: 'Jun 2026: 1 date' })
    act(() => runCommand('list.filter'))
    expect(screen.getByRole('combobox', { name: 'Period' })).toHaveFocus()
    await user.tab()
    await user.keyboard('{ArrowDown}')
    // The user's own kinds are before those of rules, of which there are more.
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      ...['All kinds', 'GRAT annuity (1)', 'Estate tax return due (4)'],
    ])
    await user.keyboard('{Escape}')
    for (const _ of ['state', 'months']) await user.tab()
    expect(screen.getByRole('button', { name: 'Jun 2026: 1 date' })).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('button', { name: 'Mar 2027: 1 date' })).toHaveFocus()
    for (const _ of ['Export', 'Import', 'line']) await user.tab()
    expect(screen.getByRole('listitem', { name: /^Annuity of the 2024 GRAT/ })).toHaveFocus()
  })

  it('folds many dates of one rule and day, and opens them from the keyboard', async () => {
    const [own, derived] = sample.lines
    if (!own || !derived) throw new Error('The sample has two lines.')
    const fold = { date: '2026-12-31', kind: 'rmd', title: 'Required distribution', resource: 'individuals' as const }
    const { user, callsOf } = draw((input) =>
      input.kind === 'rmd'
        ? { lines: [{ ...derived, date: fold.date, title: fold.title }], total: 1 }
        : { lines: [own], folds: [{ ...fold, count: 75 }], total: 76 },
    )
    const line = await screen.findByRole('listitem', { name: 'Required distribution, 75 people, Dec 31, 2026' })
    expect(within(screen.getByRole('region', { name: 'December 2026' })).getAllByRole('listitem')).toEqual([line])
    expect(screen.getByText('76 dates')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Show more dates' })).toBeNull()
    line.focus()
    await user.keyboard('{Enter}')
    const opened = await screen.findByRole('list', { name: 'Required distribution, 75 people, Dec 31, 2026' })
    expect(within(opened).getByRole('listitem')).toHaveTextContent('Chidi Okafor')
    expect(callsOf('dates.list').at(-1)?.input).toMatchObject({ kind: 'rmd', from: fold.date, to: fold.date })
    await user.keyboard('{ArrowDown}')
    expect(within(opened).getByRole('listitem')).toHaveFocus()
  })

  it('opens the overdue dates of one day alone, because the days asked for do not narrow overdue dates', async () => {
    const fold = { date: '2025-04-15', kind: 'final-income-tax-return', title: 'Final income tax return due' }
    const { user, callsOf } = draw(
      { lines: [], folds: [{ ...fold, resource: 'individuals', count: 6 }], total: 6 },
      '?state=overdue',
    )
    const name = 'Final income tax return due, 6 people, Apr 15, 2025'
    await user.click(await screen.findByRole('button', { name: `Show: ${name}` }))
    await screen.findByRole('list', { name })
    expect(callsOf('dates.list').at(-1)?.input).toMatchObject({ state: 'open', from: fold.date, to: fold.date })
  })

  it('shows no fold beyond the last line while lines before it are not read', async () => {
    const [own] = sample.lines
    if (!own) throw new Error('The sample has two lines.')
    const fold = { date: '2026-12-31', kind: 'rmd', title: 'Required distribution', resource: 'individuals' as const }
    draw({ lines: [own], folds: [{ ...fold, count: 75 }], total: 80 })
    expect(await screen.findByRole('button', { name: 'Show more dates' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'December 2026' })).toBeNull()
  })

  it('asks for a year, a month and a kind, and says when nothing fits', async () => {
    const { user, callsOf } = draw({ lines: [], total: 0 }, '?year=2027&kind=own%3Agrat-end')
    expect(await screen.findByText('No matches')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Mar 2027: 1 date' }))
    await waitFor(() =>
      expect(callsOf('dates.list').map(({ input }) => input)).toContainEqual(
        expect.objectContaining({ owner_id: 'us-1', from: '2027-03-01', to: '2027-03-31', kind: 'own:grat-end' }),
      ),
    )
  })

  it('exports what is listed as a calendar, without names unless they are chosen again each time', async () => {
    const { user, callsOf } = draw({}, '?year=2027&month=2027-03')
    const open = async () => {
      await user.click(await screen.findByRole('button', { name: 'Export…' }))
      return within(await screen.findByRole('dialog', { name: 'Export dates' }))
    }
    const listed = {
      ...{ connectionId, owner_id: 'us-1', from: '2027-03-01', to: '2027-03-31', kind: null, state: 'open' },
    }
    const first = await open()
    expect(first.getByText(/^A calendar leaves your firm’s walls/)).toBeVisible()
    expect(first.getByRole('checkbox', { name: 'Names in titles' })).not.toBeChecked()
    await user.click(first.getByRole('checkbox', { name: 'Names in titles' }))
    await user.click(first.getByRole('button', { name: 'Save…' }))
    expect(await screen.findByText('Exported to Dates.ics')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Export dates' })).toBeNull())

    const second = await open()
    expect(second.getByRole('checkbox', { name: 'Names in titles' })).not.toBeChecked()
    await user.click(second.getByRole('button', { name: 'Save…' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Export dates' })).toBeNull())

    const third = await open()
    await user.click(third.getByRole('radio', { name: 'Table (CSV)' }))
    expect(third.queryByRole('checkbox')).toBeNull()
    expect(third.getByText('The table has names, your own titles and your notes.')).toBeVisible()
    await user.click(third.getByRole('button', { name: 'Save…' }))
    await waitFor(() =>
      expect(callsOf('dates.export').map(({ input }) => input)).toEqual([
        { ...listed, as: { format: 'ics', names: true } },
        { ...listed, as: { format: 'ics', names: false } },
        { ...listed, as: { format: 'csv' } },
      ]),
    )
  })

  it('does not export where the firm forbids it, and has nothing to export without dates', async () => {
    const { unmount } = draw({}, '', { 'dates.export': 'no_export' })
    expect(await screen.findByRole('button', { name: /^Export….*Your firm does not allow exports/ })).toBeVisible()
    unmount()
    draw({ lines: [], total: 0 })
    expect(await screen.findByText('No dates in your households')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Export…/ })).toBeNull()
  })
})

it('the days of a search are the next twelve months, a year, or one month of them', () => {
  const today = '2026-11-27'
  expect(spanOf({ year: undefined, month: undefined }, today)).toEqual({ from: today, to: '2027-10-31' })
  expect(spanOf({ year: undefined, month: '2026-11' }, today)).toEqual({ from: today, to: '2026-11-30' })
  expect(spanOf({ year: undefined, month: '2027-02' }, today)).toEqual({ from: '2027-02-01', to: '2027-02-28' })
  expect(spanOf({ year: 2028, month: undefined }, today)).toEqual({ from: '2028-01-01', to: '2028-12-31' })
  expect(spanOf({ year: 2028, month: '2028-02' }, today)).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(spanOf({ year: 2028, month: '2027-02' }, today)).toEqual({ from: '2028-01-01', to: '2028-12-31' })
})

it('an address with what is not known shows the open dates of the next months', () => {
  expect(datesScreen.read({ year: 'x', month: '2026-13', kind: '', state: 'lost', whose: 'all' })).toEqual({
    ...{ whose: 'mine', year: undefined, month: undefined, kind: undefined, state: 'open' },
  })
})
