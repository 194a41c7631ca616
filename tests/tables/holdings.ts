import { createRandom, type Random } from '../faults/random.ts'
import {
  amount,
  badAmounts,
  isAmbiguous,
  isEvidence,
  type Notation,
  notations,
  pickStyle,
  type Style,
  write,
  zeroAmounts,
} from './amounts.ts'
import { classes, foreign, type Layout, layouts, names, type Role } from './holding-layouts.ts'
import {
  type Allowed,
  type Case,
  damageStructure,
  type Knowledge,
  type Line,
  type RecordTruth,
  type Writing,
  writeTable,
} from './table.ts'

/** Makes a table of holdings as it is pasted, with what is true of each row. */
export function generateHoldings(seed: number): Case {
  const random = createRandom(seed)
  const labels: string[] = []
  const damage: string[] = []
  const isDamaged = random.chance(0.5)

  const layoutName = random.weighted({ schwab: 3, fidelity: 3, vanguard: 3, ibkr: 2, excel: 5, excelWide: 4 })
  const layout = structuredClone(layouts[layoutName] ?? layouts.excel) as Layout
  const isGeneric = layoutName.startsWith('excel')
  const notationName = isGeneric
    ? random.pick(Object.keys(notations))
    : random.weighted({ us: 6, plain: 3, european: 1, wholeCommas: 1 })
  const notation = notations[notationName] as Notation
  // Below a million, whole amounts with one group show no difference between groups and decimals.
  const onlyThousands = notation.decimals === 0 && notation.group !== '' && random.chance(0.6)
  const style = pickStyle(random, notation)
  const plainStyle: Style = {
    ...style,
    before: '',
    after: '',
    negative: style.negative === 'dr' ? 'minus' : style.negative,
  }
  labels.push(layoutName, notationName, style.negative)

  const writing = random.pick<Writing>([
    { delimiter: '\t', quoting: 'excel-paste', newline: '\r\n' },
    { delimiter: '\t', quoting: 'needed', newline: '\n' },
    { delimiter: ',', quoting: 'needed', newline: '\n' },
    { delimiter: ',', quoting: 'all', newline: '\r\n' },
    { delimiter: ';', quoting: 'needed', newline: '\r\n' },
  ])
  labels.push(`${JSON.stringify(writing.delimiter)} ${writing.quoting}`)

  const scale = isGeneric && random.chance(0.08) ? 1000 : 1
  const valueHead = layout.columns.find(([, role]) => role === 'value')
  const wholeCurrency =
    isGeneric && scale === 1 && random.chance(0.06) ? random.pick(['EUR', 'GBP', 'CHF', 'CAD']) : null
  if (valueHead !== undefined && isGeneric) {
    if (scale === 1000)
      valueHead[0] = random.pick([
        'Market Value (USD 000)',
        'Value ($000s)',
        'Market Value (in thousands)',
        "Value (000's)",
      ])
    else if (wholeCurrency !== null) valueHead[0] = `${random.pick(['Market Value', 'Value'])} (${wholeCurrency})`
    else
      valueHead[0] = random.pick([
        'Value',
        'Market Value',
        'Value (USD)',
        'Current Value',
        'Balance',
        'Value in USD',
        'Amount',
      ])
  }
  if (scale === 1000) labels.push('thousands')
  if (wholeCurrency !== null) labels.push(`all in ${wholeCurrency}`)
  const hasForeign = wholeCurrency === null && random.chance(layoutName === 'ibkr' ? 0.5 : 0.15)
  if (isGeneric && random.chance(hasForeign ? 0.6 : 0.1))
    layout.columns.splice(random.below(layout.columns.length + 1), 0, [
      random.pick(['Currency', 'Ccy', 'CCY']),
      'currency',
    ])
  const hasCurrencyColumn = layout.columns.some(([, role]) => role === 'currency')
  if (isGeneric && random.chance(0.3)) shuffle(random, layout.columns)
  if (isGeneric && random.chance(0.15))
    layout.columns.splice(random.below(layout.columns.length + 1), 0, ['Account', 'account'])
  if (isGeneric && random.chance(0.15)) layout.columns.push(['Notes', 'empty'])
  const column = (role: Role) => layout.columns.findIndex(([, each]) => each === role)
  const hasClass = column('class') >= 0

  const hasAccounts = column('account') >= 0
  const accounts = random.chance(0.2) ? ['X12345678', 'Z87654321'] : ['X12345678']
  const blocks = accounts.length > 1 && !hasAccounts ? accounts.length : 1
  if (accounts.length > 1)
    labels.push(blocks > 1 ? 'two accounts in blocks' : hasAccounts ? 'two accounts in a column' : '')

  const pool = [...names]
  shuffle(random, pool)
  const lines: Line[] = []
  const aside = (...cells: string[]) => lines.push({ cells, kind: 'aside' })
  const blank = () => lines.push({ cells: random.chance(0.7) ? [''] : layout.columns.map(() => ''), kind: 'blank' })
  const header = () => lines.push({ cells: layout.columns.map(([head]) => head), kind: 'header' })

  const hasHeader = !(layoutName === 'excel' && !hasCurrencyColumn && wholeCurrency === null && random.chance(0.06))
  if (!hasHeader) labels.push('no header')
  if (hasHeader) writeTitle()

  let total = 0
  let firstName = 0
  for (let block = 0; block < blocks; block += 1) {
    if (blocks > 1) aside(`Account: ${accounts[block]}`)
    if (hasHeader) {
      if (block === 0) header()
      else lines.push({ cells: layout.columns.map(([head]) => head), kind: 'aside' })
    }
    const count = 1 + random.below(7)
    let sum = 0
    for (let index = 0; index < count; index += 1) {
      if (random.chance(0.03)) blank()
      if (hasHeader && random.chance(0.015)) lines.push({ cells: layout.columns.map(([head]) => head), kind: 'aside' })
      const [cents, line] = makeRecord(block, pool[firstName++] ?? `Holding ${firstName}`)
      sum += cents
      lines.push(line)
      if (isGeneric && random.chance(0.04)) totalLine('Subtotal', sum)
    }
    total += sum
    if (random.chance(0.4))
      totalLine(layoutName === 'schwab' ? 'Account Total' : random.pick(['Total', 'Totals', 'TOTAL', 'Total:']), sum)
    if (random.chance(0.3)) blank()
  }
  if (blocks > 1 && random.chance(0.5)) totalLine('Grand Total', total)
  writeFooter()

  const uncertainFrom: Line[] = []
  const hasTrimmed = !isDamaged && random.chance(0.15) && trim()
  if (isDamaged) {
    for (let count = 1 + random.below(3); count > 0; count -= 1) {
      if (random.chance(0.5)) damageCell()
      else {
        const done = damageStructure(random, lines, column('name'), ['name'], writing)
        if (done !== null) damage.push(done.label)
        if (done?.uncertainFrom) uncertainFrom.push(done.uncertainFrom)
      }
    }
  }

  // Evidence in any cell, of a record or a total, decides the notation of the file.
  const isOpen = !lines.some(({ kind, cells }) => kind !== 'header' && cells.some(isEvidence))
  let mustAsk: Case['mustAsk'] = null
  for (const { truth, cells, kind } of lines) {
    if (kind !== 'record' || truth === undefined) continue
    truth.isAmbiguous = isOpen && isAmbiguous(cells[column('value')] ?? '')
    if (truth.isAmbiguous) mustAsk = 'mark'
  }

  const knowledge: Knowledge = {
    mark: notation.decimal === '.' ? 'point' : 'comma',
    dates: 'month-first',
    serials: 'refuse',
    sides: 'owed',
    scale,
    valueColumn: column('value'),
    account: random.pick(['*', accounts[0] ?? '*']),
    table: labels.includes('summary above') ? null : 0,
    shortRows: hasTrimmed ? 'take' : 'refuse',
    zeros: 'complete',
  }
  return {
    kind: 'holdings',
    labels: labels.filter(Boolean),
    bytes: new Uint8Array(),
    damage,
    mustAsk,
    knowledge,
    ...writeTable(lines, writing, uncertainFrom),
  }

  function makeRecord(block: number, name: string): [cents: number, line: Line] {
    const account = accounts[blocks > 1 ? block : random.below(accounts.length)] ?? null
    const range = onlyThousands ? 999_000 : random.pick([1_000, 100_000, 1_000_000, 100_000_000])
    let cents = 100 + random.below(range * 100)
    if (notation.decimals === 0 || scale === 1000) cents -= cents % 100
    if (random.chance(0.08)) cents = -cents
    let text = amount(cents, column('currency') >= 0 && style.before === 'USD ' ? { ...style, before: '' } : style)
    let value: Allowed = [(cents / 100) * scale]
    let currency = 'USD'
    if (wholeCurrency !== null) {
      currency = wholeCurrency
      value = [null]
      text = amount(cents, { ...style, before: '', after: '' })
    } else if (hasForeign && random.chance(0.4)) {
      const [symbol, code] = random.pick(foreign)
      currency = code
      value = [null]
      const bare = { ...style, before: '', after: '' }
      if (hasCurrencyColumn && random.chance(0.7)) text = amount(cents, bare)
      else if (random.chance(0.7)) text = amount(cents, { ...bare, before: symbol })
      else text = amount(cents, { ...bare, after: ` ${code}` })
    } else if (random.chance(0.03)) {
      text = random.pick(zeroAmounts)
      value = [0, null]
    }
    const id = random.pick([
      `${random.below(900_000) + 100_000}`,
      `00${random.below(9000) + 1000}`,
      // Two equal identifiers in one account identify nothing: this many make that rare in 10,000 runs.
      `AB${random.below(90_000_000)}`,
      `${random.below(90_000_000) + 10_000_000}9`,
    ])
    let idText = id
    let ids: Allowed = layout.isIdCertain ? [id] : [id, null, '']
    const idForm = random.weighted({ plain: 88, formula: 6, missing: 6 })
    if (idForm === 'formula') idText = `="${id}"`
    if (idForm === 'missing') {
      idText = random.pick(['', 'N/A'])
      ids = [null, '']
    }
    if (column('id') < 0) ids = [null, '']
    // Without names for the columns, only the value is asked for.
    if (!hasHeader) ids = [...ids, null, '']
    const asset = random.pick(classes)
    const assetText = random.chance(0.04) ? '' : asset
    const classAllowed: Allowed =
      assetText === ''
        ? [null, '', ...(layout.isClassCertain ? [] : ['Cash'])]
        : hasClass && !hasHeader
          ? [asset, null, '']
          : hasClass
            ? layout.isClassCertain
              ? [asset]
              : [asset, null, '']
            : [null, '', 'Cash']
    const nameAllowed: Allowed = layout.isNameCertain
      ? /^".*"$/.test(name) || name.startsWith('"')
        ? [name, name.replaceAll('"', '')]
        : [name]
      : [name, null, '']
    const truth: RecordTruth = {
      fields: { name: nameAllowed, class: classAllowed, value, external_id: ids },
      isUncertain: false,
      mayLeaveOut: false,
      isAmbiguous: false,
      table: block,
      account,
    }
    const cells = layout.columns.map(([, role]) => {
      switch (role) {
        case 'name':
          return name
        case 'class':
          return assetText
        case 'value':
          return text
        case 'id':
          return idText
        case 'account':
          return account ?? ''
        case 'currency':
          return currency
        case 'quantity':
          return write(100 * (1 + random.below(5000)), { ...notation, decimals: 0 })
        case 'price':
          return write(100 + random.below(50_000), notation)
        case 'cost':
          return amount(Math.abs(Math.floor(cents * 0.9)), plainStyle)
        case 'gain':
          return amount(Math.floor(cents * (random.next() - 0.4)), plainStyle)
        case 'percent':
          return `${write(random.below(2000), notation)}%`
        case 'empty':
          return ''
        default:
          return role.slice(1)
      }
    })
    return [cents, { cells, kind: 'record', truth }]
  }

  function totalLine(label: string, cents: number): void {
    const at = layoutName === 'ibkr' ? 1 : random.chance(0.5) ? 0 : column('name')
    const valueAt = column('value')
    aside(
      ...layout.columns.map(([head], index) => {
        if (layoutName === 'ibkr' && index === 0) return head
        if (index === at && at !== valueAt) return label
        if (index === valueAt) return at === valueAt ? `${label} ${amount(cents, style)}` : amount(cents, style)
        return layoutName === 'schwab' ? '--' : ''
      }),
    )
  }

  function writeTitle(): void {
    if (layoutName === 'ibkr') {
      aside('Statement', 'Header', 'Field Name', 'Field Value')
      aside('Statement', 'Data', 'BrokerName', 'Interactive Brokers LLC')
      aside('Statement', 'Data', 'Period', 'May 6, 2024')
      if (random.chance(0.5)) {
        aside(
          'Net Asset Value',
          'Header',
          'Asset Class',
          'Prior Total',
          'Current Long',
          'Current Short',
          'Current Total',
          'Change',
        )
        labels.push('summary above')
        aside('Net Asset Value', 'Data', 'Cash ', '1000.25', '1200.5', '0', '1200.5', '200.25')
        aside('Net Asset Value', 'Data', 'Total', '1000.25', '1200.5', '0', '1200.5', '200.25')
      }
      return
    }
    if (layoutName === 'schwab' || random.chance(0.2)) {
      aside('Positions for account Individual ...123 as of 09:30 AM ET, 2024/05/06')
      if (random.chance(0.6)) blank()
      labels.push('title')
    }
    if (isGeneric && random.chance(0.08)) {
      aside('Household', 'Smith Family')
      aside('As of', '05/06/2024')
      blank()
      labels.push('summary above')
    }
  }

  function writeFooter(): void {
    if (layoutName === 'vanguard' && random.chance(0.6)) {
      blank()
      aside(
        'Account Number',
        'Trade Date',
        'Settlement Date',
        'Transaction Type',
        'Investment Name',
        'Symbol',
        'Shares',
        'Share Price',
        'Net Amount',
      )
      aside(
        'X12345678',
        '2024-05-01',
        '2024-05-03',
        'Dividend',
        'Vanguard 500 Index',
        'VFIAX',
        '0.5',
        '400.00',
        '200.00',
      )
      aside('X12345678', '2024-05-02', '2024-05-04', 'Buy', 'Vanguard Growth Index', 'VIGAX', '2', '150.00', '-300.00')
      labels.push('second table')
    } else if (layoutName === 'ibkr' && random.chance(0.6)) {
      aside(
        'Forex Balances',
        'Header',
        'Asset Category',
        'Currency',
        'Description',
        'Quantity',
        'Cost Price',
        'Close Price',
        'Value in USD',
      )
      aside('Forex Balances', 'Data', 'Forex', 'USD', 'EUR', '100', '1.1', '1.08', '108')
      labels.push('second table')
    } else if (isGeneric && random.chance(0.06)) {
      blank()
      aside('Date', 'Transaction', 'Amount')
      aside('05/01/2024', 'Dividend received', '200.00')
      labels.push('second table')
    }
    if (hasHeader && random.chance(0.25)) {
      blank()
      aside(
        'The data and information in this spreadsheet is provided to you solely for your use and is not for distribution.',
      )
      if (random.chance(0.5)) aside('Date downloaded 05/06/2024 9:30 AM ET')
      labels.push('disclaimer')
    }
  }

  function trim(): boolean {
    let hasShort = false
    for (const line of lines) {
      if (line.kind !== 'record' || line.cells.at(-1) !== '') continue
      while (line.cells.length > 1 && line.cells.at(-1) === '') line.cells.pop()
      hasShort = true
    }
    if (hasShort) labels.push('empty cells at the end left out')
    return hasShort
  }

  function damageCell(): void {
    const records = lines.filter(({ kind, raw }) => kind === 'record' && raw === undefined)
    if (records.length === 0) return
    const line = random.pick(records)
    if (line.truth === undefined) return
    if (random.chance(0.75) || column('id') < 0) {
      const text = random.pick(badAmounts)
      line.cells[column('value')] = text
      line.truth.fields.value = [null]
      damage.push(`value ${JSON.stringify(text)}`)
    } else {
      const text = random.pick(['1.23457E+11', '########', '#N/A'])
      line.cells[column('id')] = text
      line.truth.fields.external_id = [null, '']
      damage.push(`id ${text}`)
    }
  }
}

function shuffle<Value>(random: Random, values: Value[]): void {
  for (let index = values.length - 1; index > 0; index -= 1) {
    const other = random.below(index + 1)
    const kept = values[index] as Value
    values[index] = values[other] as Value
    values[other] = kept
  }
}
