import { expect, it } from 'vitest'
import type { KnownAccount } from '../../../shared/statements/batch.ts'
import { account, file, first, known, month, only, row, symbol, valuation } from './made-up.ts'

const size = 60

/** Known accounts of one entity with a security of their own each, and a counter of how often their holdings are read. */
function knownAccounts(count: number): { records: KnownAccount[]; reads: () => number } {
  let reads = 0
  const records = Array.from({ length: count }, (_, at) => {
    const record = known({ id: `known-${at}`, number: `7${String(at).padStart(7, '0')}` })
    const assets = [{ display_name: `S${at}`, external_id: `S${at}`, value: '1.00', identifiers: [symbol(`S${at}`)] }]
    return Object.defineProperty(record, 'assets', {
      enumerable: true,
      get: () => {
        reads += 1
        return assets
      },
    })
  })
  return { records, reads: () => reads }
}

it('the holdings of known accounts are read as often for many accounts of a batch as for one', () => {
  const readsFor = (accounts: number) => {
    const { records, reads } = knownAccounts(size)
    const rows = [row(1, 'OTHER INC', '1.00', { identifiers: [symbol('OTHER')] })]
    const all = Array.from({ length: accounts }, (_, at) =>
      account(`81${String(at).padStart(3, '0')}999`, rows, { total: '1.00' }),
    )
    const decisions = { accounts: Object.fromEntries(all.map(({ key }) => [key, { entity_id: 'entity_a' }])) }
    only({ ...month, known: records, files: [file(all, { decisions })] })
    return reads()
  }
  expect(readsFor(40)).toBe(readsFor(1))
})

it('of many assets that may be of several accounts, fifty are asked at once, and the next once these are answered', () => {
  const asset = { display_name: 'CASH', external_id: 'CASH', identifiers: [symbol('CASH')] }
  const records = Array.from({ length: size }, (_, at) =>
    known({
      id: `known-${at}`,
      number: at === 0 ? '55501234' : `7${String(at).padStart(7, '0')}`,
      assets: [{ ...asset, value: `${at + 1}.00` }],
    }),
  )
  const changed = valuation(
    '2026-10-15',
    records.map((_, at) => ({ name: 'CASH', value: 1000 + at, external_id: 'CASH', id: `asset_${at}` })),
  )
  const world = {
    ...month,
    known: records,
    valuations: { entity_a: changed },
    files: [
      file([account('55501234', [row(1, 'CASH', '5.00', { identifiers: asset.identifiers })], { total: '5.00' })]),
    ],
  }
  const asked = only(world).questions
  expect(asked).toHaveLength(50)
  expect(first(asked).choices).toHaveLength(size + 1)
  const answers = Object.fromEntries(asked.map(({ id }, at) => [id, `known-${at}`]))
  expect(only({ ...world, answers }).questions.map(({ id }) => id)).toEqual(
    Array.from({ length: size }, (_, at) => `whose:asset_${at}`),
  )
})
