import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkImport } from '../../../electron/imports/check-import.ts'
import { readImportTable } from '../../../electron/imports/import-table.ts'
import type { Known } from '../../../electron/imports/known-records.ts'
import { guessMapping } from '../../../shared/domain/import/guess-mapping.ts'
import type { FileReading } from '../../../shared/ipc/imports.ts'
import type { Answers } from '../../../shared/tables/doubts.ts'
import { makeZip } from '../../doubles/make-zip.ts'
import { sheet, workbook } from '../../doubles/workbook.ts'

const fixture = (path: string) => new Uint8Array(readFileSync(`tests/fixtures/tables/${path}`))
const reading = (answers: Answers = {}, more: Partial<FileReading> = {}): FileReading => ({
  ...{ encoding: null, delimiter: null, sheet: null, answers: { ...answers } },
  ...more,
})
const households = ['HH1', '000123']

/** An offline copy with two empty households, and no other record. */
const known: Known = {
  owners: () => [],
  byExternalId: (id) => (households.includes(id) ? `hh-${id}` : undefined),
  byName: () => [],
  isKnownId: () => false,
  people: async () => [],
  records: async () => new Map(),
}

/** People in a file, checked with the columns that are guessed. */
async function checkPeople(bytes: Uint8Array, answers: Answers = {}, more: Partial<FileReading> = {}) {
  const table = await readImportTable('individuals', bytes, reading(answers, more))
  const mapping = guessMapping('individuals', table.headers)
  const steps = checkImport({
    tables: { households: null, individuals: table },
    plan: {
      households: null,
      individuals: { mapping, answers: { ...answers } },
      ...{ default_owner_id: null, existing: 'refuse', empty_clears: false },
    },
    ...{ known, today: '2026-11-25', signal: new AbortController().signal },
  })
  let step = await steps.next()
  while (!step.done) step = await steps.next()
  if (step.value === null) throw new Error('The check was stopped.')
  return { table, people: step.value.individuals }
}

const told = ({ people }: Awaited<ReturnType<typeof checkPeople>>) =>
  people.map(({ row, issues, warnings, fields }) => ({
    row,
    fields,
    said: [...issues, ...warnings].map(({ column, cause }) => `${column}: ${cause}`),
  }))

describe('a file of people', () => {
  it('below a report’s title, above its footer', async () => {
    const { table, people } = await checkPeople(fixture('import-preamble/preamble.csv'))
    expect(table).toMatchObject({ headerRow: 4, questions: [], refused: [] })
    expect(table.leftOut.map(({ row }) => row)).toEqual([1, 2, 7])
    expect(people.map(({ title, issues }) => [title, issues])).toEqual([
      ['Ada Acorn', []],
      ['Bob Birch', []],
    ])
  })

  it.each([
    ['Grand total,,,5', [6]],
    ['Total people,2,,', [6]],
    ['Total clients: 2,,,', [6]],
    ['Number of records,,,2', [6]],
    ['Grand Totals (2 records),,,\n\nConfidential\nCopyright (c) 2026 example.com, inc.', [6, 8, 9]],
  ])('without the total %s', async (total, leftOut) => {
    const text = `Household,First name,Last name,DOB\nHH1,Al,Total,1/13/1950\nHH1,Bo,Baker,2/3/1952\n000123,Cy,Cole,2/13/1953\n000123,Di,Count,2/14/1953\n${total}\n`
    const { table, people } = await checkPeople(Buffer.from(text))
    expect(table.leftOut.map(({ row }) => row)).toEqual(leftOut)
    expect(table).toMatchObject({ questions: [], refused: [] })
    expect(people.map(({ row, issues }) => [row, issues])).toEqual([2, 3, 4, 5].map((row) => [row, []]))
  })

  it('without the counts of its groups', async () => {
    const text =
      'Household,First name,Last name,DOB\nHH1,Al,Baker,1/13/1950\nHH1,Bo,Baker,2/13/1952\nBaker total,,,2\n000123,Cy,Cole,2/13/1953\nCole subtotal:,,,1\n'
    const { table, people } = await checkPeople(Buffer.from(text))
    expect(table.leftOut.map(({ row }) => row)).toEqual([4, 6])
    expect(table.questions).toEqual([])
    expect(people.map(({ row }) => row)).toEqual([2, 3, 5])
  })

  it('with names of columns in three rows', async () => {
    const text =
      'Client,,,Contact,\nHousehold,Name,,Email,Phone\n,First,Last,Primary,\nHH1,Al,Baker,al@example.com,555\nHH1,Bo,Baker,bo@example.com,556\n'
    const open = await checkPeople(Buffer.from(text))
    expect(open.table.questions).toMatchObject([{ id: 'more-names', rows: [3] }])
    const { table, people } = await checkPeople(Buffer.from(text), { 'more-names': 'names' })
    expect(table.headers).toEqual(['Household', 'First', 'Last', 'Email', 'Phone'])
    expect(table.leftOut.map(({ row }) => row)).toEqual([1, 3])
    expect(people.map(({ title, issues }) => [title, issues])).toEqual([
      ['Al Baker', []],
      ['Bo Baker', []],
    ])
  })

  it('whose short row waits until it is answered, and is counted as waiting', async () => {
    const text = 'Household,First name,Last name,DOB\nHH1,Al,Baker,1/13/1950\nHH1,Bo,Baker\nHH1,Cy,Baker,2/13/1952\n'
    const open = await readImportTable('individuals', Buffer.from(text), reading())
    expect(open).toMatchObject({ refused: [], waiting: [{ row: 3 }], rows: [{ row: 2 }, { row: 4 }] })
    const left = await readImportTable('individuals', Buffer.from(text), reading({ 'short-rows': 'refuse' }))
    expect(left).toMatchObject({ refused: [{ row: 3 }], waiting: [] })
  })

  it('with a header that the advisor chose', async () => {
    const bytes = fixture('import-preamble/preamble.csv')
    const table = await readImportTable('individuals', bytes, reading({}, { header_row: 5 }))
    expect(table).toMatchObject({ headerRow: 5, rows: [{ row: 6 }] })
  })

  it('with words for “nothing” reads them as empty, and says so', async () => {
    const [ada, bob] = told(await checkPeople(fixture('null-words/nulls.csv')))
    expect(ada?.fields).toEqual({
      ...{ first_name: 'Ada', last_name: 'Acorn', address_line1: '1 Elm St' },
      ...{ city: 'Boston', state: 'MA', postal_code: '02134' },
    })
    expect(ada?.said).toEqual(
      ['Middle Name', 'Suffix', 'Address 2', 'Notes'].map((column) => expect.stringContaining(`${column}: “`)),
    )
    expect(bob?.fields).toEqual({ first_name: 'Bob', last_name: 'Birch', state: 'MA' })
    expect(bob?.said).toHaveLength(7)
  })

  it('with dates that are none', async () => {
    const births = told(await checkPeople(fixture('null-words/nulldate.csv'))).map(({ row, fields, said }) => [
      row,
      fields === null ? 'refused' : (fields.date_of_birth ?? null),
      said.length > 0,
    ])
    expect(births).toEqual([
      [2, null, true],
      [3, null, true],
      [4, null, true],
      [5, null, true],
      [6, null, true],
      [7, null, true],
      [8, 'refused', true],
      [9, null, true],
      [10, '1961-04-30', false],
      [11, 'refused', true],
      [12, '1961-04-30', false],
      [13, 'refused', true],
      [14, '1960-02-29', false],
      [15, null, true],
    ])
  })

  it('with letters that have no accent to drop finds the same people', async () => {
    const people = told(await checkPeople(fixture('letters-without-decomposition/diac.csv')))
    expect(people.map(({ row, fields }) => [row, fields === null])).toEqual([
      [2, false],
      [3, true],
      [4, false],
      [5, true],
      [6, false],
      [7, true],
    ])
  })

  it('with zeros that a spreadsheet dropped', async () => {
    const people = told(await checkPeople(fixture('lost-leading-zero/zip4.csv')))
    expect(people.map(({ fields }) => fields?.postal_code)).toEqual(['02134', '02134', '02134-1234'])
    expect(people.every(({ said }) => said.length === 1)).toBe(true)
  })

  it('with zeros that were dropped in rows without a state as well, where the other rows show it', async () => {
    const rows = (codes: readonly string[]) =>
      Buffer.from(
        ['Household,First name,Last name,Zip,State', ...codes.map((code, at) => `HH1,P${at},Acorn,${code}`)].join('\n'),
      )
    const shown = await checkPeople(rows(['2134,MA', '7030,']))
    expect(shown.people.map(({ fields }) => fields?.postal_code)).toEqual(['02134', '07030'])
    const open = await checkPeople(rows(['2134,MA', '02138,MA', '7030,']))
    expect(told(open)[2]?.said).toEqual([expect.stringContaining('too few digits')])
  })

  it('with an identifier that a spreadsheet shortened, or kept as a formula', async () => {
    expect(told(await checkPeople(fixture('lost-leading-zero/sci.csv')))).toMatchObject([
      { fields: null, said: [expect.stringContaining('shortened')] },
    ])
    const { people } = await checkPeople(fixture('lost-leading-zero/equals.csv'))
    expect(people).toMatchObject([{ target: { id: 'hh-000123' }, fields: { postal_code: '02134' } }])
  })

  it('in UTF-16 of the other order', async () => {
    const { table, people } = await checkPeople(fixture('import-workbook-or-utf16be/utf16be.csv'))
    expect(table.encoding).toBe('utf-16be')
    expect(people).toMatchObject([{ fields: { first_name: 'José', last_name: 'Núñez' } }])
  })

  it('with rows that a quotation mark swallows refuses them by number, and loses none', async () => {
    const text = 'Household,First name,Last name\nHH1,Ada,Acorn\nHH1,"Bob,Birch\nHH1,Cy,"Cedar\nHH1,Dee,Dogwood'
    const result = await checkPeople(Buffer.from(text))
    expect(told(result).map(({ row, fields }) => [row, fields !== null])).toEqual([
      [2, true],
      [3, false],
      [4, false],
      [5, true],
    ])
  })

  it('asks about the order of dates for each column by itself', async () => {
    const text = 'Household,First name,Last name,Born,Date of death\nHH1,Ada,Acorn,4/30/1961,3/4/2020'
    const table = await readImportTable('individuals', Buffer.from(text), reading())
    expect(table.questions).toEqual([])
    const dayFirst = await checkPeople(Buffer.from(text), { 'dates:4': 'day-first' })
    expect(dayFirst.people).toMatchObject([{ fields: { date_of_birth: '1961-04-30' }, date_of_death: '2020-04-03' }])
  })

  it.each([
    ['2134,MA', '02134'],
    ['2134.0,MA', '02134'],
    ['21341234,MA', '02134-1234'],
    ['2134-1234,MA', '02134-1234'],
    ['="02134",MA', '02134'],
    ["'02134,MA", '02134'],
    ['602,PR', '00602'],
    ['7030,New Jersey', '07030'],
    ['K1A 0B1,ON', 'K1A 0B1'],
    ['94105,CA', '94105'],
    ['9410,CA', null],
    ['9.41E+04,CA', null],
  ])('with the postal code and state %s', async (cells, code) => {
    const text = `Household,First name,Last name,Zip,State\nHH1,Ada,Acorn,${cells.startsWith('=') ? `"${cells.slice(0, -3).replaceAll('"', '""')}",MA` : cells}`
    const [ada] = told(await checkPeople(Buffer.from(text)))
    expect(ada?.fields?.postal_code ?? null).toBe(code)
    expect(ada?.fields === null).toBe(code === null)
  })

  it.each([
    ['a title', 'Client list\n'],
    ['a title and a date', 'Client list\n10/30/2026\n\n'],
    ['pairs of names and values', 'Report,Clients\nAdvisor,Eve\n\n'],
    ['rows of delimiters', ',,,\nReport,,,\n'],
    ['a line with the delimiter', 'sep=,\n'],
  ])('below %s', async (_, above) => {
    const text = `${above}Household,First name,Last name,Born\nHH1,Ada,Acorn,1961-04-30\nHH1,Bob,Birch,1960-02-29`
    const { table, people } = await checkPeople(Buffer.from(text))
    expect(table.questions).toEqual([])
    expect(people.map(({ title, issues }) => [title, issues.length])).toEqual([
      ['Ada Acorn', 0],
      ['Bob Birch', 0],
    ])
  })

  it.each([
    ['a number of records', 'Total records: 2'],
    ['a copyright', '\nCopyright (c) 2000-2026 Example, Inc.'],
    ['words of confidence', '\nConfidential Information - Do Not Distribute'],
    ['a date', '\nGenerated on May 6, 2026'],
    ['a long sentence', `\n"${'This list is for your use alone. '.repeat(4)}"`],
  ])('above %s', async (_, below) => {
    const text = `Household,First name,Last name,Born\nHH1,Ada,Acorn,1961-04-30\nHH1,Bob,Birch,1960-02-29\n${below}`
    const { table, people } = await checkPeople(Buffer.from(text))
    expect(table).toMatchObject({ questions: [], refused: [], leftOut: [{ text: expect.stringMatching(/\w/) }] })
    expect(people).toHaveLength(2)
  })

  /** The columns that each program writes, in its order, with those that are read and their fields. */
  it.each([
    [
      'Google Contacts',
      'First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - PO Box,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country,Address 1 - Extended Address,Website 1 - Label,Website 1 - Value,Event 1 - Label,Event 1 - Value',
      {
        ...{ 'First Name': 'first_name', 'Middle Name': 'middle_name', 'Last Name': 'last_name' },
        ...{ 'Name Suffix': 'suffix', Birthday: 'date_of_birth', 'E-mail 1 - Value': 'email' },
        ...{ 'Address 1 - Street': 'address_line1', 'Address 1 - City': 'city', 'Address 1 - Region': 'state' },
        ...{ 'Address 1 - Postal Code': 'postal_code', 'Address 1 - Country': 'country', Notes: 'notes' },
        ...{ 'Address 1 - Extended Address': 'address_line2' },
      },
    ],
    [
      'Google Contacts before 2024',
      'Name,Given Name,Additional Name,Family Name,Yomi Name,Given Name Yomi,Additional Name Yomi,Family Name Yomi,Name Prefix,Name Suffix,Initials,Nickname,Short Name,Maiden Name,Birthday,Gender,Location,Billing Information,Directory Server,Mileage,Occupation,Hobby,Sensitivity,Priority,Subject,Notes,Language,Photo,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,Address 1 - Type,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - PO Box,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country,Address 1 - Extended Address',
      {
        ...{ 'Given Name': 'first_name', 'Additional Name': 'middle_name', 'Family Name': 'last_name' },
        ...{ 'Name Suffix': 'suffix', Birthday: 'date_of_birth', 'E-mail 1 - Value': 'email' },
        ...{ 'Address 1 - Street': 'address_line1', 'Address 1 - City': 'city', 'Address 1 - Region': 'state' },
        ...{ 'Address 1 - Postal Code': 'postal_code', 'Address 1 - Country': 'country', Notes: 'notes' },
        ...{ 'Address 1 - Extended Address': 'address_line2' },
      },
    ],
    [
      'Outlook on a computer',
      'Title,First Name,Middle Name,Last Name,Suffix,Company,Department,Job Title,Business Street,Business Street 2,Business Street 3,Business City,Business State,Business Postal Code,Business Country/Region,Home Street,Home Street 2,Home Street 3,Home City,Home State,Home Postal Code,Home Country/Region,Other Street,Other City,Other State,Other Postal Code,Other Country/Region,Home Phone,Mobile Phone,Anniversary,Birthday,E-mail Address,E-mail Type,E-mail Display Name,E-mail 2 Address,Spouse,Web Page',
      {
        ...{ 'First Name': 'first_name', 'Middle Name': 'middle_name', 'Last Name': 'last_name', Suffix: 'suffix' },
        ...{ 'Home Street': 'address_line1', 'Home Street 2': 'address_line2', 'Home City': 'city' },
        ...{ 'Home State': 'state', 'Home Postal Code': 'postal_code', 'Home Country/Region': 'country' },
        ...{ Birthday: 'date_of_birth', 'E-mail Address': 'email' },
      },
    ],
    [
      'Outlook on the web',
      'First Name,Middle Name,Last Name,Title,Suffix,Nickname,Given Yomi,Surname Yomi,E-mail Address,E-mail 2 Address,E-mail 3 Address,Home Phone,Home Phone 2,Business Phone,Mobile Phone,IMAddress,Job Title,Department,Company,Business Street,Business City,Business State,Business Postal Code,Business Country/Region,Home Street,Home City,Home State,Home Postal Code,Home Country/Region,Other Street,Other City,Other State,Other Postal Code,Other Country/Region,Personal Web Page,Spouse,Schools,Hobby,Location,Web Page,Birthday,Anniversary',
      {
        ...{ 'First Name': 'first_name', 'Middle Name': 'middle_name', 'Last Name': 'last_name', Suffix: 'suffix' },
        ...{ 'Home Street': 'address_line1', 'Home City': 'city', 'Home State': 'state' },
        ...{ 'Home Postal Code': 'postal_code', 'Home Country/Region': 'country' },
        ...{ Birthday: 'date_of_birth', 'E-mail Address': 'email' },
      },
    ],
    [
      'a report of Salesforce',
      'Salutation,First Name,Last Name,Title,Account Name,Mailing Street,Mailing City,Mailing State/Province,Mailing Zip/Postal Code,Mailing Country,Phone,Fax,Mobile,Email,Birthdate,Account Owner',
      {
        ...{ 'First Name': 'first_name', 'Last Name': 'last_name', 'Account Name': 'household' },
        ...{ 'Mailing Street': 'address_line1', 'Mailing City': 'city', 'Mailing State/Province': 'state' },
        ...{ 'Mailing Zip/Postal Code': 'postal_code', 'Mailing Country': 'country' },
        ...{ Email: 'email', Birthdate: 'date_of_birth' },
      },
    ],
    [
      'an export of Salesforce’s data',
      'Id,IsDeleted,AccountId,LastName,FirstName,Salutation,MiddleName,Suffix,MailingStreet,MailingCity,MailingState,MailingPostalCode,MailingCountry,Phone,Email,Title,Birthdate,OwnerId',
      {
        ...{ LastName: 'last_name', FirstName: 'first_name', MiddleName: 'middle_name', Suffix: 'suffix' },
        ...{ MailingStreet: 'address_line1', MailingCity: 'city', MailingState: 'state' },
        ...{ MailingPostalCode: 'postal_code', MailingCountry: 'country', Email: 'email', Birthdate: 'date_of_birth' },
      },
    ],
    [
      'Redtail',
      'Contact ID,First Name,Middle Name,Last Name,Family Name,Status,Category,Date of Birth,Email,Address,City,State,Zip,Phone',
      {
        ...{ 'First Name': 'first_name', 'Middle Name': 'middle_name', 'Last Name': 'last_name' },
        ...{ 'Family Name': 'household', 'Date of Birth': 'date_of_birth', Email: 'email' },
        ...{ Address: 'address_line1', City: 'city', State: 'state', Zip: 'postal_code' },
      },
    ],
    [
      'Wealthbox',
      'ID,Prefix,First Name,Middle Name,Last Name,Suffix,Household Name,Contact Type,Email Address,Street Line 1,Street Line 2,City,State,Zip Code,Country,Birth Date,Created At',
      {
        ...{ 'First Name': 'first_name', 'Middle Name': 'middle_name', 'Last Name': 'last_name', Suffix: 'suffix' },
        ...{ 'Household Name': 'household', 'Email Address': 'email', 'Street Line 1': 'address_line1' },
        ...{ 'Street Line 2': 'address_line2', City: 'city', State: 'state', 'Zip Code': 'postal_code' },
        ...{ Country: 'country', 'Birth Date': 'date_of_birth' },
      },
    ],
  ])('of %s has columns that are known', (_, header, fields) => {
    const headers = header.split(',')
    const guessed = guessMapping('individuals', headers)
    expect(Object.fromEntries(headers.flatMap((name, at) => (guessed[at] ? [[name, guessed[at]]] : [])))).toEqual(
      fields,
    )
  })
})

const header = ['Household', 'First name', 'Last name', 'Date of birth', 'Zip', 'State']

describe('a workbook', () => {
  it.each([
    ['a cover of one line', [['Larch and Partners']]],
    ['a cover of several lines', [['Larch and Partners'], ['Client list'], ['Confidential']]],
    ['nothing', []],
    [
      'another table',
      [
        ['Ticker', 'Shares'],
        ['LARX', '12'],
      ],
    ],
  ])('with %s as its first sheet is read from the sheet that has the columns', async (_, cover) => {
    const clients = sheet([header, ['HH1', 'Ada', 'Acorn', '', '', '']])
    const bytes = workbook({ Cover: sheet(cover), Clients: clients, Archive: clients })
    const { table, people } = await checkPeople(bytes)
    expect(table).toMatchObject({ sheets: ['Cover', 'Clients', 'Archive'], sheet: 'Clients', questions: [] })
    expect(people.map(({ title }) => title)).toEqual(['Ada Acorn'])
  })

  it('is read with its texts, dates and numbers as typed, from the chosen sheet', async () => {
    const bytes = workbook({
      Notes: sheet([['Nothing here']]),
      People: sheet([header, ['HH1', 'Ada', 'Acorn', ':1:22401', ':2:2134', 'MA']]),
      Others: sheet([
        header,
        ['HH1', 'Bob', 'Birch', '1961-04-30', '02134', 'MA'],
        ['HH1', 'Cy', '_x000D_Cedar', '', ':0:2134', 'MA'],
      ]),
    })
    const { table, people } = await checkPeople(bytes, {}, { sheet: 'People' })
    expect(table).toMatchObject({
      sheets: ['Notes', 'People', 'Others'],
      sheet: 'People',
      encoding: null,
      delimiter: null,
    })
    expect(people).toMatchObject([
      { warnings: [], fields: { first_name: 'Ada', date_of_birth: '1961-04-30', postal_code: '02134' } },
    ])
    const others = await checkPeople(bytes, {}, { sheet: 'Others' })
    expect(others.people.map(({ fields }) => fields?.postal_code)).toEqual(['02134', '02134'])
  })

  it('with hidden rows and cells merged over rows asks', async () => {
    const bytes = workbook({
      People: sheet([header, ['HH1', 'Ada', 'Acorn'], ['', 'Bob', 'Birch'], ['HH1', 'Cy', 'Cedar']], {
        hidden: 4,
        after: '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>',
      }),
    })
    const { table } = await checkPeople(bytes)
    expect(table.questions.map(({ id }) => id)).toEqual(['hidden-rows', 'merged-cells'])
    const answered = await checkPeople(bytes, { 'hidden-rows': 'leave', 'merged-cells': 'each' })
    expect(answered.table.leftOut).toMatchObject([{ row: 4 }])
    expect(answered.people.map(({ title, issues }) => [title, issues.length])).toEqual([
      ['Ada Acorn', 0],
      ['Bob Birch', 0],
    ])
  })

  it.each([
    ['an older workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), /older Excel workbook/],
    [
      'a workbook with a password',
      Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from('EncryptedPackage', 'utf16le')]),
      /has a password/,
    ],
    [
      'an OpenDocument spreadsheet',
      makeZip([{ name: 'mimetype', text: 'application/vnd.oasis.opendocument.spreadsheet' }]),
      /OpenDocument/,
    ],
    ['a document of Numbers', makeZip([{ name: 'Index/Document.iwa', text: 'x' }]), /Numbers/],
    ['another ZIP', makeZip([{ name: 'a.txt', text: 'x' }]), /no workbook/],
    [
      'a workbook with macros',
      workbook(
        { A: sheet([header]) },
        {
          '[Content_Types].xml':
            '<Types><Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
        },
      ),
      /macros/,
    ],
    ['a damaged workbook', workbook({ A: '<worksheet><sheetData><row>' }), /damaged/],
    ['a workbook with a document type', workbook({ A: '<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>' }), /document type/],
    [
      'a workbook that unpacks to too much',
      workbook({ A: `<worksheet>${' '.repeat(3_000_000)}</worksheet>` }),
      /too large/,
    ],
  ])('is refused in words if it is %s', async (_, bytes, message) => {
    await expect(readImportTable('individuals', bytes, reading())).rejects.toMatchObject({
      code: 'import/unreadable',
      message: expect.stringMatching(message),
    })
  })
})
