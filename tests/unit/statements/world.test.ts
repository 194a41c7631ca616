import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readZip } from '../../doubles/read-zip.ts'
import { centsOf, damage, damageKinds } from '../../statements/world/damage.ts'
import type { ColumnKey, Line, StatementFile } from '../../statements/world/documents.ts'
import { makeFirm } from '../../statements/world/firm.ts'
import { colleagueBody, TruthLedger } from '../../statements/world/ledger.ts'
import { quote } from '../../statements/world/market.ts'
import { correctMonth, isOpen, makeMonth } from '../../statements/world/month.ts'
import { sampleStatements, truthText } from '../../statements/world/samples.ts'
import { accountsAt, accountsOf, otherKinds, writeOther, writeStatement } from '../../statements/world/statement.ts'
import { type AccountTruth, custodianNames, type Firm } from '../../statements/world/types.ts'
import { cusipOf, isinOf, monthEnd, sum } from '../../statements/world/values.ts'

const cents = (text: string | null | undefined) => Math.round(Number(text ?? 0) * 100)

type Case = { firm: Firm; n: number; file: StatementFile; about: string }

/** Every file that the firms of these seeds get in some months. */
const cases: Case[] = Array.from({ length: 16 }, (_, at) => at + 1).flatMap((seed) => {
  const firm = makeFirm(seed)
  return [1, 4].flatMap((n) => {
    const month = makeMonth(firm, n)
    return custodianNames
      .filter((custodian) => accountsAt(firm, custodian, n).length > 0)
      .map((custodian) => ({
        firm,
        n,
        file: writeStatement(firm, month, { custodian }),
        about: `seed ${seed}, month ${n}, ${custodian}`,
      }))
  })
})

/** What a file shows, as text: the cells of a workbook come from its parts. */
function textOf({ bytes, document }: StatementFile): string {
  if (document.kind === 'workbook') {
    const parts = [...readZip(Buffer.from(bytes)).values()].join('\n')
    return parts.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  }
  if (document.kind === 'ofx') {
    const text = new TextDecoder(
      document.utf16 ? 'utf-16le' : document.sgml && !document.bom ? 'windows-1252' : 'utf-8',
    ).decode(bytes)
    return text.replaceAll('&amp;', '&')
  }
  const { encoding } = document.text
  return new TextDecoder(encoding === 'utf16le' ? 'utf-16le' : encoding).decode(bytes)
}

/** The lines of tables with the columns that hold for each. */
function linesOf({ document }: StatementFile): { line: Line; columns: readonly ColumnKey[] }[] {
  if (document.kind === 'ofx') return []
  return document.sheets.flatMap(({ lines }) => {
    let columns: readonly ColumnKey[] = []
    return lines.map((line) => {
      columns = line.columns ?? columns
      return { line, columns }
    })
  })
}

const trueTotal = ({ rows, asked = [] }: AccountTruth) =>
  sum(rows.map(({ true_value }) => cents(true_value))) + sum(asked.map(({ true_part }) => cents(true_part)))

it('makes check digits as the standards say', () => {
  expect([cusipOf('03783310'), cusipOf('38259P50'), isinOf('US', '037833100'), isinOf('CH', '003886335')]).toEqual([
    '037833100',
    '38259P508',
    'US0378331005',
    'CH0038863350',
  ])
})

it('has months that end on a business day', () => {
  expect([0, 1, 2, 3, 4, 5].map(monthEnd)).toEqual([
    '2026-06-30',
    '2026-07-31',
    '2026-08-31',
    '2026-09-30',
    '2026-10-30',
    '2026-11-30',
  ])
})

it('makes the same firm, books and bytes from the same seed, and others from another', () => {
  const [one, again, other] = [7, 7, 8].map((seed) => makeFirm(seed, { custodians: ['alder', 'meridian'] }))
  if (one === undefined || again === undefined || other === undefined) throw new Error('Three firms are needed.')
  expect(again).toEqual(one)
  const bytes = (firm: Firm) => writeStatement(firm, makeMonth(firm, 3), { custodian: 'meridian' }).bytes
  expect(Buffer.compare(bytes(one), bytes(again))).toBe(0)
  expect(Buffer.compare(bytes(one), bytes(other))).not.toBe(0)
})

it('gives every security its own identifiers', () => {
  for (const { market } of cases.map(({ firm }) => firm)) {
    const symbols = market.flatMap(({ symbol, symbolChanged }) =>
      [symbol, symbolChanged?.symbol ?? null].filter((each) => each !== null),
    )
    expect(new Set(symbols).size).toBe(symbols.length)
    expect(new Set(market.map(({ cusip }) => cusip)).size).toBe(market.length)
    for (const { cusip } of market) expect(cusipOf(cusip.slice(0, 8))).toBe(cusip)
  }
})

it('writes what the accounts truly hold: the rows of every file come to the account, and to the stated total', () => {
  for (const { firm, n, file, about } of cases) {
    const month = makeMonth(firm, n)
    expect(file.truth.accounts.length, about).toBeGreaterThan(0)
    for (const account of file.truth.accounts) {
      const held = month.holdings.get(account.account_id)?.total
      expect([trueTotal(account), cents(account.true_total)], about).toEqual([held, held])
      if (account.stated_total === null) continue
      const counted = sum((account.asked ?? []).filter((each) => each.in_total).map(({ value }) => cents(value)))
      const settled = sum((account.asked ?? []).map(({ true_part }) => cents(true_part)))
      expect(sum(account.rows.map(({ true_value }) => cents(true_value))) + counted + settled, about).toBe(
        cents(account.stated_total),
      )
      if (account.tie !== 'ties' || account.rows.some(({ currency }) => currency !== undefined)) continue
      expect(sum(account.rows.map(({ value }) => cents(value))) + counted + settled, about).toBe(
        cents(account.stated_total),
      )
    }
  }
})

it('prints in each file what its truth says', () => {
  for (const { file, about } of cases) {
    const text = textOf(file)
    const missing = file.truth.accounts.flatMap(({ account, name, rows }) => {
      // A balance of an OFX file has a tag, not a name.
      const printed = rows.filter(({ key }) => file.document.kind !== 'ofx' || (key !== 'cash' && key !== 'margin'))
      const words = [account, name, ...printed.flatMap((row) => [row.name, ...Object.values(row.ids)])]
      return words.filter((word) => word !== null && !text.includes(word) && !text.includes(word.replaceAll('"', '""')))
    })
    expect(missing, about).toEqual([])
    for (const { line, columns } of linesOf(file)) {
      const account = file.truth.accounts[line.account ?? -1]
      const cell = line.cells[columns.indexOf('value')] ?? ''
      const value = line.role === 'row' ? account?.rows[line.row ?? -1]?.value : account?.stated_total
      if ((line.role === 'row' && value !== null) || (line.role === 'total' && file.document.kind === 'text')) {
        expect(centsOf(cell), `${about}: ${line.cells.join('|')}`).toBe(cents(value))
      }
      if (line.role !== 'row' || file.document.kind !== 'text') continue
      expect(
        line.cells.filter((each) => !text.includes(each.replaceAll('"', '""'))),
        about,
      ).toEqual([])
    }
  }
})

it('has everything in it that makes statements hard', () => {
  const rows = cases.flatMap(({ file }) => file.truth.accounts.flatMap((account) => account.rows))
  const firms = [...new Set(cases.map(({ firm }) => firm))]
  const accounts = firms.flatMap((firm) => firm.accounts)
  const market = firms.flatMap((firm) => firm.market)
  const truths = cases.map(({ file }) => file.truth)
  const printed = cases.flatMap(({ file }) => linesOf(file).map(({ line }) => line.role))
  const found = {
    'negative cash': rows.some(({ kind, value }) => kind === 'cash' && cents(value) < 0),
    'a margin debit': rows.some(({ kind }) => kind === 'margin'),
    'a short option': rows.some(({ kind, value }) => kind === 'option' && cents(value) < 0),
    'a bond by its CUSIP': rows.some(
      ({ kind, ids }) => kind === 'bond' && ids.cusip !== undefined && ids.symbol === undefined,
    ),
    'a security without value': rows.some(({ kind }) => kind === 'worthless'),
    'a position of zero': rows.some(({ kind, value }) => kind === undefined && value === '0.00'),
    'a currency': rows.some(({ currency }) => currency !== undefined),
    'one security twice in an account': truths.some(({ accounts: all }) =>
      all.some((each) =>
        each.rows.some((row, at) =>
          each.rows.some((other, place) => place > at && other.key === row.key && row.key.startsWith('sec_stock')),
        ),
      ),
    ),
    'a sweep in available cash': truths.some(({ must_ask }) => must_ask.includes('sweep')),
    'unsettled lines': truths.some(({ must_ask }) => must_ask.includes('unsettled')),
    'several price dates': truths.some(({ must_ask }) => must_ask.includes('price_dates')),
    'damaged amounts': truths.some(({ must_ask }) => must_ask.includes('amount_damaged')),
    'an emptied account with a total': truths.some(({ accounts: all }) =>
      all.some((each) => each.rows.length === 0 && each.stated_total === '0.00'),
    ),
    'masked numbers that look alike': truths.some(({ accounts: all }) =>
      all.some(({ looks_like }) => looks_like !== undefined),
    ),
    lots: printed.includes('lot'),
    'two lines for a holding': printed.includes('continued'),
    subtotals: printed.includes('subtotal'),
    'an account that moves': accounts.some(({ moved }) => moved !== undefined),
    'an account that closes': accounts.some(({ closedFrom }) => closedFrom !== undefined),
    'an account that opens later': accounts.some(({ opened }) => opened > 0),
    'a transfer': firms.some(({ transfers }) => transfers.length > 0),
    'a split': market.some(({ split }) => split !== undefined),
    'a new symbol': market.some(({ symbolChanged }) => symbolChanged !== undefined),
    'a new name': market.some(({ renamed }) => renamed !== undefined),
    'an archived entity': firms.some(({ entities }) => entities.some(({ stage }) => stage === 'ARCHIVED')),
    'an account number as external id': firms.some((firm) =>
      firm.entities.some(({ external_id }) => firm.accounts.some(({ number }) => number === external_id)),
    ),
    'trusts of one name': firms.every(
      ({ entities }) => new Set(entities.map((each) => each.display_name)).size < entities.length,
    ),
  }
  expect(
    Object.entries(found)
      .filter(([, there]) => !there)
      .map(([what]) => what),
  ).toEqual([])
  expect(new Set(truths.map(({ layout }) => layout)).size).toBe(custodianNames.length)
})

it('moves positions, empties and closes accounts in the months that the firm says', () => {
  let moved = 0
  for (let seed = 1; seed <= 16; seed += 1) {
    const firm = makeFirm(seed)
    const held = (id: string, n: number) => makeMonth(firm, n).holdings.get(id)
    for (const { month, from, to } of firm.transfers) {
      const given = held(from, month - 1)?.positions.find(
        ({ security, quantity }) => quantity > 0 && security.startsWith('sec_stock'),
      )
      if (given === undefined) continue
      const count = (id: string, n: number) =>
        held(id, n)?.positions.filter(({ security }) => security === given.security).length ?? 0
      expect(count(from, month)).toBe(count(from, month - 1) - 1)
      expect(held(to, month)?.positions.some(({ security, cost }) => security === given.security && cost > 0)).toBe(
        true,
      )
      moved += 1
    }
    for (const { id, emptiedFrom, closedFrom } of firm.accounts) {
      if (emptiedFrom !== undefined)
        expect([held(id, emptiedFrom)?.total, held(id, emptiedFrom)?.positions]).toEqual([0, []])
      if (closedFrom !== undefined)
        expect([held(id, closedFrom - 1) === undefined, held(id, closedFrom)]).toEqual([false, undefined])
    }
    for (const security of firm.market.filter(({ split }) => split !== undefined)) {
      const { month = 0, ratio = 1 } = security.split ?? {}
      const [before, after] = [quote(seed, security, month - 1), quote(seed, security, month)]
      expect(after.price).toBeLessThan((before.price / ratio) * 1.1)
    }
  }
  expect(moved).toBeGreaterThan(3)
})

it('keeps a custodian’s header the same in every month of a firm', () => {
  for (const seed of [1, 2, 3, 4]) {
    const firm = makeFirm(seed)
    for (const custodian of custodianNames) {
      const words = [1, 2, 3, 4]
        .filter((n) => accountsAt(firm, custodian, n).length > 0)
        .flatMap((n) =>
          linesOf(writeStatement(firm, makeMonth(firm, n), { custodian }))
            .filter(({ line }) => line.role === 'header')
            .map(({ line }) => line.cells.join('|')),
        )
      expect(new Set(words).size, custodian).toBeLessThanOrEqual(2)
    }
  }
})

it('changes a file by each of thirteen damages, and never leaves a damaged account that seems to tie', () => {
  const few = cases.filter((_, at) => at % 7 === 0)
  const done = new Map<string, number>()
  for (const { file, about } of few) {
    for (const kind of damageKinds) {
      const damaged = damage(file, kind, { seed: 1, rows: 30 })
      if (damaged === null) continue
      done.set(kind, (done.get(kind) ?? 0) + 1)
      const what = `${about}, ${kind}`
      expect(Buffer.compare(damaged.bytes, file.bytes), what).not.toBe(0)
      expect(Buffer.compare(damage(file, kind, { seed: 1, rows: 30 })?.bytes ?? Buffer.of(), damaged.bytes), what).toBe(
        0,
      )
      const { accounts } = damaged.truth
      if (kind === 'total off by 0.01') {
        const missed = accounts
          .map((each, at) => cents(each.stated_total) - cents(file.truth.accounts[at]?.stated_total))
          .filter((each) => each !== 0)
        expect(missed.map(Math.abs), what).toEqual([1])
      }
      if (kind === 'cut off') expect(damaged.bytes.length, what).toBeLessThan(file.bytes.length)
      for (const account of accounts) {
        if (account.tie === 'ties') expect(trueTotal(account), what).toBe(cents(account.true_total))
        if (
          account.rows.some(
            ({ value }, at) =>
              value === null &&
              file.truth.accounts.find((each) => each.account_id === account.account_id)?.rows[at]?.value !== null,
          )
        ) {
          expect(account.tie, what).toBe('blocked')
        }
      }
      if (['total off by 0.01', 'many rows', 'missing values'].includes(kind))
        expect(
          accounts.some(({ tie }) => tie === 'blocked'),
          what,
        ).toBe(true)
      if (damaged.document.kind === 'text' && kind !== 'cut off') {
        const text = textOf(damaged)
        for (const { line } of linesOf(damaged))
          for (const cell of line.cells) expect(text, what).toContain(cell.replaceAll('"', '""'))
      }
    }
  }
  expect([...done.keys()].sort()).toEqual([...damageKinds].sort())
})

it('writes a corrected month and an account twice', () => {
  const firm = makeFirm(3, { custodians: ['alder'] })
  const month = makeMonth(firm, 2)
  const account = accountsAt(firm, 'alder', 2).find(({ id }) =>
    month.holdings.get(id)?.positions.some((each) => each.cents > 0),
  )
  if (account === undefined) throw new Error('The firm has an account with positions.')
  const write = (at: typeof month, accounts: readonly string[]) =>
    writeStatement(firm, at, { custodian: 'alder', accounts }).truth
  const [before] = write(month, [account.id]).accounts
  const corrected = write(correctMonth(month, account.id), [account.id]).accounts[0]
  expect(corrected?.stated_total).not.toBe(before?.stated_total)
  expect(corrected?.rows.filter(({ value }, at) => value !== before?.rows[at]?.value)).toHaveLength(1)
  const twice = write(month, [account.id, account.id])
  expect(twice.accounts).toHaveLength(2)
  expect(twice.must_ask).toContain('account')
  const logged = new TruthLedger(firm).statement(twice, 2, { accounts: [account.id] })
  expect(logged).toMatchObject([{ accounts: [account.id] }])
})

it('cuts a text in the middle of an amount', () => {
  const found = cases.find(({ file }) => file.truth.layout === 'granite')
  if (found === undefined) throw new Error('No firm has an account at granite.')
  const damaged = damage(found.file, 'cut off', { seed: 1 })
  const lines = Buffer.from(damaged?.bytes ?? [])
    .toString()
    .split('\n')
  const whole = Buffer.from(found.file.bytes).toString().split('\n')
  expect(lines.slice(0, -1)).toEqual(whole.slice(0, lines.length - 1))
  expect(whole[lines.length - 1]).toContain(lines.at(-1))
  expect(damaged?.truth.accounts.at(-1)?.tie).toBe('blocked')
})

it('writes files that hold no holdings', () => {
  const firm = makeFirm(1)
  const files = otherKinds.map((kind) => writeOther(firm, makeMonth(firm, 1), kind))
  expect(files.map(({ truth }) => [truth.outcome, truth.accounts.length])).toEqual(otherKinds.map(() => ['refuse', 0]))
})

it('knows to the cent what every entity must be worth while files, moves and colleagues follow each other', () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const firm = makeFirm(seed)
    const ledger = new TruthLedger(firm)
    const read = new Map<string, { entityId: string; cents: number }>()
    const byHand = new Map<string, number>()
    for (const [entityId, { directly_held_assets: assets }] of firm.valuations) {
      const origins = firm.origins.get(entityId) ?? []
      byHand.set(entityId, sum(assets.map(({ value }, at) => (origins[at] === null ? cents(String(value)) : 0))))
      for (const [at, { value }] of assets.entries()) {
        const origin = origins[at]
        if (origin) read.set(origin, { entityId, cents: (read.get(origin)?.cents ?? 0) + cents(String(value)) })
      }
    }
    for (const n of [1, 2, 3, 4]) {
      const month = makeMonth(firm, n)
      for (const custodian of custodianNames.filter((each) => accountsAt(firm, each, n).length > 0)) {
        const { truth } = writeStatement(firm, month, { custodian })
        const approved = truth.accounts.filter(({ tie }) => tie !== 'blocked').map(({ account_id: id }) => id)
        const logged = ledger.statement(truth, n, {
          accounts: truth.accounts.map(({ account_id: id }) => id),
          asOf: month.date,
          formerEntity: 'log without',
        })
        for (const each of logged) {
          if ('refused' in each) continue
          for (const id of each.accounts.filter((account) => approved.includes(account))) {
            const account = firm.accounts.find((one) => one.id === id)
            if (account !== undefined && isOpen(account, n)) {
              const entityId =
                account.moved !== undefined && n >= account.moved.month ? account.moved.entityId : account.entityId
              read.set(id, { entityId, cents: month.holdings.get(id)?.total ?? 0 })
            }
          }
        }
      }
      const [entity] = firm.entities
      if (entity !== undefined) {
        ledger.colleague(entity.id, { date: month.date, name: `Barn ${n}`, value: 1234.56 })
        byHand.set(entity.id, (byHand.get(entity.id) ?? 0) + 123_456)
      }
      expect(firm.entities.flatMap(({ id }) => accountsOf(firm, id, n)).length).toBe(month.holdings.size)
      for (const { id } of firm.entities) {
        const accounts = sum([...read.values()].filter(({ entityId }) => entityId === id).map((each) => each.cents))
        expect(ledger.expected(id)?.cents ?? 0, `seed ${seed}, month ${n}, ${id}`).toBe(
          accounts + (byHand.get(id) ?? 0),
        )
      }
    }
  }
})

it('changes by a colleague’s request what the ledger changes', () => {
  const firm = makeFirm(5)
  for (const [entityId, valuation] of firm.valuations) {
    const kept = valuation.directly_held_assets.filter((_, at) => firm.origins.get(entityId)?.[at] === null)
    for (const name of ['Barn', ...kept.map(({ display_name }) => display_name)]) {
      const change = { date: '2026-08-14', name, value: 250_000.01 }
      const ledger = new TruthLedger(firm)
      ledger.colleague(entityId, change)
      const body = colleagueBody(valuation, change, 'asset_class_real_estate')
      expect(sum(body.directly_held_assets.map(({ value }) => cents(String(value))))).toBe(
        ledger.expected(entityId)?.cents,
      )
      expect(body.directly_held_assets).toHaveLength(ledger.expected(entityId)?.assets.length ?? 0)
    }
  }
})

it('refuses to log a blocked account, and an older date without an answer', () => {
  const firm = makeFirm(2)
  const found = cases.find(({ file }) => file.truth.layout === 'ferncastle')
  if (found === undefined) throw new Error('No firm has an account at ferncastle.')
  const damaged = damage(found.file, 'total off by 0.01', { seed: 1 })
  const ledger = new TruthLedger(found.firm)
  const accounts = damaged?.truth.accounts.filter(({ tie }) => tie === 'blocked').map(({ account_id: id }) => id) ?? []
  if (damaged === null) throw new Error('The file has a total.')
  expect(ledger.statement(damaged.truth, found.n, { accounts })).toMatchObject([{ refused: 'blocked' }])
  const [custodian] = custodianNames.filter((each) => accountsAt(firm, each, 1).length > 0)
  if (custodian === undefined) throw new Error('The firm has accounts.')
  const { truth } = writeStatement(firm, makeMonth(firm, 1), { custodian })
  const later = new TruthLedger(firm)
  for (const { id } of firm.entities) later.colleague(id, { date: '2027-01-31', name: 'Barn', value: 1 })
  const tied = truth.accounts.filter(({ tie }) => tie !== 'blocked').map(({ account_id: id }) => id)
  const answers = { accounts: tied, asOf: '2026-07-31' }
  const before = firm.entities.map(({ id }) => later.expected(id))
  for (const each of later.statement(truth, 1, answers))
    expect(each).toMatchObject({ refused: 'older than the current valuation' })
  for (const each of later.statement(truth, 1, { ...answers, evenIfOlder: true }))
    expect(each).toMatchObject({ isCurrent: false })
  expect(firm.entities.map(({ id }) => later.expected(id))).toEqual(before)
})

it('has samples of its files that are those the world writes', () => {
  for (const { name, file } of sampleStatements()) {
    const kept = readFileSync(`tests/fixtures/statements/world/${name}`)
    const truth = readFileSync(
      `tests/fixtures/statements/world/${name.slice(0, name.lastIndexOf('.'))}.expected.json`,
      'utf8',
    )
    expect(truth, name).toBe(truthText(file))
    // A ZIP's bytes depend on the version of the library that packs it.
    if (file.document.kind === 'workbook') expect(readZip(kept), name).toEqual(readZip(Buffer.from(file.bytes)))
    else expect(Buffer.compare(kept, file.bytes), name).toBe(0)
  }
})
