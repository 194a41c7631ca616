import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { DatesPage } from '../../renderer/features/dates/DatesPage.tsx'
import type { ContractOutputs } from '../../shared/ipc/contract.ts'
import { keptSamples } from '../doubles/samples/kept.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'

type Plan = ContractOutputs['dates']['planImport']

const [, sample] = keptSamples.dates.planImport
const [changed] = sample.dates as [Plan['dates'][number]]

const draw = (plan: Plan, forbidden: Record<string, 'read_only'> = {}) =>
  renderInApp(DatesPage, {
    at: 'dates',
    answers: {
      dates: {
        list: () => ({ lines: [], total: 0, months: [], kinds: [], folds: [] }),
        planImport: () => plan,
        import: () => ({}),
      },
      policy: { get: () => ({ policy: {}, problems: [], source: null, forbidden }) },
      places: { me: () => ({ user_id: 'us-1', proposed: null }) },
    },
  })

const file = new File(['{"format":"steward-estate-links-1"}'], 'links.json', { type: 'application/json' })

describe('importing dates', () => {
  it('says what is new, changed, here already and left out before anything is stored', async () => {
    const added = { ...changed, id: 'date-2', fields: { ...changed.fields, title: 'Premium' }, was: null }
    const { user, callsOf } = draw({ ...sample, dates: [changed, added] })
    await user.upload(await screen.findByLabelText('File of links and dates'), file)
    const dialog = within(await screen.findByRole('dialog', { name: 'Import dates' }))
    expect(screen.getByRole('dialog')).toHaveTextContent('From Okafor: 1 new, 1 changed, 2 already here.')
    expect(dialog.getByRole('list', { name: 'New dates' })).toHaveTextContent('Premium, Jun 30, 2026')
    expect(dialog.getByRole('list', { name: 'Changed dates' })).toHaveTextContent(
      'Annuity of the 2024 GRAT, May 30, 2026 → Annuity of the 2024 GRAT, Jun 30, 2026',
    )
    expect(dialog.getByRole('list', { name: 'Dates that are not imported' })).toHaveTextContent(
      'Review: Its record is not in the offline copy.',
    )
    expect(callsOf('dates.import')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Import 2 dates' }))
    await waitFor(() =>
      expect(callsOf('dates.import').map(({ input }) => input)).toEqual([{ connectionId, dates: [changed, added] }]),
    )
    expect(await screen.findByText('Dates imported')).toBeVisible()
  })

  it('stores nothing where all is here already, and is not offered where the firm forbids it', async () => {
    const { user, callsOf, unmount } = draw({ ...sample, dates: [], left_out: [] })
    await user.upload(await screen.findByLabelText('File of links and dates'), file)
    const dialog = within(await screen.findByRole('dialog', { name: 'Import dates' }))
    await user.click(dialog.getByText('Close', { selector: 'button *, button' }))
    expect(callsOf('dates.import')).toEqual([])
    unmount()
    draw(sample, { 'dates.import': 'read_only' })
    await screen.findByRole('button', { name: 'Import…' })
    await waitFor(() => expect(screen.queryByLabelText('File of links and dates')).toBeNull())
  })
})
