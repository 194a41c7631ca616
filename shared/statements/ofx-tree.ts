import type { Decimal } from '../domain/money.ts'
import { decimalOf } from '../tables/amounts.ts'
import { withoutMarks } from './columns.ts'

/** An element of an OFX file: an aggregate with children, or an element with a value. Names are in upper case. */
export type OfxElement = { name: string; value: string; children: OfxElement[] }

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The text with its entities as characters; an ampersand that begins none stays. */
function withoutEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]{2,4}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}

const token = /<!--|<!\[CDATA\[|<\?|<\/?[A-Za-z0-9.]+\s*\/?>/g
/** The ends of what is no tag. */
const ends: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' }

/**
 * Reads the elements of OFX 1 (SGML, where elements with a value are not closed) and OFX 2 (XML). Null if a closing tag has no opening one, an
 * aggregate is not closed, or text is outside of elements: the file is cut off or damaged.
 */
export function readOfxTree(text: string): OfxElement | null {
  const from = /<OFX\s*>/i.exec(text)?.index ?? -1
  if (from < 0) return null
  const root: OfxElement = { name: '', value: '', children: [] }
  const open = [root]
  const top = () => open[open.length - 1] ?? root
  let at = from
  /** True right behind the opening tag of the innermost element: its value may follow. */
  let isFresh = false
  const addText = (given: string): boolean => {
    if (given.trim() === '') return true
    const element = top()
    if (!isFresh || element === root) return false
    element.value += given
    return true
  }
  token.lastIndex = from
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const between = text.slice(at, found.index)
    // A sign of an opening tag outside of a tag is damage, such as a tag that is cut.
    if (between.includes('<') || !addText(withoutEntities(between))) return null
    const [mark] = found
    at = found.index + mark.length
    const end = ends[mark]
    if (end !== undefined) {
      const closed = text.indexOf(end, at)
      if (closed < 0 || (mark === '<![CDATA[' && !addText(text.slice(at, closed)))) return null
      at = closed + end.length
      token.lastIndex = at
      continue
    }
    const name = mark.replace(/[</>\s]/g, '').toUpperCase()
    if (mark.startsWith('</')) {
      if (!close(name)) return null
      isFresh = false
      continue
    }
    // An element with a value ends where the next one begins.
    if (top().value.trim() !== '') open.pop()
    const element: OfxElement = { name, value: '', children: [] }
    top().children.push(element)
    if (!mark.endsWith('/>')) open.push(element)
    isFresh = !mark.endsWith('/>')
  }
  const isWhole = open.length === 1 && text.slice(at).trim() === ''
  return isWhole ? (root.children[0] ?? null) : null

  /** Ends an element; elements without a value inside it that nothing closed are empty, and what seemed to be in them is beside them. */
  function close(name: string): boolean {
    const depth = open.findLastIndex((element) => element.name === name)
    if (depth < 1) return false
    for (let above = open.length - 1; above > depth; above--) {
      const [element, parent] = [open[above], open[above - 1]]
      // An aggregate that is not closed is damage: only OFX 1 leaves elements open, and these have at most a value.
      if (element === undefined || parent === undefined || isAggregate(element.name)) return false
      parent.children.push(...element.children)
      element.children = []
    }
    open.length = depth
    return true
  }
}

/** Names of aggregates that hold positions, balances or securities: an unclosed one is never an empty element. */
const isAggregate = (name: string): boolean =>
  /^(?:OFX|.*MSGSRSV\d|.*TRNRS|.*STMTRS|.*LIST|POS[A-Z]+|INV(?:POS|BAL|ACCTFROM)|SEC(?:ID|INFO)|[A-Z]+INFO|BAL|STATUS|SONRS|FI|CURRENCY|ORIGCURRENCY)$/.test(
    name,
  ) && name !== 'POSTYPE'

/** The trimmed value of a child; empty if there is none. */
export const textOf = (element: OfxElement | undefined, name: string): string =>
  element?.children.find((child) => child.name === name)?.value.trim() ?? ''

/** The first child with a name. */
export const childOf = (element: OfxElement | undefined, name: string): OfxElement | undefined =>
  element?.children.find((child) => child.name === name)

/** All elements with a name, at any depth, in their order. */
export function elementsIn(root: OfxElement, name: string): OfxElement[] {
  const found: OfxElement[] = []
  const left = [root]
  for (let element = left.pop(); element !== undefined; element = left.pop()) {
    if (element.name === name) found.push(element)
    for (let at = element.children.length - 1; at >= 0; at--) {
      const child = element.children[at]
      if (child) left.push(child)
    }
  }
  return found
}

/** An amount of OFX: digits with a point or a comma for decimals and a sign. Null for anything else, such as digits in groups. */
export function amountIn(text: string): Decimal | null {
  const [, sign, digits] = /^([+-]?)(\d+(?:[.,]\d*)?|[.,]\d+)$/.exec(text.replace(/\s/g, '')) ?? []
  if (digits === undefined || /,\d{3}$/.test(digits)) return null
  return decimalOf(digits.replace(',', '.'), sign === '-')
}

/** The calendar day of a time as printed, whatever its zone; null if it is none. */
export function dayOf(text: string): string | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(text) ?? []
  return year === undefined ? null : `${year}-${month}-${day}`
}

/**
 * The day in New York of a time that is printed as the day after, being in GMT or in a zone east of it; null for other times. A time without a
 * zone is in GMT, and midnight stands for a day without a time.
 */
export function dayBeforeOf(text: string): string | null {
  const [, hours, minutes, seconds = '00', zone = '0'] =
    /^\d{8}(\d{2})(\d{2})(\d{2})?(?:\.\d+)?\s*(?:\[\s*([+-]?\d{1,2}(?:\.\d+)?))?/.exec(text) ?? []
  const day = dayOf(text)
  if (day === null || hours === undefined || Number(`${hours}${minutes}${seconds}`) === 0 || Number(zone) < 0)
    return null
  const at = Date.parse(`${day}T${hours}:${minutes}:00Z`) - (Number(zone) + 5) * 3_600_000
  if (Number.isNaN(at)) return null
  const there = new Date(at).toISOString().slice(0, 10)
  return there < day ? there : null
}

/** A security as an OFX file describes it. */
export type OfxSecurity = { name: string; ticker: string; kind: string }

const securityKinds: Readonly<Record<string, string>> = {
  STOCKINFO: 'Stock',
  MFINFO: 'Mutual fund',
  DEBTINFO: 'Bond',
  OPTINFO: 'Option',
  OTHERINFO: 'Other',
}

/** The securities that a file describes, by {@link securityKey}. */
export function securitiesIn(root: OfxElement): Map<string, OfxSecurity> {
  const found = new Map<string, OfxSecurity>()
  for (const [element, kind] of Object.entries(securityKinds))
    for (const info of elementsIn(root, element)) {
      const security = childOf(info, 'SECINFO')
      const key = securityKey(childOf(security, 'SECID'))
      if (key !== null) found.set(key, { name: textOf(security, 'SECNAME'), ticker: textOf(security, 'TICKER'), kind })
    }
  return found
}

/** The key of an element with the number of a security; null without a number. */
export function securityKey(id: OfxElement | undefined): string | null {
  const value = withoutMarks(textOf(id, 'UNIQUEID'))
  return value === '' ? null : `${textOf(id, 'UNIQUEIDTYPE').toUpperCase()} ${value}`
}

/** Elements whose values are codes, names of securities by number, or amounts. */
const codes =
  /^(?:CODE|SEVERITY|LANGUAGE|CURDEF|CURSYM|CURRATE|UNIQUEID|UNIQUEIDTYPE|TICKER|FIID|FITID|TRNUID|FID|BROKERID|INTU\.BID|HELDINACCT|POSTYPE|SUBACCT[A-Z]+|SECURED|BALTYPE|DEBT(?:TYPE|CLASS)|COUPON(?:FREQ|RT)|CALL(?:TYPE|PRICE)|YIELDTYPE|YIELDTOCALL|YIELDTOMAT|YIELD|YIELDASOFDATE|RATING|OPTTYPE|STOCKTYPE|MFTYPE|(?:FI)?ASSETCLASS|PERCENT|REINV[A-Z]+|INV401KSOURCE|SHPERCTRCT|STRIKEPRICE|PARVALUE|UNITS|UNITPRICE|UNITSSTREET|UNITSUSER|MKTVAL|VALUE|AVAILCASH|MARGINBALANCE|SHORTBALANCE|BUYPOWER|AVGCOSTBASIS|[A-Z]*BAL(?:AMT|ANCE)|DT[A-Z]+)$/

/** Texts of a file that may be about people: values of elements that are no codes, comments, and what its header says beside codes. */
export function textsInOfx(text: string, root: OfxElement): { place: string; text: string }[] {
  const from = text.search(/<OFX\s*>/i)
  const header = text
    .slice(0, from)
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(
      /\b(?:OFXHEADER|DATA|VERSION|SECURITY|ENCODING|CHARSET|COMPRESSION|OLDFILEUID|NEWFILEUID|standalone)\b|\b(?:OFXSGML|NONE|TYPE1|USASCII|UNICODE|UTF-?8|ISO-8859-1|OFX|xml|no|yes)\b/gi,
      ' ',
    )
    .replace(/\b[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}\b/gi, ' ')
    .replace(/\b\d{1,4}\b/g, ' ')
  const found = [
    ...[...text.matchAll(/<!--([\s\S]*?)-->/g)].map(([, inside = '']) => ({ place: 'comment', text: inside })),
    { place: 'header of the file', text: header },
  ]
  const left = [root]
  for (let element = left.pop(); element !== undefined; element = left.pop()) {
    const { name, value, children } = element
    if (!codes.test(name)) found.push({ place: name === 'MEMO' ? 'memo' : `text called ${name}`, text: value.trim() })
    left.push(...children)
  }
  return found.filter((each) => /\p{L}|\d{3}/u.test(each.text))
}
