import { cleanup, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { ChangeSince, Figure } from '../../renderer/components/Figure.tsx'
import { LatestValue, Money } from '../../renderer/components/Money.tsx'
import { MoneyChange } from '../../renderer/components/MoneyChange.tsx'
import { applyPresenting } from '../../renderer/lib/presenting.ts'
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
