import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { QualityPage } from '../../renderer/features/quality/QualityPage.tsx'
import { keptSamples } from '../doubles/samples/kept.ts'
import { renderInApp } from './support/render-in-app.tsx'
import { status } from './support/sync-status.ts'

const [, { checks }] = keptSamples.today.quality
const [state] = checks as [(typeof checks)[number]]

const [, { exceptions }] = keptSamples.today.exceptions
const [will] = exceptions as [(typeof exceptions)[number]]
const leftOut = { ...will, rule_id: state.id, rule: state.name, reason: 'Lives abroad' }

const draw = (shown: typeof checks, exceptions = [leftOut]) =>
  renderInApp(() => <QualityPage />, {
    at: 'quality',
    answers: {
      today: { quality: () => ({ checks: [...shown] }), exceptions: () => ({ exceptions }) },
      sync: { status: () => status('idle', '2026-03-01T12:00:00Z') },
    },
  })

describe('data quality', () => {
  it('says the score with what it counts, and leads to the list of the records', async () => {
    draw([{ ...state, id: 'b', name: 'Household without a primary client', found: 0, checked: 3 }, state])
    expect(await screen.findByText('93%')).toBeVisible()
    expect(screen.getByText(/^of 43 checks found nothing, and 3 found something\./)).toBeVisible()
    const [first, second] = within(screen.getByRole('list', { name: 'Checks' })).getAllByRole('listitem')
    expect(first).toHaveTextContent(/^Primary client without a state.*3 of 40$/)
    expect(second).toHaveTextContent(/None of 3$/)
    const link = screen.getByRole('link', { name: 'Primary client without a state: 3 of 40' })
    expect(link).toHaveAttribute('href', expect.stringMatching(/individuals\?filters=.*state.*has_not/))
  })

  it('never says 100 while something was found, and says where all rules are off', async () => {
    const few = draw([{ ...state, checked: 100_000, found: 1 }])
    expect(await screen.findByText('99.9%')).toBeVisible()
    few.unmount()
    draw([])
    expect(await screen.findByText('All rules are switched off.')).toBeVisible()
  })

  it('says how many are left out, leads to them and lists them with their reasons', async () => {
    const { user } = draw([{ ...state, left_out: 2 }])
    const left = await screen.findByRole('link', { name: 'Primary client without a state: 2 left out' })
    expect(left).toHaveAttribute('href', expect.stringMatching(/individuals\?filters=.*left_out.*any_of/))
    expect(screen.getByRole('list', { name: 'Checks' })).toHaveTextContent(/3 of 40, and 2 left out$/)
    await user.click(await screen.findByText('1 record is left out of a rule'))
    expect(await screen.findByText(/Lives abroad/)).toBeVisible()
  })

  it('counts a record that is left out of two rules once, and two records of one rule each', async () => {
    const born = { ...state, id: 'born', name: 'Primary client without a date of birth' }
    const second = { ...leftOut, rule_id: born.id, rule: born.name }
    const both = draw([state, born], [leftOut, second])
    expect(await screen.findByText('1 record is left out of rules')).toBeVisible()
    both.unmount()
    draw([state, born], [leftOut, { ...second, record: { ...second.record, id: 'another' } }])
    expect(await screen.findByText('2 records are left out of rules')).toBeVisible()
  })
})
