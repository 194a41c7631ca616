import type { Written } from './brokers.ts'
import type { OfxNode } from './documents.ts'
import { isBond } from './market.ts'
import { newTruth, type Order, type Printed, rowTruth, type Statement } from './printing.ts'
import type { AccountTruth, Ids, StatementTruth } from './types.ts'
import { dates, plain } from './values.ts'

const leaf = (tag: string, value: string): OfxNode => ({ tag, value })
const group = (tag: string, ...nodes: (OfxNode | false)[]): OfxNode => ({
  tag,
  nodes: nodes.filter((each) => each !== false),
})
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const good = group('STATUS', leaf('CODE', '0'), leaf('SEVERITY', 'INFO'))

type Style = {
  /** Securities are named in a list at the end; otherwise a reader has their numbers alone. */
  list: boolean
  /** Amounts with a sign and leading zeros. */
  padded: boolean
  /** Available cash contains the money fund that is also a position. */
  sweepInCash: boolean
  /** The list of balances has the account's total. */
  totalInBalances: boolean
  /** Foreign positions in their currency, with its rate. */
  abroad: boolean
  zone: string
  qfx: boolean
}

const uniqueId = ({ cusip, isin, ownId }: Printed): { id: string; type: string; ids: Ids } =>
  cusip !== null
    ? { id: cusip, type: 'CUSIP', ids: { cusip } }
    : isin !== null
      ? { id: isin, type: 'ISIN', ids: { isin } }
      : { id: ownId ?? '', type: 'OTHER', ids: { custodian: ownId ?? '' } }

const positionTag = ({ kind }: Printed) =>
  isBond(kind)
    ? 'POSDEBT'
    : kind === 'option'
      ? 'POSOPT'
      : kind === 'fund' || kind === 'money_fund'
        ? 'POSMF'
        : kind === 'private'
          ? 'POSOTHER'
          : 'POSSTOCK'

const listTag: Readonly<Record<string, string>> = {
  POSDEBT: 'DEBTINFO',
  POSOPT: 'OPTINFO',
  POSMF: 'MFINFO',
  POSOTHER: 'OTHERINFO',
  POSSTOCK: 'STOCKINFO',
}

function account({ month, random }: Order, statement: Statement, style: Style, truth: StatementTruth): OfxNode {
  const {
    account: { number, id },
    holdings,
    lines,
  } = statement
  const { sweepInCash, padded, list, zone } = style
  const at = `${dates.compact(month.date)}160000${zone}`
  const found: AccountTruth = {
    account: number,
    name: null,
    stated_total: null,
    rows: [],
    tie: 'typed',
    true_total: plain(holdings.total),
    account_id: id,
  }
  truth.accounts.push(found)
  const amount = (cents: number) => (padded && cents >= 0 ? `+${plain(cents).padStart(19, '0')}` : plain(cents))
  const positions = lines.filter(({ quantity }) => quantity !== null)
  const nodes = positions.map((line) => {
    const { id: unique, type, ids } = uniqueId(line)
    const local = style.abroad && line.currency !== 'USD'
    if (local && !truth.must_ask.includes('currency')) truth.must_ask.push('currency')
    found.rows.push(
      rowTruth(
        line,
        { ...ids, ...(list && line.symbol !== null ? { symbol: line.symbol } : {}) },
        {
          name: list ? line.name : null,
          ...(local ? { value: plain(line.localCents), currency: line.currency } : {}),
        },
      ),
    )
    return group(
      positionTag(line),
      group(
        'INVPOS',
        group('SECID', leaf('UNIQUEID', unique), leaf('UNIQUEIDTYPE', type)),
        leaf('HELDINACCT', line.held.toUpperCase()),
        leaf('POSTYPE', line.held === 'short' ? 'SHORT' : 'LONG'),
        leaf('UNITS', line.quantity ?? '0'),
        leaf('UNITPRICE', (local ? line.localPrice : line.price) ?? '0'),
        leaf('MKTVAL', amount(local ? line.localCents : line.cents)),
        leaf('DTPRICEASOF', at),
        local && group('CURRENCY', leaf('CURRATE', line.rate), leaf('CURSYM', line.currency)),
      ),
    )
  })
  const swept = sweepInCash ? positions.find(({ kind }) => kind === 'money_fund') : undefined
  const available = holdings.cash + (swept?.cents ?? 0)
  const cash = lines.find(({ kind }) => kind === 'cash')
  const margin = lines.find(({ kind }) => kind === 'margin')
  if (swept !== undefined && available !== 0) {
    const why = 'may contain the money fund that is also a position'
    found.asked = [
      { name: 'Available cash', value: plain(available), why, in_total: false, true_part: plain(holdings.cash) },
    ]
    if (!truth.must_ask.includes('sweep')) truth.must_ask.push('sweep')
  } else if (cash !== undefined) found.rows.push(rowTruth(cash, {}, { name: 'Available cash' }))
  if (margin !== undefined) found.rows.push(rowTruth(margin, {}, { name: 'Margin balance' }))
  found.not_amounts = ['Margin Interest Rate 7.85', 'Short balance']
  if (style.totalInBalances) {
    found.stated_total = plain(holdings.total)
    found.tie = 'ties'
  } else if (!truth.must_ask.includes('total_missing')) truth.must_ask.push('total_missing')
  const short = positions.filter(({ held }) => held === 'short').reduce((total, { cents }) => total + cents, 0)
  const balance = (name: string, type: string, value: string) =>
    group('BAL', leaf('NAME', name), leaf('DESC', name), leaf('BALTYPE', type), leaf('VALUE', value))
  const bought = positions.find(({ kind }) => kind === 'stock')
  return group(
    'INVSTMTTRNRS',
    leaf('TRNUID', String(1 + random.below(900))),
    good,
    group(
      'INVSTMTRS',
      leaf('DTASOF', at),
      leaf('CURDEF', 'USD'),
      group(
        'INVACCTFROM',
        leaf('BROKERID', style.qfx ? 'copperline.example' : 'larkfield.example'),
        leaf('ACCTID', number),
      ),
      bought !== undefined &&
        group(
          'INVTRANLIST',
          leaf('DTSTART', `${month.date.slice(0, 4)}${month.date.slice(5, 7)}01`),
          leaf('DTEND', dates.compact(month.date)),
          group(
            'BUYSTOCK',
            group(
              'INVBUY',
              group(
                'INVTRAN',
                leaf('FITID', `${dates.compact(month.date)}1`),
                leaf('DTTRADE', dates.compact(month.date)),
              ),
              group('SECID', leaf('UNIQUEID', uniqueId(bought).id), leaf('UNIQUEIDTYPE', uniqueId(bought).type)),
              leaf('UNITS', '10'),
              leaf('UNITPRICE', bought.price ?? '0'),
              leaf('TOTAL', '-1880.40'),
              leaf('SUBACCTSEC', 'CASH'),
              leaf('SUBACCTFUND', 'CASH'),
            ),
            leaf('BUYTYPE', 'BUY'),
          ),
        ),
      nodes.length > 0 && group('INVPOSLIST', ...nodes),
      group(
        'INVBAL',
        leaf('AVAILCASH', amount(available)),
        leaf('MARGINBALANCE', amount(holdings.marginDebit)),
        leaf('SHORTBALANCE', amount(short)),
        group(
          'BALLIST',
          balance('Margin Interest Rate', 'PERCENT', '7.85'),
          style.totalInBalances && balance('Total Account Value', 'DOLLAR', plain(holdings.total)),
        ),
      ),
    ),
  )
}

function write(order: Order, style: Style, layout: string): Omit<Written, 'name'> {
  const { month, statements } = order
  const truth = newTruth(layout, { as_of: month.date, as_of_seen: 'ofx' })
  const accounts = statements.map((statement) => account(order, statement, style, truth))
  const securities = new Map(
    statements
      .flatMap(({ lines }) => lines.filter(({ quantity }) => quantity !== null))
      .map((line) => [line.key, line]),
  )
  const listed = [...securities.values()].map((line) => {
    const { id, type } = uniqueId(line)
    const about = group(
      'SECINFO',
      group('SECID', leaf('UNIQUEID', id), leaf('UNIQUEIDTYPE', type)),
      leaf('SECNAME', escaped(line.name)),
      line.symbol !== null && leaf('TICKER', line.symbol),
    )
    return group(listTag[positionTag(line)] ?? 'OTHERINFO', about)
  })
  const root = group(
    'OFX',
    group(
      'SIGNONMSGSRSV1',
      group(
        'SONRS',
        good,
        leaf('DTSERVER', `${dates.compact(month.date)}220000${style.zone}`),
        leaf('LANGUAGE', 'ENG'),
        group('FI', leaf('ORG', layout.toUpperCase()), leaf('FID', '7102')),
        style.qfx && leaf('INTU.BID', '07102'),
      ),
    ),
    group('INVSTMTMSGSRSV1', ...accounts),
    style.list && listed.length > 0 && group('SECLISTMSGSRSV1', group('SECLIST', ...listed)),
  )
  truth.never.push(
    'Add available cash and the money fund that it contains',
    'Take a balance of type PERCENT, the short balance or a transaction for a holding',
  )
  const sgmlHead =
    'OFXHEADER:100 DATA:OFXSGML VERSION:102 SECURITY:NONE ENCODING:USASCII CHARSET:1252 COMPRESSION:NONE OLDFILEUID:NONE NEWFILEUID:NONE'.split(
      ' ',
    )
  const head = style.qfx
    ? [...sgmlHead, '']
    : [
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
        '<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>',
      ]
  return {
    truth,
    document: { kind: 'ofx', sgml: style.qfx, head, root, bom: false, utf16: false, eol: style.qfx ? '\r\n' : '\n' },
  }
}

/** OFX 2 with a list of securities; available cash often contains the sweep fund. */
export function larkfield(order: Order): Written {
  const { variant, month } = order
  const style = {
    list: true,
    padded: false,
    sweepInCash: variant.chance(0.7),
    totalInBalances: variant.chance(0.3),
    abroad: true,
    zone: '.000[-4:EDT]',
    qfx: false,
  }
  return { name: `larkfield-${dates.compact(month.date)}.ofx`, ...write(order, style, 'larkfield') }
}

/** OFX 1 for personal finance programs, padded amounts, often without a list of securities; written in ASCII. */
export function copperline(order: Order): Written {
  const { variant } = order
  const style = {
    list: variant.chance(0.4),
    padded: variant.chance(0.6),
    sweepInCash: variant.chance(0.3),
    totalInBalances: false,
    abroad: false,
    zone: '[-5:EST]',
    qfx: true,
  }
  return { name: 'download.qfx', ...write(order, style, 'copperline') }
}
