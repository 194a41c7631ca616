import { byClass, className, percent, type Written } from './brokers.ts'
import { type Column, column, newTruth, type Order, type Printed, rowTruth, symbolColumn, Writer } from './printing.ts'
import { commas, dates, money, plain, shuffled, sum } from './values.ts'

/** The word of interport for what a line is. */
const category = (line: Printed) =>
  line.kind === 'option' ? 'Equity and Index Options' : className(line) === 'Fixed Income' ? 'Bonds' : 'Stocks'

/** An activity statement in sections: the first two cells say which table a row is of; lots, currencies, accruals, net asset value. */
export function interport({ month, statements, variant }: Order): Written {
  const truth = newTruth('interport', { as_of: month.date, as_of_seen: 'title' })
  const writer = new Writer(truth)
  const lots = variant.chance(0.6)
  const idOf = ({ symbol, cusip, isin, ownId }: Printed) => symbol ?? cusip ?? isin ?? ownId ?? ''
  const columns: Column[] = [
    column('other', 'DataDiscriminator', () => 'Summary'),
    column('type', 'Asset Category', category),
    column('currency', 'Currency', ({ currency }) => currency),
    {
      ...column('symbol', 'Symbol', idOf),
      ids: ({ symbol, cusip, isin }) =>
        symbol !== null ? { symbol } : cusip !== null ? { cusip } : isin !== null ? { isin } : {},
    },
    column('quantity', 'Quantity', ({ quantity }) => quantity ?? ''),
    column('other', 'Mult', ({ kind }) => (kind === 'option' ? '100' : '1')),
    column('cost', 'Cost Basis', ({ cost }) => (cost === null ? '' : money.short(cost))),
    column('price', 'Close Price', ({ localPrice }) => localPrice ?? ''),
    column('value', 'Value', ({ localCents }) => money.short(localCents)),
    column('other', 'Unrealized P/L', ({ cost, localCents }) => money.short(localCents - (cost ?? 0))),
    column('other', 'Code', () => ''),
  ]
  for (const statement of statements) {
    const { account, holdings, lines } = statement
    const positions = lines.filter(({ quantity }) => quantity !== null)
    const cash = holdings.cash + holdings.marginDebit
    const interest = sum(lines.map(({ accrued }) => accrued))
    writer.account(statement, { name: null })
    const other = (...cells: string[]) => writer.line('other', ...cells)
    other('Statement', 'Header', 'Field Name', 'Field Value')
    other('Statement', 'Data', 'BrokerName', 'Interport Brokers LLC')
    other('Statement', 'Data', 'Title', 'Activity Statement')
    writer.line(
      'title',
      'Statement',
      'Data',
      'Period',
      `${dates.long(`${month.date.slice(0, 7)}-01`)} - ${dates.long(month.date)}`,
    )
    other('Account Information', 'Header', 'Field Name', 'Field Value')
    writer.line('title', 'Account Information', 'Data', 'Account', account.number)
    other('Account Information', 'Data', 'Base Currency', 'USD')
    other(
      'Net Asset Value',
      'Header',
      'Asset Class',
      'Prior Total',
      'Current Long',
      'Current Short',
      'Current Total',
      'Change',
    )
    const classes = new Map([['Cash ', cash], ...shown(positions), ['Interest Accruals', interest]] as const)
    for (const [name, cents] of classes) {
      if (cents !== 0)
        other(
          'Net Asset Value',
          'Data',
          name,
          '0',
          money.short(Math.max(cents, 0)),
          money.short(Math.min(cents, 0)),
          money.short(cents),
          money.short(cents),
        )
    }
    writer.states(holdings.total + interest)
    const stated = money.short(holdings.total + interest)
    writer.line('total', 'Net Asset Value', 'Data', 'Total', '0', stated, '0', stated, stated).columns = [
      'other',
      'other',
      'name',
      'other',
      'other',
      'other',
      'value',
      'other',
    ]
    if (interest !== 0) {
      writer.asks({
        name: 'Interest Accruals',
        value: plain(interest),
        why: 'earned and not paid; the net asset value counts it',
        in_total: true,
      })
    }
    if (positions.length > 0) writer.header(columns, ['Open Positions', 'Header'])
    for (const line of positions) {
      const abroad = line.currency === 'USD' ? {} : { currency: line.currency, value: plain(line.localCents) }
      writer.holding(line, { name: idOf(line), ...abroad }, ['Open Positions', 'Data'])
      if (!lots || line.lots.length < 2) continue
      for (const { quantity, cents, cost } of line.lots) {
        const values = {
          type: category(line),
          currency: line.currency,
          symbol: idOf(line),
          quantity: money.short(Math.round(quantity / 10)),
          cost: money.short(cost),
          value: money.short(cents),
        }
        writer.only('lot', { other: 'Lot', ...values }, '', ['Open Positions', 'Data'])
      }
    }
    for (const [name, cents] of shown(positions)) {
      writer.only('subtotal', { type: name, currency: 'USD', value: money.short(cents) }, '', [
        'Open Positions',
        'Total',
      ])
    }
    if (cash !== 0) {
      other('Cash Report', 'Header', 'Currency Summary', 'Currency', 'Total', 'Securities', 'Futures')
      other('Cash Report', 'Data', 'Starting Cash', 'Base Currency Summary', '0', '0', '0')
      const line = lines.find(({ quantity }) => quantity === null)
      const written = writer.line(
        'row',
        'Cash Report',
        'Data',
        'Ending Cash',
        'Base Currency Summary',
        money.short(cash),
        money.short(cash),
        '0',
      )
      written.columns = ['other', 'other', 'name', 'other', 'value', 'other', 'other']
      const current = truth.accounts.at(-1)
      if (line !== undefined && current !== undefined) {
        const row = rowTruth({ ...line, kind: 'cash', key: 'cash', cents: cash }, {}, { name: 'Ending Cash' })
        written.row = current.rows.push(row) - 1
      }
      // The same cash again, by currency.
      other('Cash Report', 'Data', 'Ending Cash', 'USD', money.short(cash), money.short(cash), '0')
    }
    const abroad = positions.filter(({ currency }) => currency !== 'USD')
    if (abroad.length === 0) continue
    if (!truth.must_ask.includes('currency')) truth.must_ask.push('currency')
    other('Base Currency Exchange Rate', 'Header', 'Currency', 'Exchange Rate')
    for (const [code, rate] of new Map(abroad.map(({ currency, rate }) => [currency, rate]))) {
      other('Base Currency Exchange Rate', 'Data', code, rate)
    }
  }
  truth.never.push(
    'Add lots, totals or the net asset value of a class, or ending cash twice',
    'Take an amount in another currency for USD',
  )
  const text = { delimiter: ',', eol: '\n', bom: true, encoding: 'utf8', quote: 'needed', trailing: false } as const
  return {
    name: `${statements[0]?.account.number}_${dates.compact(month.date)}.csv`,
    truth,
    document: { kind: 'text', sheets: [writer.sheet], text },
  }
}

/** USD of each category. */
const shown = (lines: readonly Printed[]): [name: string, cents: number][] =>
  ['Stocks', 'Equity and Index Options', 'Bonds']
    .map((name): [string, number] => [
      name,
      sum(lines.filter((line) => category(line) === name).map(({ cents }) => cents)),
    ])
    .filter(([, cents]) => cents !== 0)

/** An aggregator's report: a tree of indented names, every total above what it is the total of. */
export function ledgerstone({ firm, month, statements, variant }: Order): Written {
  const truth = newTruth('ledgerstone', { as_of: month.date, as_of_seen: 'title' })
  const writer = new Writer(truth)
  const indent = variant.pick(['  ', '    '])
  const owners = new Set(statements.map(({ account }) => account.householdId))
  const household = owners.size > 1 ? undefined : firm.households.find(({ id }) => owners.has(id))
  const whole = sum(statements.map(({ holdings }) => holdings.total))
  let depth = 0
  const columns: Column[] = [
    column('name', 'Name', ({ name }) => `${indent.repeat(depth)}${name}`),
    symbolColumn('Ticker / CUSIP'),
    column('quantity', 'Units', ({ quantity }) => (quantity === null ? '' : commas(quantity))),
    column('cost', 'Cost (USD)', ({ cost }) => (cost === null ? '' : money.comma(cost))),
    column('price', 'Price (USD)', ({ price }) => (price === null ? '' : commas(price))),
    column('value', 'Value (USD)', ({ cents }) => money.dollar(cents)),
    column('percent', '% of Holdings', ({ cents }) => percent(cents, whole)),
  ]
  writer.line('title', 'Ledgerstone Reporting', `Portfolio: ${household?.name ?? 'Clients'}`)
  writer.line('title', 'Holdings by account', `As of ${dates.us(month.date)}`)
  writer.line('blank')
  writer.header(columns)
  writer.only('other', { name: 'Total', value: money.dollar(whole), percent: '100.00%' })
  for (const statement of statements) {
    const { account, holdings, lines } = statement
    const number = `x${account.number.replace(/\D/g, '').slice(-4)}`
    writer.account(statement, { account: number, masked: true })
    writer.states(holdings.total)
    writer.only('total', {
      name: `${indent}${account.title} (${number})`,
      value: money.dollar(holdings.total),
      percent: percent(holdings.total, whole),
    })
    for (const [name, held] of byClass(lines)) {
      const cents = sum(held.map((each) => each.cents))
      writer.only('subtotal', {
        name: `${indent.repeat(2)}${name}`,
        value: money.dollar(cents),
        percent: percent(cents, whole),
      })
      depth = 3
      for (const line of held) writer.holding(line)
    }
  }
  writer.line('blank')
  writer.line(
    'footnote',
    `Generated by Ledgerstone on ${dates.us(month.date)}. Values of ${statements.length} accounts; totals are shown above the rows that they contain.`,
  )
  truth.never.push('Add a line of the tree to the lines below it')
  const text = { delimiter: ',', eol: '\n', bom: true, encoding: 'utf8', quote: 'needed', trailing: false } as const
  return {
    name: `${household?.name ?? 'Clients'} - Holdings.csv`,
    truth,
    document: { kind: 'text', sheets: [writer.sheet], text },
  }
}

/** Portfolio software: columns in the order that somebody once chose, a date in each row, totals without a label, `N/A`. */
export function quillon({ month, statements, variant, random }: Order): Written {
  const truth = newTruth('quillon', { as_of: month.date, as_of_seen: 'column' })
  const writer = new Writer(truth)
  const repeat = variant.chance(0.5)
  const day = variant.pick([dates.iso, dates.us])(month.date)
  let cells = ['', '', '0']
  const unpriced = ({ price }: Printed) => price === '0.00'
  const columns = shuffled<Column>(variant, [
    column('account', 'Account #', () => cells[0] ?? ''),
    column('account_name', 'Registration', () => cells[1] ?? ''),
    column('as_of', 'As Of Date', () => day),
    column('percent', 'Weight', ({ cents }) => (Number(cells[2]) === 0 ? '0' : (cents / Number(cells[2])).toFixed(4))),
    column('cost', 'Adjusted Cost', ({ cost }) => (cost === null ? 'N/A' : plain(cost))),
    column('quantity', 'Units', ({ quantity }) => quantity ?? 'N/A'),
    column('price', 'Price', (line) => (unpriced(line) ? 'N/A' : (line.price ?? 'N/A'))),
    column('value', variant.pick(['Value', 'Ending Market Value']), (line) =>
      unpriced(line) ? 'N/A' : plain(line.cents),
    ),
    symbolColumn('Ticker', { none: 'N/A' }),
    column('name', 'Security', (line) => line.name),
    column('other', 'YTD Return', () => `${(random.below(4000) / 100 - 12).toFixed(2)}%`),
  ])
  if (!repeat) writer.header(columns)
  for (const statement of statements) {
    const { account, holdings, lines } = statement
    if (lines.length === 0) continue
    writer.account(statement)
    if (repeat) writer.header(columns)
    cells = [account.number, account.title, String(holdings.total)]
    for (const line of lines) {
      writer.holding(line, unpriced(line) ? { value: null } : {})
      if (unpriced(line) && !truth.may_ask.includes('value')) truth.may_ask.push('value')
    }
    writer.states(holdings.total)
    writer.only('total', { value: plain(holdings.total) })
  }
  writer.line('blank')
  writer.line('footnote', 'Performance is net of fees. Past performance is no guarantee, "N/A" means not available.')
  truth.never.push('Take a total without label for a holding', 'Invent the value of a security without a price')
  const text = { delimiter: ',', eol: '\r\n', bom: false, encoding: 'utf8', quote: 'needed', trailing: false } as const
  return {
    name: `QuillonPositions ${dates.dashes(month.date)}.csv`,
    truth,
    document: { kind: 'text', sheets: [writer.sheet], text },
  }
}

/** `1.22E+05`, as a spreadsheet shows a number that it was told to show so. */
const scientific = (text: string) => {
  const [digits = '', exponent = '+0'] = Number(text).toExponential(2).toUpperCase().split('E')
  return `${digits}E${exponent[0]}${exponent.slice(1).padStart(2, '0')}`
}

/** What a spreadsheet makes of an identifier when it opens and saves a CSV. */
export function resaved(id: string): string {
  if (/^\d+E\d+$/.test(id)) return scientific(id)
  if (/^\d{12,}$/.test(id)) return Number(id).toExponential(5).toUpperCase()
  if (/^\d+$/.test(id)) return String(Number(id))
  return id === 'MAR1' ? '1-Mar' : id
}

/** A broker's CSV that somebody opened and saved in a spreadsheet: numbers of accounts in scientific notation, lost zeros, a date for a symbol. */
export function tamarack({ month, statements, random }: Order): Written {
  const truth = newTruth('tamarack', { as_of: month.date, as_of_seen: 'title' })
  const writer = new Writer(truth)
  // Saved in one month with a formatted column, in another without.
  const rounded = random.chance(0.4)
  const value = ({ cents }: Printed) =>
    rounded && Math.abs(cents) >= 10_000_000 ? scientific(plain(cents)) : money.short(cents)
  let number = ''
  const intact = (id: string | null) => id !== null && resaved(id) === id
  const columns: Column[] = [
    column('account', 'Account', () => number),
    {
      ...column('symbol', 'Symbol', ({ symbol }) => resaved(symbol ?? '')),
      ids: ({ symbol }) => (symbol !== null && intact(symbol) ? { symbol } : {}),
    },
    {
      ...column('cusip', 'CUSIP', ({ cusip }) => resaved(cusip ?? '')),
      ids: ({ cusip }) => (cusip !== null && intact(cusip) ? { cusip } : {}),
    },
    column('name', 'Description', (line) => (line.kind === 'cash' ? 'Cash' : line.name)),
    column('quantity', 'Quantity', ({ quantity }) => quantity ?? ''),
    column('price', 'Price', ({ price }) => (price === null ? '' : String(Number(price)))),
    column('cost', 'Cost', ({ cost }) => (cost === null ? '' : money.short(cost))),
    column('value', 'Market Value', value),
  ]
  const wide = (line: { cells: string[] }) =>
    line.cells.push(...Array<string>(columns.length - line.cells.length).fill(''))
  wide(writer.line('title', `Tamarack Securities positions as of ${dates.excel(month.date)}`))
  writer.header(columns)
  for (const statement of statements) {
    const { account, holdings, lines } = statement
    if (lines.length === 0) continue
    number = resaved(account.number)
    const current = writer.account(statement, { account: number, name: null })
    const spoiled = rounded && lines.some((line) => value(line) !== money.short(line.cents))
    for (const line of lines) writer.holding(line, value(line) === money.short(line.cents) ? {} : { value: null })
    const damaged = lines.some(
      ({ symbol, cusip }) => (symbol !== null && !intact(symbol)) || (cusip !== null && !intact(cusip)),
    )
    if (damaged && !truth.may_ask.includes('identifier_damaged')) truth.may_ask.push('identifier_damaged')
    writer.states(holdings.total)
    writer.only('total', { account: 'Total', value: money.short(holdings.total) })
    if (!spoiled) continue
    current.tie = 'blocked'
    if (!truth.must_ask.includes('amount_damaged')) truth.must_ask.push('amount_damaged')
  }
  truth.must_ask.push('account')
  truth.never.push(
    'Take 1.22E+05 for an exact amount',
    'Map an account by a number in scientific notation',
    'Store a damaged identifier',
  )
  const text = { delimiter: ',', eol: '\r\n', bom: false, encoding: 'utf8', quote: 'needed', trailing: false } as const
  return { name: 'positions edited.csv', truth, document: { kind: 'text', sheets: [writer.sheet], text } }
}
