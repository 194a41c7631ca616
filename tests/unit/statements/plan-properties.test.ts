import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BatchPlan, CurrentValuation, KnownAccount } from '../../../shared/statements/batch.ts'
import type { Identifier, StatementAccount } from '../../../shared/statements/statement.ts'
import { account, cusip, entity, file, first, plan, remember, row, symbol, valuation } from './made-up.ts'

/** Securities of every account: two have the same name, one has no identifier. */
const securities: { name: string; identifiers: Identifier[] }[] = [
  { name: 'NORTHGATE HOLDINGS INC', identifiers: [symbol('NGH'), cusip('664000123')] },
  { name: 'LARCH TOTAL MARKET INDEX', identifiers: [symbol('LARX')] },
  { name: 'US TREASURY NOTE', identifiers: [cusip('912828AA1')] },
  { name: 'US TREASURY NOTE', identifiers: [cusip('912828BB2')] },
  { name: 'Cash', identifiers: [] },
]
const classes = Object.fromEntries(
  ['symbol:NGH', 'cusip:664000123', 'symbol:LARX', 'cusip:912828AA1', 'cusip:912828BB2', 'name:cash'].map((key) => [
    key,
    'class',
  ]),
)
const numbers = ['11110000', '22220000', '33330000']
const trust = entity('entity_a')

/** An asset as it is at the service, and to which account it belongs in truth; null if a person typed it. */
type Truth = { name: string; external_id: string | null; cents: bigint; of: string | null }

const dollars = (cents: bigint): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
const sum = (all: readonly { cents: bigint }[]): bigint => all.reduce((total, { cents }) => total + cents, 0n)
const sorted = (all: readonly { name: string; cents: bigint }[]): string[] =>
  all.map(({ name, cents }) => `${name} ${dollars(cents)}`).toSorted()

const position = fc.record({
  security: fc.nat({ max: securities.length - 1 }),
  cents: fc.oneof(fc.bigInt({ min: -5_000n, max: 500_000n }), fc.constantFrom(10_000n, 10_001n)),
  /** Which of its identifiers the file has; the first one if none. */
  has: fc.nat({ max: 3 }),
})
const statement = fc.record({
  is: fc.constant('statement' as const),
  accounts: fc.uniqueArray(
    fc.record({ number: fc.constantFrom(...numbers), positions: fc.array(position, { maxLength: 5 }) }),
    {
      selector: ({ number }) => number,
      minLength: 1,
    },
  ),
  isInOneFile: fc.boolean(),
  /** It is older than every valuation. */
  isLate: fc.nat({ max: 3 }).map((one) => one === 0),
})
const colleague = fc.record({
  is: fc.constant('colleague' as const),
  /** New values by the place of an asset; null removes it. */
  changes: fc.array(fc.record({ place: fc.nat({ max: 9 }), cents: fc.option(fc.bigInt({ min: 1n, max: 500_000n })) }), {
    maxLength: 3,
  }),
  added: fc.array(
    fc.record({ security: fc.option(fc.nat({ max: 4 })), cents: fc.bigInt({ min: 1n, max: 500_000n }) }),
    { maxLength: 2 },
  ),
})
const history = fc.array(fc.oneof({ weight: 3, arbitrary: statement }, { weight: 2, arbitrary: colleague }), {
  minLength: 1,
  maxLength: 7,
})

const monthOf = (at: number) => `2026-${String(at + 1).padStart(2, '0')}-28`

function toValuation(truth: readonly Truth[], at: number, tag: string): CurrentValuation {
  const assets = truth.map(({ name, external_id, cents }, place) => ({
    ...{ name, value: Number(dollars(cents)), id: `${tag} ${at} ${place}`, class: 'class' },
    ...(external_id === null ? {} : { external_id }),
  }))
  return valuation(monthOf(at), assets, { id: `${tag} ${at}`, directly_held_asset_value: Number(dollars(sum(truth))) })
}

describe('valuations of statements over months, with a colleague in between', () => {
  it('are the accounts read and everything else as it was, to the cent, each asset once', () => {
    fc.assert(
      fc.property(history, (events) => {
        let truth: Truth[] = []
        let current: CurrentValuation | null = null
        let known: KnownAccount[] = []
        // An asset that takes the place of a removed one of its name is that asset, for everybody who reads the valuation.
        const removed = new Set<string>()
        for (const [at, event] of events.entries()) {
          if (event.is === 'colleague') {
            const changed = truth.flatMap((asset, place): Truth[] => {
              const change = event.changes.find((one) => one.place === place)
              if (!change) return [asset]
              if (change.cents !== null) return [{ ...asset, cents: change.cents }]
              if (truth.some(({ of, name }) => of === null && name === asset.name)) return [asset]
              removed.add(asset.name)
              return []
            })
            const added = event.added.flatMap(({ security, cents }, place): Truth[] => {
              const found = security === null ? undefined : securities[security]
              const external_id = found?.identifiers[0]?.value ?? null
              const name = found?.name ?? `House ${at} ${place}`
              return removed.has(name) ? [] : [{ name, external_id, cents, of: null }]
            })
            truth = [...changed, ...added]
            current = toValuation(truth, at, 'colleague')
            continue
          }
          const accounts = event.accounts.map(
            ({ number, positions }): { number: string; read: StatementAccount; truth: Truth[] } => {
              const rows = positions.map(({ security, cents, has }, place) => {
                const { name, identifiers } = securities[security] ?? first(securities)
                const some = identifiers.filter((_, each) => (has & (1 << each)) > 0)
                return row(place + 1, name, dollars(cents), {
                  identifiers: some.length > 0 ? some : identifiers.slice(0, 1),
                })
              })
              return {
                number,
                read: account(number, rows, { total: dollars(sum(positions)) }),
                truth: positions.map(({ security, cents }) => {
                  const { name, identifiers } = securities[security] ?? first(securities)
                  return { name, external_id: identifiers[0]?.value ?? null, cents, of: number }
                }),
              }
            },
          )
          const isLate = event.isLate && current !== null
          const decide = (all: typeof accounts) => ({
            ...{ as_of: isLate ? '2025-12-31' : monthOf(at), layout: 'h1' },
            decisions: { accounts: Object.fromEntries(all.map(({ read }) => [read.key, { entity_id: 'entity_a' }])) },
          })
          const files = event.isInOneFile
            ? [
                file(
                  accounts.map(({ read }) => read),
                  { ...decide(accounts), id: `file ${at}` },
                ),
              ]
            : accounts.map((one) => file([one.read], { ...decide([one]), id: `file ${at} ${one.number}` }))
          const assetsNow = new Map((current?.assets ?? []).map((asset, place) => [String(asset.id), truth[place]]))
          const answers: Record<string, string> = {}
          const planned = (): BatchPlan =>
            plan({
              files,
              entities: [trust],
              known,
              valuations: { entity_a: current },
              securities: classes,
              answers,
              today: '2026-12-31',
            })
          let result = planned()
          for (let turn = 0; turn < 20 && first(result.entities).state === 'blocked'; turn++) {
            const open = first(result.entities).questions.find(({ id }) => answers[id] === undefined)
            if (!open) break
            const asset = assetsNow.get(open.id.replace('whose:', ''))
            const owner = known.find(({ number }) => number === asset?.of)?.id
            const isChoice = open.choices.some(({ value }) => value === owner)
            const neutral = ['log', 'new'].find((one) => open.choices.some(({ value }) => value === one)) ?? 'none'
            answers[open.id] = open.id.startsWith('whose:') && owner !== undefined && isChoice ? owner : neutral
            result = planned()
          }
          const made = first(result.entities)
          const read = new Set(accounts.map(({ number }) => number))
          const kept = truth.filter(({ of }) => of === null || !read.has(of))
          const expected = [...accounts.flatMap((one) => one.truth), ...kept]
          expect(made.problems).toEqual([])
          expect(made.total).toBe(dollars(sum(expected)))
          const sent = made.body?.directly_held_assets.map(({ display_name, value }) => {
            return { name: display_name, cents: BigInt(Math.round(value * 100)) }
          })
          expect(sorted(sent ?? [])).toEqual(sorted(expected))
          // Each asset of the current valuation is in the plan once.
          const before = made.assets.flatMap((asset) =>
            asset.before ? [`${asset.before.name} ${asset.before.value}`] : [],
          )
          expect(before.toSorted()).toEqual(sorted(truth))
          // Each row is one asset.
          const from = made.assets.flatMap((asset) => (asset.from ? [JSON.stringify(asset.from)] : []))
          expect(new Set(from).size).toBe(accounts.reduce((count, { read: one }) => count + one.rows.length, 0))
          expect(from).toHaveLength(new Set(from).size)
          known = remember(known, result, `month ${at}`)
          // The latest valuation is what it was.
          if (isLate) continue
          // Rows come first in the plan, in the order of their accounts.
          truth = expected.map((asset, place) => {
            const planned = made.assets[place]
            return asset.of !== null && read.has(asset.of)
              ? { ...asset, external_id: planned?.external_id ?? null }
              : asset
          })
          current = toValuation(truth, at, 'logged')
        }
      }),
      { numRuns: 300 },
    )
  })
})
