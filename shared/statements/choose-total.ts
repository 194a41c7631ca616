import { add, compare, type Decimal, formatCents, roundToCents, zero } from '../domain/money.ts'
import { rowNumbers } from '../tables/doubts.ts'
import { sumRows, totalInWords } from '../tables/totals.ts'
import { type AccountDraft, type AccountTotal, type Ask, decimalString, type Entry, sumOf } from './account-draft.ts'
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
