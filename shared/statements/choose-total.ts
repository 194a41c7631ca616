import { add, compare, type Decimal, formatCents, roundToCents, zero } from '../domain/money.ts'
import { type Answers, answerTo, type Question, rowNumbers } from '../tables/doubts.ts'
import { askSums } from '../tables/holdings.ts'
import { sumRows, totalInWords } from '../tables/totals.ts'
import {
  type AccountDraft,
  type AccountTotal,
  type Ask,
  type Asked,
  decimalString,
  type Entry,
  type Parts,
  sumOf,
} from './account-draft.ts'
import type { StatementAccount } from './statement.ts'

type TotalOptions = {
  draft: AccountDraft
  ask: Ask
  /** The sum of all accounts of the file; null if there is one account. */
  whole: Decimal | null
  /** True if the file has one total that names no account. */
  hasOneLoose: boolean
  /** The sum of the account's rows with the lines that count only if the advisor says so. */
  withLines: Decimal
}

const accountWords = /\b(?:account|portfolio|grand|overall|net (?:asset|liquidation|worth)|ending|liquidation)\b/i
const allWords = /\b(?:all accounts|combined|household|grand|report)\b/i
const partTotal = /^sub|\bsub-?total/i

/** The account's total: the only one, the one that is called so, or the one that is no total of a part; asked if several are left. */
export function chooseTotal(
  rows: readonly Entry[],
  { draft, ask, whole, hasOneLoose, withLines }: TotalOptions,
): StatementAccount['statedTotal'] {
  const own = sumOf(rows)
  const isOfAll = ({ label, amount, isLoose }: AccountTotal) =>
    whole !== null &&
    ((allWords.test(label) && !/\baccount total\b/i.test(label)) ||
      (amount !== null &&
        compare(amount, own) !== 0 &&
        compare(amount, withLines) !== 0 &&
        (compare(amount, whole) === 0 || (isLoose && hasOneLoose))))
  const sums = sumRows()
  const byPlace = [...draft.totals].toSorted((a, b) => a.after - b.after || a.row - b.row)
  const kept = new Set(rows)
  const spans = new Map<AccountTotal, { since: Decimal; all: Decimal }>()
  let [since, all, at] = [zero, zero, 0]
  for (const total of byPlace) {
    for (; at < total.after; at++) {
      const entry = draft.entries[at]
      if (entry === undefined || !kept.has(entry)) continue
      since = add(since, entry.amount)
      all = add(all, entry.amount)
      sums.add(entry.amount)
    }
    spans.set(total, { since, all })
    if (!total.isApart && !isOfAll(total)) {
      sums.addTotal({ row: total.row, label: total.label, stated: total.amount })
      since = zero
    }
  }
  for (; at < draft.entries.length; at++) {
    const entry = draft.entries[at]
    if (entry && kept.has(entry)) sums.add(entry.amount)
  }
  const stated = draft.totals.filter((total) => total.amount !== null && !isOfAll(total))
  const isPart = (total: AccountTotal) => !total.isApart && (partTotal.test(total.label) || namesPart(total.label))
  const found = stated.filter((total) => !isPart(total))
  const amounts = (totals: readonly AccountTotal[]) =>
    new Set(totals.map(({ amount }) => amount && decimalString(amount))).size
  const called = found.filter(({ label }) => accountWords.test(label))
  const isOfPart = (total: AccountTotal) => {
    const span = spans.get(total)
    return (
      !total.isApart &&
      total.amount !== null &&
      span !== undefined &&
      compare(total.amount, span.since) === 0 &&
      compare(span.since, span.all) !== 0
    )
  }
  const rest = found.filter((total) => !isOfPart(total))
  // A total above other rows, equal to the sum above it, is that of a part.
  const last = rest.filter((total) => {
    const span = spans.get(total)
    return (
      total.isApart ||
      span === undefined ||
      total.amount === null ||
      compare(span.all, own) === 0 ||
      compare(total.amount, span.all) !== 0
    )
  })
  const [chosen] = [found, called, rest, last].flatMap((totals) => (amounts(totals) === 1 ? totals.slice(-1) : []))
  const wrong = sums.compared().filter(({ difference }) => difference !== null && difference !== 0n)
  if (chosen) return statedOf(chosen)
  if (found.length === 0 || last.length === 0) {
    for (const total of wrong)
      ask({
        id: `part:${total.row}`,
        rows: [total.row],
        column: null,
        text: totalInWords(total),
        choices: [{ value: 'known', label: 'Go on: the difference is known' }],
      })
    return null
  }
  const answer = ask({
    id: 'total',
    rows: found.map(({ row }) => row),
    column: null,
    text: `Several totals may be that of the account: ${rowNumbers(found.map(({ row }) => row))}.`,
    choices: [
      ...found.map(({ row, label, amount }) => ({
        value: String(row),
        label: `Row ${row}: ${label}, ${amount ? formatCents(roundToCents(amount)) : ''}`,
      })),
      { value: 'none', label: 'None of them' },
    ],
  })
  const one = found.find(({ row }) => String(row) === answer)
  return one ? statedOf(one) : null
}

const statedOf = ({ row, label, amount }: AccountTotal): StatementAccount['statedTotal'] =>
  amount && { row, label, value: decimalString(amount) }

/** True for the total of a kind of assets, such as `Total equities` or `Fixed income total`. */
const namesPart = (label: string): boolean =>
  /\b(?:equit(?:y|ies)|stocks?|fixed income|bonds?|cash|money markets?|options?|mutual funds?|etfs?|alternatives?|securities|real estate|other|liabilities|debts?|loans|certificates?|annuities|preferred)\b/i.test(
    label,
  ) && !/\baccount\b/i.test(label)

/** The question about the last row of an account with one holding, which names no security and has the same amount; null without one. */
function totalOfOne(entries: readonly Entry[]): Question | null {
  const [holding, last, ...more] = entries.filter(({ why }) => why === null)
  if (holding === undefined || last === undefined || more.length > 0 || last.isCash || last.quantity !== null)
    return null
  if (holding.identifiers.length === 0 || last.identifiers.length > 0) return null
  if (compare(holding.amount, last.amount) !== 0) return null
  return {
    id: `one:${last.row}`,
    rows: [last.row],
    column: null,
    text: `Row ${last.row} has the amount of the only holding above it: ${last.text.slice(0, 80)}.`,
    choices: [
      { value: 'total', label: 'It is the total: leave it out' },
      { value: 'holding', label: 'It is a holding of its own' },
    ],
  }
}

/** Questions about rows that name no security and have the amount of the holding right below them, as the title of a section of one holding has. */
const titlesOfOne = (entries: readonly Entry[]): Question[] =>
  entries.flatMap((title, at) => {
    const holding = entries[at + 1]
    if (holding === undefined || title.why !== null || holding.why !== null || title.isCash) return []
    if (title.quantity !== null || title.identifiers.length > 0 || holding.identifiers.length === 0) return []
    if (title.amount.units === 0n || compare(title.amount, holding.amount) !== 0) return []
    return [
      {
        id: `title:${title.row}`,
        rows: [title.row],
        column: null,
        text: `Row ${title.row} has the amount of the holding below it: ${title.text.slice(0, 80)}.`,
        choices: [
          { value: 'title', label: 'It is the title of a section: leave it out' },
          { value: 'holding', label: 'It is a holding of its own' },
        ],
      },
    ]
  })

/** The question about the last row of a file of several accounts, which names no security and has the amount of all other rows; null without one. */
function totalOfAll(entries: readonly Entry[], whole: Decimal | null): Question | null {
  const last = entries.at(-1)
  if (whole === null || last === undefined || entries.length < 2 || last.why !== null || last.isCash) return null
  if (last.identifiers.length > 0 || last.quantity !== null || last.amount.units === 0n) return null
  if (compare(add(last.amount, last.amount), whole) !== 0) return null
  return {
    id: `of-all:${last.row}`,
    rows: [last.row],
    column: null,
    text: `Row ${last.row} has the amount of all rows of the other accounts and of this one: ${last.text.slice(0, 80)}.`,
    choices: [
      { value: 'total', label: 'It is the total of all accounts: leave it out' },
      { value: 'holding', label: 'It is a holding of its own' },
    ],
  }
}

/**
 * Asks about rows below a total that all rows above it add up to, which name no security and have no quantity, such as the death benefit of an
 * annuity or the vested part of a plan: most are other views of what was counted above. A later total that counts them decides.
 */
export function takeBelowTotal(entries: readonly Entry[], { draft, ask, leave, wait }: Parts): readonly Entry[] {
  const isAbove = (after: number) => new Set(draft.entries.slice(0, after))
  const ending = draft.totals.find(({ amount, isApart, isPart, label, after }) => {
    if (amount === null || isApart || isPart || partTotal.test(label) || namesPart(label)) return false
    const above = isAbove(after)
    return compare(amount, sumOf(entries.filter((entry) => above.has(entry) && entry.why === null))) === 0
  })
  if (ending === undefined) return entries
  const above = isAbove(ending.after)
  const below = entries.filter((entry) => !above.has(entry) && entry.why === null)
  const isPlain = ({ identifiers, quantity }: Entry) => identifiers.length === 0 && quantity === null
  const isLater = ({ amount, after }: AccountTotal) => amount !== null && after > ending.after
  if (below.length === 0 || below.length === entries.length || !below.every(isPlain) || draft.totals.some(isLater))
    return entries
  const numbers = rowNumbers(below.map(({ row }) => row))
  const answer = ask({
    id: `below:${ending.row}`,
    rows: below.map(({ row }) => row),
    column: null,
    text: `The total in row ${ending.row} is that of the rows above it, without ${numbers}: ${below
      .map(({ name }) => name.slice(0, 40))
      .join(', ')
      .slice(0, 120)}.`,
    choices: [
      {
        value: 'aside',
        label: below.length === 1 ? 'It is no holding: leave it out' : 'They are no holdings: leave them out',
      },
      { value: 'holdings', label: below.length === 1 ? 'It is a holding: count it' : 'They are holdings: count them' },
    ],
  })
  if (answer === 'holdings') return entries
  for (const entry of below)
    if (answer === null) wait(entry, 'It is below the total of the account.')
    else leave(entry, 'It is below the total of the account, and no holding.')
  return entries.filter((entry) => !below.includes(entry))
}

/** More rows than these that may be totals are asked about without a look at how they tie. */
const mostWeighed = 5

/** How many rows right above an amount have it as their sum, in US dollars or as written. Rows of nothing do not count; 0 if none have it. */
function rowsOfSum({ amount, converted }: Entry, above: readonly Entry[]): number {
  let [dollars, written, rows] = [zero, zero, 0]
  let isOneCurrency = converted !== null
  for (const entry of above.toReversed()) {
    dollars = add(dollars, entry.amount)
    isOneCurrency &&= entry.converted?.currency === converted?.currency
    if (isOneCurrency && entry.converted) written = add(written, entry.converted.amount)
    if (entry.amount.units !== 0n) rows++
    const isWritten = isOneCurrency && converted !== null && compare(written, converted.amount) === 0
    if (isWritten || compare(dollars, amount) === 0) return Math.max(rows, 1)
  }
  return 0
}

/** Rows without those that may be the total of the ones right above them. */
const withoutSums = (entries: readonly Entry[]): readonly Entry[] =>
  entries.filter((entry, at) => !(entry.mayBeTotal && rowsOfSum(entry, entries.slice(0, at)) > 0))

/** The sum of an account's rows before any question is answered, without rows that may be the total of those right above them. */
export function sumBeforeAnswers({ entries }: Pick<AccountDraft, 'entries'>): Decimal {
  return sumOf(withoutSums(entries))
}

/** True if each of these rows is the sum of at least so many rows right above it; rows of the set are no rows of another one. */
const areSums = (totals: ReadonlySet<Entry>, entries: readonly Entry[], least: number): boolean =>
  [...totals].every((total) => {
    const above = entries.slice(0, entries.indexOf(total)).filter((entry) => !totals.has(entry))
    return rowsOfSum(total, above) >= least
  })

/** True if one of the account's totals, or of these rows, is that of all other rows. A fund may have the amount of one row above it by chance. */
function tiesWith(totals: ReadonlySet<Entry>, entries: readonly Entry[], { totals: stated }: AccountDraft): boolean {
  const kept = entries.filter((entry) => !totals.has(entry))
  const sums = [sumOf(kept), sumOf(kept.filter(({ why }) => why === null))]
  const own = areSums(totals, entries, 2) ? totals : []
  return [...stated, ...own].some(({ amount }) => amount && sums.some((sum) => compare(sum, amount) === 0))
}

/**
 * The rows among these that are totals: the only reading with which a total ties; without one, all of them if each is a sum of several rows. Null
 * if that is open.
 */
function readTotalNames(doubtful: readonly Entry[], entries: readonly Entry[], draft: AccountDraft) {
  if (doubtful.length > mostWeighed) return null
  const readings = Array.from({ length: 2 ** doubtful.length }, (_, at) => {
    return new Set(doubtful.filter((_, place) => (at >> place) % 2 === 1))
  }).filter((totals) => areSums(totals, entries, 1))
  const [only, ...others] = readings.filter((totals) => tiesWith(totals, entries, draft))
  if (only !== undefined) return others.length === 0 ? only : null
  return readings.find((totals) => totals.size === doubtful.length && areSums(totals, entries, 2)) ?? null
}

/**
 * Decides which rows with names such as Total Bond Market Fund are totals of other rows, and asks about each where that can be read in two ways, or
 * no reading ties.
 */
export function takeTotalNames(entries: readonly Entry[], { draft, ask, leave, wait }: Parts): readonly Entry[] {
  const doubtful = entries.filter(({ mayBeTotal }) => mayBeTotal)
  if (doubtful.length === 0) return entries
  const totals = readTotalNames(doubtful, entries, draft)
  return entries.filter((entry) => {
    if (!entry.mayBeTotal) return true
    const answer = totals === null ? ask(nameQuestion(entry)) : totals.has(entry) ? 'total' : 'holding'
    if (answer === null) wait(entry, 'It may be the total of other rows.')
    if (answer === 'total') becomeTotal(entry, { draft, leave })
    return answer === 'holding'
  })
}

const nameQuestion = ({ row, name, amount }: Entry): Question => ({
  id: `named:${row}`,
  rows: [row],
  column: null,
  text: `Row ${row} may be a holding or the total of others: ${name.slice(0, 80)}, ${formatCents(roundToCents(amount))}.`,
  choices: [
    { value: 'holding', label: 'It is a holding: count it' },
    { value: 'total', label: 'It is a total: leave it out' },
  ],
})

/** Takes a row as a total of its account. */
function becomeTotal(entry: Entry, { draft, leave }: Pick<Parts, 'draft' | 'leave'>): void {
  leave(entry, 'It is the total of other rows.')
  draft.totals.push({
    row: entry.row,
    label: entry.name,
    ...{ amount: entry.amount, currency: null },
    isApart: false,
    isPart: false,
    isLoose: false,
    after: draft.entries.indexOf(entry),
    segment: entry.segment,
  })
}

/**
 * Changes the totals outside of the table that are in the currency of the account's rows: one that is the sum of their amounts as written, with
 * lines that may count or without them, is that of the rows in US dollars, and of rows in several currencies a total in one of them is converted at
 * the rate of its rows. Any other is asked about.
 */
export function convertTotals(entries: readonly Entry[], { draft, ask }: Parts): readonly Entry[] {
  const held = entries.filter(({ why }) => why === null)
  const rows = withoutSums(held)
  // A total may count lines such as accrued interest, and a row called Total Fund may be a holding.
  const readings = [rows, held, withoutSums(entries), entries]
  const codes = new Set(rows.map(({ converted }) => converted?.currency ?? 'USD'))
  const [only = 'USD'] = codes
  draft.totals = draft.totals.flatMap((total) => {
    const { amount, currency, row, label } = total
    const code = currency ?? (codes.size === 1 ? only : 'USD')
    if (!total.isApart || amount === null || code === 'USD' || rows.length === 0 || draft.waitsForRate) return [total]
    const written = rows.flatMap(({ converted }) => (converted?.currency === code ? [converted] : []))
    const isOfAll = written.length === rows.length
    const counted = readings.find((all) => {
      const own = all.flatMap(({ converted }) => (converted?.currency === code ? [converted] : []))
      return own.length === all.length && compare(sumOf(own), amount) === 0
    })
    if (counted) return [{ ...total, amount: sumOf(counted), currency: null }]
    const rate = isOfAll ? undefined : written[0]?.rate
    if (rate) return [{ ...total, amount: { units: roundToCents(multiply(amount, rate)), scale: 2 }, currency: null }]
    // Without a word about its currency it may be in US dollars.
    if (currency === null && compare(sumOf(rows), amount) === 0) return [total]
    const plain = (value: Decimal) => formatCents(roundToCents(value)).replace('$', '')
    const own = currency === null ? plain(amount) : `${plain(amount)} ${code}`
    const rest = isOfAll ? `its rows come to ${plain(sumOf(written))} ${code}` : `none of its rows is in ${code}`
    const answer = ask({
      id: `total-in:${row}`,
      rows: [row],
      column: null,
      text: `The total in row ${row}, ${label}, is ${own}, and ${rest}.`,
      choices: [{ value: 'aside', label: 'It is no total of these rows: leave it out' }],
    })
    return answer === null ? [total] : []
  })
  return entries
}

const multiply = (one: Decimal, other: Decimal): Decimal => ({
  units: one.units * other.units,
  scale: one.scale + other.scale,
})

type SumsOptions = Parts & { answers: Answers; asked: Asked[]; scope: string; whole: Decimal | null }

/** Asks about rows that are the sum of others without a word that says so. */
export function takeSums(
  entries: readonly Entry[],
  { draft, leave, wait, answers, asked, scope, whole }: SumsOptions,
): readonly Entry[] {
  const byRow = new Map(entries.map((entry) => [entry.row, entry]))
  const rows = entries.map(({ at }) => at)
  const sums = askSums(
    { rows },
    {
      ...{ shown: rows, answers },
      hasId: ({ row }) => (byRow.get(row)?.identifiers.length ?? 0) > 0,
      isAside: ({ row }) => byRow.get(row)?.why !== null,
      amounts: {
        read: ({ row }) => {
          const value = byRow.get(row)?.amount
          return value === undefined ? { problem: '' } : { value }
        },
      },
    },
  )
  const only = totalOfOne(entries)
  const ofAll = totalOfAll(entries, whole)
  const asks = [...sums.questions, ...[only, ofAll].filter((one) => one !== null)]
  const titles = titlesOfOne(entries).filter(({ rows: [row] }) => !asks.some((one) => one.rows.includes(row ?? -1)))
  const questions = [...asks, ...titles]
  if (questions.length === 0) return entries
  const isTotal = ({ row, at }: Entry) =>
    sums.answer(at) !== null || (only?.rows.includes(row) && answerTo(only, answers) === 'total')
  const open = new Set<number>()
  for (const question of questions) {
    const isOpen = answerTo(question, answers) === null
    asked.push({ question: { ...question, id: `${scope}${question.id}` }, isOpen })
    if (isOpen) for (const row of question.rows) open.add(row)
  }
  return entries.filter((entry) => {
    if (open.has(entry.row)) wait(entry, 'It may be the sum of other rows.')
    else if (ofAll?.rows.includes(entry.row) && answerTo(ofAll, answers) === 'total')
      leave(entry, 'It is the total of several accounts.')
    else if (titles.some((one) => one.rows.includes(entry.row) && answerTo(one, answers) === 'title'))
      leave(entry, 'It is a title of the rows below it.')
    else if (isTotal(entry)) becomeTotal(entry, { draft, leave })
    else return true
    return false
  })
}
