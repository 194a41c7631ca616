import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { HouseholdPage } from '../../renderer/features/households/HouseholdPage.tsx'
import { lists } from '../../renderer/features/lists/lists.tsx'
import { findCommand } from '../../renderer/lib/commands/offers.ts'
import { unclearDeath } from '../../shared/domain/life-dates.ts'
import type { ObservedChange } from '../../shared/ipc/changes.ts'
import type { ContractOutputs } from '../../shared/ipc/contract.ts'
import type { DateLine } from '../../shared/ipc/dates.ts'
import { type Resource, resources } from '../../shared/service/resource.ts'
import { rows } from '../doubles/records.ts'
import { keptSamples } from '../doubles/samples/kept.ts'
import { recordSamples } from '../doubles/samples/records.ts'
import { type Answers, appError } from './support/client-double.ts'
import { stubIntersections } from './support/intersections.ts'
import { renderInApp } from './support/render-in-app.tsx'
import { status } from './support/sync-status.ts'
import { words } from './support/words.ts'

type Detail = ContractOutputs['households']['get']

beforeAll(stubIntersections)
// Ages and birthdays are those of this day.
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-26T12:00:00'), toFake: ['Date'] })
  return () => vi.useRealTimers()
})

const [, sample] = recordSamples.households.get
const read = '2026-11-26T11:00:00Z'

/** A status in which these lists were never read to their end, and the others were. */
function sync(...unread: Resource[]) {
  const known = status('idle', read)
  const [one] = known.resources
  if (!one) throw new Error('A status has resources.')
  const made = resources.map((resource) => ({
    ...one,
    resource,
    lastCompleteAt: unread.includes(resource) ? null : read,
  }))
  return { ...known, resources: made }
}

const person = (id: string, born: string | null, more: object = {}) => ({
  ...rows.individuals,
  ...{ id, title: `Person ${id}`, date_of_birth: born, is_deceased: false, ...more },
})
const entity = (id: string, date: string | null, usd: number | null) => ({
  ...rows.entities,
  ...{ id, title: `Entity ${id}`, effective_date: date, directly_held_asset_value: usd },
})

type Dates = ContractOutputs['today']['dates']

const noDates: Dates = { lines: [], overdue: [], marked: [], undated_deaths: 0 }

const [, listed] = keptSamples.dates.list

/** A date that a rule derives for a person. */
const derived = (person: string, rule: string, more: Partial<DateLine>): DateLine => {
  const [line] = listed.lines as [DateLine]
  const record = { resource: 'individuals', id: person, name: `Person ${person}` } as const
  return { ...line, ...{ subject: person, what: rule, kind: rule, record, own: null, moved_from: null }, ...more }
}

type Options = { detail?: Partial<Detail>; met?: string | null; unread?: Resource[]; answers?: Answers; dates?: Dates }

function draw({ detail = {}, met = null, unread = [], answers = {}, dates = noDates }: Options = {}) {
  const people = detail.individuals ?? sample.individuals
  const entities = detail.entities ?? sample.entities
  const documents = detail.documents ?? sample.documents
  const counts = {
    ...sample.counts,
    individuals: people.length,
    entities: entities.length,
    documents: documents.length,
  }
  return renderInApp(() => <HouseholdPage />, {
    at: 'households/$id',
    answers: {
      households: {
        get: () => ({ ...sample, counts, ...detail }),
        refreshValuations: () => ({ asked: 0, refused: 0 }),
      },
      changes: {
        list: () => ({ changes: [], next: null }),
        household: () => ({
          ...{ looked_at: null, looked_to: 0, met_at: met, recorded_since: read, copied_again: null, unseen: 0 },
        }),
        meetings: () => ({ meetings: met === null ? [] : [{ id: 'me-1', met_at: met, note: '' }] }),
        look: () => ({}),
      },
      today: {
        filed: () => ({
          ...{ kinds: [], missing: [{ rule_id: 'will', rule: 'Will', about: null, state: 'missing', years: [] }] },
          ...{ source: 'default' as const, to_review: 0 },
        }),
        dates: () => dates,
        exceptions: () => ({ exceptions: [] }),
      },
      rollUps: {
        household: () => recordSamples.rollUps.household[1],
        checked: () => recordSamples.rollUps.checked[1],
        bridge: () => recordSamples.rollUps.bridge[1],
      },
      estate: { map: () => keptSamples.estate.map[1] },
      sync: { status: () => sync(...unread) },
      ...answers,
    },
  })
}

const region = (name: string | RegExp) => screen.findByRole('region', { name })

describe('a household’s page', () => {
  it('begins with a brief: notes, the last meeting, open points and dates stand before the estate', async () => {
    draw({
      detail: {
        record: {
          ...sample.record,
          notes: 'Send the list before the meeting.',
          primary_individuals: [recordSamples.individuals.get[1].record],
        },
      },
    })
    const notes = await region('Notes')
    expect(notes).toHaveTextContent('Send the list before the meeting.')
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent ?? '')
    expect(titles.slice(0, 5)).toEqual([
      'Notes',
      'Since the last meeting',
      'Open points',
      'Next dates',
      'Primary clients',
    ])
    expect(titles.slice(5).map((title) => title.replace(/\d+$/, ''))).toEqual([
      ...['Estate', 'People', 'Documents', 'Dates', 'Changes', 'Summaries'],
    ])
    const tabs = within(screen.getByRole('navigation', { name: 'Sections' })).getAllByRole('link')
    expect(tabs.map((tab) => tab.getAttribute('href'))).toEqual([
      ...['#estate', '#people', '#documents', '#dates', '#changes', '#summaries', '#details'],
    ])
  })

  it('keeps long notes short until they are asked for', async () => {
    const { user } = draw({ detail: { record: { ...sample.record, notes: 'Line\n'.repeat(30) } } })
    const all = await screen.findByRole('button', { name: 'Show all notes' })
    expect(all).toHaveAttribute('aria-expanded', 'false')
    await user.click(all)
    expect(screen.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true')
  })

  it('says in a few words at the end of the brief that there are no notes and dates, and adds notes there', async () => {
    const { user } = draw({ detail: { record: { ...sample.record, notes: null }, individuals: [] } })
    const quiet = await screen.findByRole('button', { name: 'Add notes' })
    expect(screen.queryByText('No notes.')).toBeNull()
    expect(screen.queryByRole('region', { name: 'Notes' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Next dates' })).toBeNull()
    expect(
      screen.getByText('No birthday in the next 60 days, and no other open date in the coming year.'),
    ).toBeVisible()
    expect(quiet.compareDocumentPosition(screen.getByText('Open points'))).toBe(Node.DOCUMENT_POSITION_PRECEDING)
    await user.click(quiet)
    expect(await screen.findByRole('textbox', { name: 'Notes' })).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Add notes' })).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    expect(await screen.findByRole('form')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Notes' })).not.toHaveFocus()
  })

  it('denies no meeting and no missing document that it could not read, and reads them again', async () => {
    let fails = true
    const damaged = () => appError('cache/damaged', 'The offline copy cannot be read.')
    const { user } = draw({
      answers: {
        changes: {
          list: () => ({ changes: [], next: null }),
          household: () => {
            if (fails) throw damaged()
            return {
              ...{ looked_at: null, looked_to: 0, met_at: null, recorded_since: read, copied_again: null, unseen: 0 },
            }
          },
        },
        today: {
          exceptions: () => ({ exceptions: [] }),
          filed: () => {
            if (fails) throw damaged()
            return {
              kinds: [],
              missing: [{ rule_id: 'will', rule: 'Will', about: null, state: 'missing', years: [] }],
              source: 'default',
              to_review: 0,
            }
          },
        },
      },
    })
    const [met, open] = [await region('Since the last meeting'), await region('Open points')]
    expect(await within(met).findByRole('alert')).toHaveTextContent('The last meeting could not be read.')
    expect(await within(open).findByRole('alert')).toHaveTextContent(
      'Missing documents and summaries could not be read.',
    )
    fails = false
    for (const part of [met, open]) await user.click(within(part).getByRole('button', { name: words.tryAgain }))
    expect(await within(met).findByText('No meeting logged yet.')).toBeVisible()
    expect(await within(open).findByRole('list', { name: 'Possibly missing' })).toHaveTextContent('Will')
  })

  it('names what is missing or old, and neither while it was not read', async () => {
    const entities = [entity('en-1', '2025-10-01', 10), entity('en-2', '2026-10-01', 10), entity('en-3', null, null)]
    const known = draw({ detail: { entities } })
    const open = await region('Open points')
    expect(await within(open).findByRole('list', { name: 'Possibly missing' })).toHaveTextContent('Will')
    expect(within(open).getByRole('list', { name: 'Values over a year old' })).toHaveTextContent(
      /^Entity en-1 13 months/,
    )
    expect(within(open).getByRole('list', { name: 'Not valued' })).toHaveTextContent(/^Entity en-3$/)
    known.unmount()
    const app = draw({ detail: { entities: [] }, unread: ['documents', 'valuations'] })
    const early = await region('Open points')
    await waitFor(() => expect(app.queries.isFetching()).toBe(0))
    expect(early).toHaveTextContent('Open pointsNot all of it is read yet, so there may be more.')
  })

  it('tells the next birthdays, and ages that matter within a year, of those who live', async () => {
    const individuals = [
      person('a', '1960-12-05'),
      person('b', '1953-09-01'),
      person('c', '1990-08-01'),
      person('d', '1950-12-01', { is_deceased: true }),
      person('e', null),
    ]
    const known = draw({ detail: { individuals } })
    const dates = await region('Next dates')
    expect(
      within(dates)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Dec 5, 2026 Person a turns 66'])
    expect(dates).toHaveTextContent('Date of birth not known: 1 person')
    known.unmount()
    draw({ detail: { individuals: [person('b', '1954-09-01')] } })
    expect(await region('Next dates')).toHaveTextContent('Sep 1, 2027 Person b turns 73')
  })

  it('shows the dates that follow from a death or a birth among the birthdays, with the rule and its source', async () => {
    const { user } = draw({
      detail: { individuals: [person('a', '1960-12-05')] },
      dates: {
        lines: [
          derived('z', 'estate-tax-return', {
            ...{ title: 'Estate tax return due', date: '2026-12-01', moved_from: '2026-11-29', doubt: unclearDeath },
            ...{ words: 'Nine months after the death.', source: 'IRC §6075(a); Form 706' },
          }),
        ],
        overdue: [derived('y', 'final', { title: 'Final income tax return due', date: '2026-04-15', doubt: null })],
        marked: [],
        undated_deaths: 2,
      },
    })
    const section = await region('Next dates')
    await within(section).findByText('Estate tax return due')
    const lines = within(section).getAllByRole('listitem')
    expect(lines[0]).toHaveTextContent('Apr 15, 2026 overdue Person y Final income tax return due')
    expect(lines[1]).toHaveTextContent(`Dec 1, 2026 Person z Estate tax return due · ${unclearDeath}`)
    expect(lines[2]).toHaveTextContent('Dec 5, 2026 Person a turns 66')
    expect(section).toHaveTextContent('Date of death not known: 2 people')
    await user.click(within(section).getByText('Estate tax return due'))
    expect(within(section).getByText(/Nine months after the death/)).toHaveTextContent(
      'Moved from Nov 29, 2026, which is no business day. Check it before you rely on it. IRC §6075(a); Form 706.',
    )
  })

  it('shows two overdue dates at most before all of them are asked for, so that the next dates keep their room', async () => {
    const late = ['01', '02', '03'].map((day) =>
      derived(`y${day}`, 'final', { title: 'Final income tax return due', date: `2026-04-${day}`, doubt: null }),
    )
    const ahead = ['01', '02', '03', '04', '05', '06'].map((day) =>
      derived(`z${day}`, 'due', { title: 'Estate tax return due', date: `2026-12-${day}`, doubt: null }),
    )
    const { user } = draw({
      detail: { individuals: [] },
      dates: { lines: ahead, overdue: late, marked: [], undated_deaths: 0 },
    })
    const section = within(await region('Next dates'))
    const links = async () => (await section.findAllByRole('link', { name: 'overdue' })).length
    expect(await links()).toBe(2)
    expect(section.getAllByRole('listitem')).toHaveLength(7)
    await user.click(section.getByRole('button', { name: 'Show all 9' }))
    expect(await links()).toBe(3)
    expect(section.getAllByRole('listitem')).toHaveLength(9)
  })

  it('does not tell a birthday again beside the rule of its age', async () => {
    const turns = derived('a', 'age-18', { title: 'Turns 18', date: '2026-12-05', doubt: null })
    const detail = { individuals: [person('a', '2008-12-05')] }
    const known = draw({ detail, dates: { lines: [turns], overdue: [], marked: [], undated_deaths: 0 } })
    const section = await region('Next dates')
    await within(section).findByText('Turns 18')
    expect(within(section).getAllByRole('listitem')).toHaveLength(1)
    known.unmount()
    draw({ detail, dates: { lines: [], overdue: [], marked: [turns], undated_deaths: 0 } })
    const without = await region('Next dates')
    await waitFor(() => expect(without).toHaveTextContent('Done or snoozed, not listed: 1 date.'))
    expect(without).toHaveTextContent('no other open date in the coming year')
    expect(within(without).queryAllByRole('listitem')).toEqual([])
  })

  it('denies no date while people are not read', async () => {
    draw({ detail: { individuals: [] }, unread: ['individuals'] })
    const dates = await region('Next dates')
    await waitFor(() => expect(dates).toHaveTextContent(/People not read yet/))
    expect(dates).not.toHaveTextContent('No birthday')
  })

  it('shows wills, trust agreements and proxies first, whatever there is most of', async () => {
    const types = ['PASSPORT', 'OTHER', 'DEED', 'DEED', 'HEALTHCARE_PROXY', 'SIGNED_TRUST_DOCUMENT', 'WILL']
    const documents = types.map((type, at) => ({ ...rows.documents, id: `do-${at}`, type }))
    draw({ detail: { documents } })
    const section = await region(/^Documents/)
    const kinds = within(section).getAllByRole('heading', { level: 3 })
    expect(kinds.map(({ textContent }) => textContent)).toEqual([
      ...['Will 1', 'Signed trust document 1', 'Healthcare proxy 1', 'Deed 2', 'Passport 1', 'Other 1'],
    ])
  })

  it('names whom a document is about only where its name does not', async () => {
    const documents = [
      { ...rows.documents, id: 'do-1', title: 'Will – Ada Okafor', individual_name: 'Ada Okafor', entity_name: null },
      { ...rows.documents, id: 'do-2', title: 'Scan 17', individual_name: 'Ben Okafor', entity_name: null },
    ]
    draw({ detail: { documents } })
    const section = await region(/^Documents/)
    expect(within(section).getAllByText(/Ada Okafor/)).toHaveLength(1)
    expect(within(section).getByText('Ben Okafor')).toBeVisible()
  })

  it('without documents says so beside what adds them', async () => {
    draw({ detail: { documents: [] } })
    const section = await region(/^Documents/)
    expect(section).toHaveTextContent('No documents yet.')
    expect(within(section).getByRole('button', { name: /^Add documents/ })).toBeVisible()
  })

  it('shows what changed since the last meeting', async () => {
    const change: ObservedChange = {
      ...{ number: 3, resource: 'individuals', record_id: 'in-1', title: 'Ada', household: null, kind: 'changed' },
      ...{ operation_id: null, observed_at: read, seen_before: null, own: false },
      fields: [{ field: 'city', before: 'Basel', after: 'Bern', operation_id: null }],
    }
    const { callsOf } = draw({
      met: '2026-10-03T09:00:00Z',
      answers: {
        changes: {
          list: () => ({ changes: [change], next: null }),
          household: () => ({
            ...{ looked_at: read, looked_to: 9, met_at: '2026-10-03T09:00:00Z', recorded_since: read },
            ...{ copied_again: null, unseen: 0 },
          }),
          meetings: () => ({ meetings: [{ id: 'me-1', met_at: '2026-10-03T09:00:00Z', note: '' }] }),
        },
      },
    })
    const met = await region('Since the last meeting')
    expect(await within(met).findByText('City')).toBeVisible()
    expect(met).toHaveTextContent('Last meeting Oct 3, 2026')
    expect(callsOf('changes.list').map(({ input }) => input)).toContainEqual(
      expect.objectContaining({ since: '2026-10-03T09:00:00Z' }),
    )
  })

  it('offers the oldest valuation first, with its value and age on a second line', async () => {
    const entities = [entity('en-1', null, null), entity('en-2', '2026-10-01', 10), entity('en-3', '2024-01-31', 2.5)]
    const { user } = draw({ detail: { entities } })
    await user.click(await screen.findByRole('button', { name: 'Log valuation' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Entity en-3Revocable trust · $2.50 · 2 years old',
      'Entity en-2Revocable trust · $10.00 · 8 weeks old',
      'Entity en-1Revocable trust · Not valued',
    ])
  })

  it('asks by the command of the palette which entity is valued, as its button does', async () => {
    draw({ detail: { entities: [entity('en-1', null, null)] } })
    await waitFor(() => expect(findCommand('valuation.log')).toBeDefined())
    act(() => findCommand('valuation.log')?.run())
    expect(await screen.findByRole('menuitem', { name: /Entity en-1/ })).toBeVisible()
  })
})

it('is shown beside the list by Space, with its notes, its people and what is possibly missing, and not before', async () => {
  const { user, callsOf } = renderInApp(lists.households, {
    answers: {
      households: {
        list: () => ({ rows: [rows.households], total: 1, offset: 0 }),
        get: () => ({
          ...sample,
          record: { ...sample.record, notes: 'Send the list before the meeting.' },
          individuals: [person('p1', '1956-11-27', { title: 'Ada Byron' }), person('p2', null, { title: 'Ben Byron' })],
          counts: { ...sample.counts, individuals: 12 },
        }),
      },
      today: {
        filed: () => ({
          missing: [
            {
              ...{ rule_id: 'health-care-proxy', rule: 'Health care proxy', state: 'missing', years: [] },
              about: { resource: 'individuals', id: 'p1', name: 'Ada Byron' },
            },
          ],
          ...{ source: 'default', to_review: 0 },
          kinds: [],
        }),
      },
      sync: { status: () => sync() },
      views: { list: () => [] },
    } as unknown as Answers,
  })
  const name = await screen.findByRole('link', { name: rows.households.title })
  act(() => name.closest<HTMLElement>('[role="gridcell"]')?.focus())
  expect(callsOf('households.get')).toEqual([])
  await user.keyboard(' ')
  const preview = within(await screen.findByRole('complementary', { name: 'Preview' }))
  expect(await preview.findByText('Send the list before the meeting.')).toBeVisible()
  expect(await preview.findByText(/Health care proxy/)).toBeVisible()
  const people = within(preview.getByRole('list', { name: 'People' }))
  expect(people.getByText('Ben Byron')).toBeVisible()
  expect(people.getByText(/· 69/)).toBeVisible()
  expect(people.getByText('and 10 more')).toBeVisible()
})
