import { cleanup, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { ChangeSince, Figure } from '../../renderer/components/Figure.tsx'
import { FigureAge } from '../../renderer/components/FigureAge.tsx'
import { LatestValue, Money } from '../../renderer/components/Money.tsx'
import { MoneyChange } from '../../renderer/components/MoneyChange.tsx'
import { Ago } from '../../renderer/components/Values.tsx'
import { TwoDatesPage } from '../../renderer/features/two-dates/TwoDatesPage.tsx'
import { applyPresenting } from '../../renderer/lib/presenting.ts'
import { samples } from '../doubles/samples/all.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'

afterEach(() => applyPresenting(null))

/** The markup of a part, with all that its attributes tell. */
async function markupOf(part: ReactNode): Promise<string> {
  const { container } = renderInApp(() => <div data-part>{part}</div>)
  await waitFor(() => expect(container.querySelector('[data-part]')).not.toBeNull())
  const markup = container.querySelector('[data-part]')?.innerHTML ?? ''
  cleanup()
  return markup
}

const amounts = [-123_456n, 0n, 5n, 98_765_432_100n, -1_000_000_000_000_000_000_000n]
const parts: Readonly<Record<string, (cents: bigint) => ReactNode>> = {
  Money: (cents) => <Money cents={cents} />,
  LatestValue: (cents) => <LatestValue cents={cents} />,
  MoneyChange: (cents) => <MoneyChange cents={cents} />,
  ChangeSince: (cents) => <ChangeSince from={100} to={100 + Number(cents)} date="2026-01-02" />,
  Figure: (cents) => <Figure label="Recorded value" cents={cents} />,
}

it.each(Object.entries(parts))(
  'while amounts are hidden, %s is drawn alike for every amount: sign, colour, size and change',
  async (_name, draw) => {
    const shown = []
    for (const cents of amounts) shown.push(await markupOf(draw(cents)))
    expect(new Set(shown).size).toBe(amounts.length)
    applyPresenting({ connection_id: connectionId, household_id: 'hh-1', amounts: false })
    const hidden = []
    for (const cents of amounts) hidden.push(await markupOf(draw(cents)))
    expect([...new Set(hidden)]).toHaveLength(1)
    expect(hidden[0]).not.toMatch(/negative|data-long|\+|\u2212|no difference|Unchanged/)
  },
)

it('while amounts are hidden, two dates are drawn alike whichever values changed', async () => {
  const [, bridge] = samples.rollUps.bridge
  const { lines, kinds } = bridge
  const become = (kind: 'revalued' | 'unchanged') => ({
    ...bridge,
    kinds: kinds.map((each) => ({ ...each, kind })),
    lines: lines.map((line) => ({ ...line, kind })),
  })
  const pageWith = async (kind: 'revalued' | 'unchanged') => {
    const { container } = renderInApp(TwoDatesPage, {
      at: 'two-dates',
      query: '?household=hh-1&from=2025-11-27&to=2026-11-27',
      answers: { rollUps: { bridge: () => become(kind) } },
    })
    await screen.findByText(/^Recorded value on/)
    const text = container.textContent
    cleanup()
    return text
  }
  expect(await pageWith('revalued')).toContain('Revalued')
  expect(await pageWith('unchanged')).toContain('Unchanged')
  applyPresenting({ connection_id: connectionId, household_id: 'hh-1', amounts: false })
  const hidden = await pageWith('revalued')
  expect(await pageWith('unchanged')).toBe(hidden)
  expect(hidden).toContain('What became of each value is hidden with the amounts.')
  expect(hidden).not.toMatch(/Revalued|Okafor Family Trust/)
})

it('while presenting, the age of a value in a table is its date, and an age beside an amount is left out', async () => {
  const draw = () => (
    <>
      <FigureAge date="2024-06-30" bare /> <FigureAge date="2024-06-30" /> <Ago at="2025-07-12T15:00:00.000Z" />
    </>
  )
  expect(await markupOf(draw())).toMatch(/ old</)
  applyPresenting({ connection_id: connectionId, household_id: 'hh-1', amounts: true })
  const shown = await markupOf(draw())
  expect(shown).toContain('Jun 30, 2024')
  expect(shown).toContain('Jul 12, 2025')
  expect(shown).not.toMatch(/ old<|data-old| ago</)
})
