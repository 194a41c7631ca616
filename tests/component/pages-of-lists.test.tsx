import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CheckedRows } from '../../renderer/features/import/CheckedRows.tsx'
import { SetAsidePage } from '../../renderer/features/set-aside/SetAsidePage.tsx'
import type { Answers } from './support/client-double.ts'
import { renderInApp } from './support/render-in-app.tsx'

const numbers = (count: number, { offset, limit }: { offset: number; limit: number }) =>
  Array.from({ length: count }, (_, at) => at + 1).slice(offset, offset + limit)

it('the second page of records with problems becomes the first when only a few are left', async () => {
  let total = 60
  const list = (input: { offset: number; limit: number }) => ({
    records: numbers(total, input).map((n) => ({
      key: `individuals/${n}`,
      resource: 'individuals' as const,
      id: `client_profile_${n}`,
      field: 'email',
      problem: `Problem ${n}`,
      json: '{}',
      seen_at: '2026-11-21T00:00:00.000Z',
    })),
    total,
  })
  const { user, queries, api } = renderInApp(SetAsidePage, { answers: { setAside: { list } } as Answers })
  await user.click(await screen.findByRole('button', { name: 'Next' }))
  expect(await screen.findByText('Problem 60')).toBeVisible()
  total = 3
  await act(() => queries.invalidateQueries({ queryKey: api.setAside.list.key() }))
  expect(await screen.findByText('Problem 3')).toBeVisible()
  expect(screen.getByText('Problem 1')).toBeVisible()
})

it('the last rows of a checked file are shown when it has fewer since it was checked again', async () => {
  let total = 250
  const rows = (input: { offset: number; limit: number }) => ({
    rows: numbers(total, input).map((row) => ({
      row,
      title: `Record ${row}`,
      verdict: 'good' as const,
      issues: [],
      warnings: [],
      changes: null,
      saved: false,
    })),
    total,
    saved: 0,
  })
  const counts = { rows: 250, refused: 0, warned: 0, good: 250 }
  const { user, queries, api } = renderInApp(
    () => <CheckedRows part="households" importId={'a'.repeat(32)} counts={counts as never} round="1" />,
    { answers: { imports: { rows } } as Answers },
  )
  for (let press = 0; press < 2; press += 1) await user.click(await screen.findByRole('button', { name: 'Rows after' }))
  expect(await screen.findByText('Record 250')).toBeVisible()
  total = 130
  await act(() => queries.invalidateQueries({ queryKey: api.imports.rows.key() }))
  expect(await screen.findByText('Record 130')).toBeVisible()
  await waitFor(() => expect(screen.getByText('101 to 130 of 130')).toBeVisible())
})
