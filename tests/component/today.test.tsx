import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { TodayPage } from '../../renderer/features/today/TodayPage.tsx'
import type { TodayAnswer } from '../../shared/ipc/today.ts'
import { keptSamples } from '../doubles/samples/kept.ts'
import type { Answers } from './support/client-double.ts'
import { renderInApp } from './support/render-in-app.tsx'
import { status } from './support/sync-status.ts'

const nothing: TodayAnswer = {
  decisions: { lines: [], total: 0 },
  summaries: { lines: [], total: 0 },
  old_figures: { lines: [], total: 0, cents: '0', entities: 0 },
  birthdays: { lines: [], total: 0 },
  missing: { documents: 0, households: 0, unknown: 0, rules: [] },
  rules: { source: 'default', problems: [] },
}
const noDates = { lines: [], total: 0, months: [], kinds: [], folds: [] }
const household = { id: 'hh-1', name: 'Okafor' }

const read = '2026-03-01T12:00:00Z'

function draw(answer: Partial<TodayAnswer>, me: string | null = 'us-1', lastCompleteAt: string | null = read) {
  return drawWith(answer, { me, lastCompleteAt })
}

type With = {
  me?: string | null
  lastCompleteAt?: string | null
  proposed?: { id: string; name: string } | null
  answers?: Answers
}

function drawWith(
  answer: Partial<TodayAnswer>,
  { me = null, lastCompleteAt = read, proposed = null, answers: more = {} }: With,
) {
  const answers = {
    places: { me: () => ({ user_id: me, proposed }), ...more.places },
    sync: { status: () => status('idle', lastCompleteAt) },
    changes: { households: () => ({ households: [], more: false }) },
    dates: { list: () => noDates, ...more.dates },
    today: { get: () => ({ ...nothing, ...answer }), ...more.today },
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
    const old = {
      household,
      entities: 2,
      oldest: '2020-01-31',
      oldest_entity: { id: 'en-1', name: 'Okafor Trust' },
      cents: '125050',
    }
    draw({ old_figures: { lines: [old], total: 1, cents: '125050', entities: 2 } })
    const figures = await section(/^Values over a year old/)
    expect(within(figures).getByRole('link', { name: 'Okafor' })).toHaveAttribute(
      'href',
      expect.stringMatching(/households\/hh-1$/),
    )
    expect(within(figures).getByRole('listitem')).toHaveTextContent(/2 entities, oldest \d+ years.*\$1,250\.50/)
    expect(within(figures).getByRole('link', { name: 'All these values' })).toHaveAttribute(
      'href',
      expect.stringContaining('older_than_days'),
    )
  })

  it('does not say that no document is missing while it is not known of some', async () => {
    const rule = { id: 'crummey', name: 'Crummey letter', on: true, switchable: true, documents: 0, households: 0 }
    const missing = { documents: 0, households: 0, unknown: 0 }
    const { unmount } = draw({ missing: { ...missing, rules: [{ ...rule, unknown: 0 }] } })
    expect(await screen.findByText(/no documents missing by your rules\.$/)).toBeVisible()
    unmount()
    draw({ missing: { ...missing, unknown: 2, rules: [{ ...rule, unknown: 2 }] } })
    expect(await screen.findByText(/^No conflicts/)).not.toHaveTextContent(/documents? (missing|that your rules)/)
  })

  const will = { id: 'will', name: 'Will', on: true, switchable: true, documents: 2, households: 1, unknown: 0 }
  const deed = { id: 'deed', name: 'Deed', on: true, switchable: true, documents: 0, households: 0, unknown: 0 }
  const lacking = (source: TodayAnswer['rules']['source'] = 'default') => ({
    missing: { documents: 2, households: 1, unknown: 0, rules: [will, deed] },
    rules: { source, problems: [] },
  })

  it('counts what is possibly missing by rule, and shows the households when asked', async () => {
    const people = ['Ada', 'Ben'].map((name) => ({
      resource: 'individuals' as const,
      id: name,
      name: `${name} Okafor`,
    }))
    const missing = people.map((about) => ({
      rule_id: 'will',
      rule: 'Will',
      about,
      state: 'missing' as const,
      years: [],
    }))
    const found = { households: 1, documents: 2, unknown: 0, rules: ['Will'], source: 'default' as const, as_of: read }
    const app = drawWith(lacking(), {
      me: 'us-1',
      answers: { today: { missing: () => ({ lines: [{ household, missing }], ...found }) } },
    })
    const part = await section(/^Possibly missing/)
    expect(part).toHaveTextContent('In 1 household, by Steward’s usual rules. The documents may exist elsewhere.')
    expect(within(part).queryByText('Ada Okafor')).toBeNull()
    expect(app.callsOf('today.missing')).toEqual([])
    await app.user.click(within(part).getByRole('button', { name: /2 in 1 household$/ }))
    const list = await within(part).findByRole('list', { name: 'Households without: Will' })
    expect(list).toHaveTextContent('OkaforAda Okafor, Ben OkaforDocuments')
    expect(app.callsOf('today.missing').map(({ input }) => input)).toMatchObject([
      { of: { owner_id: 'us-1' }, rule_id: 'will' },
    ])
  })

  it('switches a rule off, and none of the firm’s', async () => {
    const mine = drawWith(lacking(), { me: 'us-1', answers: { today: { setRule: () => ({}) } } })
    const part = await section(/^Possibly missing/)
    await mine.user.click(within(part).getByRole('switch', { name: 'Will' }))
    expect(mine.callsOf('today.setRule').map(({ input }) => input)).toMatchObject([{ id: 'will', on: false }])
    mine.unmount()
    const ofFirm = lacking('policy')
    ofFirm.missing.rules = ofFirm.missing.rules.map((rule) => ({ ...rule, switchable: rule.id === 'deed' }))
    drawWith(ofFirm, { me: 'us-1' })
    const fixed = await section(/^Possibly missing/)
    expect(fixed).toHaveTextContent('by your firm’s rules, of which its own are always on')
    expect(within(fixed).queryByRole('switch', { name: 'Will' })).toBeNull()
    expect(within(fixed).getByRole('switch', { name: 'Deed' })).toBeVisible()
  })

  it('says the day, and in one sentence how much waits, which leads to it', async () => {
    draw({
      ...lacking(),
      old_figures: {
        lines: [{ household, entities: 2, oldest: '2020-01-31', oldest_entity: null, cents: '1' }],
        ...{ total: 1, cents: '1', entities: 2 },
      },
    })
    const part = await screen.findByText(
      (_, element) =>
        element?.tagName === 'P' &&
        element.textContent === 'old values in 1 household and 2 documents possibly missing.',
    )
    expect(within(part).getByRole('link', { name: /possibly missing/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/#missing$/),
    )
    for (const link of within(part).getAllByRole('link')) expect(link).not.toHaveAttribute('aria-current')
    expect(screen.getByText(/^(Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day, [A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toBeVisible()
  })

  it('offers on the line what can be done about it', async () => {
    draw({
      old_figures: {
        lines: [
          { household, entities: 1, oldest: '2020-01-31', oldest_entity: { id: 'en-1', name: 'Trust' }, cents: '1' },
        ],
        ...{ total: 1, cents: '1', entities: 1 },
      },
      summaries: { lines: [{ id: 'su-1', title: 'Will of Ada', household, created_at: read }], total: 1 },
    })
    expect(await screen.findByRole('link', { name: 'Log valuation of Trust' })).toHaveAttribute(
      'href',
      expect.stringMatching(/entities\/en-1\/valuation\/new$/),
    )
    expect(screen.getByRole('link', { name: 'Review Will of Ada' })).toHaveAttribute(
      'href',
      expect.stringMatching(/document-summaries\/su-1$/),
    )
  })

  it('proposes the user whom the sign-in seems to name, and assumes nobody before one click', async () => {
    const app = drawWith(
      {},
      { proposed: { id: 'us-7', name: 'Faith Hilpert' }, answers: { places: { setMe: () => ({}) } } },
    )
    const confirm = await screen.findByRole('button', { name: /I am\s+Faith Hilpert/ })
    expect(app.callsOf('today.get').map(({ input }) => input)).toMatchObject([{ owner_id: null }])
    expect(screen.getByRole('button', { name: 'Someone else…' })).toBeVisible()
    await app.user.click(confirm)
    expect(app.callsOf('places.setMe').map(({ input }) => input)).toMatchObject([{ user_id: 'us-7' }])
  })

  it('marks the ages that matter, and shows more lines on request', async () => {
    const lines = Array.from({ length: 9 }, (_, at) => ({
      individual: { id: `in-${at}`, name: `Person ${at}` },
      household,
      date: '2026-12-03',
      email: at === 0 ? 'ada@example.com' : null,
      age: at === 0 ? 65 : 50,
      milestone: at === 0,
    }))
    const app = draw({ birthdays: { lines, total: 9 } })
    const birthdays = await section(/^Birthdays/)
    expect(within(birthdays).getByText('Turns 65')).toBeVisible()
    expect(within(birthdays).getByRole('link', { name: 'E-mail Person 0' })).toHaveAttribute(
      'href',
      'mailto:ada@example.com',
    )
    expect(within(birthdays).getAllByRole('listitem')).toHaveLength(6)
    await app.user.click(within(birthdays).getByRole('button', { name: 'Show all 9' }))
    expect(within(birthdays).getAllByRole('listitem')).toHaveLength(9)
  })

  it('is an overview of the whole firm, three lines of each section, in the order of one’s own: what is to be done first', async () => {
    const summaries = Array.from({ length: 9 }, (_, at) => ({
      id: `su-${at}`,
      title: `Will ${at}`,
      household,
      created_at: read,
    }))
    const birthday = {
      ...{ individual: { id: 'in-1', name: 'Ada' }, household, date: '2026-12-03', email: null },
      ...{ age: 50, milestone: false },
    }
    const answer = { summaries: { lines: summaries, total: 507 }, birthdays: { lines: [birthday], total: 1 } }
    const order = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    const firm = draw(answer, null)
    const reviews = await section(/^AI summaries/)
    expect(within(reviews).getAllByRole('listitem')).toHaveLength(3)
    expect(order()).toEqual(['AI summaries to review507', 'Birthdays in the next 30 days1'])
    expect(screen.getByRole('link', { name: '1 birthday' }).closest('p')).toHaveTextContent(
      '507 AI summaries to review and 1 birthday.',
    )
    firm.unmount()
    draw(answer)
    expect(within(await section(/^AI summaries/)).getAllByRole('listitem')).toHaveLength(6)
    expect(order()).toEqual(['AI summaries to review507', 'Birthdays in the next 30 days1'])
  })

  it('shows the nearest dates of my households, with a link to all of them', async () => {
    const [, { lines }] = keptSamples.dates.list
    const fold = { date: '2099-12-31', kind: 'rmd', title: 'Distribution', resource: 'individuals' as const, count: 6 }
    const list = ({ state }: { state: string }) =>
      state === 'overdue' ? { ...noDates, total: 2 } : { ...noDates, lines, folds: [fold], total: 8 }
    const app = drawWith({}, { me: 'us-1', answers: { dates: { list } } })
    const dates = within(await section(/^Next dates/))
    expect(dates.getAllByRole('listitem')).toHaveLength(lines.length + 1)
    expect(dates.getAllByRole('listitem').at(-1)).toHaveTextContent('Distribution · 6 people')
    expect((await dates.findByRole('link', { name: '2 overdue' })).getAttribute('href')).toMatch(/state=overdue$/)
    expect(screen.getByRole('link', { name: '2 dates overdue' })).toBeVisible()
    expect(dates.getAllByRole('listitem')[0]).toHaveTextContent(/^Annuity of the 2024 GRAT · Okafor Family Trust/)
    expect(dates.getByText(/Check a date by a rule before you rely on it/)).toBeVisible()
    expect(dates.getByRole('link', { name: 'All dates' }).getAttribute('href')).toMatch(/\/dates$/)
    await app.user.click(screen.getByRole('link', { name: '8 dates' }))
    expect(dates.getByRole('link', { name: '2 overdue' })).toHaveFocus()
    const inputs = app
      .callsOf('dates.list')
      .map(({ input }) => input as { from: string; to: string; state: string })
      .filter(({ state }) => state === 'open')
    // The birthdays say these ages.
    const without = ['age-18', 'age-65']
    expect(inputs).toMatchObject([{ owner_id: 'us-1', state: 'open', kind: null, limit: 6, without }])
    for (const { from, to } of inputs) expect(Date.parse(to) - Date.parse(from)).toBe(30 * 86_400_000)
  })

  it('names the field of the rules that is wrong, and what to do', async () => {
    draw({ rules: { source: 'default', problems: [{ field: 'rules.0.types', message: 'Check the spelling.' }] } })
    expect(await screen.findByRole('alert')).toHaveTextContent(/rules\.json.*rules\.0\.types Check the spelling\./)
  })
})
