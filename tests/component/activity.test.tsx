import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { ActivityPage } from '../../renderer/features/outbox/ActivityPage.tsx'
import type { ActivityChange } from '../../shared/ipc/activity.ts'
import type { Answers } from './support/client-double.ts'
import { stubIntersections } from './support/intersections.ts'
import { renderInApp } from './support/render-in-app.tsx'

beforeAll(stubIntersections)

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

const change = (more: Partial<ActivityChange>): ActivityChange => ({
  operation_id: `op_${more.title ?? 1}`,
  saved_at: ago(0),
  action: 'update',
  resource: 'individuals',
  record_id: 'client_profile_1',
  title: 'Anna Hilpert',
  changes: [{ field: 'city', before: 'Basel', after: 'Bern' }],
  last_written: {},
  outcome: 'sent',
  said: 'Sent',
  together: null,
  ...more,
})

function draw(changes: ActivityChange[], next: number | null = null, outbox: NonNullable<Answers['outbox']> = {}) {
  const answers: Answers = {
    outbox: {
      changes: ({ before }) => ({ changes: before === null ? changes : [], next: before === null ? next : null }),
      ...outbox,
    },
  }
  return renderInApp(() => <ActivityPage />, { at: 'activity', answers })
}

const line = async (name: string) => {
  const link = await screen.findByRole('link', { name })
  return link.closest('li') as HTMLElement
}

describe('Activity', () => {
  it('says each change in one sentence, under the day on which it was saved', async () => {
    draw([
      change({}),
      change({
        title: 'Ben Hilpert',
        saved_at: ago(1),
        changes: [],
        action: 'create',
        outcome: 'undone',
        said: 'Undone',
      }),
    ])
    expect(await line('Anna Hilpert')).toHaveTextContent('Changed city of Anna Hilpert: Basel → Bern')
    expect(await line('Anna Hilpert')).toHaveTextContent('Sent')
    expect(await line('Ben Hilpert')).toHaveTextContent(/Added person Ben Hilpert.*Undone/)
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(headings).toEqual(['Today', 'Yesterday'])
  })

  it('says of a field that it was cleared, with the value that it had', async () => {
    draw([change({ title: 'Anna Hilpert', changes: [{ field: 'city', before: 'Basel', after: null }] })])
    expect(await line('Anna Hilpert')).toHaveTextContent('Cleared city of Anna Hilpert: Basel → cleared')
  })

  it('says what was saved together in one line, and shows each change when asked', async () => {
    const people = ['Cleo', 'Dora', 'Emil'].map((title) => change({ title: `${title} Hilpert` }))
    const together: ActivityChange['together'] = {
      count: 3,
      kinds: [
        { action: 'update', resource: 'individuals', count: 3, fields: ['city', 'state'], cleared: [], title: null },
      ],
      outcomes: [
        { outcome: 'sent', count: 2, said: 'Sent' },
        { outcome: 'refused', count: 1, said: 'Refused' },
      ],
    }
    const asked: (string | undefined)[] = []
    const { user } = draw([change({ title: 'Cleo Hilpert', together })], null, {
      changes: ({ saved_with }) => {
        asked.push(saved_with)
        const changes = saved_with === undefined ? [change({ title: 'Cleo Hilpert', together })] : people
        return { changes, next: null }
      },
    })
    const save = await screen.findByRole('button', { name: 'Changed city and state of 3 people', expanded: false })
    expect(save.closest('li')).toHaveTextContent(/2 sent.*1 refused/)
    expect(screen.queryByRole('link', { name: 'Dora Hilpert' })).toBeNull()
    await user.click(save)
    expect(await line('Dora Hilpert')).toHaveTextContent('Changed city of Dora Hilpert: Basel → Bern')
    expect(asked).toEqual([undefined, 'op_Cleo Hilpert'])
    await user.keyboard('{ArrowLeft}')
    expect(screen.queryByRole('link', { name: 'Dora Hilpert' })).toBeNull()
  })

  it('offers to put back what was sent, and nothing else', async () => {
    draw([
      change({}),
      change({ title: 'Waits', outcome: 'waiting', said: 'Waiting to be sent' }),
      change({ title: 'Was put back', outcome: 'put-back', said: 'Put back' }),
    ])
    await screen.findByRole('link', { name: 'Waits' })
    expect(screen.getAllByRole('button', { name: /^Put back: / }).map((one) => one.getAttribute('aria-label'))).toEqual(
      ['Put back: Anna Hilpert'],
    )
  })

  it('asks for the steps only when they are opened, by button or by arrow keys, with the values of their moment', async () => {
    const entry = (event: 'saved' | 'sent', after: string) => ({
      operation_id: 'op_Anna',
      at: ago(0),
      event,
      note: '',
      action: 'update' as const,
      resource: 'individuals',
      record_id: 'client_profile_1',
      title: 'Anna Hilpert',
      changes: [{ field: 'city', before: 'Basel', after }],
    })
    const drawn = draw([change({})], null, {
      activity: () => ({ entries: [entry('sent', 'Bern'), entry('saved', 'Biel')], next: null }),
    })
    const item = await line('Anna Hilpert')
    expect(drawn.callsOf('outbox.activity')).toEqual([])
    within(item).getByRole('link').focus()
    await drawn.user.keyboard('{ArrowRight}')
    const steps = within(await within(item).findByRole('list', { name: 'Steps' })).getAllByRole('listitem')
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Saved on this computerCityBasel → Biel'),
      expect.stringMatching(/Sent$/),
    ])
    await drawn.user.keyboard('{ArrowLeft}')
    expect(within(item).queryByRole('list', { name: 'Steps' })).toBeNull()
    await drawn.user.click(within(item).getByRole('button', { name: 'Steps: Anna Hilpert' }))
    expect(await within(item).findByRole('list', { name: 'Steps' })).toBeVisible()
  })

  it('asks the main process for what is typed and chosen, and shows all again', async () => {
    const drawn = draw([])
    expect(await screen.findByText('No changes from this computer yet')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to Changes' })).toHaveAttribute(
      'href',
      expect.stringMatching(/\/changes$/),
    )
    drawn.unmount()
    const other = draw([change({})])
    await other.user.type(await screen.findByRole('searchbox', { name: 'Search by name or field' }), 'anna')
    await screen.findByRole('button', { name: 'Show all' })
    expect(other.callsOf('outbox.changes').at(-1)?.input).toMatchObject({ text: 'anna', before: null })
    await other.user.click(screen.getByRole('combobox', { name: 'State' }))
    await other.user.click(await screen.findByRole('option', { name: 'Put back' }))
    await screen.findByRole('link', { name: 'Anna Hilpert' })
    expect(other.callsOf('outbox.changes').at(-1)?.input).toMatchObject({ text: 'anna', outcome: 'put-back' })
    await other.user.click(screen.getByRole('button', { name: 'Show all' }))
    expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull()
    expect(screen.getByRole('searchbox')).toHaveValue('')
  })

  it('moves between changes by the arrow keys, and from the first to the search and back', async () => {
    const { user } = draw([change({}), change({ title: 'Ben Hilpert', saved_at: ago(3) })])
    const [anna, ben] = [
      await screen.findByRole('link', { name: 'Anna Hilpert' }),
      screen.getByRole('link', { name: 'Ben Hilpert' }),
    ]
    anna.focus()
    await user.keyboard('{ArrowDown}')
    expect(ben).toHaveFocus()
    await user.keyboard('{ArrowUp}')
    expect(anna).toHaveFocus()
  })

  it('shows the changes of a day that is chosen by its name, and says when there are none', async () => {
    const asked: { since?: string | undefined; until?: string | undefined }[] = []
    const app = draw([change({})], null, {
      changes: (input) => {
        asked.push(input)
        return { changes: input.since === undefined ? [change({})] : [], next: null }
      },
    })
    await line('Anna Hilpert')
    await app.user.click(screen.getByRole('combobox', { name: 'Day' }))
    const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
    expect(options.slice(0, 3)).toEqual(['Any day', 'Today', 'Yesterday'])
    expect(options.slice(3, 8).every((text) => /^\w+day, \w{3} \d{1,2}(, \d{4})?$/.test(text ?? ''))).toBe(true)
    expect(options.slice(8)).toEqual(['Last 7 days', 'From … to …'])
    const fourth = screen.getAllByRole('option')[3]
    if (!fourth) throw new Error('There is no day before yesterday.')
    await app.user.click(fourth)
    expect(await screen.findByText(`No changes on ${options[3]}`)).toBeVisible()
    const { since = '', until = '' } = asked.at(-1) ?? {}
    const [begins, ends] = [new Date(since), new Date(until)]
    expect([begins.getHours(), begins.getMinutes(), ends.getHours()]).toEqual([0, 0, 0])
    const days = [new Date(Date.now()), begins, ends].map((time) =>
      Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()),
    )
    expect(days.map((day) => ((days[0] ?? 0) - day) / 86_400_000)).toEqual([0, 2, 1])

    await app.user.click(screen.getByRole('button', { name: 'Show all' }))
    await line('Anna Hilpert')
  })

  it('shows the changes from one day to another', async () => {
    const app = draw([change({})])
    await line('Anna Hilpert')
    await app.user.click(screen.getByRole('combobox', { name: 'Day' }))
    await app.user.click(await screen.findByRole('option', { name: 'From … to …' }))
    fireEvent.change(await screen.findByLabelText('From'), { target: { value: '2026-01-02' } })
    await waitFor(() =>
      expect(app.callsOf('outbox.changes').at(-1)?.input).toMatchObject({
        since: new Date(2026, 0, 2).toISOString(),
        until: expect.any(String),
      }),
    )
    expect(screen.getByLabelText('To')).toBeVisible()
  })

  it('exports the chosen days, and says which', async () => {
    const app = draw([change({})], null, { exportActivity: () => ({ file: null }) })
    await line('Anna Hilpert')
    const exported = async () => {
      await app.user.click(screen.getByRole('button', { name: 'Export' }))
      const label = (await screen.findByRole('menu')).textContent
      await app.user.click(screen.getByRole('menuitem', { name: 'JSON' }))
      return label
    }
    expect(await exported()).toMatch(/^All changesText/)
    await app.user.click(screen.getByRole('combobox', { name: 'Day' }))
    await app.user.click(await screen.findByRole('option', { name: 'Yesterday' }))
    expect(await exported()).toMatch(/^All changes saved yesterdayText/)
    const [whole, day] = app.callsOf('outbox.exportActivity').map(({ input }) => input)
    expect(whole).not.toHaveProperty('since')
    const asked = app.callsOf('outbox.changes').at(-1)?.input as { since: string; until: string }
    expect(day).toMatchObject({ format: 'json', since: asked.since, until: asked.until })
  })
})
