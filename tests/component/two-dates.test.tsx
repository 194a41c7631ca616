import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { TwoDatesPage } from '../../renderer/features/two-dates/TwoDatesPage.tsx'
import { localToday, yearBefore } from '../../shared/domain/days.ts'
import type { ContractOutputs } from '../../shared/ipc/contract.ts'
import { samples } from '../doubles/samples/all.ts'
import { renderInApp } from './support/render-in-app.tsx'

const [, sample] = samples.rollUps.bridge

const draw = (
  bridge: Partial<ContractOutputs['rollUps']['bridge']>,
  to = '2026-11-26',
  of = 'household=hh-1',
  from = '2025-11-27',
) =>
  renderInApp(TwoDatesPage, {
    at: 'two-dates',
    query: `?${of}&from=${from}&to=${to}`,
    answers: { rollUps: { bridge: () => ({ ...sample, ...bridge }) } },
  })

it('counts in a change in per cent only entities with a value on both days, not one that was added', async () => {
  const added = { kind: 'added', entities: 1, difference: '90000', unsent: 0 } as const
  draw({ after: '194200', kinds: [added, ...sample.kinds] })
  expect(await screen.findByText('for the 1 entity with a value on both days')).toBeVisible()
  expect(screen.getByText('+4.2%')).toBeVisible()
})

it('says of which day values are dated later: of today, where the second day is before it', async () => {
  draw({ dated_later: 1 }, '2026-01-01')
  const note = await screen.findByText(/the latest value of 1 entity/)
  expect(note).not.toHaveTextContent('Dated after Jan 1, 2026')
})

it('says of a user’s households that those that are gone are in neither sum', async () => {
  const today = localToday()
  const { unmount } = draw({}, today, 'household=hh-1', yearBefore(today))
  expect(await screen.findByText(/^Recorded value on/)).toBeVisible()
  expect(screen.queryByText(/left out\.$/)).toBeNull()
  unmount()
  draw({}, '2026-11-26', 'owner=us-1')
  expect(await screen.findByText(/^Households that are yours today, on both days: .* left out\.$/)).toBeVisible()
})

it('says that entities that were gone long ago are in neither sum, where their deletion is no longer kept', async () => {
  const words = /^Changes are kept for 24 months: entities that were gone before are in neither sum\.$/
  const today = localToday()
  const { unmount } = draw({}, today, 'household=hh-1', yearBefore(today))
  expect(await screen.findByText(/^Recorded value on/)).toBeVisible()
  expect(screen.queryByText(words)).toBeNull()
  unmount()
  draw({}, today, 'household=hh-1', '2020-01-01')
  expect(await screen.findByText(words)).toBeVisible()
})

it.each([
  ['the first', { before: 1, after: 0 }, [' known values', '']],
  ['the second', { before: 0, after: 2 }, ['', ' known values']],
  ['neither', { before: 0, after: 0 }, ['', '']],
])('says at a sum that it is of known values, where one is not known on %s day', async (_, unknown, words) => {
  draw({ unknown })
  const steps = within(await screen.findByRole('table', { name: 'From one day to the other' }))
  const sums = steps.getAllByRole('rowheader', { name: /^Nov 2\d, 202\d/ }).map((header) => header.textContent?.trim())
  expect(sums).toEqual([`Nov 27, 2025${words[0]}`, `Nov 26, 2026${words[1]}`])
})
