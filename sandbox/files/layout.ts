import type { Cast } from './cast.ts'

/** A part of a document's text, before it has a layout. */
export type Block =
  | { kind: 'paragraph' | 'heading' | 'centered'; text: string }
  | { kind: 'article'; heading: string; sections: readonly string[] }
  | { kind: 'table'; heading: string; rows: readonly (readonly string[])[] }
  | {
      kind: 'signatures'
      of: readonly (readonly [name: string, capacity: string])[]
      witnessed?: boolean
      notarized?: boolean
    }
  | { kind: 'page' }

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })

export const article = (heading: string, ...sections: readonly string[]): Block => ({
  kind: 'article',
  heading,
  sections,
})

export const table = (heading: string, ...rows: readonly (readonly string[])[]): Block => ({
  kind: 'table',
  heading,
  rows,
})

/** A document's text before it has a layout. */
export interface Draft {
  title: string
  /** An agreement has a cover or a table of contents in some layouts, a letter or form has neither. */
  isLong?: boolean
  blocks: readonly Block[]
}

export type Family = 'Times' | 'Helvetica' | 'Courier'

export interface Line {
  text: string
  bold?: boolean
  /** Points; the layout's size if it is left out. */
  size?: number
  align?: 'left' | 'center'
}

/** A document with its layout: lines in pages, with what is above and below them. */
export interface LaidOut {
  family: Family
  size: number
  leading: number
  pages: readonly { head: string; lines: readonly Line[]; foot: string }[]
}

interface Style {
  family: Family
  size: number
  leading: number
  columns: number
  lines: number
  cover: boolean
  contents: boolean
  indent: string
  articleOf: (number: number, heading: string) => readonly Line[]
  sectionOf: (article: number, section: number) => string
  head: (cast: Cast, title: string) => string
  foot: (cast: Cast, title: string, page: number, pages: number) => string
}

const ROMAN: readonly string[] = 'I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX'.split(' ')
const COUNTED: readonly string[] =
  'FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH ELEVENTH TWELFTH THIRTEENTH FOURTEENTH FIFTEENTH SIXTEENTH'.split(
    ' ',
  )

const capital = (text: string) => text.toUpperCase()

/** The five layouts, as five law firms would write: each with its own type, numbers, heads and feet. */
const STYLES: readonly Style[] = [
  {
    ...{ family: 'Times', size: 12, leading: 16, columns: 84, lines: 38, cover: true, contents: true, indent: '     ' },
    articleOf: (number, heading) => [
      { text: `ARTICLE ${ROMAN[number - 1] ?? number}`, bold: true, align: 'center' },
      { text: capital(heading), bold: true, align: 'center' },
    ],
    sectionOf: (article, section) => `Section ${article}.${section}. `,
    head: () => '',
    foot: (_cast, _title, page, pages) => `Page ${page} of ${pages}`,
  },
  {
    ...{
      family: 'Helvetica',
      size: 10.5,
      leading: 14.5,
      columns: 86,
      lines: 43,
      cover: false,
      contents: false,
      indent: '',
    },
    articleOf: (number, heading) => [{ text: `${number}. ${heading}`, bold: true }],
    sectionOf: (article, section) => `${article}.${section}  `,
    head: ({ lawFirm }, title) => `${lawFirm}  |  ${title}`,
    foot: (_cast, _title, page) => `- ${page} -`,
  },
  {
    ...{
      family: 'Courier',
      size: 10.5,
      leading: 18,
      columns: 72,
      lines: 34,
      cover: false,
      contents: false,
      indent: '          ',
    },
    articleOf: (number, heading) => [{ text: `${COUNTED[number - 1] ?? `ITEM ${number}`}:  ${heading}.` }],
    sectionOf: (_article, section) => `(${String.fromCharCode(96 + section)}) `,
    head: () => '',
    foot: ({ party }, _title, page) => `${party}     Initials ______     ${page}`,
  },
  {
    ...{
      family: 'Helvetica',
      size: 10,
      leading: 13.5,
      columns: 90,
      lines: 46,
      cover: false,
      contents: false,
      indent: '',
    },
    articleOf: (number, heading) => [{ text: `PART ${number} - ${capital(heading)}`, bold: true }],
    sectionOf: (_article, section) => `${section}) `,
    head: ({ state }) => `State of ${state}`,
    foot: ({ isoDate }, title, page, pages) => `${title}  rev. ${isoDate.slice(0, 4)}   ${page}/${pages}`,
  },
  {
    ...{
      family: 'Times',
      size: 11.5,
      leading: 15,
      columns: 88,
      lines: 41,
      cover: true,
      contents: false,
      indent: '   ',
    },
    articleOf: (number, heading) => [{ text: `\u00a7 ${number}  ${heading}`, bold: true }],
    sectionOf: (_article, section) => `(${section}) `,
    head: ({ lawFirm, place }) => `${lawFirm}, ${place}`,
    foot: ({ party }, title, page) => `${title} of ${party}, page ${page}`,
  },
]

/** The draft in the layout of its cast. */
export function layOut(cast: Cast, draft: Draft): LaidOut {
  const style = STYLES[cast.layout] as Style
  const { family, size, leading } = style
  const flow = new Flow(style)
  let article = 0
  if (draft.isLong && style.cover) flow.cover(cast, draft)
  if (draft.isLong && style.contents) flow.contents(draft)
  flow.add({ text: draft.title, bold: true, size: size + 4, align: 'center' }, { text: '' })
  for (const block of draft.blocks) {
    if (block.kind === 'article') article += 1
    addBlock(flow, cast, block, article)
  }
  const pages = flow.pages()
  return {
    family,
    size,
    leading,
    pages: pages.map((lines, at) => ({
      head: style.head(cast, draft.title),
      lines,
      foot: style.foot(cast, draft.title, at + 1, pages.length),
    })),
  }
}

/** Lines that are broken and collected into pages. */
class Flow {
  readonly style: Style
  private readonly done: Line[][] = []
  private now: Line[] = []

  constructor(style: Style) {
    this.style = style
  }

  add(...lines: readonly Line[]): void {
    for (const line of lines) {
      // A sentence may end with a name that ends with a full stop: "Jr.".
      for (const text of wrap(line.text.replace(/(?<![. ])\.\.(?![. ])/g, '.'), line.size ? 52 : this.style.columns)) {
        if (this.now.length >= this.style.lines) this.turn()
        this.now.push({ ...line, text })
      }
    }
  }

  turn(): void {
    if (this.now.length > 0) this.done.push(this.now)
    this.now = []
  }

  /** Begins a new page unless this many lines fit on this one. */
  together(lines: number): void {
    if (this.now.length + lines > this.style.lines) this.turn()
  }

  cover({ party, date, lawFirm, place }: Cast, { title }: Draft): void {
    const blank = Array.from({ length: 12 }, () => ({ text: '' }))
    this.add(...blank, { text: title, bold: true, size: this.style.size + 6, align: 'center' }, { text: '' })
    this.add(
      ...[party, '', date, ...blank.map(() => ''), lawFirm, place].map((text) => ({ text, align: 'center' as const })),
    )
    this.turn()
  }

  contents({ blocks }: Draft): void {
    const headings = blocks.flatMap((block) => (block.kind === 'article' ? [block.heading] : []))
    if (headings.length < 6) return
    this.add({ text: 'TABLE OF CONTENTS', bold: true, align: 'center' }, { text: '' })
    this.add(...headings.map((heading, at) => ({ text: `Article ${ROMAN[at] ?? at}   ${heading} ${'. '.repeat(20)}` })))
    this.turn()
  }

  pages(): Line[][] {
    this.turn()
    return this.done
  }
}

function addBlock(flow: Flow, cast: Cast, block: Block, article: number): void {
  const { style } = flow
  switch (block.kind) {
    case 'page':
      flow.turn()
      return
    case 'heading':
      flow.add({ text: block.text, bold: true }, { text: '' })
      return
    case 'centered':
      flow.add({ text: block.text, align: 'center' }, { text: '' })
      return
    case 'paragraph':
      flow.add({ text: `${style.indent}${block.text}` }, { text: '' })
      return
    case 'article':
      flow.together(6)
      flow.add(...style.articleOf(article, block.heading), { text: '' })
      for (const [at, text] of block.sections.entries()) {
        const number = block.sections.length > 1 ? style.sectionOf(article, at + 1) : ''
        flow.add({ text: `${style.indent}${number}${text}` }, { text: '' })
      }
      return
    case 'table':
      flow.together(4)
      flow.add({ text: block.heading, bold: true })
      flow.add(...tableLines(block.rows, style), { text: '' })
      return
    default:
      addSignatures(flow, cast, block)
  }
}

/** Rows with their last cell on the right; the widths are exact in a typewriter's type alone, as in real tables of such files. */
function tableLines(rows: readonly (readonly string[])[], { columns }: Style): Line[] {
  return rows.map((row) => {
    const last = row.at(-1) ?? ''
    const text = row.slice(0, -1).join('   ')
    return { text: `${text} ${'.'.repeat(Math.max(2, columns - 8 - text.length - last.length))} ${last}` }
  })
}

function addSignatures(flow: Flow, cast: Cast, block: Extract<Block, { kind: 'signatures' }>): void {
  const { say, date, dayOf, place, witnesses, notary, state, county } = cast
  const names = block.of.map(([name]) => name).join(' and ')
  flow.together(10)
  flow.add({
    text: say(
      `IN WITNESS WHEREOF, this instrument is signed at ${place} on ${date}.`,
      `Signed on ${date} at ${place}.`,
      `IN TESTIMONY WHEREOF I have set my hand and seal at ${place} this ${date}.`,
      `Date signed: ${date}     Place: ${place}`,
      `Executed at ${place} on ${date} by the undersigned.`,
    ),
  })
  flow.add({ text: '' })
  for (const [name, capacity] of block.of)
    flow.add(
      { text: '' },
      {
        text: say(
          '_______________________________',
          'By: __________________________',
          '/s/',
          'X ________________________',
          '____________________________ (L.S.)',
        ),
      },
      { text: capacity ? `${name}, ${capacity}` : name },
    )
  flow.add({ text: '' })
  if (block.witnessed) {
    flow.add(
      { text: 'Signed and declared in our presence, who in the presence of each other sign as witnesses:' },
      { text: '' },
    )
    for (const witness of witnesses)
      flow.add(
        { text: '_______________________________' },
        { text: `${witness}, Witness, residing at ${place}` },
        { text: '' },
      )
  }
  if (!block.notarized) return
  flow.together(9)
  flow.add({
    text: say(
      `STATE OF ${capital(state)}   )`,
      `State of ${state}, ${county}`,
      `STATE OF ${capital(state)}   :`,
      'ACKNOWLEDGMENT',
      `${capital(state)}, ss.`,
    ),
  })
  flow.add(
    {
      text: say(
        `${capital(county)}   ) ss.:`,
        '',
        `${capital(county)}   : ss`,
        `State of ${state}. ${county}.`,
        county,
      ),
    },
    { text: '' },
  )
  flow.add({
    text: say(
      `On ${dayOf}, before me, the undersigned, personally appeared ${names}, known to me to be the individual whose name is subscribed to the within instrument, and acknowledged the same to be a free act and deed.`,
      `Subscribed, sworn to and acknowledged before me by ${names} on ${dayOf}.`,
      `Before me, the subscriber, on ${dayOf} came ${names}, to me known, who executed the foregoing and so acknowledged.`,
      `This record was acknowledged before me on ${dayOf} by ${names}.`,
      `Then personally appeared the above-named ${names} and acknowledged the foregoing, before me, on ${dayOf}.`,
    ),
  })
  flow.add(
    { text: '' },
    { text: `${notary}, Notary Public` },
    {
      text: `My commission expires: ${say('June 30', 'December 31', 'March 1', 'April 30', 'September 15')}, ${cast.year + 4}`,
    },
    { text: '' },
  )
}

function wrap(text: string, columns: number): string[] {
  if (text.length <= columns) return [text]
  const lead = /^ */.exec(text)?.[0] ?? ''
  const pieces = text
    .slice(lead.length)
    .match(new RegExp(`.{1,${columns - lead.length}}(?:\\s|$)|.{1,${columns}}`, 'g'))
  return (pieces ?? ['']).map((piece, at) => (at === 0 ? lead : '') + piece.trimEnd())
}
