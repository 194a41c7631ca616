import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { RecordDetails } from '../../renderer/features/records/record-fields.tsx'
import { renderInApp } from './support/render-in-app.tsx'

const stamps = { created_at: '2024-01-02T03:04:05.000Z', updated_at: '2024-01-02T03:04:05.000Z' }

it('fields beyond the description are listed as text, whatever they hold', async () => {
  const record = { id: 'x', ...stamps, tags: ['a', 'b'], nested: { deep: 1 }, note: '<b>hi</b>', none: null, yes: true }
  renderInApp(() => <RecordDetails record={record} resource="users" />)
  const others = await screen.findByRole('region', { name: 'Other fields from the service', hidden: true })
  const names = within(others).getAllByRole('term', { hidden: true })
  const texts = within(others).getAllByRole('definition', { hidden: true })
  expect(names.map((name, at) => [name.textContent, texts[at]?.textContent])).toEqual([
    ['tags', '["a","b"]'],
    ['nested', '{"deep":1}'],
    ['note', '<b>hi</b>'],
    ['none', 'null'],
    ['yes', 'true'],
  ])
})
