import { add, compare, type Decimal, subtract, zero } from '../domain/money.ts'
import {
  type Answers,
  answerTo,
  type LeftOutRow,
  type Question,
  type RefusedRow,
  rowNumbers,
} from '../tables/doubts.ts'
import { type AccountDraft, type Asked, decimalString, type Entry, keyOfAccount } from './account-draft.ts'
import { finishAccount } from './account-rows.ts'
import { accountInCell } from './account-titles.ts'
import { answersByScope, keyOf } from './answers.ts'
import { readAsOf } from './as-of.ts'
import { withoutMarks } from './columns.ts'
import { isCashName, whyExplained } from './holding-names.ts'
import { currencyAnswered, inUsd, type OfxRates, whyWaiting } from './ofx-dollars.ts'
import {
  amountIn,
  childOf,
  dayBeforeOf,
  dayOf,
  elementsIn,
  type OfxElement,
  type OfxSecurity,
  readOfxTree,
  securitiesIn,
  securityKey,
  textOf,
  textsInOfx,
} from './ofx-tree.ts'
import type {
  Identifier,
  IdentifierKind,
  OtherFile,
  Statement,
  StatementAccount,
  StatementReading,
} from './statement.ts'

const kinds: Readonly<Record<string, IdentifierKind>> = {
  CUSIP: 'cusip',
  ISIN: 'isin',
  SEDOL: 'sedol',
  TICKER: 'symbol',
}
type Options = { name: string; answers: Answers; today: string }

const ask = 'Ask the custodian for the positions of the account as an OFX, CSV or Excel file.'
const isOther = (what: string, nextStep = ask): OtherFile => ({ is: 'other', what, nextStep })

/** Reads the positions and balances of all investment accounts in an OFX file. */
export function readOfx(text: string, { name, answers, today }: Options): StatementReading {
  const root = readOfxTree(text)
  if (root === null) return isOther('This OFX file is cut off or damaged.', 'Download it from the custodian again.')
  const statements = elementsIn(root, 'INVSTMTRS')
  const failed = elementsIn(root, 'STATUS').find((status) => textOf(status, 'SEVERITY') === 'ERROR')
  if (statements.length === 0 && failed)
    return isOther(`The custodian sent an error: ${errorIn(failed)}.`, 'Download the file again.')
  if (statements.length === 0) {
    const isBank = elementsIn(root, 'STMTRS').length + elementsIn(root, 'CCSTMTRS').length > 0
    return isOther(
      isBank
        ? 'This is the statement of a bank account or a card, without holdings.'
        : 'This OFX file has no investment account.',
    )
  }
  if (statements.every((one) => childOf(one, 'INVPOSLIST') === undefined))
    return isOther('This is a list of transactions, not of holdings.')
  const of = answersByScope(answers)
  const brokers = [...new Set(statements.map((one) => textOf(childOf(one, 'INVACCTFROM'), 'BROKERID')))].toSorted()
  const organization = textOf(elementsIn(root, 'FI')[0], 'ORG')
  const broker = organization || (brokers[0] ?? '')
  // One organization may send the accounts of several brokers, which may have equal numbers.
  const scope = `h${keyOf(`ofx ${[organization, ...brokers].join(' ')}`)}/`
  const file: OfxFile = {
    securities: securitiesIn(root),
    of,
    scope,
    today,
    rates: new Map(),
    row: 0,
    leftOut: [],
    waiting: [],
    asked: [],
    accounts: new Map(),
    brokers: new Map(),
  }
  for (const one of statements) readAccount(one, file, organization)
  const errors = elementsIn(root, 'INVSTMTTRNRS').filter(
    (one) => textOf(childOf(one, 'STATUS'), 'SEVERITY') === 'ERROR',
  )
  for (const one of errors)
    file.leftOut.push({
      row: ++file.row,
      text: `An account that was not sent · ${errorIn(childOf(one, 'STATUS'))}`,
      why: 'The custodian sent an error instead of this account: download the file again.',
    })
  const accounts: StatementAccount[] = []
  const answered: Question[] = []
  for (const [draft, questions] of file.accounts) {
    const whole = finishAccount(draft, {
      of,
      whole: null,
      hasOneLoose: false,
      leftOut: file.leftOut,
      waiting: file.waiting,
    })
    const asked = [...questions, ...whole.asked]
    answered.push(...asked.flatMap(({ question, isOpen }) => (isOpen ? [] : [question])))
    accounts.push({ ...whole.account, questions: asked.flatMap(({ question, isOpen }) => (isOpen ? [question] : [])) })
  }
  const texts = [
    ...daysIn(statements.map((one) => textOf(one, 'DTASOF'))),
    ...elementsIn(root, 'SONRS')
      .flatMap((one) => dayOf(textOf(one, 'DTSERVER')) ?? [])
      .map((day) => `Downloaded ${day}`),
  ]
  const prices = elementsIn(root, 'INVPOS').flatMap((one) => dayOf(textOf(one, 'DTPRICEASOF')) ?? [])
  const { asOf } = readAsOf(
    { name, isOpenEnded: false, texts, positions: [], prices, evidence: [] },
    { answers: {}, today },
  )
  const questions: Question[] = []
  for (const { question, isOpen } of file.asked) (isOpen ? questions : answered).push(question)
  const statement: Statement = {
    layout: { key: scope.slice(0, -1), words: `OFX positions${broker === '' ? '' : ` of ${broker}`}` },
    ...{ accounts, asOf, questions, answered },
    leftOut: file.leftOut.toSorted((a, b) => a.row - b.row),
    refused: [],
    waiting: file.waiting.toSorted((a, b) => a.row - b.row),
    // A file may have accounts of a bank, cards and open orders beside the positions.
    tablesLeftOut: ['INVTRANLIST', 'INVOOLIST', 'STMTRS', 'CCSTMTRS'].reduce(
      (count, list) => count + elementsIn(root, list).length,
      errors.length,
    ),
    ...{ tables: [], textsBeside: textsInOfx(text, root) },
    rowsIn: file.row,
    isReady: questions.length === 0,
  }
  return { is: 'statement', statement }
}

/** Lines about the dates of accounts. A time that is on the day before in New York says no date for certain, unless another account has one of the two. */
function daysIn(times: readonly string[]): string[] {
  const certain = new Set(times.flatMap((time) => (dayBeforeOf(time) === null ? (dayOf(time) ?? []) : [])))
  const lines = [...certain].map((day) => `As of ${day}`)
  for (const time of times) {
    const [before, day] = [dayBeforeOf(time), dayOf(time)]
    if (before === null || day === null || certain.has(before) || certain.has(day)) continue
    const clock = `${time.slice(8, 10)}:${time.slice(10, 12)}`
    lines.push(certain.size > 0 ? `As of ${day}` : `${day} ${clock} GMT or east of it, in New York ${before}`)
  }
  return lines
}

const errorIn = (status: OfxElement | undefined) => textOf(status, 'MESSAGE') || textOf(status, 'CODE')

type OfxFile = OfxRates & {
  securities: Map<string, OfxSecurity>
  today: string
  /** Running number of positions and balances. */
  row: number
  leftOut: LeftOutRow[]
  waiting: LeftOutRow[]
  accounts: Map<AccountDraft, Asked[]>
  brokers: Map<AccountDraft, string>
}

function readAccount(statement: OfxElement, file: OfxFile, organization: string): void {
  const from = childOf(statement, 'INVACCTFROM')
  const title = accountInCell(textOf(from, 'ACCTID'))
  const broker = textOf(from, 'BROKERID')
  const namesakes = [...file.accounts.keys()].filter(({ number }) => number === title.number)
  // Two brokers may give one number, and a masked number may be that of several accounts.
  const known = title.isMasked ? undefined : namesakes.find((one) => file.brokers.get(one) === broker)
  const draft: AccountDraft = known ?? {
    ...title,
    custodian: broker || organization || null,
    entries: [],
    totals: [],
    refused: [],
    empty: [],
    waitsForRate: false,
    isInColumn: false,
    segments: 0,
    visits: 0,
    namesakes: namesakes.length,
  }
  file.brokers.set(draft, broker)
  draft.segments++
  const asked = file.accounts.get(draft) ?? []
  file.accounts.set(draft, asked)
  const scope = `a${keyOf(keyOfAccount(draft))}/`
  const question = (one: Question): string | null => {
    const answer = answerTo(one, file.of(scope))
    asked.push({ question: { ...one, id: `${scope}${one.id}` }, isOpen: answer === null })
    return answer
  }
  const base = textOf(statement, 'CURDEF') || currencyAnswered(draft.segments, { row: file.row + 1, question })
  const day = dayOf(textOf(statement, 'DTASOF')) ?? ''
  const sweeps: Entry[] = []
  const lists = statement.children.filter((child) => child.name === 'INVPOSLIST')
  if (lists.length === 0) askWithoutPositions(draft, { file, question })
  for (const position of lists.flatMap(({ children }) => children)) {
    const one = childOf(position, 'INVPOS')
    if (one === undefined) {
      const cause = 'The position has no content that can be read.'
      const next_step = 'Ask the custodian for a new file.'
      draft.refused.push({ row: ++file.row, column: null, text: position.name, cause, next_step })
      continue
    }
    const entry = positionOf(one, { draft, file, base, day, question })
    if (entry === null) continue
    draft.entries.push(entry)
    const price = amountIn(textOf(one, 'UNITPRICE'))
    const isFund = position.name === 'POSMF' && price !== null && compare(price, { units: 1n, scale: 0 }) === 0
    if (
      entry.isCash ||
      isFund ||
      entry.identifiers.some(({ kind, value }) => kind === 'symbol' && /^[A-Z]{3}XX$/.test(value))
    )
      sweeps.push(entry)
  }
  const plan = childOf(statement, 'INV401KBAL')
  const planCash = textOf(plan, 'CASHBAL')
  readBalances(childOf(statement, 'INVBAL'), { draft, file, base, day, question, sweeps, planCash })
  const total = amountIn(textOf(plan, 'TOTAL'))
  if (total !== null && base === 'USD') addTotal(draft, ++file.row, { label: 'Total', amount: total, file })
}

/** Asks whether an account without a list of positions has none: a list may be missing. Until then the account is refused by name. */
function askWithoutPositions(draft: AccountDraft, { file, question }: Pick<Within, 'file' | 'question'>): void {
  const [text, cause] = ['No list of positions', 'The file has no list of positions of this account.']
  const row = ++file.row
  const answer = question({
    id: `positions:${draft.segments}`,
    rows: [row],
    column: null,
    text: cause,
    choices: [{ value: 'none', label: 'It holds nothing beside its cash' }],
  })
  if (answer === 'none') file.leftOut.push({ row, text, why: 'It holds nothing beside its cash.' })
  else draft.refused.push({ row, column: null, text, cause, next_step: 'Ask the custodian for a new file.' })
}

type Within = {
  draft: AccountDraft
  file: OfxFile
  base: string
  day: string
  question: (one: Question) => string | null
}

function positionOf(position: OfxElement, { draft, file, base, day, question }: Within): Entry | null {
  const row = ++file.row
  const id = childOf(position, 'SECID')
  const value = withoutMarks(textOf(id, 'UNIQUEID'))
  const security = file.securities.get(securityKey(id) ?? '')
  const identifiers: Identifier[] =
    value === '' ? [] : [{ kind: kinds[textOf(id, 'UNIQUEIDTYPE').toUpperCase()] ?? 'custodian', value }]
  const ticker = withoutMarks(security?.ticker ?? '')
  if (ticker !== '' && !identifiers.some((one) => one.kind === 'symbol' && one.value === ticker))
    identifiers.push({ kind: 'symbol', value: ticker })
  const name = security?.name || textOf(position, 'MEMO') || ticker || value
  const refuse = (cause: string) =>
    draft.refused.push({ row, column: null, text: name, cause, next_step: 'Ask the custodian for a new file.' })
  const written = textOf(position, 'MKTVAL')
  const amount = amountIn(written)
  if (name === '' || amount === null) {
    refuse(
      name === ''
        ? 'The position names no security.'
        : written === ''
          ? 'The position has no market value.'
          : `${written} is no amount of OFX.`,
    )
    return null
  }
  let signed = amount
  const units = amountIn(textOf(position, 'UNITS'))
  const isShort = textOf(position, 'POSTYPE').toUpperCase() === 'SHORT' || (units !== null && units.units < 0n)
  if (isShort && amount.units > 0n) {
    const answer = question({
      id: `short:${row}`,
      rows: [row],
      column: null,
      text: `${name.slice(0, 60)} is a short position, and its value is positive.`,
      choices: [
        { value: 'owed', label: 'It is owed: negative' },
        { value: 'held', label: 'It is held: positive' },
      ],
    })
    if (answer === null) {
      file.waiting.push({ row, text: name, why: 'It is a short position with a positive value.' })
      return null
    }
    if (answer === 'owed') signed = { units: -amount.units, scale: amount.scale }
  }
  const currency = childOf(position, 'CURRENCY')
  const code = textOf(currency, 'CURSYM') || base
  const converted = inUsd(signed, { code, rate: textOf(currency, 'CURRATE'), base, day, row, file })
  if (converted === null) {
    file.waiting.push({ row, text: name, why: whyWaiting(code) })
    return null
  }
  if ('cause' in converted) {
    refuse(converted.cause)
    return null
  }
  return {
    ...entryOf(row, draft, { name, amount: converted.amount, kind: security?.kind ?? null, isCash: isCashName(name) }),
    ...{ identifiers, quantity: units, converted: converted.converted },
  }
}

const entryOf = (
  row: number,
  draft: AccountDraft,
  { name, amount, kind, isCash }: Pick<Entry, 'name' | 'amount' | 'kind' | 'isCash'>,
): Entry => ({
  ...{
    row,
    at: { row, cells: [name] },
    text: `${name} · ${decimalString(amount)}`,
    table: 1,
    segment: draft.segments,
    visit: draft.segments,
    name,
    amount,
    kind,
    isCash,
  },
  ...{
    identifiers: [],
    isInCashTable: false,
    mayBeTotal: false,
    why: null,
    quantity: null,
    detail: '',
    acquired: '',
    accrued: null,
    converted: null,
  },
})

function addTotal(
  draft: AccountDraft,
  row: number,
  { label, amount, file }: { label: string; amount: Decimal; file: OfxFile },
): void {
  draft.totals.push({
    ...{ row, label, amount, currency: 'USD', isApart: true, isPart: false, isLoose: false },
    ...{ after: draft.entries.length, segment: draft.segments },
  })
  file.leftOut.push({ row, text: `${label} · ${decimalString(amount)}`, why: 'It is the total of other rows.' })
}

const planName = 'Cash of the plan'

/** Cash and margin count as rows; what else the custodian tells about balances does not. */
function readBalances(
  balances: OfxElement | undefined,
  { draft, file, base, day, question, sweeps, planCash }: Within & { sweeps: readonly Entry[]; planCash: string },
): void {
  const take = (name: string, written: string, kind: 'cash' | 'margin' | 'plan') => {
    if (written === '') return
    const row = ++file.row
    const amount = amountIn(written)
    if (amount === null) {
      const refused: RefusedRow = {
        row,
        column: null,
        text: `${name}: ${written}`,
        cause: `${written} is no amount of OFX.`,
        next_step: 'Ask the custodian for a new file.',
      }
      draft.refused.push(refused)
      return
    }
    const leave = (why: string) => file.leftOut.push({ row, text: `${name} · ${decimalString(amount)}`, why })
    if (amount.units === 0n) {
      leave('It is zero.')
      return
    }
    const rest =
      kind === 'cash' || (kind === 'plan' && !hasAvailable)
        ? withoutSweeps(amount, row, name)
        : withoutCash(amount, row, name)
    if (rest === 'open') {
      file.waiting.push({
        row,
        text: `${name} · ${decimalString(amount)}`,
        why: 'It may be money that another row counts.',
      })
      return
    }
    if (rest === null || rest.units === 0n) {
      leave('It is money that another row counts.')
      return
    }
    const converted = inUsd(rest, { code: base, rate: '', base, day, row, file })
    if (converted === null) file.waiting.push({ row, text: name, why: whyWaiting(base) })
    else if ('cause' in converted)
      draft.refused.push({
        row,
        column: null,
        text: name,
        cause: converted.cause,
        next_step: 'Enter a rate and its date.',
      })
    else
      draft.entries.push({
        ...entryOf(row, draft, {
          ...{ name, amount: converted.amount, isCash: kind !== 'margin' },
          kind: kind === 'plan' ? 'cash' : kind,
        }),
        converted: converted.converted,
      })
  }
  const available = textOf(balances, 'AVAILCASH')
  const hasAvailable = (amountIn(available)?.units ?? 0n) !== 0n
  /** Cash without the sweep funds that are positions as well. */
  const withoutSweeps = (amount: Decimal, row: number, name: string): Decimal | 'open' | null => {
    const held = sweeps.filter(({ amount: of, segment }) => of.units !== 0n && segment === draft.segments)
    // Owed cash includes no fund.
    if (held.length === 0 || amount.units < 0n) return amount
    const sum = held.reduce((all, one) => add(all, one.amount), zero)
    const answer = question({
      id: draft.segments === 1 ? 'cash' : `cash:${draft.segments}`,
      rows: [row, ...held.map((one) => one.row)],
      column: null,
      text: `The ${name.toLowerCase()} of ${decimalString(amount)} may include ${held.map(({ name }) => name.slice(0, 40)).join(', ')} (${rowNumbers(held.map((one) => one.row))}).`,
      choices: [
        { value: 'same', label: `It does: ${decimalString(subtract(amount, sum))} is counted beside these positions` },
        { value: 'more', label: 'It does not: count both' },
      ],
    })
    return answer === null ? 'open' : answer === 'more' ? amount : subtract(amount, sum)
  }
  /** A debit is always owed; a credit on margin, and the cash of a plan, may be a part of the available cash. */
  const withoutCash = (amount: Decimal, row: number, name: string): Decimal | 'open' | null => {
    if (amount.units < 0n || !hasAvailable) return amount
    const id = name === planName ? 'plan-cash' : 'margin'
    const answer = question({
      id: draft.segments === 1 ? id : `${id}:${draft.segments}`,
      rows: [row],
      column: null,
      text: `The ${name.toLowerCase()} of ${decimalString(amount)} may be a part of the available cash.`,
      choices: [
        { value: 'same', label: 'It is: count it once' },
        { value: 'more', label: 'It is other money: count both' },
      ],
    })
    return answer === null ? 'open' : answer === 'more' ? amount : null
  }
  take('Available cash', available, 'cash')
  take('Margin balance', textOf(balances, 'MARGINBALANCE'), 'margin')
  take(planName, planCash, 'plan')
  const short = textOf(balances, 'SHORTBALANCE')
  if (short !== '')
    file.leftOut.push({
      row: ++file.row,
      text: `Short balance · ${short}`,
      why: 'It is never added: short positions are rows of their own.',
    })
  for (const one of childOf(balances, 'BALLIST')?.children ?? []) {
    const row = ++file.row
    const [name, written, type] = [
      textOf(one, 'NAME') || textOf(one, 'DESC'),
      textOf(one, 'VALUE'),
      textOf(one, 'BALTYPE'),
    ]
    const amount = type === 'DOLLAR' && base === 'USD' ? amountIn(written) : null
    const why = whyExplained(name)
    if (amount !== null && /\b(?:net|total)\b.*\b(?:value|worth|assets)\b|\b(?:account|portfolio) value\b/i.test(name))
      addTotal(draft, row, { label: name, amount, file })
    else if (amount !== null && why !== null)
      draft.entries.push({ ...entryOf(row, draft, { name, amount, kind: null, isCash: false }), why })
    else {
      const isAmount = type === 'DOLLAR'
      file.leftOut.push({
        row,
        text: `${name} · ${written}`,
        why: isAmount ? 'The custodian tells it beside the balances; it is not added.' : 'It is no amount.',
      })
    }
  }
}
