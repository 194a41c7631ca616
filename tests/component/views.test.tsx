import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { lists } from '../../renderer/features/lists/lists.tsx'
import { findCommand } from '../../renderer/lib/commands/offers.ts'
import type { SavedView } from '../../shared/ipc/views.ts'
import { rows } from '../doubles/records.ts'
import type { Answers } from './support/client-double.ts'
import { renderInApp } from './support/render-in-app.tsx'
import { status } from './support/sync-status.ts'

const view: SavedView = {
  ...{ id: 'view-1', resource: 'households', name: 'Large', filters: [], sort: null },
  columns: [],
}
/** The columns as last set in that view: saving the view takes them into it and forgets them. */
const last: SavedView = {
  ...{ ...view, id: 'last:view-1', name: 'Last used columns' },
  columns: [{ column: 'individual_count', width: 240, hidden: false, pinned: false }],
}

it('a view that is saved with its columns stays as it was saved until both writes are on disk', async () => {
  const writes = { save: Promise.withResolvers<void>(), remove: Promise.withResolvers<void>() }
  let stored = [view, last]
  const answers = {
    households: { list: () => ({ rows: [{ ...rows.households, title: 'Okafor' }], total: 1, offset: 0 }) },
    sync: { status: () => status('idle', '2026-03-01T12:00:00Z') },
    places: { me: () => ({ user_id: null, proposed: null }) },
    views: {
      list: () => stored,
      save: async ({ view: saved }) => {
        await writes.save.promise
        stored = stored.map((one) => (one.id === saved.id ? saved : one))
        return saved
      },
      remove: async ({ id }) => {
        await writes.remove.promise
        stored = stored.filter((one) => one.id !== id)
        return {}
      },
    },
  } as Answers
  const filters = JSON.stringify([{ column: 'title', operator: 'contains', values: ['Okaf'] }])
  const query = `?view=${view.id}&filters=${encodeURIComponent(filters)}`
  const { user, callsOf } = renderInApp(lists.households, { answers, query })
  const button = () => screen.findByRole('button', { name: /^View: Large/ })
  expect(await button()).toHaveAccessibleName('View: Large, modified')
  await user.click(await button())
  await user.click(await screen.findByRole('menuitem', { name: 'Save “Large”' }))
  const isSaved = async () => {
    await waitFor(async () => expect(await button()).toHaveAccessibleName('View: Large'))
    expect(screen.getByRole('list', { name: 'Filters' })).toHaveTextContent('Okaf')
  }
  await isSaved()
  expect(callsOf('views.list')).toHaveLength(1)
  writes.remove.resolve()
  await waitFor(() => expect(stored).toHaveLength(1))
  await isSaved()
  writes.save.resolve()
  await waitFor(() => expect(callsOf('views.list')).toHaveLength(2))
  await isSaved()
})

it('a list reads and exports no records before the view of its address is read', async () => {
  const views = Promise.withResolvers<void>()
  const filters: SavedView['filters'] = [{ column: 'title', operator: 'contains', values: ['Okaf'] }]
  const app = renderInApp(lists.households, {
    query: `?view=${view.id}`,
    answers: {
      households: { list: () => ({ rows: [{ ...rows.households, title: 'Okafor' }], total: 1, offset: 0 }) },
      sync: { status: () => status('idle', '2026-03-01T12:00:00Z') },
      places: { me: () => ({ user_id: null, proposed: null }) },
      views: { list: () => views.promise.then(() => [{ ...view, filters }]) },
    } as Answers,
  })
  await screen.findByText('Loading the view')
  expect(findCommand('list.export-csv')).toBeUndefined()
  await act(async () => views.resolve())
  expect(await screen.findByText('Okafor')).toBeVisible()
  const windows = app.callsOf('households.list').filter(({ input }) => (input as { limit: number }).limit > 1)
  expect(windows.map(({ input }) => (input as { filters?: unknown }).filters)).not.toContain(undefined)
  expect(findCommand('list.export-csv')).toBeDefined()
})
