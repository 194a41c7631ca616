import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { EstateGauge, FirmAmount, useAmountDialog } from '../../renderer/features/estate-amount/public.ts'
import { applyPresenting } from '../../renderer/lib/presenting.ts'
import type { EstateAmounts } from '../../shared/ipc/estate.ts'
import type { RollUp } from '../../shared/ipc/roll-ups.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'

const people = [
  {
    id: 'in-1',
    name: 'Ada Okafor',
    is_primary: true,
    is_deceased: false,
    date_of_birth: null,
    date_of_death: null,
    may_be: [],
  },
]
const firm = { usd: 15_000_000, year: 2026 }

const figures = { entities: 1, unvalued: 0, oldest: '2026-01-31', newest: '2026-01-31' }
const rollUp: RollUp = {
  ...{ ...figures, total: '1710431055', cells: [] },
  lines: [{ ...figures, in_estate_status: 'in_estate', kind: 'REVOCABLE_TRUST', value: '1710431055' }],
}

function Gauge() {
  const amount = useAmountDialog('hh-1')
  return (
    <main>
      <EstateGauge householdId="hh-1" people={people} onEdit={amount.open} />
      {amount.actions.map(({ label, onRun }) => (
        <button key={label} type="button" onClick={onRun}>
          {label}
        </button>
      ))}
      {amount.dialog}
    </main>
  )
}

function draw(start: Partial<EstateAmounts>, Shown: () => React.ReactNode = Gauge) {
  const amounts: EstateAmounts = { firm: null, own: null, is_any: true, ...start }
  const drawn = renderInApp(Shown, {
    at: 'households/hh-1',
    answers: {
      rollUps: { household: () => rollUp },
      estate: {
        amounts: () => ({ ...amounts }),
        setFirmAmount: ({ amount }) => {
          amounts.firm = amount
          return {}
        },
        setOwnAmount: ({ own }) => {
          amounts.own = own
          return {}
        },
      },
    },
  })
  /** Another window saves. */
  const saveElsewhere = async (change: Partial<EstateAmounts>) => {
    Object.assign(amounts, change)
    await act(() => drawn.queries.invalidateQueries({ queryKey: drawn.api.estate.key() }))
  }
  return { ...drawn, saveElsewhere }
}

const gauge = () => screen.findByRole('region', { name: 'Estate against the amount' })
const dialog = async () => within(await screen.findByRole('dialog'))

describe('the estate against the amount', () => {
  it('is absent without an amount, but for a way to set one for every household', async () => {
    const { user, callsOf } = draw({})
    await user.click(await screen.findByRole('button', { name: 'Set an amount…' }))
    const form = await dialog()
    await user.click(form.getByRole('button', { name: 'Save amount' }))
    expect(form.getByRole('textbox', { name: /^Amount/ })).toHaveAccessibleDescription('Enter a value.')
    expect(screen.queryByRole('region')).toBeNull()
    await user.type(form.getByRole('textbox', { name: /^Amount/ }), '$13.99m')
    await user.clear(form.getByRole('textbox', { name: 'Year' }))
    await user.type(form.getByRole('textbox', { name: 'Year' }), '2025{Enter}')
    expect(await gauge()).toHaveTextContent(/against \$14M, your amount for each living primary, 2025, your assumption/)
    expect(callsOf('estate.setFirmAmount').map(({ input }) => input)).toEqual([
      { connectionId, amount: { usd: 13_990_000, year: 2025 } },
    ])
    expect(callsOf('estate.setOwnAmount')).toEqual([])
    expect(screen.queryByRole('button', { name: 'Set an amount…' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
  })

  it('gives a household an amount and a count of its own, or none, each with Undo', async () => {
    const { user, callsOf } = draw({ firm })
    await user.click(within(await gauge()).getByRole('button', { name: 'Edit the amount' }))
    const form = await dialog()
    await user.click(form.getByRole('radio', { name: 'An amount of its own' }))
    await user.type(form.getByRole('textbox', { name: /^Amount/ }), '5M')
    await user.click(form.getByRole('combobox', { name: 'Count it in this household' }))
    await user.click(await screen.findByRole('option', { name: '2 times' }))
    await user.click(form.getByRole('button', { name: 'Save amount' }))
    const year = new Date().getFullYear()
    await waitFor(() =>
      expect(callsOf('estate.setOwnAmount').map(({ input }) => input)).toEqual([
        {
          ...{ connectionId, household_id: 'hh-1' },
          own: { amount: { usd: 5_000_000, year }, primaries: 2, is_off: false },
        },
      ]),
    )
    expect(await gauge()).toHaveTextContent(/against \$10M: 2 × \$5M, as you count, this household’s own amount/)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await gauge()).toHaveTextContent(/against \$15M, your amount/))
    await user.click(within(await gauge()).getByRole('button', { name: 'Edit the amount' }))
    await user.click((await dialog()).getByRole('radio', { name: 'No amount' }))
    await user.click((await dialog()).getByRole('button', { name: 'Save amount' }))
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
    expect(await screen.findByRole('button', { name: 'Set an amount…' })).toBeInTheDocument()
  })

  it('is hidden wholly while amounts are hidden', async () => {
    draw({ firm })
    expect(await gauge()).toHaveTextContent('$2,104,310.55 above the amount.')
    expect(document.querySelector('[data-gauge]')).not.toBeNull()
    applyPresenting({ connection_id: connectionId, household_id: 'hh-1', amounts: false })
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
    expect(document.querySelector('[data-gauge]')).toBeNull()
    applyPresenting(null)
  })
})

describe('the firm’s amount in the settings', () => {
  it('is typed as people write it, saved, removed and restored', async () => {
    const { user, callsOf } = draw({}, () => <FirmAmount connectionId={connectionId} label="Amount" />)
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '15T')
    await user.click(screen.getByRole('button', { name: 'Save amount' }))
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveAccessibleDescription(/“T” can mean/)
    await user.clear(screen.getByRole('textbox', { name: 'Amount' }))
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '15M{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Remove amount' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove amount' })).toBeNull())
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    const year = new Date().getFullYear()
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('15,000,000'))
    expect(callsOf('estate.setFirmAmount').map(({ input }) => (input as { amount: unknown }).amount)).toEqual([
      { usd: 15_000_000, year },
      null,
      { usd: 15_000_000, year },
    ])
  })

  it('keeps what is being typed when another window saves, and follows it otherwise', async () => {
    const { user, saveElsewhere } = draw({ firm }, () => (
      <>
        <FirmAmount connectionId={connectionId} label="Amount" />
        <Gauge />
      </>
    ))
    const field = () => screen.getByRole('textbox', { name: 'Amount' })
    expect(await screen.findByRole('textbox', { name: 'Amount' })).toHaveValue('15,000,000')
    await saveElsewhere({ firm: { usd: 14_000_000, year: 2026 } })
    await waitFor(() => expect(field()).toHaveValue('14,000,000'))
    await user.clear(field())
    await user.type(field(), '13.9')
    await saveElsewhere({ firm: { usd: 12_000_000, year: 2026 } })
    await waitFor(async () => expect(await gauge()).toHaveTextContent(/against \$12M/))
    expect(field()).toHaveValue('13.9')
    await user.type(field(), 'M{Enter}')
    await waitFor(() => expect(field()).toHaveValue('13,900,000'))
  })

  it('is not taken back by Undo once another window saved another one', async () => {
    const { user, saveElsewhere, callsOf } = draw({}, () => <FirmAmount connectionId={connectionId} label="Amount" />)
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '15M{Enter}')
    const undo = await screen.findByRole('button', { name: 'Undo' })
    await saveElsewhere({ firm: { usd: 12_000_000, year: 2026 } })
    await user.click(undo)
    expect(await screen.findByText('The amount was changed in another window since then.')).toBeInTheDocument()
    expect(callsOf('estate.setFirmAmount')).toHaveLength(1)
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('12,000,000')
  })
})
