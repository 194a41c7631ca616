import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { ChangesPage } from '../../renderer/features/changes/ChangesPage.tsx'
import {
  ChangeCount,
  HouseholdChanges,
  SinceMeeting,
  useHouseholdVisit,
} from '../../renderer/features/changes/public.ts'
import type { ObservedChange } from '../../shared/ipc/changes.ts'
import type { ContractOutputs } from '../../shared/ipc/contract.ts'
import type { Answers } from './support/client-double.ts'
import { stubIntersections } from './support/intersections.ts'
import { renderInApp } from './support/render-in-app.tsx'
import { status } from './support/sync-status.ts'

beforeAll(stubIntersections)

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const household = { id: 'hh-1', name: 'Okafor' }

const change = (number: number, more: Partial<ObservedChange> = {}): ObservedChange => ({
  number,
  resource: 'individuals',
  record_id: `in-${number}`,
  title: `Person ${number}`,
  household,
  kind: 'changed',
  fields: [{ field: 'city', before: 'Basel', after: 'Bern', operation_id: null }],
  operation_id: null,
  observed_at: ago(0),
  seen_before: null,
  own: false,
  ...more,
})

type Sync = ReturnType<typeof status>
const read: Sync = status('idle', ago(1))
const valuations = { ...read.resources[0], resource: 'valuations', lastCompleteAt: null } as Sync['resources'][number]
/** The first run: all lists were read, the valuations not yet. */
const readingValuations: Sync = { ...status('running', ago(0)), resources: [...read.resources, valuations] }

type List = NonNullable<NonNullable<Answers['changes']>['list']>
const listOf =
  (changes: ObservedChange[], next: number | null = null): List =>
  ({ before }) => ({ changes: before === null ? changes : [], next: before === null ? next : null })

const line = async (name: string) => (await screen.findByText(name)).closest('li') as HTMLElement

describe('the firm’s changes', () => {
  const draw = (list: List, { sync = read, me = 'us-1' as string | null } = {}) =>
    renderInApp(() => <ChangesPage />, {
      at: 'changes',
      answers: {
        changes: { list },
        places: { me: () => ({ user_id: me, proposed: null }) },
        sync: { status: () => sync },
      },
    })

  it('are told by day with their values, their household and since when, and never by whom', async () => {
    draw(listOf([change(2, { seen_before: ago(2) }), change(1, { observed_at: ago(1), title: '' })]))
    const first = await line('Person 2')
    expect(first).toHaveTextContent('CityBasel → Bern')
    expect(first).toHaveTextContent(/Changed (between .* and )?.*\d [AP]M/)
    expect(within(first).getByRole('link', { name: 'Person 2' })).toHaveAttribute(
      'href',
      expect.stringMatching(/in-2$/),
    )
    expect(within(first).getByRole('link', { name: 'Okafor' })).toBeVisible()
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Today',
      'Yesterday',
    ])
    expect(screen.getByText(/The service does not say who made them/)).toBeVisible()
  })

  it('name a record that is gone without a link, and lead from an own addition to its operation', async () => {
    draw(
      listOf([
        change(3, { kind: 'gone', fields: [] }),
        change(2, { kind: 'added', fields: [], own: true, operation_id: 'op-7' }),
      ]),
    )
    const gone = await line('Person 3')
    expect(gone).toHaveTextContent('Gone')
    expect(within(gone).queryByRole('link', { name: 'Person 3' })).toBeNull()
    const added = await line('Person 2')
    expect(added).toHaveTextContent('Added')
    expect(within(added).getByRole('link', { name: 'Your change' })).toHaveAttribute(
      'href',
      expect.stringMatching(/outbox\/op-7$/),
    )
  })

  it('show an address as one line of what changed in it', async () => {
    const fields = [
      { field: 'email', before: null, after: 'a@example.com', operation_id: null },
      { field: 'address_line1', before: '77 Juniper Road', after: '371 Linden Court', operation_id: null },
      { field: 'address_line2', before: null, after: 'Unit 22', operation_id: null },
      { field: 'city', before: 'Asheville', after: 'Concord', operation_id: 'op-1' },
      { field: 'postal_code', before: '28801', after: '01742', operation_id: null },
      { field: 'state', before: 'NC', after: 'MA', operation_id: null },
      { field: 'notes', before: null, after: 'Moved.', operation_id: null },
    ]
    draw(listOf([change(1, { fields })]))
    const terms = within(await line('Person 1')).getAllByRole('term')
    expect(terms.map(({ textContent }) => textContent)).toEqual(['Email', 'Address', 'Notes'])
    expect(terms[1]?.parentElement).toHaveTextContent(
      'Address77 Juniper Road, Asheville, NC 28801 → 371 Linden Court, Unit 22, Concord, MA 01742 Your change',
    )
  })

  it('say that a whole address was cleared', async () => {
    const fields = ['address_line1', 'city'].map((field) => ({ field, before: field, after: null, operation_id: null }))
    draw(listOf([change(1, { fields })]))
    expect(await line('Person 1')).toHaveTextContent('Addressaddress_line1, city → cleared')
  })

  it('mark the own field alone of a change that others had a part in', async () => {
    const fields = [
      { field: 'city', before: 'Basel', after: 'Bern', operation_id: 'op-1' },
      { field: 'email', before: null, after: 'a@example.com', operation_id: null },
    ]
    draw(listOf([change(1, { fields })]))
    const own = within(await line('Person 1')).getAllByRole('link', { name: 'Your change' })
    expect(own).toHaveLength(1)
    expect(own[0]?.closest('div')).toHaveTextContent('CityBasel → Bern')
  })

  it('are those of the user’s households, and of the firm where the user is not known', async () => {
    const mine = draw(listOf([]))
    await screen.findByText('No changes in your households')
    expect(mine.callsOf('changes.list').at(-1)?.input).toMatchObject({ owner_id: 'us-1', others_only: false })
    mine.unmount()
    const firm = draw(listOf([]), { me: null })
    await screen.findByText('No changes')
    expect(firm.callsOf('changes.list').at(-1)?.input).toMatchObject({ owner_id: null })
  })

  it('are not denied while something is read for the first time, the valuations too', async () => {
    const lists = draw(listOf([]), { sync: status('running', null) })
    await screen.findByText('No changes yet')
    lists.unmount()
    draw(listOf([]), { sync: readingValuations })
    await screen.findByText('No changes yet')
    expect(screen.queryByText(/No changes (in|since)|^No changes$/)).toBeNull()
  })

  it('can be filtered by kind and by each recorded field', async () => {
    const { user, callsOf } = draw(listOf([change(1)]))
    await line('Person 1')
    await user.click(screen.getByRole('combobox', { name: 'Kind of change' }))
    await user.click(screen.getByRole('option', { name: 'Gone' }))
    await waitFor(() => expect(callsOf('changes.list').at(-1)?.input).toMatchObject({ kind: 'gone' }))
    await user.click(screen.getByRole('combobox', { name: 'Field' }))
    expect(screen.getByRole('option', { name: 'City' })).toBeVisible()
    // Its people tell of themselves, so this field is never recorded.
    expect(screen.queryByRole('option', { name: 'Primary clients' })).toBeNull()
  })
})

describe('a household’s changes', () => {
  type Seen = ContractOutputs['changes']['household']
  const seen: Seen = {
    looked_at: ago(5),
    looked_to: 4,
    met_at: null,
    recorded_since: ago(30),
    copied_again: null,
    unseen: 2,
  }
  function Visit() {
    const visit = useHouseholdVisit('hh-1')
    return (
      <>
        <SinceMeeting of={visit} />
        <HouseholdChanges of={visit} />
      </>
    )
  }
  const draw = (list: List, more: Partial<Seen> = {}, sync: Sync = read) =>
    renderInApp(() => <Visit />, {
      at: 'households/hh-1',
      answers: {
        changes: { list, household: () => ({ ...seen, ...more }), look: () => ({}), meet: () => ({ before: null }) },
        sync: { status: () => sync },
      },
    })

  it('mark what is new since the user last looked, and note the newest as looked at, once', async () => {
    const { callsOf } = draw(listOf([change(6), change(5), change(4)]))
    const fresh = await screen.findByRole('group', { name: /^New since you last looked on / })
    expect(within(fresh).getByText('Person 6')).toBeVisible()
    expect(within(fresh).queryByText('Person 4')).toBeNull()
    expect(screen.getByRole('link', { name: '2 changes since you last looked' })).toBeVisible()
    await waitFor(() => expect(callsOf('changes.look').map(({ input }) => input)).toMatchObject([{ to: 6 }]))
  })

  it('say 99+ where more are new than are counted', async () => {
    draw(listOf([change(400)]), { unseen: 100 })
    expect(await screen.findByRole('link', { name: '99+ changes since you last looked' })).toBeVisible()
  })

  it('say since when none were seen, and that the data is still being read', async () => {
    const known = draw(listOf([]), { unseen: 0 })
    expect(await screen.findByText(/^No changes since your first sync, /)).toBeVisible()
    known.unmount()
    const first = draw(listOf([]), { unseen: 0, recorded_since: null })
    expect(await screen.findByText(/has not read all of your firm’s data yet/)).toBeVisible()
    first.unmount()
    draw(listOf([]), { unseen: 0 }, readingValuations)
    expect(await screen.findByText(/has not read all of your firm’s data yet/)).toBeVisible()
  })

  it('show further changes on request, and say where the copy was made again', async () => {
    const { user, callsOf } = draw(listOf([change(9)], 8), { copied_again: ago(3) })
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    expect(await screen.findByText(/This computer’s copy was made again on/)).toBeVisible()
    expect(callsOf('changes.list').map(({ input }) => input)).toMatchObject([{ before: null }, { before: 8 }])
  })

  it('note a meeting on request, and take it back', async () => {
    const { user, callsOf } = draw(listOf([]))
    await user.click(await screen.findByRole('button', { name: 'Log today’s meeting' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(callsOf('changes.meet')).toHaveLength(2))
    expect(callsOf('changes.meet').at(-1)?.input).toMatchObject({ household_id: 'hh-1', meeting: null })
  })

  it('list the meetings with their notes, of which each is changed or removed with Undo', async () => {
    const [last, earlier] = [
      { id: 'me-2', met_at: '2026-03-04T09:00:00.000Z', note: '' },
      { id: 'me-1', met_at: '2026-01-02T09:00:00.000Z', note: 'Gifts to the children' },
    ] as const
    const { user, callsOf } = renderInApp(() => <Visit />, {
      at: 'households/hh-1',
      answers: {
        changes: {
          ...{ list: listOf([]), look: () => ({}), household: () => ({ ...seen, met_at: last.met_at }) },
          meetings: () => ({ meetings: [last, earlier] }),
          meet: ({ id }) => ({ before: { met_at: id === 'me-2' ? last.met_at : earlier.met_at, note: '' } }),
          exportMeetings: () => ({ file: null }),
        },
        sync: { status: () => read },
      },
    })
    await user.click(await screen.findByText('1 earlier meeting'))
    expect(screen.getByRole('list', { name: 'Earlier meetings' })).toHaveTextContent('Gifts to the children')
    await user.click(screen.getByRole('button', { name: 'Edit the meeting of Mar 4, 2026' }))
    await user.type(await screen.findByRole('textbox', { name: 'Note' }), 'Will to be signed')
    await user.click(screen.getByRole('button', { name: 'Save meeting' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    const calls = () => callsOf('changes.meet').map(({ input }) => input)
    await waitFor(() =>
      expect(calls()).toMatchObject([
        { id: 'me-2', meeting: { met_at: last.met_at, note: 'Will to be signed' } },
        { id: 'me-2', meeting: { met_at: last.met_at, note: '' } },
      ]),
    )
    await user.click(screen.getByRole('button', { name: 'Edit the meeting of Jan 2, 2026' }))
    await user.click(await screen.findByRole('button', { name: 'Remove meeting' }))
    await waitFor(() => expect(calls().at(-1)).toMatchObject({ id: 'me-1', meeting: null }))
    await user.click(screen.getByRole('button', { name: 'Export meetings…' }))
    await waitFor(() => expect(callsOf('changes.exportMeetings')).toHaveLength(1))
  })
})

describe('the number of new changes in a list', () => {
  const draw = (unseen: number) =>
    renderInApp(() => <ChangeCount householdId="hh-1" />, {
      answers: {
        changes: { counts: ({ household_ids }) => ({ counts: household_ids.map((id) => ({ id, unseen })) }) },
      },
    })

  it('is said in words, is 99+ from a hundred on, and is empty for none', async () => {
    const some = draw(3)
    expect(await screen.findByText('3 changes since you last looked')).toBeInTheDocument()
    some.unmount()
    const many = draw(100)
    expect(await screen.findByTitle('99+ changes since you last looked')).toHaveTextContent('99+')
    many.unmount()
    draw(0)
    expect(await screen.findByText('None')).toHaveClass('visually-hidden')
  })
})
