import { describe, expect, it } from 'vitest'
import { builtInPrefix, builtInViews } from '../../../shared/domain/built-in-views.ts'
import { listColumns } from '../../../shared/ipc/list-columns.ts'
import { savedView, strictFilters, viewedResources } from '../../../shared/ipc/views.ts'

describe('built-in views', () => {
  it.each(viewedResources)('of %s are ones that its list can be asked for', (resource) => {
    const views = builtInViews(resource, 'user_1')
    for (const view of views) {
      expect(savedView.parse(view)).toEqual(view)
      expect(strictFilters(resource).parse(view.filters)).toEqual(view.filters)
      expect(view.id.startsWith(builtInPrefix)).toBe(true)
      if (view.sort) expect(Object.keys(listColumns[resource])).toContain(view.sort.column)
    }
    expect(new Set(views.map(({ id }) => id)).size).toBe(views.length)
    expect(new Set(views.map(({ name }) => name)).size).toBe(views.length)
  })

  it('offer my households only to somebody who is known', () => {
    expect(builtInViews('households', null).map(({ name }) => name)).toEqual(['Recently changed', 'Without a primary'])
    expect(builtInViews('households', 'user_1')[0]).toMatchObject({
      name: 'My households',
      filters: [{ column: 'owner_id', operator: 'any_of', values: ['user_1'] }],
    })
    expect(builtInViews('households', 'user_1')[1]).toMatchObject({
      name: 'My households with values over a year old',
      filters: [
        { column: 'owner_id', operator: 'any_of', values: ['user_1'] },
        { column: 'oldest_figure', operator: 'older_than_days', values: [365] },
      ],
    })
  })

  it.each(['entities', 'valuations'] as const)(
    'offer the %s of my households only to somebody who is known',
    (resource) => {
      const names = (me: string | null) => builtInViews(resource, me).map(({ name }) => name)
      expect(names(null)).not.toContain('Of my households')
      expect(names('user_1')[0]).toBe('Of my households')
    },
  )
})
