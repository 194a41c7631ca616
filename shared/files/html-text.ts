const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  trade: '™',
  sbquo: '‚',
  bdquo: '„',
  oelig: 'œ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  hellip: '…',
  euro: '€',
}

/** The names of the letters and signs from U+00A0 to U+00FF, in their order. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const letters = new Map(latin.split(' ').map((name, at) => [name, String.fromCharCode(0xa0 + at)]))

/** Elements whose content is no text. */
const skipped: ReadonlySet<string> = new Set(['style', 'script', 'head', 'title', 'template'])
/** Elements that begin and end a line. */
const block =
  /^(?:p|div|tr|h\d|ul|ol|dl|dt|dd|table|blockquote|pre|section|article|header|footer|main|nav|aside|address|figure|figcaption|caption|fieldset|legend|details|summary|option)$/
const tagName = /<(\/?)([a-z][a-z0-9]*)/iy

/**
 * The text of HTML, as lines. Nothing in it is run or loaded: its tags are left out. One pass, without copies of the whole: its time and
 * memory grow with its length alone, whatever it contains.
 */
export function htmlText(html: string): string {
  const lines = new Lines()
  const addText = textsOf(html, lines)
  for (let at = 0; at < html.length; ) {
    const tag = html.indexOf('<', at)
    addText(at, tag === -1 ? html.length : tag)
    if (tag === -1) break
    at = afterTag(html, tag, lines)
  }
  return lines.read()
}

/** A text that is put together from pieces. */
class Lines {
  private readonly pieces: string[] = []
  private isBegun = false

  add(text: string): void {
    this.pieces.push(text)
    this.isBegun ||= text.trim() !== ''
  }

  end(): void {
    this.pieces.push('\n')
    this.isBegun = false
  }

  /** Ends a line that has any text. */
  beginAnother(): void {
    if (this.isBegun) this.end()
  }

  read(): string {
    const lines = this.pieces.join('').split('\n')
    return lines
      .map((line) => line.trim())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  }
}

/** Adds the text that a tag or a comment gives, and returns where it ends, or what it hides. */
function afterTag(html: string, at: number, lines: Lines): number {
  const endOf = (mark: string, from: number) => {
    const found = html.indexOf(mark, from)
    return found === -1 ? html.length : found + mark.length
  }
  if (html.startsWith('<!--', at)) return endOf('-->', at + 4)
  tagName.lastIndex = at
  const [, slash = '', written = ''] = tagName.exec(html) ?? []
  const name = written.toLowerCase()
  if (slash === '' && skipped.has(name)) {
    const closing = new RegExp(`</${name}\\s*>`, 'gi')
    closing.lastIndex = at
    return closing.test(html) ? closing.lastIndex : html.length
  }
  if (name === 'br' || name === 'hr' || (slash !== '' && block.test(name))) lines.end()
  else if (block.test(name)) lines.beginAnother()
  else if (name === 'li' && slash === '') {
    lines.end()
    lines.add('• ')
  } else if ((name === 'td' || name === 'th') && slash !== '') lines.add('\t')
  return endOf('>', at)
}

const reference = /&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]{0,9});/iy

/** Adds the texts between tags, in their order, with white space as blanks and references as the letters they name. */
function textsOf(html: string, lines: Lines): (from: number, to: number) => void {
  const plain = (start: number, end: number) => {
    if (end > start) lines.add(html.slice(start, end).replace(/\s+/g, ' '))
  }
  const nextMark = (from: number) => {
    const found = html.indexOf('&', from)
    return found === -1 ? html.length : found
  }
  /** Looked for once, not again for each text before it. */
  let mark = nextMark(0)
  return (from, to) => {
    let start = from
    if (mark < from) mark = nextMark(from)
    for (; mark < to; mark = nextMark(mark + 1)) {
      reference.lastIndex = mark
      const [whole, code] = reference.exec(html) ?? []
      if (whole === undefined || code === undefined || mark + whole.length > to) continue
      plain(start, mark)
      lines.add(entity(whole, code))
      start = mark + whole.length
    }
    plain(start, to)
  }
}

function entity(whole: string, code: string): string {
  if (!code.startsWith('#')) return named[code.toLowerCase()] ?? letters.get(code) ?? whole
  const number = /^#x/i.test(code) ? Number.parseInt(code.slice(2), 16) : Number.parseInt(code.slice(1), 10)
  return number > 0 && number <= 0x10ffff ? String.fromCodePoint(number) : whole
}
