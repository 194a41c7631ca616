import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Figure } from '../../renderer/components/Figure.tsx'
import { LatestValue } from '../../renderer/components/Money.tsx'
import { Section } from '../../renderer/components/Section.tsx'
import { NoneOf, SoFar, TitleCount } from '../../renderer/components/Unread.tsx'
import { BalanceSheet } from '../../renderer/features/book/BalanceSheet.tsx'
import { EmptyList } from '../../renderer/features/lists/EmptyList.tsx'
import { lists } from '../../renderer/features/lists/lists.tsx'
import type { ResourceProgress, SyncStatus } from '../../shared/ipc/sync.ts'
import { type Resource, resources } from '../../shared/service/resource.ts'
import { rows } from '../doubles/records.ts'
import type { Answers } from './support/client-double.ts'
import { renderInApp } from './support/render-in-app.tsx'
import { status } from './support/sync-status.ts'

const nothing = { total: '0', entities: 0, unvalued: 0, oldest: null, newest: null, lines: [], cells: [] }
const read = '2026-03-01T12:00:00Z'

/** A status in which these lists were never read to their end, and the others were. */
function withUnread(
  state: SyncStatus['state'],
  unread: readonly Resource[],
  of: ResourceProgress['state'],
): SyncStatus {
  const [one] = status(state, read).resources
  if (!one) throw new Error('A status has resources.')
  const made = resources.map((resource) =>
    unread.includes(resource) ? { ...one, resource, state: of, lastCompleteAt: null } : { ...one, resource },
  )
  return { ...status(state, read), resources: made }
}

/** The state after a sync that ended before it had read everything, or that has not begun. */
const ends = [
  ['failed', 'failed'],
  ['was cancelled', 'cancelled'],
  ['brought fewer than are counted', 'incomplete'],
  ['has not begun', 'waiting'],
] as const

function draw(sync: SyncStatus) {
  return renderInApp(
    () => (
      <main>
        <p data-testid="value">
          <LatestValue usd={null} />
        </p>
        <p data-testid="sum">
          <LatestValue cents={null} />
        </p>
        <p data-testid="people">
          <NoneOf resource="individuals">0 people</NoneOf>
        </p>
        <p data-testid="total">
          7<SoFar of="valuations" />
        </p>
        <Section title="People" count={3} of="individuals">
          three
        </Section>
        <Section title="Documents" count={0} of="individuals">
          none
        </Section>
        <p data-testid="count">
          <TitleCount count={0} of="individuals" />
        </p>
        <Figure label="Of one entity" cents={100n} />
        <Figure label="Of several" cents={200n} isSum />
        <BalanceSheet rollUp={nothing} />
        <EmptyList resource="individuals" scoped filtered={false} search="" />
        <EmptyList resource="valuations" scoped filtered={false} search="" />
      </main>
    ),
    { answers: { sync: { status: () => sync } } },
  )
}

const shown = async (app: ReturnType<typeof renderInApp>) => {
  await waitFor(() => expect(app.queries.isFetching()).toBe(0))
  return (await screen.findByRole('main')).textContent ?? ''
}

describe('what no sync has read', () => {
  it.each(ends)('is called not read yet after a sync that %s', async (_, of) => {
    const app = draw(withUnread('idle', ['individuals', 'entities'], of))
    const text = await shown(app)
    for (const false_ of ['Not valued', '0 people', 'No entities', 'No people here']) expect(text).not.toContain(false_)
    for (const name of ['value', 'sum', 'people']) expect(screen.getByTestId(name)).toHaveTextContent(/^Not read yet$/)
    expect(screen.getByTestId('total')).toHaveTextContent('7 so far')
    expect(screen.getByRole('heading', { name: /^People/ })).toHaveTextContent('People3 so far')
    expect(text).toContain('Entities not read yet')
    expect(text).toContain('People not read yet')
    // Those of entities that are unread are unread, whatever was read of others.
    expect(text).toContain('Valuations not read yet')
    // The words are said once, below the title.
    expect(screen.getByRole('heading', { name: 'Documents' })).toHaveTextContent(/^Documents$/)
    expect(screen.getByTestId('count')).toBeEmptyDOMElement()
    expect(screen.getByText('Of one entity').parentElement).toHaveTextContent(/^Of one entity\$1\.00$/)
    expect(screen.getByText('Of several').parentElement).toHaveTextContent(/^Of several\$2\.00\sso far$/)
  })

  it('is no value known while the service has not answered for some entities', async () => {
    const app = draw({ ...withUnread('idle', [], 'complete'), valuationsNeverChecked: 2 })
    expect(await shown(app)).not.toContain('Not valued')
    for (const name of ['value', 'sum']) expect(screen.getByTestId(name)).toHaveTextContent(/^No value known$/)
  })

  it('is a skeleton with those words while a sync runs', async () => {
    const app = draw(withUnread('running', ['individuals', 'entities'], 'running'))
    const text = await shown(app)
    expect(text).not.toContain('Not valued')
    expect(screen.getAllByTitle('Not read yet: the first sync is still running.').length).toBeGreaterThan(2)
  })

  it('is named by what is known once it was read', async () => {
    const app = draw(withUnread('idle', [], 'complete'))
    const text = await shown(app)
    for (const known of ['Not valued', '0 people', 'No entities', 'No people here']) expect(text).toContain(known)
    expect(text).not.toContain('so far')
    expect(text).not.toContain('ot read yet')
  })

  it('is a dash with those words in a narrow column of a list, and what may grow is marked there', async () => {
    const sync = withUnread('idle', ['individuals', 'entities'], 'cancelled')
    const some = { ...rows.households, title: 'Okafor', individual_count: 3 }
    const none = { ...some, id: 'hh-2', title: 'Lind', individual_count: 0, directly_held_asset_value: null }
    const answers = {
      households: { list: () => ({ rows: [some, none], total: 2, offset: 0 }) },
      views: { list: () => [] },
      sync: { status: () => sync },
    } as Answers
    renderInApp(lists.households, { answers })
    const cellsOf = async (name: string) => {
      const row = (await screen.findByText(name)).closest<HTMLElement>('[role=row]')
      const headers = screen.getAllByRole('columnheader').map((header) => header.textContent ?? '')
      const cells = row ? within(row).getAllByRole('gridcell') : []
      return (header: string) => cells[headers.findIndex((text) => text.startsWith(header))]
    }
    const [known, unread] = [await cellsOf('Okafor'), await cellsOf('Lind')]
    expect(unread('People')).toHaveTextContent(/^—Not read yet$/)
    expect(unread('Recorded value')).toHaveTextContent(/^Not read yet$/)
    for (const header of ['People', 'In estate', 'Recorded value', 'Entities'])
      expect(known(header)).toHaveAttribute('data-hint', 'So far: not all of it is read yet.')
    expect(known('People')).toHaveTextContent(/^3$/)
  })
})
