import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { TodayPage } from '../../renderer/features/today/TodayPage.tsx'
import type { TodayAnswer } from '../../shared/ipc/today.ts'
import type { Answers } from './support/client-double.ts'
import { renderInApp } from './support/render-in-app.tsx'
import { status } from './support/sync-status.ts'

const nothing: TodayAnswer = {
  decisions: { lines: [], total: 0 },
  summaries: { lines: [], total: 0 },
  old_figures: { lines: [], total: 0, cents: '0', entities: 0 },
  birthdays: { lines: [], total: 0 },
  missing: { lines: [], total: 0, documents: 0 },
  rules: { source: 'default', problems: [] },
}
const household = { id: 'hh-1', name: 'Okafor' }

const read = '2026-03-01T12:00:00Z'

function draw(answer: Partial<TodayAnswer>, me: string | null = 'us-1', lastCompleteAt: string | null = read) {
  const answers = {
    places: { me: () => ({ user_id: me, told: true }) },
    sync: { status: () => status('idle', lastCompleteAt) },
    changes: { households: () => ({ households: [], more: false }) },
    today: { get: () => ({ ...nothing, ...answer }) },
  } as Answers
  return renderInApp(() => <TodayPage />, { at: 'today', answers })
}

const section = (name: RegExp) => screen.findByRole('region', { name })

describe('Today', () => {
  it('says in one sentence that nothing is to be done, without empty sections', async () => {
    draw({})
    expect(await screen.findByText(/^No conflicts or refused changes, no summaries/)).toBeVisible()
    expect(screen.queryAllByRole('region')).toEqual([])
  })

  it('calls nothing done while the firm’s data was not read once, and says that it is incomplete', async () => {
    draw({}, 'us-1', null)
    expect(await screen.findByText(/This page is incomplete until it has/)).toBeVisible()
    expect(screen.queryByText(/No conflicts/)).toBeNull()
  })

  it('starts with the households of the current user, and with the firm where that is unknown', async () => {
    const mine = draw({})
    await screen.findByText(/^No conflicts/)
    expect(mine.callsOf('today.get').map(({ input }) => input)).toMatchObject([{ owner_id: 'us-1' }])
    await mine.user.click(screen.getByRole('radio', { name: 'Whole firm' }))
    await screen.findByText(/^No conflicts/)
    expect(mine.callsOf('today.get').at(-1)?.input).toMatchObject({ owner_id: null })
  })

  it('asks who the user is where that is unknown', async () => {
    const unknown = draw({}, null)
    expect(await screen.findByRole('button', { name: 'Set my name' })).toBeVisible()
    await screen.findByText(/^No conflicts/)
    expect(unknown.callsOf('today.get').map(({ input }) => input)).toMatchObject([{ owner_id: null }])
  })

  it('shows the value of old figures by household, and leads to the household and the list', async () => {
    const old = { household, entities: 2, oldest: '2020-01-31', cents: '125050' }
    draw({ old_figures: { lines: [old], total: 1, cents: '125050', entities: 2 } })
    const figures = await section(/^Figures over a year old/)
    expect(within(figures).getByRole('link', { name: 'Okafor' })).toHaveAttribute(
      'href',
      expect.stringMatching(/households\/hh-1$/),
    )
    expect(within(figures).getByRole('listitem')).toHaveTextContent(/2 entities, oldest \d+ years.*\$1,250\.50/)
    expect(within(figures).getByRole('link', { name: /figures/ })).toHaveAttribute(
      'href',
      expect.stringContaining('older_than_days'),
    )
  })

  it('says of missing documents that they are not on file here, and whose they are', async () => {
    const about = { resource: 'individuals' as const, id: 'in-1', name: 'Ada Okafor' }
    const rules = [
      { rule: 'Will', about },
      { rule: 'Power of attorney', about },
    ]
    draw({ missing: { lines: [{ household, missing: rules }], total: 1, documents: 2 } })
    const missing = await section(/^Possibly missing/)
    expect(within(missing).getByRole('listitem')).toHaveTextContent('OkaforAda Okafor: Will, Power of attorney')
    expect(missing).toHaveTextContent('2 documents. By Steward’s usual rules. The documents may exist elsewhere.')
  })

  it('marks the ages that matter, and shows more lines on request', async () => {
    const lines = Array.from({ length: 9 }, (_, at) => ({
      individual: { id: `in-${at}`, name: `Person ${at}` },
      household,
      date: '2026-12-03',
      age: at === 0 ? 65 : 50,
      milestone: at === 0,
    }))
    const app = draw({ birthdays: { lines, total: 9 } })
    const birthdays = await section(/^Birthdays/)
    expect(within(birthdays).getByText('Turns 65')).toBeVisible()
    expect(within(birthdays).getAllByRole('listitem')).toHaveLength(6)
    await app.user.click(within(birthdays).getByRole('button', { name: 'Show all 9' }))
    expect(within(birthdays).getAllByRole('listitem')).toHaveLength(9)
  })

  it('names the field of the rules that is wrong, and what to do', async () => {
    draw({ rules: { source: 'default', problems: [{ field: 'rules.0.types', message: 'Check the spelling.' }] } })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /document-rules\.json.*rules\.0\.types Check the spelling\./,
    )
  })
})
