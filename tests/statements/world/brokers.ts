import type { StatementFile } from './documents.ts'
import { isBond } from './market.ts'
import {
  type Column,
  column,
  cusipColumn,
  newTruth,
  type Order,
  type Printed,
  rowTruth,
  symbolColumn,
  Writer,
} from './printing.ts'
import { commas, dates, daysAfter, money, plain, shuffled, sum } from './values.ts'

export type Written = Omit<StatementFile, 'bytes'>

/** `12.34%` of a whole. */
export const percent = (part: number, whole: number): string =>
  whole === 0 ? '0.00%' : `${((part / whole) * 100).toFixed(2)}%`

const isCash = ({ kind }: Printed) => kind === 'cash' || kind === 'margin'

/** How brokers name the classes of what they hold. */
export function className({ kind }: Printed): string {
  if (isBond(kind)) return 'Fixed Income'
  if (kind === 'option') return 'Options'
  if (kind === 'fund') return 'Mutual Funds'
  if (kind === 'private') return 'Alternative Investments'
  if (kind === 'cash' || kind === 'margin' || kind === 'money_fund') return 'Cash and Cash Equivalents'
  return 'Equities'
}

const classOrder = [
  'Equities',
  'Mutual Funds',
  'Options',
  'Fixed Income',
  'Alternative Investments',
  'Cash and Cash Equivalents',
]

/** The lines by class, in the order of brokers' reports. */
export const byClass = (lines: readonly Printed[]): (readonly [name: string, lines: Printed[]])[] =>
  classOrder
    .map((name) => [name, lines.filter((line) => className(line) === name)] as const)
    .filter(([, found]) => found.length > 0)

const upper = (line: Printed) => line.name.toUpperCase()

/** A discount broker: a title for each account, masked numbers, everything in quotation marks, `--` and `N/A` where nothing is. */
export function alder({ month, statements, variant, random }: Order): Written {
  const amount = variant.pick([money.dollar, money.parens])
  const day = variant.pick([dates.us, dates.slashes])(month.date)
  const [mvWord, costWord] = variant.pick([
    ['Mkt Val (Market Value)', 'Cost Basis'],
    ['Market Value', 'Cost/Share Total'],
  ] as const)
  const gain = (line: Printed) => (line.cost === null ? '--' : amount(line.cents - line.cost))
  const cashName = 'Cash & Cash Investments'
  const label = (line: Printed) =>
    line.kind === 'cash' ? cashName : line.kind === 'margin' ? 'Margin Loan Balance' : ''
  const symbol = symbolColumn('Symbol')
  const columns: Column[] = [
    { ...symbol, cell: (line) => label(line) || symbol.cell(line) },
    column('name', 'Description', (line) => (isCash(line) ? '--' : upper(line))),
    ...shuffled(variant, [
      column('quantity', 'Qty (Quantity)', (line) => commas(line.quantity ?? '--')),
      column('price', 'Price', ({ price }) => (price === null ? '--' : `$${commas(price)}`)),
      column('cost', costWord, ({ cost }) => (cost === null ? '--' : amount(cost))),
      column('value', mvWord, ({ cents }) => amount(cents)),
      column('other', 'Gain $ (Gain/Loss $)', gain),
      column('other', 'Gain % (Gain/Loss %)', (line) =>
        line.cost === null ? '--' : percent(line.cents - line.cost, line.cost),
      ),
      column('other', 'Reinvest?', ({ kind }) =>
        kind === 'fund' ? 'Yes' : isBond(kind) ? 'N/A' : kind === 'cash' || kind === 'margin' ? '--' : 'No',
      ),
    ]),
    column('type', 'Security Type', (line) =>
      isCash(line)
        ? 'Cash and Money Market'
        : className(line).replace('Equities', 'Equity').replace('Cash and Cash Equivalents', 'Cash and Money Market'),
    ),
  ]
  const truth = newTruth('alder', { as_of: month.date, as_of_seen: 'title' })
  const writer = new Writer(truth)
  const one = statements.length === 1
  const masked = (number: string) => `...${number.slice(-3)}`
  for (const [at, statement] of statements.entries()) {
    const { account, holdings, lines } = statement
    const printed = { account: masked(account.number), masked: true as const }
    if (at === 0) {
      const what = one ? `account ${account.title} ${printed.account}` : 'All-Accounts'
      writer.line('title', `Positions for ${what} as of 0${1 + random.below(8)}:${10 + random.below(49)} PM ET, ${day}`)
    }
    writer.line('blank')
    writer.account(statement, printed)
    if (!one) writer.line('title', `${account.title} ${printed.account}`)
    writer.header(columns)
    for (const line of lines) writer.holding(line, { name: label(line) || upper(line) })
    const cost = sum(lines.map((line) => line.cost ?? 0))
    writer.states(holdings.total)
    writer.only('total', { symbol: 'Account Total', value: amount(holdings.total), cost: amount(cost) }, '--')
  }
  truth.never.push('Take a cost or a gain for a value', 'Map a masked number by its last digits alone')
  const text = { delimiter: ',', eol: '\n', bom: false, encoding: 'utf8', quote: 'all', trailing: true } as const
  const file = one ? `${statements[0]?.account.title.slice(0, 12)}-Positions` : 'All-Accounts-Positions'
  return { name: `${file}-${month.date}-160211.csv`, truth, document: { kind: 'text', sheets: [writer.sheet], text } }
}

/** A fund company's brokerage: one table with the account in a column, footnote marks, pending activity, no total, date of download. */
export function birchline({ month, statements, variant, random }: Order): Written {
  const downloaded = daysAfter(month.date, random.below(3))
  const value = variant.pick([money.dollarPlain, money.dollar])
  const typed = variant.chance(0.7)
  const truth = newTruth('birchline', {
    as_of: null,
    as_of_seen: 'nowhere',
    as_of_proposed: `${downloaded} (date of download)`,
  })
  const writer = new Writer(truth)
  let accountCells = ['', '']
  let whole = 0
  const columns: Column[] = [
    column('account', 'Account Number', () => accountCells[0] ?? ''),
    column('account_name', 'Account Name', () => accountCells[1] ?? ''),
    symbolColumn('Symbol', { mark: '**' }),
    column('name', 'Description', (line) =>
      line.kind === 'cash' ? 'HELD IN CASH' : line.kind === 'margin' ? 'NET DEBIT BALANCE' : upper(line),
    ),
    column('quantity', 'Quantity', ({ quantity, kind }) => (kind === 'money_fund' ? '' : (quantity ?? ''))),
    column('price', 'Last Price', ({ price, kind }) => (price === null || kind === 'money_fund' ? '' : `$${price}`)),
    column('other', 'Last Price Change', ({ quantity, kind }) =>
      quantity === null || kind === 'money_fund'
        ? ''
        : `${random.chance(0.5) ? '+' : '-'}$${(random.below(300) / 100).toFixed(2)}`,
    ),
    column('value', 'Current Value', ({ cents }) => value(cents)),
    column('other', 'Total Gain/Loss Dollar', ({ cost, cents }) =>
      cost === null ? '' : `${cents >= cost ? '+' : ''}${value(cents - cost)}`,
    ),
    column('percent', 'Percent Of Account', ({ cents }) => percent(cents, whole)),
    column('cost', 'Cost Basis Total', ({ cost }) => (cost === null ? '' : value(cost))),
    ...(typed
      ? [column('type', 'Type', ({ held }) => (held === 'cash' ? 'Cash' : held === 'margin' ? 'Margin' : 'Short'))]
      : []),
  ]
  writer.header(columns)
  for (const statement of statements) {
    const { account, holdings, lines } = statement
    if (lines.length === 0) continue
    writer.account(statement)
    accountCells = [account.number, account.title]
    whole = holdings.total + holdings.pending
    for (const line of shuffled(random, lines)) {
      writer.holding(line, { name: columns[3]?.cell(line) ?? line.name })
    }
    if (holdings.pending !== 0) {
      writer.only('unsettled', {
        account: account.number,
        account_name: account.title,
        symbol: 'Pending Activity',
        value: value(holdings.pending),
      })
      writer.asks({
        name: 'Pending Activity',
        value: plain(holdings.pending),
        why: 'not settled; only the per cents count it',
        in_total: false,
      })
    }
  }
  writer.line('blank')
  writer.line(
    'footnote',
    'The data and information in this spreadsheet is provided to you solely for your use, and is not for distribution. ** Held in a sweep, "as is", at $1.00 a share.',
  )
  writer.line('blank')
  writer.line(
    'footnote',
    `Date downloaded ${dates.dashes(downloaded)} ${1 + random.below(11)}:${10 + random.below(49)} p.m ET`,
  )
  truth.must_ask.push('total_missing')
  truth.never.push(
    'Take the date of download for the as-of date without a question',
    'Add pending activity without a question',
  )
  const text = { delimiter: ',', eol: '\r\n', bom: true, encoding: 'utf8', quote: 'needed', trailing: false } as const
  return {
    name: `Portfolio_Positions_${dates.dashes(downloaded)}.csv`,
    truth,
    document: { kind: 'text', sheets: [writer.sheet], text },
  }
}

/** A fund company: bare rows with a comma behind them, then a second table of transactions; no total, and no date but sometimes in its name. */
export function granite({ month, statements, variant, random }: Order): Written {
  const inName = variant.chance(0.5)
  const truth = newTruth(
    'granite',
    inName ? { as_of: month.date, as_of_seen: 'file name' } : { as_of: null, as_of_seen: 'nowhere' },
  )
  const writer = new Writer(truth)
  let number = ''
  const columns: Column[] = [
    column('account', 'Account Number', () => number),
    column('name', 'Investment Name', (line) => (line.kind === 'cash' ? 'Settlement Fund' : line.name)),
    symbolColumn('Symbol', { bonds: variant.chance(0.5) }),
    column('quantity', 'Shares', ({ quantity, cents }) => quantity ?? plain(cents)),
    column('price', 'Share Price', ({ price }) => price ?? '1.00'),
    column('value', 'Total Value', ({ cents }) => plain(cents)),
  ]
  writer.header(columns)
  for (const statement of statements) {
    if (statement.lines.length === 0) continue
    writer.account(statement, { name: null })
    number = statement.account.number
    for (const line of statement.lines) writer.holding(line, line.kind === 'cash' ? { name: 'Settlement Fund' } : {})
  }
  writer.line('blank')
  writer.line('blank')
  const trades = [column('account', 'Account Number', () => number)].concat(
    [
      'Trade Date',
      'Settlement Date',
      'Transaction Type',
      'Investment Name',
      'Symbol',
      'Shares',
      'Share Price',
      'Principal Amount',
      'Net Amount',
    ].map((header) => column('other', header, () => '')),
  )
  writer.header(trades)
  for (const { account, lines } of statements) {
    const line = lines.find(({ quantity }) => quantity !== null)
    if (line === undefined) continue
    const amount = `-${plain(10_000 + random.below(900_000))}`
    writer.line(
      'other',
      account.number,
      daysAfter(month.date, -9),
      daysAfter(month.date, -8),
      random.pick(['Buy', 'Reinvestment', 'Dividend']),
      line.name,
      line.symbol ?? '',
      '10.000',
      line.price ?? '',
      amount,
      amount,
    )
  }
  truth.tables_left_out = 1
  truth.must_ask.push('total_missing')
  truth.never.push('Take a transaction for a holding')
  const text = { delimiter: ',', eol: '\n', bom: false, encoding: 'utf8', quote: 'needed', trailing: true } as const
  return {
    name: inName ? `Granite holdings ${month.date}.csv` : random.pick(['OfxDownload.csv', 'ofxdownload (1).csv']),
    truth,
    document: { kind: 'text', sheets: [writer.sheet], text },
  }
}

/** A full-service broker: tab-separated UTF-16, a table for each class with its subtotal, parentheses, accrued interest in the total. */
export function ferncastle({ month, statements, variant }: Order): Written {
  const truth = newTruth('ferncastle', { as_of: month.date, as_of_seen: 'title' })
  const withInterest = variant.chance(0.5)
  const writer = new Writer(truth)
  const amount = money.parensPlain
  const columns: Column[] = [
    column('name', 'Description', (line) =>
      line.kind === 'cash' ? 'CASH BALANCE' : line.kind === 'margin' ? 'DEBIT BALANCE' : upper(line),
    ),
    symbolColumn('Symbol', { bonds: false }),
    cusipColumn('CUSIP'),
    column('quantity', 'Quantity', ({ quantity }) =>
      quantity === null ? '' : quantity.startsWith('-') ? `(${commas(quantity.slice(1))})` : commas(quantity),
    ),
    column('cost', 'Total Cost', ({ cost }) => (cost === null ? '' : amount(cost))),
    column('price', 'Price', ({ price }) => price ?? ''),
    column('value', 'Market Value', ({ cents }) => amount(cents)),
    column('other', 'Unrealized Gain/(Loss)', ({ cost, cents }) => (cost === null ? '' : amount(cents - cost))),
    column('accrued', 'Accrued Interest', ({ accrued }) => (accrued === 0 ? '' : amount(accrued))),
  ]
  writer.line('title', 'Ferncastle Wealth Management')
  writer.line('title', `Holdings as of ${dates.long(month.date)}`)
  for (const statement of statements) {
    const { account, holdings, lines } = statement
    writer.line('blank')
    writer.account(statement)
    writer.line('title', 'Account:', account.number, account.title)
    for (const [name, held] of byClass(lines)) {
      writer.line('section', name)
      writer.header(columns)
      for (const line of held) writer.holding(line, { name: columns[0]?.cell(line) ?? line.name })
      writer.only('subtotal', { name: `Total ${name}`, value: amount(sum(held.map(({ cents }) => cents))) })
    }
    const interest = withInterest ? sum(lines.map(({ accrued }) => accrued)) : 0
    if (interest !== 0) {
      writer.only('unsettled', { name: 'Accrued Interest', value: amount(interest) })
      writer.asks({
        name: 'Accrued Interest',
        value: plain(interest),
        why: 'earned and not paid; the total counts it',
        in_total: true,
      })
    }
    if (lines.length === 0) {
      writer.line('other', 'There are no holdings in this account.')
      writer.header(columns)
    }
    writer.states(holdings.total + interest)
    writer.only('total', {
      name: interest === 0 ? 'Total Portfolio Value' : 'Total Portfolio Value including accrued interest',
      value: amount(holdings.total + interest),
    })
  }
  writer.line('blank')
  writer.line(
    'footnote',
    'Securities are not FDIC insured, are not bank guaranteed and may lose value. Prices come from sources believed to be reliable.',
  )
  truth.never.push('Add a subtotal to its rows', 'Take the column of accrued interest for values')
  const text = {
    delimiter: '\t',
    eol: '\r\n',
    bom: true,
    encoding: 'utf16le',
    quote: 'needed',
    trailing: false,
  } as const
  return {
    name: `Holdings_${dates.compact(month.date)}.txt`,
    truth,
    document: { kind: 'text', sheets: [writer.sheet], text },
  }
}

/** A trading platform: two lines for each holding, group headings, a net liquidating value at the top. */
export function tallgrass({ month, statements }: Order): Written {
  const truth = newTruth('tallgrass', { as_of: month.date, as_of_seen: 'title' })
  const writer = new Writer(truth)
  const columns: Column[] = [
    { ...symbolColumn('Instrument'), header: 'Instrument' },
    column('quantity', 'Qty', ({ quantity }) => (quantity?.startsWith('-') ? quantity : `+${quantity}`)),
    column('other', 'Trade Price', ({ cost, quantity }) => ((cost ?? 0) / 100 / (Number(quantity) || 1)).toFixed(2)),
    column('price', 'Mark', ({ price }) => price ?? ''),
    column('value', 'Mark Value', ({ cents }) => money.parens(cents)),
    column('other', 'P/L Open', ({ cost, cents }) => (cost === null ? '' : money.parens(cents - cost))),
  ]
  for (const statement of statements) {
    const { account, holdings, lines } = statement
    writer.account(statement)
    writer.line(
      'title',
      `Position Statement for ${account.number} (${account.title}) on ${dates.usShort(month.date)} 16:05:00`,
    )
    writer.line('blank')
    writer.states(holdings.total)
    const total = writer.line('total', 'Net Liquidating Value', money.parens(holdings.total))
    total.columns = ['name', 'value']
    const cash = lines.filter(isCash)
    for (const line of cash) {
      const label = line.kind === 'cash' ? 'Cash & Sweep Vehicle' : 'Margin Equity Debit'
      const written = writer.line('row', label, money.parens(line.cents))
      written.columns = ['name', 'value']
      const current = truth.accounts.at(-1)
      if (current !== undefined) written.row = current.rows.push(rowTruth(line, {}, { name: label })) - 1
    }
    for (const [name, held] of byClass(lines.filter((line) => !isCash(line)))) {
      writer.line('blank')
      writer.line('section', name)
      writer.header(columns)
      for (const line of held) {
        writer.holding(line)
        writer.only('continued', { symbol: line.name })
      }
      writer.only('subtotal', { symbol: 'Subtotals:', value: money.parens(sum(held.map(({ cents }) => cents))) })
    }
    writer.line('blank')
  }
  truth.may_ask.push('layout')
  truth.never.push('Take the second line of a holding for another holding', 'Take the mark for the value')
  const text = { delimiter: ',', eol: '\n', bom: false, encoding: 'utf8', quote: 'needed', trailing: false } as const
  return {
    name: `${month.date}-PositionStatement.csv`,
    truth,
    document: { kind: 'text', sheets: [writer.sheet], text },
  }
}
