import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { DoublesPage } from '../../renderer/features/doubles/DoublesPage.tsx'
import { MergeHouseholdsPage } from '../../renderer/features/doubles/MergeHouseholdsPage.tsx'
import { MergePage } from '../../renderer/features/doubles/MergePage.tsx'
import { MergeSteps } from '../../renderer/features/outbox/MergeSteps.tsx'
import type { OperationMerge, OperationQuestion } from '../../shared/domain/operation.ts'
import type { ListedOperation } from '../../shared/ipc/outbox.ts'
import { operationDouble } from '../doubles/operation.ts'
import { keptSamples } from '../doubles/samples/kept.ts'
import { appError } from './support/client-double.ts'
import { renderInApp } from './support/render-in-app.tsx'
import { status } from './support/sync-status.ts'

const [, listed] = keptSamples.doubles.list
const [, compared] = keptSamples.doubles.compare
const [, comparedHouseholds] = keptSamples.doubles.compareHouseholds

const none: typeof listed = { people: { pairs: [], total: 0 }, households: { pairs: [], total: 0 } }

function drawList(found: typeof listed = listed) {
  const state = { isApart: false }
  const setApart = ({ apart }: { apart: boolean }) => {
    state.isApart = apart
    return {}
  }
  return renderInApp(() => <DoublesPage />, {
    at: 'doubles',
    answers: {
      doubles: { list: () => (state.isApart ? none : found), setApart },
      sync: { status: () => status('idle', '2026-03-01T12:00:00Z') },
    },
  })
}

type Sides = typeof compared

const drawMerge = (sides: Sides = compared) =>
  renderInApp(() => <MergePage />, {
    at: 'doubles/$oneId/$otherId',
    answers: { doubles: { compare: () => sides, merge: () => ({ operation_id: 'op-1', undo: null }) } },
  })

describe('possible duplicates', () => {
  it('shows both records of a pair with what they share, and leads to the comparison', async () => {
    drawList()
    const people = await screen.findByRole('list', { name: 'Pairs of people' })
    expect(within(people).getByRole('listitem')).toHaveTextContent(/Apr 5, 1960.*Same name, same date of birth/)
    const compare = within(people).getByRole('link', { name: 'Compare and merge: Ada Okafor' })
    expect(compare).toHaveAttribute('href', expect.stringMatching(/doubles\/in-1\/in-2$/))
  })

  it('names what differs beside what two people share', async () => {
    const [pair] = listed.people.pairs as [(typeof listed.people.pairs)[number]]
    const other = { ...pair.other, date_of_birth: '1991-04-05' }
    drawList({ ...listed, people: { pairs: [{ ...pair, other, by: ['email'] }], total: 1 } })
    expect(await screen.findByText('Same name, same e-mail address; different dates of birth')).toBeVisible()
  })

  it('remembers “Not the same”, and takes it back from the toast', async () => {
    const { user, callsOf } = drawList()
    await user.click(await screen.findByRole('button', { name: 'Not the same: Ada Okafor' }))
    expect(await screen.findByText('No possible duplicates.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('list', { name: 'Pairs of people' })).toBeVisible()
    const pair = { resource: 'individuals', one_id: 'in-1', other_id: 'in-2' }
    expect(callsOf('doubles.setApart').map(({ input }) => input)).toEqual([
      expect.objectContaining({ ...pair, apart: true }),
      expect.objectContaining({ ...pair, apart: false }),
    ])
  })

  it('leads from a pair of households to their comparison', async () => {
    drawList()
    const households = await screen.findByRole('list', { name: 'Pairs of households' })
    const compare = within(households).getByRole('link', { name: 'Compare and merge: Okafor' })
    expect(compare).toHaveAttribute('href', expect.stringMatching(/doubles\/households\/hh-1\/hh-2$/))
  })

  it('tells two households of one name apart, by their clients, city, people and age, also for a screen reader', async () => {
    drawList()
    const households = await screen.findByRole('list', { name: 'Pairs of households' })
    const [one, other] = within(households).getAllByRole('article')
    expect(one).toHaveTextContent(/^Okafor\s*Ada Okafor\s*Boston, MA\s*3 people, created /)
    expect(one).toHaveAccessibleName(/^Ada Okafor Boston, MA 3 people, created /)
    expect(other).toHaveAccessibleName(/^No primary client No city 1 person, created /)
  })

  it('says that there are none, and what is compared', async () => {
    drawList(none)
    expect(await screen.findByText('No possible duplicates.')).toBeVisible()
  })
})

describe('the merge of two people', () => {
  it('waits for the typed name, and sends the chosen fields with the records as they were seen', async () => {
    const { user, callsOf } = drawMerge()
    await user.click(await screen.findByLabelText('Keep this one: left'))
    const merge = screen.getByRole('button', { name: 'Merge' })
    const name = screen.getByLabelText('Type the name of the person to be deleted')
    await user.type(name, 'Ada Okafo')
    expect(merge).toBeDisabled()
    await user.type(name, 'r{Enter}')
    const [sent] = callsOf('doubles.merge')
    expect(sent?.input).toMatchObject({
      ...{ keep_id: 'in-1', drop_id: 'in-2', fields: { city: 'Boston' }, typed: 'Ada Okafor' },
      seen: { keep: compared.one.record, drop: compared.other.record },
    })
  })

  it('forgets the typed name when the other record is to be kept, and counts what moves from the one that goes', async () => {
    const { user } = drawMerge()
    await user.click(await screen.findByLabelText('Keep this one: left'))
    expect(screen.getByText(/^1 document moves/)).toBeVisible()
    expect(screen.getByText(/2 roles and 1 own date move/)).toBeVisible()
    const name = screen.getByLabelText('Type the name of the person to be deleted')
    await user.type(name, 'Ada Okafor')
    await user.click(screen.getByLabelText('Keep this one: right'))
    expect(name).toHaveValue('')
    expect(screen.getByText('There are no documents to move.')).toBeVisible()
    expect(screen.getByText('On this computer: marks, favorites and confirmed facts move.')).toBeVisible()
  })

  it('names the documents of another household, and merges nothing while there are any', async () => {
    const far = { id: 'do-9', name: 'Far will', household_id: 'hh-2' }
    const { user } = drawMerge({ ...compared, other: { ...compared.other, documents: [far] } })
    await user.click(await screen.findByLabelText('Keep this one: left'))
    expect(screen.getByRole('alert')).toHaveTextContent('Far will')
    await user.type(screen.getByLabelText('Type the name of the person to be deleted'), 'Ada Okafor')
    expect(screen.getByRole('button', { name: 'Merge' })).toBeDisabled()
  })
})

describe('a list that changed since it was shown', () => {
  it('is shown again, and the name is typed again before the merge is saved', async () => {
    const [will, deed] = [compared.other.documents[0], { id: 'do-2', name: 'Deed', household_id: 'hh-1' }]
    const documents = will ? [will, deed] : []
    const sides = { now: compared }
    const { user, callsOf } = renderInApp(() => <MergePage />, {
      at: 'doubles/$oneId/$otherId',
      answers: {
        doubles: {
          compare: () => sides.now,
          merge: ({ seen }) => {
            if (seen.listed.documents.length < 2) throw appError('outbox/list-changed', 'Another list now.')
            return { operation_id: 'op-1', undo: null }
          },
        },
      },
    })
    await user.click(await screen.findByLabelText('Keep this one: left'))
    sides.now = { ...compared, other: { ...compared.other, documents } }
    const name = screen.getByLabelText('Type the name of the person to be deleted')
    await user.type(name, 'Ada Okafor{Enter}')
    expect(await screen.findByText('Another list now.')).toBeVisible()
    expect(screen.getByText(/^2 documents move/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Deed' })).toBeVisible()
    expect(name).toHaveValue('')
    expect(screen.getByRole('button', { name: 'Merge' })).toBeDisabled()
    await user.type(name, 'Ada Okafor{Enter}')
    expect(callsOf('doubles.merge').map(({ input }) => input)).toMatchObject([
      { seen: { listed: { documents: [will] } } },
      { seen: { listed: { documents } } },
    ])
  })
})

describe('the page of a merge that is opened again', () => {
  it('lists what was noted since', async () => {
    const sides = { now: compared }
    const Opened = () => {
      const [opened, setOpened] = useState(true)
      return (
        <>
          <button type="button" onClick={() => setOpened(!opened)}>
            Open or close
          </button>
          {opened ? <MergePage /> : null}
        </>
      )
    }
    const { user } = renderInApp(Opened, {
      at: 'doubles/$oneId/$otherId',
      answers: { doubles: { compare: () => sides.now } },
    })
    await user.click(await screen.findByLabelText('Keep this one: left'))
    const toggle = screen.getByRole('button', { name: 'Open or close' })
    await user.click(toggle)
    sides.now = { ...compared, other: { ...compared.other, dates: 7 } }
    await user.click(toggle)
    await user.click(await screen.findByLabelText('Keep this one: left'))
    expect(screen.getByText(/7 own dates/)).toBeVisible()
  })
})

describe('the merge of two households', () => {
  const draw = (sides: typeof comparedHouseholds = comparedHouseholds) =>
    renderInApp(() => <MergeHouseholdsPage />, {
      at: 'doubles/households/$oneId/$otherId',
      answers: {
        doubles: { compareHouseholds: () => sides, mergeHouseholds: () => ({ operation_id: 'op-1', undo: null }) },
      },
    })

  it('names what must be moved by hand, with the way of each kind, and what Steward moves', async () => {
    const { user } = draw()
    await user.click(await screen.findByLabelText('Keep this one: left'))
    const list = await screen.findByRole('list', { name: 'What must be moved by hand' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(2)
    expect(within(list).getByRole('link', { name: '51 documents' })).toHaveAttribute(
      'href',
      expect.stringMatching(/households\/hh-2#documents$/),
    )
    expect(list).toHaveTextContent(/Will and 50 others.*1 person.*Ada Okafor/)
    expect(within(list).getByRole('link', { name: 'Will' })).toHaveAttribute('href', expect.stringMatching(/do-1$/))
    expect(screen.getByText(/on this computer: 2 meetings, 1 own date/)).toBeVisible()
    expect(screen.getByText(/lists none of these 52 records/)).toBeVisible()
    expect(screen.getByText(/the mark for travel/)).toBeVisible()
    expect(screen.queryByText(/\b0 /)).toBeNull()
  })

  it('sends the chosen values with the typed name, also while records are left', async () => {
    const { user, callsOf } = draw()
    await user.click(await screen.findByLabelText('Keep this one: left'))
    const merge = screen.getByRole('button', { name: 'Merge' })
    expect(merge).toBeDisabled()
    await user.type(screen.getByLabelText('Type the name of the household to be deleted'), 'Okafor{Enter}')
    expect(callsOf('doubles.mergeHouseholds')[0]?.input).toMatchObject({
      ...{ keep_id: 'hh-1', drop_id: 'hh-2', fields: { notes: 'Met at the fair.' }, typed: 'Okafor' },
      seen: { keep: comparedHouseholds.one.record, drop: comparedHouseholds.other.record },
    })
  })

  it('leads to the merge that is saved, and says how each record is moved', async () => {
    const { one, other } = comparedHouseholds
    draw({ one, other: { ...other, merging: 'op-7' } })
    expect(await screen.findByRole('link', { name: 'Open the merge' })).toHaveAttribute(
      'href',
      expect.stringMatching(/outbox\/op-7$/),
    )
    expect(screen.getByRole('list', { name: 'What must be moved by hand' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Merge' })).toBeNull()
  })

  it('says that nothing is left in a household from which everything was moved', async () => {
    const { other, one } = comparedHouseholds
    draw({ one: { ...one, id: 'hh-2' }, other: { ...other, ...one, id: 'hh-1' } })
    expect(await screen.findByText(/^Nothing is left in the household that goes/)).toBeVisible()
    expect(screen.getByText(/Only then the other household is deleted/)).toBeVisible()
    expect(screen.queryByText(/on this computer:/)).toBeNull()
  })
})

describe('the steps of a merge', () => {
  const merge: OperationMerge = {
    ...{ keep_id: 'in-1', keep_title: 'Ada Okafor', keep_base: {}, fields: 'none', deletion: 'waiting' },
    documents: [
      { id: 'do-1', title: 'Will', state: 'moved' },
      { id: 'do-2', title: 'Deed', state: 'sent' },
    ],
  }
  const stepsOf = async (more: Partial<ListedOperation>, steps: OperationMerge = merge) => {
    const operation = { ...operationDouble, ...more, action: 'merge', merge: steps } as const
    renderInApp(() => <MergeSteps operation={operation} merge={steps} />, { at: 'outbox/op_1', answers: {} })
    return (await screen.findAllByRole('listitem')).map((step) => step.textContent)
  }
  const person = { resource: 'individuals', title: 'Ada M. Okafor' } as const
  const problem = { code: 'service/forbidden', message: '', nextStep: '', status: 403, detail: null } as const

  it('name the one that the service refused, and leave out fields that were not chosen', async () => {
    const steps = await stepsOf({ ...person, state: 'failed', problem })
    expect(steps).toHaveLength(3)
    expect(steps[0]).toMatch(/^Moved.*Will/)
    expect(steps[1]).toMatch(/^Refused by the service.*Deed/)
    expect(steps[2]).toMatch(/^Waiting/)
  })

  it('name the deletion that the service refused, though it waits again', async () => {
    const moved = { ...merge, documents: merge.documents.map((one) => ({ ...one, state: 'moved' as const })) }
    const steps = await stepsOf({ ...person, state: 'failed', problem }, moved)
    expect(steps.map((step) => step?.replace(/(Moved|Refused by the service).*/, '$1'))).toEqual([
      ...['Moved', 'Moved', 'Refused by the service'],
    ])
  })

  it('say what was not done in a merge that was stopped', async () => {
    const steps = await stepsOf({ ...person, state: 'discarded' })
    expect(steps[2]).toMatch(/^Not done/)
  })

  it('count what is left in a household', async () => {
    const candidates = [{ resource: 'documents', id: 'do-1', name: 'Will' }]
    const question: OperationQuestion = { kind: 'records-left', candidates, fields: [], theirs: null }
    const steps = await stepsOf({ resource: 'households', state: 'conflict', question }, { ...merge, documents: [] })
    expect(steps[0]).toMatch(/^1 record is left/)
  })
})
