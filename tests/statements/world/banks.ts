import { byClass, percent, type Written } from './brokers.ts'
import { isBond } from './market.ts'
import {
  type Column,
  column,
  cusipColumn,
  isinColumn,
  newTruth,
  type Order,
  ownColumn,
  type Printed,
  symbolColumn,
  Writer,
} from './printing.ts'
import { commas, dates, daysAfter, europe, money, plain, sum } from './values.ts'

const balance = (line: Printed, cash: string, margin: string) =>
  line.kind === 'cash' ? cash : line.kind === 'margin' ? margin : line.name

/** A private bank in Europe: semicolons, decimal commas, Windows-1252, ISIN and its own number, values in two currencies. */
export function harwick({ month, statements, variant }: Order): Written {
  const german = variant.chance(0.5)
  const word = (de: string, en: string) => (german ? de : en)
  const truth = newTruth('harwick', { as_of: month.date, as_of_seen: 'title' })
  const writer = new Writer(truth)
  let whole = 0
  const priceDay = (line: Printed) => dates.german(isBond(line.kind) ? daysAfter(month.date, -1) : month.date)
  const columns: Column[] = [
    ownColumn(word('Valor', 'Security no.')),
    isinColumn('ISIN'),
    column('name', word('Bezeichnung', 'Description'), (line) =>
      balance(line, word('Kontokorrent USD', 'Current account USD'), word('Lombardkredit', 'Lombard loan')),
    ),
    column('quantity', word('Anzahl/Nominal', 'Quantity/Nominal'), ({ quantity }) =>
      quantity === null ? '' : europe(quantity),
    ),
    column('currency', word('Whg', 'Ccy'), ({ currency }) => currency),
    column('price', word('Kurs', 'Price'), ({ localPrice }) => (localPrice === null ? '' : europe(localPrice))),
    column('price_date', word('Kursdatum', 'Price date'), (line) => (line.price === null ? '' : priceDay(line))),
    column('cost', word('Einstandswert USD', 'Cost value USD'), ({ cost }) =>
      cost === null ? '' : money.europe(cost),
    ),
    column('local_value', word('Kurswert Whg', 'Value in ccy'), ({ localCents }) => money.europe(localCents)),
    column('value', word('Kurswert USD', 'Value USD'), ({ cents }) => money.europe(cents)),
    column('accrued', word('Marchzins USD', 'Accrued interest USD'), ({ accrued }) =>
      accrued === 0 ? '' : money.europe(accrued),
    ),
    column('percent', word('Anteil', 'Share'), ({ cents }) => percent(cents, whole).replace('.', ',')),
  ]
  writer.line('title', 'Bank Harwick & Cie AG, Zürich')
  for (const statement of statements) {
    const { account, holdings, lines } = statement
    writer.account(statement)
    whole = holdings.total
    writer.line('title', `${word('Depotauszug per', 'Statement of assets as at')} ${dates.german(month.date)}`)
    writer.line('title', word('Depot-Nr.', 'Safekeeping account'), account.number, account.title)
    writer.line('title', word('Referenzwährung', 'Reference currency'), 'USD')
    writer.line('blank')
    writer.header(columns)
    for (const line of lines) writer.holding(line, { name: columns[2]?.cell(line) ?? line.name })
    const interest = sum(lines.map(({ accrued }) => accrued))
    if (interest !== 0) {
      writer.only('unsettled', {
        name: word('Aufgelaufene Marchzinsen', 'Accrued interest'),
        value: money.europe(interest),
      })
      writer.asks({
        name: word('Aufgelaufene Marchzinsen', 'Accrued interest'),
        value: plain(interest),
        why: 'earned and not paid; the total counts it',
        in_total: true,
      })
    }
    writer.states(holdings.total + interest)
    writer.only('total', {
      name: word('Gesamtvermögen', 'Total assets'),
      value: money.europe(holdings.total + interest),
      percent: '100,00%',
    })
    writer.line('blank')
  }
  writer.line(
    'footnote',
    word(
      'Ohne Gewähr. Wechselkurse gemäss Kursblatt; Kurse können verzögert sein.',
      'Errors and omissions excepted. Prices may be delayed.',
    ),
  )
  if (german) truth.may_ask.push('layout')
  truth.never.push('Read a decimal comma as a thousands mark', 'Take the value in another currency for USD')
  const text = {
    delimiter: ';',
    eol: '\r\n',
    bom: false,
    encoding: 'windows-1252',
    quote: 'needed',
    trailing: false,
  } as const
  return {
    name: `${word('Depotauszug', 'Assets')}_${dates.compact(month.date)}.csv`,
    truth,
    document: { kind: 'text', sheets: [writer.sheet], text },
  }
}

/** A trust bank's workbook: merged titles, a sheet of allocation, one sheet of holdings for each account, a total without label. */
export function meridian({ month, statements, variant }: Order): Written {
  const truth = newTruth('meridian', { as_of: month.date, as_of_seen: 'title' })
  const summary = new Writer(truth, 'Allocation')
  summary.line('title', 'Meridian Trust Company of Delaware')
  summary.line('title', `Asset allocation as of ${dates.long(month.date)}`)
  summary.header([
    column('name', 'Asset class', () => ''),
    column('value', 'Market value', () => ''),
    column('percent', '%', () => ''),
  ])
  const all = statements.flatMap(({ lines }) => lines)
  const whole = sum(all.map(({ cents }) => cents))
  const share = (cents: number) => (whole === 0 ? '0' : (cents / whole).toFixed(6))
  for (const [name, held] of byClass(all)) {
    const cents = sum(held.map((each) => each.cents))
    summary.line('other', name, money.short(cents), share(cents))
  }
  summary.line('other', 'Total', money.short(whole), '1')
  const costFirst = variant.chance(0.5)
  const noise = variant.chance(0.5)
  const cost = column('cost', 'Tax cost', (line) => (line.cost === null ? '' : money.short(line.cost)))
  const value = column('value', 'Market value', ({ cents }) => money.short(cents))
  const columns: Column[] = [
    column('quantity', 'Shares / par', ({ quantity }) => quantity ?? ''),
    cusipColumn('CUSIP'),
    { ...symbolColumn('Ticker', { bonds: false }) },
    column('name', 'Security description', (line) => balance(line, 'PRINCIPAL CASH', 'LINE OF CREDIT DRAWN')),
    column('price', 'Unit price', ({ price }) => price ?? ''),
    ...(costFirst ? [cost, value] : [value, cost]),
    column('percent', '% of account', ({ cents }) => share(cents)),
  ]
  const sheets = statements.map((statement, at) => {
    const { account, holdings, lines } = statement
    // A workbook has no two sheets of one name.
    const isAgain = statements.findIndex((each) => each.account === account) < at
    const writer = new Writer(truth, `Acct ${account.number}${isAgain ? ' (2)' : ''}`)
    writer.account(statement)
    writer.line('title', 'Meridian Trust Company of Delaware')
    writer.line(
      'title',
      `Statement of holdings for ${account.title}, account ${account.number}, as of ${dates.long(month.date)}`,
    )
    writer.line('blank')
    writer.header(columns)
    for (const [name, held] of byClass(lines)) {
      writer.line('section', name.toUpperCase())
      for (const line of held) writer.holding(line, { name: columns[3]?.cell(line) ?? line.name })
      writer.only('subtotal', { name: `Subtotal ${name}`, value: money.short(sum(held.map(({ cents }) => cents))) })
    }
    const total = writer.states(holdings.total)
    // A sum that the workbook calculated in binary: the format shows two places.
    writer.only('total', { value: noise ? String((holdings.total / 100) * (1 + Number.EPSILON)) : total })
    return writer.sheet
  })
  const notes = new Writer(truth, 'Disclosures')
  notes.line('footnote', 'Market values of thinly traded securities are estimates. This report is not a tax document.')
  truth.tables_left_out = 1
  truth.never.push('Add the allocation to the holdings', 'Take the tax cost for the value')
  return {
    name: `Meridian_Holdings_${dates.compact(month.date)}.xlsx`,
    truth,
    document: { kind: 'workbook', sheets: [summary.sheet, ...sheets, notes.sheet] },
  }
}

/** A clearing firm's workbook: a flat list of all accounts, CUSIPs that lost their zeros, several price dates and no other. */
export function clearwater({ month, statements, variant }: Order): Written {
  const late = daysAfter(month.date, -1)
  const dated = (line: Printed) => (isBond(line.kind) || line.kind === 'private' ? late : month.date)
  const several = statements.some(({ lines }) => lines.some((line) => line.quantity !== null && dated(line) === late))
  const truth = newTruth(
    'clearwater',
    several
      ? { as_of: null, as_of_seen: 'column', as_of_proposed: `${month.date} (latest price date)` }
      : { as_of: month.date, as_of_seen: 'column' },
  )
  if (several) truth.must_ask.push('price_dates')
  const writer = new Writer(truth, 'Positions')
  let cells = ['', '']
  const lost = (id: string | null) => (id === null ? '' : /^\d+$/.test(id) ? `n:${Number(id)}` : id)
  const damaged = (line: Printed) => line.cusip?.startsWith('0') === true && /^\d+$/.test(line.cusip)
  const cusip: Column = {
    key: 'cusip',
    header: 'Cusip',
    cell: ({ cusip: id }) => lost(id),
    ids: (line) => (line.cusip === null || damaged(line) ? {} : { cusip: line.cusip }),
  }
  const columns: Column[] = [
    column('account', 'Acct Num', () => cells[0] ?? ''),
    column('account_name', 'Acct Nickname', () => cells[1] ?? ''),
    column('type', 'Acct Type', ({ held }) => (held === 'cash' ? 'CASH' : held === 'margin' ? 'MARGIN' : 'SHORT')),
    cusip,
    symbolColumn('Security ID', { bonds: false }),
    column('name', 'Security Desc', (line) => balance(line, 'USD CASH', 'MARGIN DEBIT').toUpperCase()),
    column('quantity', 'Qty', ({ quantity }) => quantity ?? ''),
    column('price_date', 'Price Date', (line) => (line.quantity === null ? '' : dated(line))),
    column('price', 'Price', ({ price }) => price ?? ''),
    column('cost', 'Total Cost', ({ cost }) => (cost === null ? '' : money.short(cost))),
    column('value', variant.pick(['Market Value', 'Mkt Value (USD)']), ({ cents }) => money.short(cents)),
  ]
  writer.header(columns)
  for (const statement of statements) {
    if (statement.lines.length === 0) continue
    writer.account(statement)
    cells = [statement.account.number, statement.account.title]
    for (const line of statement.lines) writer.holding(line, { name: columns[5]?.cell(line) ?? line.name })
    if (statement.lines.some(damaged)) truth.may_ask.push('identifier_damaged')
  }
  truth.must_ask.push('total_missing')
  truth.never.push('Store a CUSIP of less than nine characters as a CUSIP')
  return { name: 'Positions_Export.xlsx', truth, document: { kind: 'workbook', sheets: [writer.sheet] } }
}

/** A trust company: pages with repeated headers, tax lots below each position, footnote marks, cash of principal and of income. */
export function stonegate({ month, statements, variant, random }: Order): Written {
  const truth = newTruth('stonegate', { as_of: month.date, as_of_seen: 'title' })
  const writer = new Writer(truth)
  const amount = variant.pick([money.trailing, money.parensPlain])
  const estimated = ({ kind }: Printed) => kind === 'private'
  const columns: Column[] = [
    column(
      'name',
      'ASSET DESCRIPTION',
      (line) => `${balance(line, 'PRINCIPAL CASH', 'OVERDRAFT').toUpperCase()}${estimated(line) ? ' (1)' : ''}`,
    ),
    cusipColumn('CUSIP'),
    column('quantity', 'PAR/SHARES', ({ quantity }) => (quantity === null ? '' : commas(quantity))),
    column('other', 'ACQUIRED', () => ''),
    column('cost', 'FEDERAL TAX COST', ({ cost }) => (cost === null ? '' : amount(cost))),
    column('price', 'PRICE', ({ price }) => price ?? ''),
    column('value', 'MARKET VALUE', ({ cents }) => amount(cents)),
    column('accrued', 'ACCRUED INCOME', ({ accrued }) => (accrued === 0 ? '' : amount(accrued))),
  ]
  for (const statement of statements) {
    const { account, holdings, lines } = statement
    let page = 1
    writer.account(statement)
    const title = () => {
      writer.line('title', 'STONEGATE TRUST COMPANY, N.A.')
      writer.line('title', `ACCOUNT ${account.number}   ${account.title}`)
      writer.line('title', `ASSET DETAIL AS OF ${dates.us(month.date)}   PAGE ${page}`)
      writer.header(columns)
    }
    title()
    for (const [at, line] of lines.entries()) {
      if (at > 0 && at % 7 === 0) {
        page += 1
        writer.line('other', '(CONTINUED ON NEXT PAGE)')
        title()
      }
      const name = (columns[0]?.cell(line) ?? line.name).replace(/ \(1\)$/, '')
      if (line.kind === 'cash' && line.cents > 200) {
        const income = 1 + random.below(Math.floor(line.cents / 2))
        writer.holding({ ...line, cents: line.cents - income }, { name })
        const second = { ...line, cents: income }
        writer.holding(second, { name: 'INCOME CASH' }).cells[0] = 'INCOME CASH'
      } else writer.holding(line, { name })
      if (line.lots.length < 2) continue
      for (const { acquired, quantity, cents, cost } of line.lots) {
        const lot = writer.only('lot', {
          quantity: money.comma(Math.round(quantity / 10)),
          cost: amount(cost),
          value: amount(cents),
        })
        lot.cells[3] = dates.us(acquired)
      }
    }
    writer.states(holdings.total)
    writer.only('total', { name: 'TOTAL PRINCIPAL AND INCOME', value: amount(holdings.total) })
    writer.line('blank')
  }
  writer.line('footnote', '(1) Price is an estimate of the general partner, as of the prior quarter.')
  truth.never.push('Add a tax lot to its position', 'Keep a footnote mark in a name')
  const text = { delimiter: ',', eol: '\r\n', bom: false, encoding: 'utf8', quote: 'needed', trailing: false } as const
  return {
    name: `assetdetail_${dates.compact(month.date)}.csv`,
    truth,
    document: { kind: 'text', sheets: [writer.sheet], text },
  }
}

/** A plan for education savings: one small table of masked accounts with a date in each row and one total for all of them. */
export function collegiate({ month, statements, variant }: Order): Written {
  const truth = newTruth('collegiate', { as_of: month.date, as_of_seen: 'column' })
  const writer = new Writer(truth)
  let cells = ['', '']
  const columns: Column[] = [
    column('as_of', 'As of', () => dates.usShort(month.date)),
    column('account_name', 'Beneficiary / Owner', () => cells[1] ?? ''),
    column('account', 'Account', () => cells[0] ?? ''),
    column('name', 'Portfolio', ({ name }) => name),
    column('quantity', 'Units', ({ quantity }) => quantity ?? ''),
    column('price', 'Unit Value', ({ price }) => price ?? ''),
    column(
      'value',
      'Balance',
      variant.pick([({ cents }: Printed) => money.dollar(cents), ({ cents }: Printed) => money.comma(cents)]),
    ),
  ]
  writer.header(columns)
  const open = statements.filter(({ lines }) => lines.length > 0)
  const only = open.length === 1
  for (const statement of open) {
    const number = `*****${statement.account.number.slice(-4)}`
    writer.account(statement, { account: number, masked: true })
    cells = [number, statement.account.title]
    for (const line of statement.lines) writer.holding(line)
    if (only) writer.states(statement.holdings.total)
  }
  const total = sum(open.map(({ holdings }) => holdings.total))
  writer.only(only ? 'total' : 'other', { as_of: 'Total', value: money.dollar(total) })
  if (!only) truth.must_ask.push('total_missing')
  truth.never.push('Take the total of all accounts for the total of one')
  const text = { delimiter: ',', eol: '\n', bom: false, encoding: 'utf8', quote: 'needed', trailing: false } as const
  return { name: 'balances.csv', truth, document: { kind: 'text', sheets: [writer.sheet], text } }
}
