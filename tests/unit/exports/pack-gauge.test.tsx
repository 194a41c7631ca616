import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BalanceSheetSection, SummarySection } from '../../../electron/exports/pack/figures.tsx'
import type { EstateAmounts } from '../../../shared/ipc/estate.ts'
import type { RollUp } from '../../../shared/ipc/roll-ups.ts'

const person = {
  ...{ id: 'in-1', name: 'Ada Okafor', is_primary: 1, is_deceased: 0, is_grantor: 0, is_trustee: 0 },
  ...{ is_beneficiary: 0, born: null, died: null },
}

const figures = { entities: 1, unvalued: 0, oldest: '2026-01-31', newest: '2026-01-31' }
const rollUp: RollUp = {
  ...{ ...figures, total: '1710431055', cells: [] },
  lines: [{ ...figures, in_estate_status: 'in_estate', kind: 'REVOCABLE_TRUST', value: '1710431055' }],
}

const paper = (amounts: EstateAmounts) =>
  renderToStaticMarkup(
    <BalanceSheetSection
      rollUp={rollUp}
      checked={{ from: null, to: null, unchecked: 0, whole_firm: false }}
      unread={[]}
      amounts={amounts}
      people={[person]}
    />,
  )

test('a pack shows the estate against the amount below the balance sheet, and nothing without an amount', () => {
  const drawn = paper({ firm: { usd: 15_000_000, year: 2026 }, own: null, is_any: true })
  expect(drawn).toContain(
    '$17.1M in the estate against $15M, your amount for each living primary, 2026, your assumption.',
  )
  expect(drawn).toMatch(/<svg [^>]*data-gauge/)
  expect(drawn).not.toMatch(/<(?:script|foreignObject)|href=|url\(/)
  expect(paper({ firm: null, own: null, is_any: false })).not.toContain('gauge')
})

test('a pack counts the entities that a change is about alone: those without any value are not among all', () => {
  const drawn = renderToStaticMarkup(
    <SummarySection
      rollUp={{ ...rollUp, entities: 8, unvalued: 1 }}
      checked={{ from: null, to: null, unchecked: 0, whole_firm: false }}
      unread={[]}
      bridge={{
        ...{
          from: '2026-03-01',
          met: true,
          before: '100',
          after: '700',
          dated_later: 0,
          lines: [],
          first_day: null,
          days: [],
        },
        compared: { entities: 1, before: '100', after: '110' },
        unknown: { before: 0, after: 0 },
        kinds: [
          { kind: 'first-valued', entities: 6, difference: '590', unsent: 0 },
          { kind: 'revalued', entities: 1, difference: '10', unsent: 0 },
        ],
      }}
      today="2026-11-27"
    />,
  ).replaceAll(/<[^>]+>/g, '')
  expect(drawn).toContain('8 entities, 1 not valued')
  expect(drawn).toContain('from $1.00 to $1.10 for the 1 entity with a value on both days.')
})
