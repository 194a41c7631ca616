import { describe, expect, it } from 'vitest'
import { asked, read } from './read-holdings.ts'

describe('identifiers', () => {
  it.each([
    ['are unique', 'A\tX-1\t1.00\nB\tX-1\t2.00'],
    ['are no amounts', 'A\t$1.00\t1.00\nB\t$2.00\t2.00'],
    ['are whole', 'A\t1.23457E+11\t1.00\nB\t1.23458E+11\t2.00'],
  ])('%s', (_, rows) => {
    const reading = read(`Name\tIdentifier\tValue\n${rows}`)
    expect(reading.holdings.map(({ external_id }) => external_id)).toEqual(['', ''])
    expect(reading.notes).toHaveLength(1)
  })

  it('may repeat in another account', () => {
    const text = 'Account Number\tName\tSymbol\tValue\n1\tA\tLARX\t1.00\n1\tB\tNGH\t2.00\n2\tC\tLARX\t3.00'
    expect(read(text, { answers: { account: '*' } }).holdings.map(({ external_id }) => external_id)).toEqual([
      'LARX',
      'NGH',
      'LARX',
    ])
  })
})

describe('a row that may be broken', () => {
  const short = (text: string) => {
    const { questions, holdings } = read(text)
    return [questions.find(({ id }) => id === 'short-rows')?.rows, holdings.map(({ row }) => row)]
  }

  it.each([
    ['lacks a cell in the middle, beside an unnamed last column', 'Name\tId\tValue\t\nA\t1.00\t\nB\tX-2\t2.00\t', 2],
    ['has a cell too many', 'Name\tClass\tValue\tNotes\nA\tEquity\t1.00\t\t\nB\t\tEquity\t2.00\t', 2, 3],
    ['is above its rest', 'Name\tValue\tClass\nA\t1.00\tClosed\nEnd Funds\nB\t2.00\tCash', 2, 3],
    ['is above its rest, at the end', 'Name\tValue\tClass\nA\t1.00\tClosed\nEnd Funds of the Old World', 2, 3],
    ['is below its beginning', 'Name\tValue\tClass\nReal Estate\nTrust"\t1.00\tCash\nB\t2.00\tCash', 2, 3],
  ])('%s', (_, text, ...rows) => {
    expect(short(text)[0]).toEqual(rows)
  })

  it('is above its rest and a repeated header', () => {
    expect(short('Name\tValue\tId\nA\t1.00\t\n666453\nName\tValue\tId\nB\t2.00\tX-2')).toEqual([[2, 3], [5]])
  })

  it('is below one that a quotation mark took apart', () => {
    const text = 'Name,Value,Class\n"Real Estate\nTrust,1.00,Cash\nB,2.00,Cash'
    expect(short(text)).toEqual([[3], [4]])
  })

  it.each([
    ['all rows', 'Name,Value\nA,1.00,\nB,2.00,\nC,4.00,'],
    ['the only row', 'Symbol,Description,Current Value,Type\nNGH,Alder,1.00,Cash,'],
    ['most rows', 'Symbol,Description,Current Value,Type\nNGH,Alder,1.00,Cash,\nLARX,Larch,2.00,,\nAB,Birch,4.00,Cash'],
  ])('is whole where a delimiter ends %s', (_, text) => {
    expect(read(text)).toMatchObject({ isReady: true, refused: [], questions: [] })
  })

  it('may have an empty cell too many where only one row ends with a delimiter', () => {
    expect(read('Name,Value,Class,Notes\nA,1.00,,Equity,')).toMatchObject({ refused: [{ row: 2 }] })
    expect(read('Name,Value,Class\nA,1.00,,\nB,2.00,Cash\nC,4.00,Cash')).toMatchObject({ refused: [{ row: 2 }] })
  })
})

describe('the names of the columns', () => {
  it.each([
    ['a shortened number', 'Alder;Equity;1.23457E+11;X-1\nBirch;Equity;48325,91;X-2'],
    ['a word for nothing', 'Alder;Equity;N/A;AB\nBirch;Equity;48325,91;CD'],
    ['a formula', 'Alder;"=""AB1"""\nBirch;48325,91'],
  ])('are not a row with %s', (_, text) => {
    expect(read(text)).toMatchObject({ headerRow: null, holdings: [{ row: 1 }, { row: 2 }] })
  })

  it('are asked for where none of them is known', () => {
    expect(asked(read('Alder\tEquity\tTBD\tCD\nBirch\tEquity\t5.00\tAB'))).toContain('header')
  })
})

describe('a pasted cell that begins with a quotation mark', () => {
  it('is text where another cell shows that marks are', () => {
    const reading = read('Name\tValue\n"Birch" Fund\t1.00\nNotes of "Elm"\t2.00')
    expect(reading).toMatchObject({ isReady: true, holdings: [{ name: '"Birch" Fund' }, {}] })
  })

  it('is asked about where none does', () => {
    const text = 'Name\tValue\nAlder\t1.00\n"Birch" Fun\t2.00'
    expect(read(text)).toMatchObject({ isReady: false, questions: [{ id: 'marks', rows: [3] }] })
    expect(read(text, { answers: { marks: 'take' } })).toMatchObject({ isReady: true, refused: [] })
    const refused = read(text, { answers: { marks: 'refuse' } })
    expect(refused).toMatchObject({ isReady: true, refused: [{ row: 3 }], holdings: [{ row: 2 }], rowsIn: 2 })
  })

  it.each(['"#N/A', '"1.23457E+11', '"="AB1"'])('is no identifier as it stands: %s', (cell) => {
    const { holdings } = read(`Name\tExternal ID\tValue\nA\tX-1\t1.00\nB\t${cell}\t2.00`)
    expect(holdings[1]?.external_id).toBe(cell.includes('AB1') ? 'AB1' : '')
  })
})

it.each(['Subtotal 1.00 $ CR', 'Subtotal (1.00 $)', 'Total: USD 1.00', 'Total 1 234,50-', 'Totals $1.00'])(
  'a total may have its amount in the same cell: %s',
  (label) => {
    const reading = read(`Value\tName\n1.00\tA\n${label}\t\nValue\tName\n5.00\tB`)
    expect(reading.leftOut.map(({ row }) => row)).toEqual([3, 4])
    expect(reading.holdings.map(({ name }) => name)).toEqual(['A', 'B'])
  },
)

describe('rows that an open question decides', () => {
  it('wait, and are neither refused nor taken', () => {
    const short = 'Name,Class,Value\nA,Cash,1.00\nB,Cash\nC,Cash,2.00'
    const open = read(short)
    expect(open).toMatchObject({ rowsIn: 3, refused: [], waiting: [{ row: 3 }], holdings: [{ row: 2 }, { row: 4 }] })
    expect(open.questions[0]?.text).toBe(
      'Row 3 has fewer cells than the header (2 instead of 3). A line break inside a cell would do that.',
    )
    const left = read(short, { answers: { 'short-rows': 'refuse' } })
    expect(left).toMatchObject({ rowsIn: 3, refused: [{ row: 3 }], waiting: [] })
    const euro = 'Name\tValue\tCurrency\nA\t1.00\tUSD\nB\t2.00\tEUR'
    expect(read(euro)).toMatchObject({ rowsIn: 2, refused: [], waiting: [{ row: 3 }] })
    expect(read(euro, { answers: { 'rate:EUR': 'refuse' } })).toMatchObject({ refused: [{ row: 3 }], waiting: [] })
  })
})

describe('names of columns in several rows', () => {
  const text = 'Security\t\tMarket\tUnrealized\n\tTicker\tValue\tGain\nAlder\tALD\t10.00\t1.00\nBirch\tBIR\t20.00\t2.00'

  it('are combined once the advisor says that the second row names columns', () => {
    const open = read(text)
    expect(asked(open)).toContain('more-names')
    const reading = read(text, { answers: { 'more-names': 'names' } })
    expect(reading).toMatchObject({ isReady: true, leftOut: [{ row: 2 }] })
    expect(reading.headers).toEqual(['Security', 'Ticker', 'Market Value', 'Unrealized Gain'])
    expect(reading.holdings.map(({ name, value }) => [name, value])).toEqual([
      ['Alder', 10],
      ['Birch', 20],
    ])
  })

  it('are asked about when the second row has two names, and not when it has one', () => {
    expect(asked(read('Security\t\tMarket\n\tTicker\tValue\nAlder\tALD\t10.00'))).toContain('more-names')
    expect(asked(read('Security\tTicker\tMarket\n\t\tValue\nAlder\tALD\t10.00'))).not.toContain('more-names')
  })

  it('are not asked about when the second row is apart from the first, or longer', () => {
    expect(asked(read('Security\t\tMarket\n\n\tTicker\tValue\nAlder\tALD\t10.00'))).not.toContain('more-names')
    expect(asked(read('Security\tMarket\n\tTicker\tValue\nAlder\tALD\t10.00'))).not.toContain('more-names')
  })

  it('keep the words of a name that belongs to several columns: the values below Market are meant, not those below Cost', () => {
    const cost = [
      'Security\t\tCost\t\tMarket\t',
      'Name\tTicker\tPrice\tValue\tPrice\tValue',
      'Alder\tALD\t4.00\t8.00\t5.00\t10.00',
      'Birch\tBIR\t9.00\t9.00\t20.00\t20.00',
    ].join('\n')
    expect(asked(read(cost))).toContain('more-names')
    const reading = read(cost, { answers: { 'more-names': 'names' } })
    expect(reading.headers.slice(2)).toEqual(['Cost Price', 'Cost Value', 'Market Price', 'Market Value'])
    expect(reading.holdings.map(({ value, external_id }) => [value, external_id])).toEqual([
      [10, 'ALD'],
      [20, 'BIR'],
    ])
  })

  it('take a value for that of the cost if it is below Cost alone', () => {
    const cost = 'Name\tTicker\tCost\t\n\tSymbol\tDate\tValue\nAlder\tALD\t1/2/2020\t8.00'
    expect(asked(read(cost, { answers: { 'more-names': 'names' } }))).toContain('value')
  })

  it('are a record if the advisor says so', () => {
    const reading = read(text, { answers: { 'more-names': 'records' } })
    expect(reading.shown.map(({ row }) => row)).toEqual([2, 3, 4])
  })
})
