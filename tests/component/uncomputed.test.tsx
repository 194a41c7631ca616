import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { lists } from '../../renderer/features/lists/lists.tsx'
import { rowSummaries } from '../../renderer/features/records/row-summaries.tsx'
import { rows } from '../doubles/records.ts'
import type { Answers } from './support/client-double.ts'
import { renderInApp } from './support/render-in-app.tsx'
import { status } from './support/sync-status.ts'

const column = 'directly_held_asset_value'
const computed = { ...rows.households, id: 'hh-1', title: 'Okafor' }
const uncomputed = { ...rows.households, id: 'hh-2', title: 'Lind', [column]: null, unreadable: [column] }
const unvalued = { ...rows.households, id: 'hh-3', title: 'Berg', [column]: null }

const known = status('idle', '2026-03-01T12:00:00Z')
const answers = {
  households: { list: () => ({ rows: [computed, uncomputed, unvalued], total: 3, offset: 0 }) },
  views: { list: () => [] },
  sync: { status: () => known },
} as Answers

it.each([
  ['when all is read', known, 'Not valued'],
  ['when the service has not answered for some valuations', { ...known, valuationsNeverChecked: 2 }, 'No value known'],
])('a cell that cannot be computed says so %s, and the cells beside and below it have their values', async (...of) => {
  const [, sync, words] = of
  renderInApp(lists.households, { answers: { ...answers, sync: { status: () => sync } } as Answers })
  const rowOf = async (name: string) => (await screen.findByText(name)).closest<HTMLElement>('[role=row]')
  const [bad, good, none] = [await rowOf('Lind'), await rowOf('Okafor'), await rowOf('Berg')]
  if (!bad || !good || !none) throw new Error('A household has a row.')
  const reason = '[data-hint="Cannot be computed"]'
  expect(bad.querySelector(reason)).toHaveTextContent(/^— \d+ (months|years)$/)
  expect(bad).toHaveTextContent('Grace Lindqvist')
  expect(bad).not.toHaveTextContent('Not valued')
  expect(good).toHaveTextContent('$10.50')
  expect(none).toHaveTextContent(words)
  for (const row of [good, none]) expect(row.querySelector(reason)).toBeNull()
})

it('the preview of a row says so too', async () => {
  renderInApp(() => <main>{rowSummaries.households(uncomputed)}</main>, { answers })
  const preview = await screen.findByRole('main')
  expect(within(preview).getByTitle('Cannot be computed')).toBeInTheDocument()
  expect(preview).not.toHaveTextContent('Not valued')
})
