import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { startReader } from '../../../electron/hosts/browser/start-service.ts'
import { systemClock } from '../../../electron/platform/clock.ts'
import { createStatementReader } from '../../../electron/statements/reader.ts'
import { createTextReader } from '../../../electron/texts/text-reader.ts'
import { statementWorker } from '../../doubles/data-worker.ts'
import { sheet, workbook } from '../../doubles/workbook.ts'
import { onePage } from '../../e2e/support/pdf-writer.ts'

const texts = createTextReader({
  start: ({ memoryMb }) => startReader(process.env.STEWARD_TEST_TEXT_READER ?? '', { memoryMb }),
})
afterAll(() => texts.close())

const readers: ReturnType<typeof createStatementReader>[] = []
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.close()
})

function open(workerUrl = statementWorker, clock = systemClock) {
  const reader = createStatementReader({ workerUrl, texts, scans: { reader: texts, engine: null }, clock })
  readers.push(reader)
  return reader
}

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../fixtures/statements', name))
const file = (bytes: Uint8Array, name = 'file.csv') => ({ bytes, name, answers: {}, today: '2026-11-21' })

describe('the thread that reads statements', () => {
  it('reads text and OFX, and answers with windows of the rows of text', async () => {
    const reader = open()
    const csv = await reader.read('one', file(fixture('all-accounts.csv')))
    expect(csv.reading.is).toBe('statement')
    const { rows, total } = (await reader.rows('one', { offset: 1, limit: 2 })) ?? {}
    expect(total).toBe(csv.rowCount)
    expect(rows?.map(({ row }) => row)).toEqual([3, 4])

    const ofx = await reader.read('two', file(fixture('positions.ofx'), 'positions.ofx'))
    expect(ofx).toMatchObject({ reading: { is: 'statement' }, rowCount: 0 })
    expect((await reader.rows('one', { offset: 0, limit: 1 }))?.total).toBe(total)
    expect(await reader.rows('three', { offset: 0, limit: 1 })).toBeNull()
  })

  it('reads a PDF by the process that reads texts, with the page and line of each row, and refuses a scan, a damaged one and one without a total by name', async () => {
    const reader = open()
    const pdf = await reader.read('one', file(fixture('pdf/all-accounts-plain.pdf'), 'statement.pdf'))
    if (pdf.reading.is !== 'statement') throw new Error(pdf.reading.what)
    expect(pdf.reading.statement.accounts.map(({ statedTotal }) => statedTotal?.value)).toEqual([
      '122000.00',
      '43385.36',
    ])
    const { rows = [] } = (await reader.rows('one', { offset: 0, limit: 50 })) ?? {}
    expect(rows.at(-1)?.place?.page).toBe(2)

    const what = async (bytes: Uint8Array) => {
      const { reading } = await reader.read('two', file(bytes, 'statement.pdf'))
      return reading.is === 'other' ? `${reading.what} ${reading.nextStep}` : 'a statement'
    }
    const whole = fixture('pdf/one-account-plain.pdf')
    expect(await what(fixture('pdf/damaged-no-total.pdf'))).toMatch(/^No printed total .* Ask the custodian/)
    expect(await what(onePage({ content: { entries: '', stream: '0 0 612 792 re f' } }))).toMatch(/^This PDF is a scan/)
    expect(await what(whole.subarray(0, 400))).toMatch(/^This PDF is damaged/)
  })

  it('takes the currency that the format of a cell writes as a part of its amount: euros are not counted as dollars', async () => {
    const styles = (format: string) =>
      `<styleSheet><numFmts><numFmt numFmtId="165" formatCode="${format}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="165"/></cellXfs></styleSheet>`
    const rows = [
      ['Account Number', 'Symbol', 'Description', 'Quantity', 'Price', 'Market Value'],
      ['X10442871', 'NGH', 'Northgate', '::10', '::188.04', ':1:1880.4'],
      ['X10442871', 'LARX', 'Larch', '::10', '::-1', ':1:-10.5'],
    ]
    const questions = async (format: string) => {
      const book = workbook({ Positions: sheet(rows) }, { 'xl/styles.xml': styles(format) })
      const { reading } = await open().read('one', file(book, 'holdings.xlsx'))
      if (reading.is !== 'statement') throw new Error(reading.what)
      return reading.statement.accounts.flatMap(({ questions }) =>
        questions.map(({ id, rows }) => [id.split('/')[1], rows]),
      )
    }
    for (const format of ['[$€-407] #,##0.00', '#,##0.00\\ [$EUR]', '&quot;€&quot;#,##0.00'])
      expect(await questions(format)).toEqual([['rate:EUR', [2, 3]]])
    for (const format of ['[$$-409]#,##0.00', '$#,##0.00', '#,##0.00'])
      expect((await questions(format)).map(([id]) => id)).not.toContain('rate:EUR')
  })

  it('refuses a value in a format of percentages and a formula without a result by name, with the next step', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="165" formatCode="0.0\\ %"/><numFmt numFmtId="166" formatCode="#,##0.00\\%"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="10"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>'
    const rows = [
      ['Account Number', 'Symbol', 'Description', 'Quantity', 'Price', 'Market Value'],
      ['X10442871', 'NGH', 'Northgate', '::10', '::188.04', '::1880.4'],
      ['X10442871', 'LARX', 'Larch', '::10', '::1', ':1:0.255'],
      ['X10442871', 'OAK', 'Oakfield', '::10', '::1', ':2:0.4'],
      ['X10442871', 'ELM', 'Elmstead', '::10', '::1', ':3:12'],
      ['X10442871', 'ASH', 'Ashdown', '::10', '::1', '::FORMULA'],
    ]
    const xml = sheet(rows).replace('<v>FORMULA</v>', '<f>D6*E6</f>')
    const book = workbook({ Positions: xml }, { 'xl/styles.xml': styles })
    const { reading } = await open().read('one', file(book, 'holdings.xlsx'))
    if (reading.is !== 'statement') throw new Error(reading.what)
    const [account] = reading.statement.accounts
    expect(account?.rows.map(({ value }) => value)).toEqual(['1880.40', '12.00'])
    expect(account?.refused.map(({ row, cause, next_step }) => [row, cause, next_step])).toEqual([
      [3, expect.stringMatching(/shows 0\.255 as a percentage/), expect.stringMatching(/^Correct it in the file/)],
      [4, expect.stringMatching(/shows 0\.4 as a percentage/), expect.stringMatching(/^Correct it in the file/)],
      [6, expect.stringMatching(/^The cell has a formula/), expect.stringMatching(/^Open the workbook .* save it/)],
    ])
  })

  it('reads each row of a merged value as the merged cell: a percentage is no amount in any of them', async () => {
    const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="10"/></cellXfs></styleSheet>'
    const rows = [
      ['Account Number', 'Symbol', 'Description', 'Quantity', 'Price', 'Market Value'],
      ['X10442871', 'NGH', 'Northgate', '::10', '::10', '::100.10000000000001'],
      ['X10442871', 'OAK', 'Oakfield', '::10', '::10', ''],
      ['X10442871', 'LARX', 'Larch', '::10', '::1', ':1:0.255'],
      ['X10442871', 'ELM', 'Elmstead', '::10', '::1', ''],
    ]
    const after = '<mergeCells count="2"><mergeCell ref="F2:F3"/><mergeCell ref="F4:F5"/></mergeCells>'
    const book = workbook({ Positions: sheet(rows, { after }) }, { 'xl/styles.xml': styles })
    const { reading } = await open().read('one', {
      ...file(book, 'holdings.xlsx'),
      answers: { 'merged-cells': 'each' },
    })
    if (reading.is !== 'statement') throw new Error(reading.what)
    const [account] = reading.statement.accounts
    expect(account?.rows.map(({ value }) => value)).toEqual(['100.10', '100.10'])
    expect(account?.refused.map(({ row, cause }) => [row, cause])).toEqual([
      [4, expect.stringMatching(/shows 0\.255 as a percentage/)],
      [5, expect.stringMatching(/shows 0\.255 as a percentage/)],
    ])
  })

  it('reads all visible sheets of a workbook as one file, whose rows count from the next thousand in each', async () => {
    const reader = open()
    const truth = JSON.parse(fixture('world/meridian.expected.json').toString('utf8')) as {
      accounts: { account: string; stated_total: string }[]
    }
    const { reading, rowCount } = await reader.read('one', file(fixture('world/meridian.xlsx'), 'holdings.xlsx'))
    if (reading.is !== 'statement') throw new Error(reading.what)
    const { accounts } = reading.statement
    expect(accounts.map(({ number, statedTotal }) => [number, statedTotal?.value])).toEqual(
      truth.accounts.map(({ account, stated_total }) => [account, stated_total]),
    )
    for (const [at, { rows }] of accounts.entries())
      expect(rows.every(({ row }) => row > (at + 1) * 1000 && row < (at + 2) * 1000)).toBe(true)
    expect((await reader.rows('one', { offset: 0, limit: 1 }))?.total).toBe(rowCount)
  })

  it('names hidden sheets, which it reads only if the advisor wants them', async () => {
    const reader = open()
    const holding = (account: string, value: string) => [account, 'NGH', 'NORTHGATE HOLDINGS INC', `:0:${value}`]
    const header = ['Account Number', 'Symbol', 'Description', 'Current Value']
    const book = workbook(
      {
        Positions: sheet([header, holding('X10442871', '10.25')]),
        Closed: sheet([header, holding('Z20913355', '7.5')]),
      },
      {
        'xl/workbook.xml':
          '<workbook xmlns:r="r"><sheets><sheet name="Positions" sheetId="1" r:id="r0"/><sheet name="Closed" sheetId="2" state="hidden" r:id="r1"/></sheets></workbook>',
      },
    )
    const accountsOf = ({ reading }: Awaited<ReturnType<typeof reader.read>>) =>
      reading.is === 'statement' ? reading.statement.accounts.map(({ number }) => number) : reading.what
    const first = await reader.read('one', file(book, 'holdings.xlsx'))
    expect(accountsOf(first)).toEqual(['X10442871'])
    expect(first).toMatchObject({ otherSheets: [{ name: 'Closed', isHidden: true }], readsHidden: false })
    const whole = await reader.read('one', { ...file(book, 'holdings.xlsx'), answers: { 'hidden-sheets': 'read' } })
    expect(accountsOf(whole)).toEqual(['X10442871', 'Z20913355'])
    expect(whole).toMatchObject({ otherSheets: [], readsHidden: true })
  })

  const merged = (rows: string[][], ref: string) =>
    sheet(rows, { hidden: 4, after: `<mergeCells><mergeCell ref="${ref}"/></mergeCells>` })
  const header = ['Account Number', 'Symbol', 'Description', 'Quantity', 'Market Value']

  it('asks about hidden rows and merged cells of all sheets once, and no longer once it has the answers', async () => {
    const reader = open()
    const rows = (account: string) => [
      ['As of 10/31/2026'],
      header,
      [account, 'NGH', 'NORTHGATE', '::1', '::10.25'],
      ['', 'LARX', 'LARCH', '::1', '::5'],
    ]
    const book = workbook({
      One: merged(rows('X10442871'), 'A3:A4'),
      Two: merged(rows('Z20913355'), 'A3:A4'),
    })
    const statementWith = async (answers: Record<string, string>) => {
      const { reading } = await reader.read('one', { ...file(book, 'holdings.xlsx'), answers })
      if (reading.is !== 'statement') throw new Error(reading.what)
      return reading.statement
    }
    const asked = await statementWith({})
    expect(asked.isReady).toBe(false)
    expect(asked.questions.map(({ id, text }) => [id, text])).toEqual(
      expect.arrayContaining([
        ['hidden-rows', 'The sheet hides rows 4 and 1004.'],
        ['merged-cells', 'Cells are merged over several rows, from rows 3 and 1003 on.'],
      ]),
    )
    const answered = await statementWith({ 'hidden-rows': 'take', 'merged-cells': 'each' })
    expect(answered.questions).toEqual([])
    expect(answered.answered.map(({ id }) => id)).toEqual(['hidden-rows', 'merged-cells'])
    expect(answered.isReady).toBe(true)
    expect(answered.accounts.map(({ number, rows: own }) => [number, own.map(({ value }) => value)])).toEqual([
      ['X10442871', ['10.25', '5.00']],
      ['Z20913355', ['10.25', '5.00']],
    ])
  })

  const mergedAt = (...refs: string[]) =>
    `<mergeCells>${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
  const statementOf = async (bytes: Uint8Array, answers: Record<string, string> = {}) => {
    const read = await open().read('one', { ...file(bytes, 'holdings.xlsx'), answers })
    if (read.reading.is !== 'statement') throw new Error(read.reading.what)
    return { ...read, statement: read.reading.statement }
  }
  const valuesOf = ({ statement }: Awaited<ReturnType<typeof statementOf>>) =>
    statement.accounts.map(({ number, rows }) => [number, rows.map(({ value }) => value)])

  it('joins names of columns that are merged over two rows, so that the values in dollars are those below USD, and says so', async () => {
    const strings = '<sst><si><t>Market Value</t></si><si><t>Local</t></si></sst>'
    const positions = sheet(
      [
        ['Account: 5550-1234'],
        ['As of 10/30/2026'],
        ['Symbol', 'Description', 'Market Value', '', 'Cost'],
        ['', '', 'Local', 'USD', ''],
        ['HD', 'HOME DEPOT', '::1000.5', '::1000.5', '::900'],
        ['SIE', 'SIEMENS', '::90', '::99.5', '::80'],
        ['Total', '', '', '::1100', ''],
      ],
      { after: mergedAt('A3:A4', 'B3:B4', 'C3:D3', 'E3:E4') },
    )
    const read = await statementOf(workbook({ Positions: positions }, { 'xl/sharedStrings.xml': strings }))
    expect(read.statement.questions).toEqual([])
    expect(valuesOf(read)).toEqual([['5550-1234', ['1000.50', '99.50']]])
    expect(read.statement.accounts[0]?.statedTotal?.value).toBe('1100.00')
    expect(read.statement.textsBeside.map(({ text }) => text)).toEqual(['Positions'])
    expect(read.statement.leftOut.find(({ row }) => row === 4)?.why).toBe(
      'It goes on with the names of the columns above it.',
    )
    expect(read.remarks).toEqual(['Names of columns that are merged over two rows are read as one, from row 3 on.'])
  })

  const twoRows = [
    ['Account: 5550-1234'],
    ['As of 10/30/2026'],
    ['Security', '', '', 'Prior Month', '', 'Market', ''],
    ['Symbol', 'CUSIP', 'Description', 'Quantity', 'Value', 'Price', 'Value'],
    ['HD', '437076102', 'HOME DEPOT', '::-9', '::900', '::100.05', '::1000.50'],
    ['PEP', '713448108', 'PEPSICO', '::2', '::19', '::10', '::20'],
    ['Total', '', '', '', '', '', '::1020.50'],
  ]
  const identified = ({ statement }: Awaited<ReturnType<typeof statementOf>>) =>
    statement.accounts.flatMap(({ rows }) =>
      rows.map(({ identifiers, value }) => [...identifiers.map((one) => one.value), value]),
    )

  it('gives each column the name that is merged above it, so that no identifier is lost and the values are those below Market', async () => {
    const book = workbook({ Positions: sheet(twoRows, { after: mergedAt('A3:C3', 'D3:E3', 'F3:G3') }) })
    const read = await statementOf(book)
    expect(read.statement.questions).toEqual([])
    expect(read.statement.tables[0]?.headers).toEqual([
      ...['Symbol (Security)', 'CUSIP (Security)', 'Security Description', 'Prior Month Quantity', 'Prior Month Value'],
      ...['Market Price', 'Market Value'],
    ])
    expect(identified(read)).toEqual([
      ['HD', '437076102', '1000.50'],
      ['PEP', '713448108', '20.00'],
    ])
    expect(read.statement.accounts[0]?.statedTotal?.value).toBe('1020.50')
    expect(read.statement.leftOut.find(({ row }) => row === 4)?.why).toBe('It names columns together with row 3.')
  })

  it('asks whether a second row names columns where no cells are merged, and then reads the same rows', async () => {
    const text = twoRows.map((row) => row.map((cell) => cell.replace('::', '')).join(',')).join('\n')
    for (const bytes of [Buffer.from(`${text}\n`), workbook({ Positions: sheet(twoRows) })]) {
      const read = async (answers: Record<string, string>) => {
        const { reading } = await open().read('one', { ...file(bytes), answers })
        if (reading.is !== 'statement') throw new Error(reading.what)
        return reading.statement
      }
      expect((await read({})).questions.map(({ id }) => id)).toContain('more-names')
      const statement = await read({ 'more-names': 'names' })
      expect(statement.questions).toEqual([])
      expect(
        statement.accounts[0]?.rows.map(({ identifiers, value }) => [...identifiers.map((one) => one.value), value]),
      ).toEqual([
        ['HD', '437076102', '1000.50'],
        ['PEP', '713448108', '20.00'],
      ])
    }
  })

  it('asks about account numbers that are merged over their rows, also below merged names of columns', async () => {
    const book = workbook({
      Positions: sheet(
        [
          ['Account Number', 'Symbol', 'Description', 'Market Value', ''],
          ['', '', '', 'Local', 'USD'],
          ['5550-1234', 'HD', 'HOME DEPOT', '::10', '::10'],
          ['', 'PEP', 'PEPSICO', '::20', '::20'],
          ['7770-9999', 'HD', 'HOME DEPOT', '::30', '::30'],
          ['', 'KO', 'COCA COLA', '::40', '::40'],
        ],
        { after: mergedAt('A1:A2', 'B1:B2', 'C1:C2', 'D1:E1', 'A3:A4', 'A5:A6') },
      ),
    })
    expect((await statementOf(book)).statement.questions[0]?.text).toBe(
      'Cells are merged over several rows, from rows 3 and 5 on.',
    )
    const read = await statementOf(book, { 'merged-cells': 'each' })
    expect(read.statement.questions).toEqual([])
    expect(valuesOf(read)).toEqual([
      ['5550-1234', ['10.00', '20.00']],
      ['7770-9999', ['30.00', '40.00']],
    ])
  })

  it('keeps accounts apart that cells merged beside the names of columns and the rows name', async () => {
    const names = (account: string) => [`Account: ${account}`, 'Symbol', 'Description', 'Market Value']
    const rows = [
      names('5550-1234'),
      ['', 'HD', 'HOME DEPOT', '::10'],
      ['', 'PEP', 'PEPSICO', '::20'],
      names('7770-9999'),
      ['', 'HD', 'HOME DEPOT', '::30'],
      ['', 'PEP', 'PEPSICO', '::40'],
    ]
    const book = workbook({ Positions: sheet(rows, { after: mergedAt('A1:A3', 'A4:A6') }) })
    for (const answer of ['each', 'first'])
      expect(valuesOf(await statementOf(book, { 'merged-cells': answer }))).toEqual([
        ['5550-1234', ['10.00', '20.00']],
        ['7770-9999', ['30.00', '40.00']],
      ])
  })

  it('reads dates of a workbook that counts days from 1904', async () => {
    const book = workbook(
      {
        S: sheet([
          ['Account: 5550-1234'],
          ['As of', ':1:44863'],
          [...header.slice(1)],
          ['HD', 'HOME DEPOT', '::1', '::10'],
        ]),
      },
      {
        'xl/workbook.xml':
          '<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="S" sheetId="1" r:id="r0"/></sheets></workbook>',
      },
    )
    expect((await statementOf(book)).statement.asOf.date).toBe('2026-10-30')
  })

  it('says how many columns with content are hidden and which formulas have no value, and not that a title is merged', async () => {
    const rows = [
      ['Holdings'],
      [...header, 'Remarks', 'Basis'],
      ['X10442871', 'NGH', 'NORTHGATE', '::1', '::10.25', 'held', '::9'],
      ['X10442871', '', 'Total', '', '::SUM', '', '::9'],
    ]
    const xml = sheet(rows, { after: '<mergeCells><mergeCell ref="A1:G1"/></mergeCells>' })
      .replace('<v>SUM</v>', '<f>SUM(E3:E3)</f>')
      .replace(
        '<sheetData>',
        '<cols><col min="6" max="6" hidden="1"/><col min="7" max="7" width="0"/><col min="8" max="16384" hidden="1"/></cols><sheetData>',
      )
    const read = await open().read('one', file(workbook({ Positions: xml }), 'holdings.xlsx'))
    expect(read).toMatchObject({
      hidesColumns: true,
      remarks: [
        '2 columns are hidden; they are read like the others.',
        'A formula in row 4 has no stored value: its cell is read as empty.',
      ],
    })
  })

  it('keeps the caller’s bytes, so that the same file can be read again with other answers', async () => {
    const reader = open()
    const bytes = fixture('one-account.csv')
    const [first, second] = [await reader.read('one', file(bytes)), await reader.read('one', file(bytes))]
    expect(second).toEqual(first)
  })

  it('refuses by name what is damaged or too large, and goes on with the next file', async () => {
    const reader = open()
    await expect(reader.read('zip', file(Buffer.from('PK\u0003\u0004 and no more')))).rejects.toMatchObject({
      code: 'import/unreadable',
    })
    const rows = Array.from({ length: 50_001 }, (_, at) => `A${at},1`).join('\n')
    await expect(reader.read('long', file(Buffer.from(`Symbol,Value\n${rows}`)))).rejects.toThrow(
      'The file has more than 50,000 rows.',
    )
    expect((await reader.read('next', file(fixture('sections.csv')))).reading.is).toBe('statement')
  })

  it('that ends says that the file could not be read, and is started again for the next one', async () => {
    const ending = new URL('data:text/javascript,process.exit(1)')
    await expect(open(ending).read('one', file(fixture('sections.csv')))).rejects.toMatchObject({
      code: 'import/unreadable',
    })
  })

  it('that does not answer within a minute is ended: the file says so, and the next ones are read', async () => {
    const asked: number[] = []
    const minute = Promise.withResolvers<void>()
    const clock = {
      ...systemClock,
      sleep: (ms: number, signal?: AbortSignal) => {
        asked.push(ms)
        return asked.length === 1 ? minute.promise : systemClock.sleep(ms, signal)
      },
    }
    // Reads like the real one, but never ends with one file.
    const hanging = new URL(
      `data:text/javascript,${encodeURIComponent(
        `import { parentPort } from 'node:worker_threads'
        parentPort.on('message', ({ file }) => { if (file?.name === 'hangs.csv') for (;;); })
        await import(${JSON.stringify(statementWorker.href)})`,
      )}`,
    )
    const reader = open(hanging, clock)
    const first = reader.read('one', file(fixture('sections.csv'), 'hangs.csv'))
    const second = reader.read('two', file(fixture('sections.csv')))
    minute.resolve()
    await expect(first).rejects.toMatchObject({
      code: 'import/unreadable',
      message: 'Reading this file took longer than a minute.',
    })
    expect(asked[0]).toBe(60_000)
    expect((await second).reading.is).toBe('statement')
  })
})
