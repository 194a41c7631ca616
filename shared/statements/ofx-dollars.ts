import { type Decimal, roundToCents } from '../domain/money.ts'
import { isAnswered, readRate } from '../tables/conversion.ts'
import type { Answers, Question } from '../tables/doubts.ts'
import type { Asked, Entry } from './account-draft.ts'

/** The questions about currencies of an OFX file. */
export type OfxRates = {
  of: (scope: string) => Answers
  scope: string
  /** By currency: the question about its rate. */
  rates: Map<string, Question>
  asked: Asked[]
}

/** The currency of an account whose file names none: before and after the advisor says that it is not the dollar. */
const [unknownCurrency, otherCurrency] = ['', 'other']

/** Asks whether the values of an account without a currency are in US dollars. */
export function currencyAnswered(
  segment: number,
  { row, question }: { row: number; question: (one: Question) => string | null },
): string {
  const answer = question({
    id: segment === 1 ? 'currency' : `currency:${segment}`,
    rows: [row],
    column: null,
    text: 'The file does not name the currency of this account.',
    choices: [
      { value: 'dollars', label: 'Its values are in US dollars' },
      { value: 'other', label: 'They are in another currency: leave these rows out' },
    ],
  })
  return answer === null ? unknownCurrency : answer === 'dollars' ? 'USD' : otherCurrency
}

type Conversion = { amount: Decimal; converted: Entry['converted'] } | { cause: string } | null

/** Why an amount waits for its rate or its currency. */
export const whyWaiting = (code: string): string =>
  code === unknownCurrency ? 'The file does not name its currency.' : 'Its value is not in US dollars.'

/** The answer by which each position is converted at the file’s rate for it. */
const ratePerPosition = 'each'

/** The amount in US dollars; null while its rate or its currency is asked. The file’s own rates are offered. */
export function inUsd(
  amount: Decimal,
  {
    code,
    rate,
    base,
    day,
    row,
    file,
  }: { code: string; rate: string; base: string; day: string; row: number; file: OfxRates },
): Conversion {
  if (code === 'USD') return { amount, converted: null }
  if (code === unknownCurrency) return null
  if (code === otherCurrency) return { cause: 'Its value is in a currency that the file does not name.' }
  const answer = file.of(file.scope)[`rate:${code}`]
  const own = base === 'USD' ? readRate(`${rate} ${day}`) : null
  askRate(own === null ? null : { rate, day }, { code, row, file })
  const given = answer === ratePerPosition ? own : readRate(answer)
  if (given === null)
    return answer === 'refuse'
      ? { cause: 'Its value is not in US dollars.' }
      : answer === ratePerPosition
        ? { cause: `Its value is in ${code}, and the file has no rate for it.` }
        : null
  const exact = { units: amount.units * given.rate.units, scale: amount.scale + given.rate.scale }
  return { amount: { units: roundToCents(exact), scale: 2 }, converted: { currency: code, amount, rate: given.rate } }
}

/** Asks once for the rate of a currency. Where the file has several rates for it, no single one of them is offered for all positions. */
function askRate(
  own: { rate: string; day: string } | null,
  { code, row, file }: { code: string; row: number; file: OfxRates },
): void {
  const choice = own && {
    value: `${own.rate} ${own.day}`,
    label: `Take the file’s rate: ${own.rate} US dollars (${own.day})`,
  }
  const known = file.rates.get(code)
  if (known === undefined) {
    const asked: Question = {
      id: `rate:${code}`,
      rows: [row],
      column: null,
      text: `Values are in ${code}.`,
      choices: [...(choice ? [choice] : []), { value: 'refuse', label: 'Leave these rows out' }],
    }
    const question = { ...asked, id: `${file.scope}${asked.id}` }
    file.rates.set(code, question)
    const of = file.of(file.scope)
    file.asked.push({ question, isOpen: !isAnswered(asked, of) && of[asked.id] !== ratePerPosition })
    return
  }
  known.rows.push(row)
  if (choice === null || known.choices.some(({ value }) => value === choice.value || value === ratePerPosition)) return
  const others = known.choices.filter(({ value }) => readRate(value) !== null)
  if (others.length > 0) known.text = `Values are in ${code}, and the file has several rates for it.`
  const offered =
    others.length === 0 ? choice : { value: ratePerPosition, label: 'Take the file’s rate of each position' }
  known.choices = [offered, ...known.choices.filter((one) => !others.includes(one))]
}
