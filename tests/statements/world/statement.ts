import { clearwater, collegiate, harwick, meridian, stonegate } from './banks.ts'
import { alder, birchline, ferncastle, granite, tallgrass, type Written } from './brokers.ts'
import { encode, type StatementFile } from './documents.ts'
import { entityOf, isOpen } from './month.ts'
import { copperline, larkfield } from './ofx.ts'
import { newTruth, type Order, statementOf, variantOf } from './printing.ts'
import { interport, ledgerstone, quillon, tamarack } from './software.ts'
import type { Account, CustodianName, Firm, Month } from './types.ts'
import { dates, daysAfter, plain, randomFor } from './values.ts'

const layouts: Record<CustodianName, (order: Order) => Written> = {
  alder,
  birchline,
  granite,
  interport,
  ferncastle,
  harwick,
  meridian,
  clearwater,
  tamarack,
  ledgerstone,
  quillon,
  tallgrass,
  stonegate,
  collegiate,
  larkfield,
  copperline,
}

/** The accounts that a custodian's file of this month may show: its own ones that are open. */
export const accountsAt = ({ accounts }: Firm, custodian: CustodianName, n: number): Account[] =>
  accounts.filter((each) => each.custodian === custodian && isOpen(each, n))

/** The accounts of one entity in this month, at any custodian. */
export const accountsOf = ({ accounts }: Firm, entityId: string, n: number): Account[] =>
  accounts.filter((each) => isOpen(each, n) && entityOf(each, n) === entityId)

/**
 * Writes the file that a custodian exports for these accounts at a month's end.
 *
 * @param accounts the world's ids; all open ones of the custodian if left out, which mixes households as a firm's own log-in does.
 * Accounts held elsewhere are allowed: an aggregator reports them too. An account that is named twice is twice in the file.
 * @throws RangeError if no account is open
 */
export function writeStatement(
  firm: Firm,
  month: Month,
  { custodian, accounts }: { custodian: CustodianName; accounts?: readonly string[] },
): StatementFile {
  const wanted = accounts ?? accountsAt(firm, custodian, month.n).map(({ id }) => id)
  const chosen = wanted.flatMap((id) => firm.accounts.filter((each) => each.id === id && isOpen(each, month.n)))
  if (chosen.length === 0) throw new RangeError(`No account at ${custodian} is open in month ${month.n}.`)
  const { name, truth, document } = layouts[custodian]({
    firm,
    month,
    statements: chosen.map((account) => statementOf(firm, month, account)),
    variant: variantOf(firm, custodian),
    random: randomFor(firm.seed, custodian, month.n),
  })
  if (new Set(wanted).size < wanted.length) {
    truth.must_ask.push('account')
    truth.never.push('Log an account that is twice in the file as twice its value')
  }
  for (const account of truth.accounts) {
    if (account.masked && !truth.may_ask.includes('account')) truth.may_ask.push('account')
    const ending = account.masked ? (account.account?.replace(/\D/g, '') ?? '') : ''
    const alike = firm.accounts.filter(
      ({ id, number }) => ending !== '' && id !== account.account_id && number.replace(/\D/g, '').endsWith(ending),
    )
    if (alike.length > 0) account.looks_like = alike.map(({ id }) => id)
  }
  return { name, truth, document, bytes: encode(document) }
}

export const otherKinds = ['transactions', 'realized gains', 'bank account', 'empty'] as const

/** A file that a custodian exports and that holds no holdings: refused with the name of what it is. */
export function writeOther(firm: Firm, month: Month, kind: (typeof otherKinds)[number]): StatementFile {
  const random = randomFor(firm.seed, kind, month.n)
  const number = firm.accounts[0]?.number ?? '1'
  const truth = {
    ...newTruth('other', { as_of: null, as_of_seen: 'nowhere' }),
    outcome: 'refuse' as const,
    must_ask: [],
    never: [`Take ${kind} for holdings`],
  }
  const text = { delimiter: ',', eol: '\r\n', bom: false, encoding: 'utf8', quote: 'all', trailing: false } as const
  const amount = () => plain(random.below(9_000_000) - 4_000_000)
  const day = () => dates.us(daysAfter(month.date, -random.below(28)))
  const finish = (name: string, rows: readonly string[][]): StatementFile => {
    const lines = rows.map((cells, at) => ({ role: at === 0 ? ('header' as const) : ('other' as const), cells }))
    const document = {
      kind: 'text' as const,
      sheets: [{ name: 'Sheet1', lines }] as [{ name: string; lines: typeof lines }],
      text,
    }
    return { name, truth, document, bytes: encode(document) }
  }
  const securities = firm.market.slice(0, 9)
  if (kind === 'empty') return finish('positions.csv', [])
  if (kind === 'transactions') {
    const rows = securities.map((each) => [
      day(),
      number,
      random.pick(['BUY', 'SELL', 'DIVIDEND']),
      each.symbol ?? each.cusip,
      each.name,
      '10',
      '188.04',
      amount(),
    ])
    return finish('History_for_Account.csv', [
      ['Run Date', 'Account', 'Action', 'Symbol', 'Description', 'Quantity', 'Price', 'Amount'],
      ...rows,
    ])
  }
  if (kind === 'realized gains') {
    const rows = securities.map((each) => [
      each.symbol ?? each.cusip,
      each.name,
      '25',
      day(),
      day(),
      amount(),
      amount(),
      amount(),
    ])
    const header = [
      'Symbol',
      'Name',
      'Quantity',
      'Opened Date',
      'Closed Date',
      'Proceeds',
      'Cost Basis',
      'Gain/Loss ($)',
    ]
    return finish('Realized_Gain_Loss.csv', [header, ...rows])
  }
  const ofx = { kind: 'ofx' as const, sgml: false, bom: false, utf16: false, eol: '\n' as const }
  const leaf = (tag: string, value: string) => ({ tag, value })
  const from = {
    tag: 'BANKACCTFROM',
    nodes: [leaf('BANKID', '021000'), leaf('ACCTID', number), leaf('ACCTTYPE', 'CHECKING')],
  }
  const balance = { tag: 'LEDGERBAL', nodes: [leaf('BALAMT', amount()), leaf('DTASOF', dates.compact(month.date))] }
  const statement = { tag: 'STMTRS', nodes: [leaf('CURDEF', 'USD'), from, balance] }
  const root = {
    tag: 'OFX',
    nodes: [{ tag: 'BANKMSGSRSV1', nodes: [{ tag: 'STMTTRNRS', nodes: [leaf('TRNUID', '1'), statement] }] }],
  }
  const head = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>',
  ]
  const document = { ...ofx, head, root }
  return { name: 'checking.ofx', truth, document, bytes: encode(document) }
}
