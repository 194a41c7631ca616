import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { lists } from '../../renderer/features/lists/lists.tsx'
import { lastPrefix } from '../../shared/domain/built-in-views.ts'
import { rows } from '../doubles/records.ts'
import type { Answers } from './support/client-double.ts'
import { renderInApp } from './support/render-in-app.tsx'

type Laid = { column: string; hidden: boolean; pinned: boolean; width: number | null }

/** The list of one household; `columns` are those that the user has chosen before. */
async function openList(columns: readonly Laid[] | null = null) {
  const view = columns && {
    ...{ id: `${lastPrefix}households`, resource: 'households', name: 'Last used columns' },
    ...{ filters: [], sort: null, columns },
  }
  const drawn = renderInApp(lists.households, {
    answers: {
      households: { list: () => ({ rows: [rows.households], total: 1, offset: 0 }) },
      views: { list: () => (view ? [view] : []) },
    } as unknown as Answers,
  })
  await screen.findByRole('link', { name: rows.households.title })
  const sorts = () => drawn.callsOf('households.list').map(({ input }) => (input as { sort: unknown }).sort)
  const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const value = () => screen.getByRole('columnheader', { name: /Recorded value/ })
  return { ...drawn, sorts, headers, value }
}

it('the age of a household’s value stands behind it, and the list is sorted and filtered by it', async () => {
  const { user, sorts, headers, value } = await openList()
  expect(headers().filter((header) => header === 'Oldest value' || header === 'Updated')).toEqual([])
  const cell = within(screen.getByRole('grid')).getByRole('gridcell', { name: /^\$[\d,.]+ \d+ (months|years?)$/ })
  expect(cell).toBeVisible()
  await user.click(within(value()).getByText('Oldest value'))
  await waitFor(() => expect(value()).toHaveAttribute('aria-sort', 'ascending'))
  expect(sorts().at(-1)).toEqual({ column: 'oldest_figure', direction: 'asc' })
  await user.click(within(value()).getByText('Recorded value'))
  await waitFor(() => expect(sorts().at(-1)).toEqual({ column: 'directly_held_asset_value', direction: 'asc' }))
  value().focus()
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await user.click(await screen.findByRole('menuitem', { name: 'Sort by “Oldest value”, descending' }))
  await waitFor(() => expect(sorts().at(-1)).toEqual({ column: 'oldest_figure', direction: 'desc' }))
})

it('columns that were chosen before stay: an age of its own is not repeated behind the value, and “Updated” is shown', async () => {
  const shown = (column: string) => ({ column, hidden: false, pinned: false, width: null })
  const { headers } = await openList(['title', 'directly_held_asset_value', 'oldest_figure', 'updated_at'].map(shown))
  expect(headers().slice(0, 4)).toEqual(['Household', 'Recorded value', 'Oldest value', 'Updated'])
  expect(screen.getByRole('gridcell', { name: /^\$[\d,.]+$/ })).toBeVisible()
})

it('summaries say when they were reviewed by me, and which AI summaries wait', async () => {
  const summary = (id: string, entry_mode: 'AI_AUTO' | 'USER', reviewed_at: string | null) => ({
    ...rows.documentSummaries,
    ...{ id, title: id, entry_mode, reviewed_at },
  })
  const listed = [
    summary('Read', 'AI_AUTO', '2026-03-01T12:00:00.000Z'),
    summary('New', 'AI_AUTO', null),
    summary('Own', 'USER', null),
  ]
  renderInApp(lists['document-summaries'], {
    at: 'document-summaries',
    answers: {
      documentSummaries: { list: () => ({ rows: listed, total: listed.length, offset: 0 }) },
      views: { list: () => [] },
    } as unknown as Answers,
  })
  await screen.findByRole('link', { name: 'Read' })
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const reviewed = headers.indexOf('Reviewed by me')
  const cells = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[reviewed])
  expect(cells.map((cell) => cell?.textContent)).toEqual(['Mar 1, 2026', 'To review', ''])
})
