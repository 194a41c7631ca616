import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Core } from '../../../electron/api/core.ts'
import { shellDouble } from '../../doubles/shell.ts'
import { sheet, workbook } from '../../doubles/workbook.ts'
import { answerAll, createStatementFirm, drop, minute, october, statement } from './support/statement-firm.ts'
import { createTenantCores } from './support/tenant-cores.ts'

const cores = createTenantCores()
const { tempFolder, startCore, cleanUp } = cores
const openTenant = createStatementFirm(cores)

afterEach(cleanUp)

describe('a custodian’s file', () => {
  it('of something else says what it is, and one with another household’s account is not filed as it is', async () => {
    const opened = await openTenant()
    const { core, id, valued } = opened
    const other = await drop(opened, 'scan.pdf', '%PDF-1.7 and more')
    expect(await core.statements.read({ connectionId: id, id: other })).toMatchObject({
      file: { state: 'other', issue: { message: 'This PDF is damaged, or it ends too early.' } },
      reading: null,
    })
    await core.statements.remove({ connectionId: id, ids: [other] })

    const file = await drop(opened, 'positions.csv', october)
    await answerAll(opened, file)
    const of = { connectionId: id, id: file, entity_id: valued[0] ?? '' }
    const { original, why } = await core.statements.filing(of)
    const households = await Promise.all(
      valued
        .slice(0, 2)
        .map(async (entity) => (await core.entities.get({ connectionId: id, id: entity })).household?.id),
    )
    expect(original).toBe(households[0] === households[1])
    if (!original) {
      expect(why).toMatch(/…355 is not known to belong to this household/)
      await expect(core.statements.file({ ...of, what: 'original' })).rejects.toMatchObject({
        code: 'statements/not-only-theirs',
      })
    }
    const filed = await core.statements.file({ ...of, what: 'extract' })
    const { operation } = await core.outbox.get({ connectionId: id, id: filed.operation_id })
    expect(operation).toMatchObject({
      resource: 'documents',
      fields: { type: 'ACCOUNT_DOCUMENTATION_STATEMENT', entity_id: valued[0], household_id: households[0] },
    })
  })

  it('of one household alone is filed as it is; a footnote with another number or another client’s name prevents that', async () => {
    const opened = await openTenant()
    const { core, id, valued } = opened
    const line = { account: 'X10442871', name: 'Trust', symbol: 'LARX', holding: 'LARCH TOTAL MARKET INDEX' }
    const own = statement('Oct-30-2026', [{ ...line, value: '1384661.31' }])
    const { rows } = await core.households.list({
      ...{ connectionId: id, offset: 0, limit: 50, filters: [], scope: {} },
      sort: { column: 'title', direction: 'asc' },
    })
    const entity = await core.entities.get({ connectionId: id, id: valued[0] ?? '' })
    const stranger = rows.find((row) => row.id !== entity.household?.id && /^[A-Z][a-z]+ \w+/.test(row.title))
    const outcomes: (string | null)[] = []
    for (const footnote of [
      'Brokerage services are offered.',
      'See account Z20913355.',
      'Moved to account no. 55210.',
      'Moved to 4485 1122.',
      `For ${stranger?.title}.`,
    ]) {
      const file = await drop(opened, 'Alvarez and others.csv', `${own}"${footnote}"\n`)
      await answerAll(opened, file)
      const of = { connectionId: id, id: file, entity_id: valued[0] ?? '' }
      const { original, why } = await core.statements.filing(of)
      outcomes.push(why)
      if (original) {
        const filed = await core.statements.file({ ...of, what: 'original' })
        const { operation } = await core.outbox.get({ connectionId: id, id: filed.operation_id })
        const bytes = Buffer.from(`${own}"${footnote}"\n`)
        expect(operation.file?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
        expect(operation.file?.name).toBe('Account statement 2026-10-30.csv')
      }
      await core.statements.remove({ connectionId: id, ids: [file] })
    }
    expect(outcomes).toEqual([
      null,
      ...Array.from({ length: 3 }, () => 'A row has a number that may be another account’s.'),
      'It names a household, an entity or a person that is not of this household.',
    ])
  })

  it('is not filed as it is while an account is unmapped or left out, a row or a table is unread, or a sheet is hidden', async () => {
    const opened = await openTenant()
    const { core, id, valued } = opened
    const line = { account: 'X10442871', name: 'Trust', symbol: 'LARX', holding: 'LARCH TOTAL MARKET INDEX' }
    const own = statement('Oct-30-2026', [{ ...line, value: '1384661.31' }])
    const two = statement('Oct-30-2026', [
      { ...line, value: '1384661.31' },
      { ...line, account: 'Z20913355', name: 'Rollover', value: '7.10' },
    ])
    const whyOf = async (file: string) => {
      const { why } = await core.statements.filing({ connectionId: id, id: file, entity_id: valued[0] ?? '' })
      return why
    }
    const dropped = async (content: string | Uint8Array, name = 'positions.csv') => {
      const file = await drop(opened, name, content)
      const { reading } = await core.statements.read({ connectionId: id, id: file })
      const [first, second] = reading?.accounts ?? []
      const answer = (change: Parameters<Core['statements']['answer']>[0]['change']) =>
        core.statements.answer({ connectionId: id, id: file, change })
      await answer({ what: 'entity', account: first?.key ?? '', entity_id: valued[0] ?? '' })
      return { file, answer, second: second?.key ?? '' }
    }
    const { file: alone } = await dropped(own)
    expect(await whyOf(alone)).toBeNull()
    const remove = (one: string) => core.statements.remove({ connectionId: id, ids: [one] })
    await remove(alone)

    const { file, answer, second } = await dropped(two)
    const notTheirs = 'Account …355 is not known to belong to this household.'
    expect(await whyOf(file)).toBe(notTheirs)
    await answer({ what: 'leave-out', account: second, left_out: true })
    expect(await whyOf(file)).toBe(notTheirs)
    // Another account of the same entity is the household's too.
    await answer({ what: 'entity', account: second, entity_id: valued[0] ?? '' })
    expect(await whyOf(file)).toBeNull()
    await remove(file)

    const shortened = statement('Oct-30-2026', [
      { ...line, value: '1384661.31' },
      { ...line, account: '4.85114E+11', name: 'Rollover', value: '7.10' },
    ])
    const { file: rounded } = await dropped(shortened)
    expect(await whyOf(rounded)).toBe('Account 4.85114E+11 is not known to belong to this household.')
    await remove(rounded)
    const unnumbered = '<INVSTMTRS><DTASOF>20261030<CURDEF>USD<INVPOSLIST></INVPOSLIST></INVSTMTRS>'
    const numbered = unnumbered.replace('<INVPOS', '<INVACCTFROM><ACCTID>X10442871</INVACCTFROM><INVPOS')
    const { file: nameless } = await dropped(`<OFX>${numbered}${unnumbered}</OFX>`, 'positions.ofx')
    expect(await whyOf(nameless)).toBe('An account without a number is not known to belong to this household.')
    await remove(nameless)

    const row = 'X10442871,Trust,NGH,NORTHGATE HOLDINGS INC,1,$1.00,about ten,Cash'
    const { file: refused } = await dropped(own.replace('\n\n', `\n${row}\n\n`))
    expect(await whyOf(refused)).toMatch(/^It has (rows that cannot be read|questions that are open)\.$/)
    await remove(refused)

    const [header = '', holding = ''] = own.split('\n').map((each) => each.split(','))
    const cells = (each: string | string[]) => (typeof each === 'string' ? [each] : each)
    const book = workbook(
      { Positions: sheet([cells(header), cells(holding)]), Other: sheet([['Okafor']]) },
      {
        'xl/workbook.xml':
          '<workbook xmlns:r="r"><sheets><sheet name="Positions" sheetId="1" r:id="r0"/><sheet name="Other" sheetId="2" state="hidden" r:id="r1"/></sheets></workbook>',
      },
    )
    const hidden = await dropped(book, 'positions.xlsx')
    expect(await whyOf(hidden.file)).toBe('The sheet “Other” of the workbook is not read.')
    const read = async () => (await core.statements.read({ connectionId: id, id: hidden.file })).reading
    expect(await read()).toMatchObject({
      other_sheets: [{ name: 'Other', is_hidden: true }],
      reads_hidden_sheets: false,
    })
    await hidden.answer({ what: 'answers', answers: { 'hidden-sheets': 'read' } })
    expect(await read()).toMatchObject({ other_sheets: [], reads_hidden_sheets: true })
  })

  it('is not filed as it is if a remark beside a holding, a comment of a workbook or a name in another order is another client’s', async () => {
    const opened = await openTenant()
    const { core, id, valued } = opened
    const entity = await core.entities.get({ connectionId: id, id: valued[0] ?? '' })
    const people = await core.individuals.list({
      ...{ connectionId: id, offset: 0, limit: 200, filters: [], scope: {} },
      sort: { column: 'title', direction: 'asc' },
    })
    const stranger = people.rows.find(
      (row) => row.household_id !== entity.household?.id && /^[A-Z][a-z]{3,} [A-Z][a-z]{3,}$/.test(row.title),
    )
    const [first = '', last = ''] = (stranger?.title ?? '').split(' ')
    expect(last).not.toBe('')
    const whyOf = async (content: string | Uint8Array, name = 'positions.csv') => {
      const file = await drop(opened, name, content)
      const { reading } = await core.statements.read({ connectionId: id, id: file })
      const account = reading?.accounts[0]?.key ?? ''
      const change = { what: 'entity', account, entity_id: valued[0] ?? '' } as const
      await core.statements.answer({ connectionId: id, id: file, change })
      const { why } = await core.statements.filing({ connectionId: id, id: file, entity_id: valued[0] ?? '' })
      await core.statements.remove({ connectionId: id, ids: [file] })
      return why
    }
    const rows = (remark: string) => [
      ['Account Number', 'Account Name', 'Symbol', 'Description', 'Quantity', 'Cost Basis', 'Current Value', 'Remarks'],
      ['X10442871', 'Trust', 'LARX', 'LARCH TOTAL MARKET INDEX', '1000', '1250000', '1384661.31', remark],
      ['X10442871', 'Trust', '', 'Total', '', '', '1384661.31', ''],
    ]
    const csv = (remark: string) =>
      `${rows(remark)
        .map((cells) => cells.map((cell) => `"${cell}"`).join(','))
        .join('\n')}\n`
    const named = 'It names a household, an entity or a person that is not of this household.'
    const numbered = 'A row has a number that may be another account’s.'
    expect(await whyOf(csv('held long'))).toBeNull()
    expect(await whyOf(csv(`Pledged for ${first} ${last}`))).toBe(named)
    expect(await whyOf(csv(`Pledged for ${last.toUpperCase()}, ${first.toUpperCase()}`))).toBe(named)
    expect(await whyOf(csv('Moves to 88112233'))).toBe(numbered)
    const position =
      '<POSSTOCK><INVPOS><SECID><UNIQUEID>664000123<UNIQUEIDTYPE>CUSIP</SECID><UNITS>1<MKTVAL>1384661.31</INVPOS></POSSTOCK>'
    const failed = '<INVSTMTTRNRS><STATUS><CODE>2003<SEVERITY>ERROR<MESSAGE>Account not found</STATUS></INVSTMTTRNRS>'
    const ofx = `<OFX><INVSTMTTRNRS><INVSTMTRS><DTASOF>20261030<CURDEF>USD<INVACCTFROM><ACCTID>X10442871</INVACCTFROM><INVPOSLIST>${position}</INVPOSLIST></INVSTMTRS></INVSTMTTRNRS>${failed}</OFX>`
    expect(await whyOf(ofx, 'positions.ofx')).toBe('It has another table or account, which is not read.')
    const book = (parts: Record<string, string>) => workbook({ Positions: sheet(rows('')) }, parts)
    expect(await whyOf(book({}), 'positions.xlsx')).toBeNull()
    expect(await whyOf(book({ 'xl/comments1.xml': '<comments/>' }), 'positions.xlsx')).toBe(
      'The file has comments, pictures or other parts that are not read.',
    )
    const hidden = workbook({
      Positions: sheet([...rows(''), ['Z20913355', 'Rollover', 'NGH', 'NORTHGATE', '1', '1', '7.10', '']], {
        hidden: 4,
      }),
    })
    expect(await whyOf(hidden, 'positions.xlsx')).not.toBeNull()
    const columns = sheet(rows('held long')).replace(
      '<sheetData>',
      '<cols><col min="8" max="8" hidden="1"/></cols><sheetData>',
    )
    expect(await whyOf(workbook({ Positions: columns }), 'positions.xlsx')).toBe(
      'The workbook hides columns, which may be about another household.',
    )
  })

  it('is not filed as it is if a text that no row shows is not known to be of its household alone', async () => {
    const opened = await openTenant()
    const { core, id, valued } = opened
    const entity = await core.entities.get({ connectionId: id, id: valued[0] ?? '' })
    const whyOf = async (content: string | Uint8Array, name: string) => {
      const file = await drop(opened, name, content)
      const { reading } = await core.statements.read({ connectionId: id, id: file })
      const account = reading?.accounts[0]?.key ?? ''
      const change = { what: 'entity', account, entity_id: valued[0] ?? '' } as const
      await core.statements.answer({ connectionId: id, id: file, change })
      const { why } = await core.statements.filing({ connectionId: id, id: file, entity_id: valued[0] ?? '' })
      await core.statements.remove({ connectionId: id, ids: [file] })
      return why
    }
    const rows = [
      ['Account Number', 'Account Name', 'Symbol', 'Description', 'Current Value'],
      ['X10442871', 'Trust', 'LARX', 'LARCH TOTAL MARKET INDEX', '1384661.31'],
      ['X10442871', 'Trust', '', 'Total', '1384661.31'],
    ]
    const header = (text: string) => `<headerFooter><oddHeader>${text}</oddHeader></headerFooter>`
    const book = (after: string, parts: Record<string, string> = {}) =>
      whyOf(workbook({ Positions: sheet(rows, { after }) }, parts), 'positions.xlsx')
    const properties = (inside: string) => ({ 'docProps/core.xml': `<coreProperties>${inside}</coreProperties>` })
    const strange = (place: string) => `A ${place} is not known to be about this household alone.`
    const page = strange('page header or footer')
    const property = strange('property of the workbook')

    expect(
      await book(
        header('&amp;L&amp;"Arial,Bold"&amp;12Positions of Trust&amp;CPage &amp;P of &amp;N&amp;ROct 30, 2026'),
      ),
    ).toBeNull()
    expect(await book(header(`&amp;C${entity.record.display_name}`))).toBeNull()
    expect(await book(header('&amp;CZebulon Quastel'))).toBe(page)
    expect(await book(header('&amp;CAccount ending in 4417'))).toBe(page)
    expect(await book(header('&amp;CAccount Z20913355'))).toBe('A row has a number that may be another account’s.')

    expect(
      await book(
        '',
        properties('<dc:creator>openpyxl</dc:creator><dcterms:created>2026-10-30T12:00:00Z</dcterms:created>'),
      ),
    ).toBeNull()
    expect(await book('', properties('<cp:lastModifiedBy>Zebulon Quastel</cp:lastModifiedBy>'))).toBe(property)
    const custom = '<Properties><property name="Client"><vt:lpwstr>Quastel</vt:lpwstr></property></Properties>'
    expect(await book('', { 'docProps/custom.xml': custom })).not.toBeNull()

    const others: [string, Record<string, string>, string][] = [
      ['<dataValidations><dataValidation prompt="Only for Quastel"/></dataValidations>', {}, 'name in the workbook'],
      [
        '<conditionalFormatting><cfRule><formula>$A1="Quastel"</formula></cfRule></conditionalFormatting>',
        {},
        'formula or format',
      ],
      ['<!-- made for Quastel -->', {}, 'comment in its code'],
      [
        '',
        {
          'xl/worksheets/_rels/sheet0.xml.rels':
            '<Relationships><Relationship Id="h" TargetMode="External" Target="mailto:z@quastel.example"/></Relationships>',
        },
        'link',
      ],
      ['', { 'xl/sharedStrings.xml': '<sst><si><t>Quastel</t></si></sst>' }, 'text of a cell that is gone'],
      ['', { 'xl/tables/table1.xml': '<table name="Quastel" displayName="Quastel"/>' }, 'name in the workbook'],
    ]
    for (const [after, parts, place] of others) expect(await book(after, parts)).toBe(strange(place))
    expect(await whyOf(workbook({ Quastel: sheet(rows) }), 'positions.xlsx')).toBe(strange('name in the workbook'))
    const unread = 'The file has comments, pictures or other parts that are not read.'
    expect(await book('', { 'docProps/thumbnail.jpeg': 'x' })).toBe(unread)
    const commented = Buffer.concat([workbook({ Positions: sheet(rows) }), Buffer.from('for Quastel')])
    commented.writeUInt16LE('for Quastel'.length, commented.length - 'for Quastel'.length - 2)
    expect(await whyOf(commented, 'positions.xlsx')).toBe(unread)

    const ofx = (memo: string, before = '') =>
      `${before}<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20261030<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>` +
      '<INVSTMTMSGSRSV1><INVSTMTTRNRS><TRNUID>1001001<STATUS><CODE>0<SEVERITY>INFO</STATUS><INVSTMTRS><DTASOF>20261030<CURDEF>USD' +
      '<INVACCTFROM><BROKERID>example.com<ACCTID>X10442871</INVACCTFROM><INVPOSLIST><POSSTOCK><INVPOS><SECID><UNIQUEID>664000123' +
      `<UNIQUEIDTYPE>CUSIP</SECID><HELDINACCT>CASH<POSTYPE>LONG<UNITS>1000<UNITPRICE>1384.66<MKTVAL>1384660.00<DTPRICEASOF>20261030<MEMO>${memo}` +
      '</INVPOS></POSSTOCK></INVPOSLIST></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1><SECLISTMSGSRSV1><SECLIST><STOCKINFO><SECINFO>' +
      '<SECID><UNIQUEID>664000123<UNIQUEIDTYPE>CUSIP</SECID><SECNAME>NORTHGATE HOLDINGS INC<TICKER>NGH</SECINFO></STOCKINFO></SECLIST></SECLISTMSGSRSV1></OFX>'
    const head =
      'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\nCOMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n'
    expect(await whyOf(ofx('Market value as of Oct 30', head), 'positions.ofx')).toBeNull()
    expect(await whyOf(ofx('Gift from Z. Quastel', head), 'positions.ofx')).toBe(strange('memo'))
    expect(await whyOf(ofx('', `${head}<!-- Quastel -->`), 'positions.ofx')).toBe(strange('comment'))
    expect(await whyOf(ofx('', head.replace('NEWFILEUID:NONE', 'NEWFILEUID:Quastel')), 'positions.ofx')).toBe(
      strange('header of the file'),
    )
  })

  it('gives an extract of an entity’s rows alone, in which nothing runs in a spreadsheet', async () => {
    const opened = await openTenant()
    const { core, id, valued, userDataDir, keychain } = opened
    const trust = { account: 'X10442871', name: 'Trust', symbol: 'LARX' }
    const lines = [
      { ...trust, holding: 'LARCH TOTAL MARKET INDEX', value: '384661.31' },
      { ...trust, symbol: 'EVIL', holding: '-GOLD TRUST', value: '12.05' },
      { ...trust, symbol: 'MILL', holding: 'PLOVER MILLS', value: '43.125' },
      { account: 'Z20913355', name: 'Rollover', symbol: 'NGH', holding: 'NORTHGATE HOLDINGS INC', value: '1000.10' },
    ]
    const file = await drop(opened, 'positions.csv', statement('Oct-30-2026', lines))
    await answerAll(opened, file)
    await core.close()
    const folder = await tempFolder()
    const shell = shellDouble((name) => ({ folder, name, replace: false }))
    const later = await startCore({ userDataDir, keychain, shell, graceMs: minute })
    const { file: written } = await later.statements.saveExtract({
      ...{ connectionId: id, id: file, entity_id: valued[0] ?? '' },
    })
    const text = await readFile(join(folder, written?.name ?? ''), 'utf8')
    expect(text.replace('\ufeff', '').split('\r\n')).toEqual([
      'Account,As of,Name,Identifiers,Kind,Value',
      'X10442871,2026-10-30,LARCH TOTAL MARKET INDEX,LARX,,384661.31',
      "X10442871,2026-10-30,'-GOLD TRUST,EVIL,,12.05",
      'X10442871,2026-10-30,PLOVER MILLS,MILL,,43.125',
      '',
    ])
  })
})
