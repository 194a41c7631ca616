import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ObservedHistory } from '../../renderer/features/entities/ObservedHistory.tsx'
import type { ObservedValuation } from '../../shared/ipc/observed.ts'
import { renderInApp } from './support/render-in-app.tsx'

const seen = (seq: number, value: number): ObservedValuation => ({
  seq,
  observed_at: `2026-0${seq}-02T12:00:00Z`,
  seen_until: `2026-0${seq}-20T12:00:00Z`,
  valuation_id: `va-${seq}`,
  effective_date: `2026-0${seq}-01`,
  directly_held_asset_value: value,
  total_value: value,
  description: null,
  assets: [],
  own: false,
})

const draw = (observations: ObservedValuation[], left_out = 0) =>
  renderInApp(() => <ObservedHistory entityId="en-1" />, {
    at: 'entities/en-1',
    answers: { valuations: { observed: () => ({ observations, left_out }) } },
  })

const tooLarge = 'These amounts are too large to draw. The table lists them.'

it('says that amounts are too large to draw, and lists them below', async () => {
  draw([seen(3, 20), seen(2, 1e301), seen(1, 10)])
  expect(await screen.findByText(tooLarge)).toBeVisible()
  const table = screen.getByRole('table', { name: 'Observed valuations' })
  expect(within(table).getAllByText(/×/).length).toBeGreaterThan(0)
  expect(within(table).getAllByText('$20.00').length).toBeGreaterThan(0)
})

it('draws amounts that can be drawn, and says since when they were observed and what is not shown', async () => {
  draw([seen(2, 20), seen(1, 10)], 1_200)
  expect(await screen.findByRole('img', { name: /^Observed values over time/ })).toBeVisible()
  const said = await screen.findByText(/^Observed on this computer since/)
  expect(said).toHaveTextContent(
    /so there may have been others between these\. 1,200 older ones are kept but not shown\.$/,
  )
  expect(screen.queryByText(tooLarge)).toBeNull()
})

it('shows the change since the first valuation only where it is not the change since the one before', async () => {
  const headings = () => screen.getAllByRole('columnheader', { name: /^Since/ }).map(({ textContent }) => textContent)
  const two = draw([seen(2, 20), seen(1, 10)])
  await screen.findByRole('table', { name: 'Observed valuations' })
  expect(headings()).toEqual(['Since the one before'])
  two.unmount()
  draw([seen(3, 30), seen(2, 20), seen(1, 10)])
  await screen.findByRole('table', { name: 'Observed valuations' })
  expect(headings()).toEqual(['Since the one before', 'Since Jan 1, 2026'])
})
