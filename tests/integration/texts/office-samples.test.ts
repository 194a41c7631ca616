import { afterAll, describe, expect, it } from 'vitest'
import { startReader } from '../../../electron/hosts/browser/start-service.ts'
import { createTextReader } from '../../../electron/texts/text-reader.ts'
import { makeZip } from '../../doubles/make-zip.ts'

// Documents as the usual programs write them, with what is easily lost in them or shown although it is not there.

const reader = createTextReader({
  start: ({ memoryMb }) => startReader(process.env.STEWARD_TEST_TEXT_READER ?? '', { memoryMb }),
})
afterAll(() => reader.close())

/** The text of all pages, one line each. */
async function linesOf(mediaType: string, content: string | Uint8Array): Promise<string[]> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  async function* source() {
    yield bytes
  }
  const asked = { mediaType, name: 'file', size: bytes.byteLength, bytes: source() }
  const file = await reader.read(asked, new AbortController().signal)
  if (file.is !== 'text') throw new Error(`The file is ${JSON.stringify(file)}.`)
  return file.pages.flatMap(({ text }) => text.split('\n'))
}

const office = 'application/vnd.openxmlformats-officedocument.'
const docx = `${office}wordprocessingml.document`
const xlsx = `${office}spreadsheetml.sheet`
const pptx = `${office}presentationml.presentation`
const odt = 'application/vnd.oasis.opendocument.text'

const run = (text: string) => `<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const par = (inner: string) => `<w:p><w:pPr><w:pStyle w:val="Body"/></w:pPr>${inner}</w:p>`
const word = (body: string, more: { name: string; text: string }[] = []) =>
  makeZip([
    {
      name: 'word/document.xml',
      text: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document xmlns:w="w" xmlns:wps="wps" xmlns:mc="mc"><w:body>${body}<w:sectPr/></w:body></w:document>`,
    },
    ...more,
  ])

describe('a Word document', () => {
  it('of tables has a line a row of cells', async () => {
    const cell = (text: string) => `<w:tc><w:tcPr/>${par(run(text))}</w:tc>`
    const table = `<w:tbl><w:tr>${cell('Trustee')}${cell('Ada Okafor')}</w:tr><w:tr>${cell('Successor')}${cell('Ben Lind')}</w:tr></w:tbl>`
    const lines = await linesOf(docx, word(par(run('Schedule A')) + table + par(run('End'))))
    expect(lines.join(' ')).toBe('Schedule A Trustee Ada Okafor Successor Ben Lind End')
  })

  it('has its footnotes, headers, footers, endnotes and comments', async () => {
    const part = (name: string, root: string, text: string) => ({
      name: `word/${name}.xml`,
      text: `<w:${root} xmlns:w="w">${par(run(text))}</w:${root}>`,
    })
    const text = (
      await linesOf(
        docx,
        word(par(`${run('The settlor')}<w:r><w:footnoteReference w:id="2"/></w:r>${run(' declares.')}`), [
          part('footnotes', 'footnotes', 'As amended in 2019.'),
          part('endnotes', 'endnotes', 'See the annex.'),
          part('header1', 'hdr', 'Okafor Family Trust'),
          part('footer2', 'ftr', 'Confidential'),
          part('comments', 'comments', 'Check the date.'),
        ]),
      )
    ).join('|')
    for (const words of ['The settlor declares.', 'As amended in 2019.', 'See the annex.', 'Okafor Family Trust'])
      expect(text).toContain(words)
    expect(text).toContain('Confidential')
    expect(text).toContain('Check the date.')
  })

  it('with tracked changes has what was inserted, and once what was moved, but not what was deleted', async () => {
    const body = par(
      [
        run('The trustee is '),
        '<w:del w:id="1" w:author="Ada"><w:r><w:delText>Carl Weber</w:delText></w:r></w:del>',
        `<w:ins w:id="2" w:author="Ada">${run('Ben Lind')}</w:ins>`,
        run('.'),
        '<w:moveFromRangeStart w:id="3" w:name="move1"/>',
        `<w:moveFrom w:id="4" w:author="Ada">${run('A sentence on the move.')}</w:moveFrom>`,
        '<w:moveFromRangeEnd w:id="3"/>',
      ].join(''),
    )
    const moved = par(
      `<w:moveToRangeStart w:id="5" w:name="move1"/><w:moveTo w:id="6">${run('A sentence on the move.')}</w:moveTo><w:moveToRangeEnd w:id="5"/>`,
    )
    expect(await linesOf(docx, word(body + moved))).toEqual(['The trustee is Ben Lind.', 'A sentence on the move.'])
  })

  it('has the text of a box once and apart from the words around it', async () => {
    const content = `<w:txbxContent>${par(run('Draft of May'))}</w:txbxContent>`
    const box = `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>${content}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox xmlns:v="v">${content}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`
    const lines = await linesOf(docx, word(par(run('Agreement') + box + run('of the parties'))))
    expect(lines).toEqual(['Agreement', 'Draft of May', 'of the parties'])
  })

  it('has the results of fields and controls, not their codes', async () => {
    const field = `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>DATE \\@ "d"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('May 4')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
    const control = `<w:sdt><w:sdtPr><w:alias w:val="Name of the client"/></w:sdtPr><w:sdtContent>${run('Ada Okafor')}</w:sdtContent></w:sdt>`
    const link = `<w:hyperlink r:id="r7">${run('the site')}</w:hyperlink>`
    expect(await linesOf(docx, word(par(`${field}${run(', ')}${control}${run(', ')}${link}`)))).toEqual([
      'May 4, Ada Okafor, the site',
    ])
  })
})

it('a workbook has the cells of each sheet: shared, typed in place, computed, and true or false', async () => {
  const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
  const book = makeZip([
    {
      name: '[Content_Types].xml',
      text: '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    },
    {
      name: 'xl/workbook.xml',
      text: '<workbook><sheets><sheet name="Holdings" sheetId="1" r:id="r1"/><sheet name="Notes" sheetId="2" r:id="r2"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: '<R><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="worksheets/sheet2.xml"/><Relationship Id="r3" Target="sharedStrings.xml"/></R>',
    },
    {
      name: 'xl/sharedStrings.xml',
      text: '<sst><si><t>Municipal bonds</t></si><si><r><t>Rich </t></r><r><t>text</t></r><rPh sb="0" eb="1"><t>phonetic</t></rPh></si></sst>',
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      text: sheet(
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2" t="str"><f>A1&amp;"x"</f><v>computed</v></c><c r="B2" t="b"><v>1</v></c><c r="D2"><v>1250.5</v></c></row>',
      ),
    },
    {
      name: 'xl/worksheets/sheet2.xml',
      text: sheet('<row r="1"><c r="A1" t="inlineStr"><is><t>Ask the trustee</t></is></c></row>'),
    },
  ])
  const text = (await linesOf(xlsx, book)).join('|')
  for (const words of ['Holdings', 'Municipal bonds', 'Rich text', 'computed', '1250.5', 'Notes', 'Ask the trustee'])
    expect(text).toContain(words)
  expect(text).not.toContain('phonetic')
  expect(text).not.toContain('&"x"')
})

it('a presentation has its tables and the notes of the speaker', async () => {
  const text = (inner: string) => `<a:p><a:r><a:t>${inner}</a:t></a:r></a:p>`
  const table = `<a:tbl><a:tr><a:tc><a:txBody>${text('Asset')}</a:txBody></a:tc><a:tc><a:txBody>${text('Value')}</a:txBody></a:tc></a:tr></a:tbl>`
  const show = makeZip([
    {
      name: 'ppt/presentation.xml',
      text: '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="rId2"/></p:sldIdLst></p:presentation>',
    },
    { name: 'ppt/_rels/presentation.xml.rels', text: '<R><Relationship Id="rId2" Target="slides/slide1.xml"/></R>' },
    { name: 'ppt/slides/slide1.xml', text: `<p:sld>${text('The plan')}${table}</p:sld>` },
    {
      name: 'ppt/slides/_rels/slide1.xml.rels',
      text: '<R><Relationship Id="rId1" Target="../notesSlides/notesSlide1.xml"/></R>',
    },
    { name: 'ppt/notesSlides/notesSlide1.xml', text: `<p:notes>${text('Ask about the house')}</p:notes>` },
  ])
  expect(await linesOf(pptx, show)).toEqual(['The plan', 'Asset', 'Value', 'Ask about the house'])
})

it('an OpenDocument text has its notes, boxes, headers and comments apart from the words around them', async () => {
  const note =
    '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>As amended.</text:p></text:note-body></text:note>'
  const comment =
    '<office:annotation><dc:creator>Ada</dc:creator><dc:date>2026-05-04T10:00:00</dc:date><text:p>Check this.</text:p></office:annotation>'
  const box = '<draw:frame><draw:text-box><text:p>Draft of May</text:p></draw:text-box></draw:frame>'
  const content = `<office:document-content><office:body><office:text><text:tracked-changes><text:changed-region><text:deletion><text:p>Carl Weber</text:p></text:deletion></text:changed-region></text:tracked-changes><text:h>Trust</text:h><text:p>The settlor${note} declares${comment} this${box} today.</text:p></office:text></office:body></office:document-content>`
  const styles =
    '<office:document-styles><office:styles><text:p>not shown</text:p></office:styles><office:master-styles><style:master-page><style:header><text:p>Okafor Family Trust</text:p></style:header><style:footer><text:p>Confidential</text:p></style:footer></style:master-page></office:master-styles></office:document-styles>'
  const words = (
    await linesOf(
      odt,
      makeZip([
        { name: 'content.xml', text: content },
        { name: 'styles.xml', text: styles },
      ]),
    )
  )
    .join(' ')
    .split(/\s+/)
  for (const word of [
    'settlor',
    'amended.',
    'declares',
    'Check',
    'this.',
    'Draft',
    'May',
    'today.',
    'Okafor',
    'Confidential',
  ])
    expect(words).toContain(word)
  expect(words).not.toContain('Carl')
  expect(words.join(' ')).not.toMatch(/2026|not shown/)
})

describe('a mail', () => {
  const mail = (...lines: string[]) => lines.join('\r\n')

  it('in quoted-printable and base64 is read in its character set', async () => {
    expect(
      await linesOf(
        'message/rfc822',
        mail(
          'Subject: =?utf-8?Q?R=C3=A9sum=C3=A9?=',
          'From: Ada <ada@example.com>',
          'Content-Type: text/plain; charset=iso-8859-1',
          'Content-Transfer-Encoding: quoted-printable',
          '',
          'Der Treuh=E4nder unter=',
          'schreibt.',
        ),
      ),
    ).toEqual(['Résumé', 'Ada <ada@example.com>', 'Der Treuhänder unterschreibt.'])
    const encoded = Buffer.from('The proxy names Ben Lind.').toString('base64')
    expect(
      await linesOf(
        'message/rfc822',
        mail('Subject: Proxy', 'Content-Type: text/plain', 'Content-Transfer-Encoding: base64', '', encoded),
      ),
    ).toEqual(['Proxy', 'The proxy names Ben Lind.'])
  })

  it('of HTML alone has its letters, not its scripts and styles', async () => {
    const html =
      '<html><head><title>t</title><style>.x{color:red}</style></head><body><p>Tr&auml;ger &amp; S&oacute;cios &ndash; ok</p><script>alert("no")</script><table><tr><td>One</td><td>Two</td></tr></table></body></html>'
    expect(
      await linesOf('message/rfc822', mail('Subject: Plan', 'Content-Type: text/html; charset=utf-8', '', html)),
    ).toEqual(['Plan', 'Träger & Sócios – ok', 'One Two'])
  })

  it('with an attached mail has its words too, and the names of other attachments', async () => {
    const inner = mail(
      'Subject: Inner matter',
      'From: Ben <ben@example.com>',
      'Content-Type: text/plain',
      '',
      'The kestrel keeps the key.',
    )
    const outer = mail(
      'Subject: Fwd',
      'From: Ada <ada@example.com>',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b1',
      '',
      '--b1',
      'Content-Type: text/plain',
      '',
      'See below.',
      '--b1',
      'Content-Type: message/rfc822',
      'Content-Disposition: attachment; filename="inner.eml"',
      '',
      inner,
      '--b1',
      'Content-Type: application/pdf; name="deed.pdf"',
      'Content-Disposition: attachment; filename="deed.pdf"',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('%PDF-1.4').toString('base64'),
      '--b1--',
      '',
    )
    const text = (await linesOf('message/rfc822', outer)).join('|')
    for (const words of [
      'See below.',
      'Inner matter',
      'Ben <ben@example.com>',
      'The kestrel keeps the key.',
      'deed.pdf',
    ])
      expect(text).toContain(words)
  })
})

it('a page of HTML has its letters, not its scripts, comments and styles', async () => {
  const html =
    '<!doctype html><html><head><title>x</title><script>var a = "no1"</script></head><body onload="no2()"><!-- no3 --><h1>Caf&eacute; M&uuml;ller</h1><p>one<br>two</p><script>no4()</script><noscript>no script</noscript><ul><li>first<li>second</ul><p>1&nbsp;000&nbsp;&euro; &middot; &frac12; &copy;</p></body></html>'
  const lines = await linesOf('text/html', html)
  expect(lines.join('|')).not.toMatch(/no\d/)
  expect(lines).toEqual(['Café Müller', 'one', 'two', 'no script', '• first', '• second', '1 000 € · ½ ©'])
})
