import { add, compare, type Decimal, zero } from '../domain/money.ts'
import { type Answers, answerTo, type LeftOutRow, type Question, rowNumbers } from '../tables/doubts.ts'
import {
  type AccountDraft,
  type Asked,
  decimalString,
  type Entry,
  keyOfAccount,
  type Parts,
  sumOf,
} from './account-draft.ts'
import { keyOf } from './answers.ts'
import { chooseTotal, convertTotals, takeBelowTotal, takeSums, takeTotalNames } from './choose-total.ts'
import { isMarginName, isOptionName, isOverdrawnName } from './holding-names.ts'
import type { ExplainableLine, StatementAccount, StatementRow } from './statement.ts'

/** Why an amount is below zero; null if it is not. */
function negativeReason(
  amount: Decimal,
  { name, kind, isCash }: { name: string; kind: string | null; isCash: boolean },
): StatementRow['negative'] {
  if (amount.units >= 0n) return null
  const words = `${name} ${kind ?? ''}`
  if (isMarginName(words) && !isOptionName(words)) return 'margin'
  return isCash || isOverdrawnName(name) ? 'cash' : 'short'
}

type FinishOptions = {
  of: (scope: string) => Answers
  /** The sum of all accounts of the file; null if there is one account. */
  whole: Decimal | null
  /** True if the file has one total that names no account. */
  hasOneLoose: boolean
  leftOut: LeftOutRow[]
  waiting: LeftOutRow[]
}

/** Decides which rows of an account are holdings, and which of its totals is the account's; asks where that can be read in two ways. */
export function finishAccount(
  draft: AccountDraft,
  options: FinishOptions,
): { account: StatementAccount; asked: Asked[] } {
  const { number, isMasked, name, custodian } = draft
  const key = keyOfAccount(draft)
  const scope = `a${keyOf(key)}/`
  const answers = options.of(scope)
  const asked: Asked[] = []
  const ask = (question: Question): string | null => {
    const answer = answerTo(question, answers)
    asked.push({ question: { ...question, id: `${scope}${question.id}` }, isOpen: answer === null })
    return answer
  }
  const leave = ({ row, text }: { row: number; text: string }, why: string) => options.leftOut.push({ row, text, why })
  const wait = ({ row, text }: Entry, why: string) => options.waiting.push({ row, text, why })
  const steps = [takeParts, takeTwice, takeMasked, takeLots, takeRepeats, takeCash, convertTotals, takeTotalNames]
  const parts: Parts = { draft, ask, leave, wait }
  let entries: readonly Entry[] = draft.entries
  for (const step of steps) entries = step(entries, parts)
  entries = takeNamed(entries, parts)
  takeEmpty(parts)
  entries = takeBelowTotal(entries, parts)
  entries = takeSums(entries, { ...parts, answers, asked, scope, whole: options.whole })
  const rows = entries.filter(({ why }) => why === null)
  const lines: ExplainableLine[] = entries.flatMap(({ why, row, name, amount }) =>
    why === null ? [] : [{ row, name, value: decimalString(amount), why }],
  )
  const accrued = rows.filter((one) => one.accrued !== null && one.accrued.units !== 0n)
  const [first] = accrued
  const statedTotal = chooseTotal(rows, {
    ...parts,
    withLines: sumOf(entries),
    whole: options.whole,
    hasOneLoose: options.hasOneLoose,
  })
  const isTied = statedTotal !== null && decimalString(sumOf(rows)) === statedTotal.value
  if (first && !isTied) {
    const sum = accrued.reduce((all, one) => add(all, one.accrued ?? zero), zero)
    const why = 'It stands in a column of its own: the account’s total may count it or not.'
    // A row of the file may state the sum of the column.
    if (!lines.some(({ value }) => value === decimalString(sum)))
      lines.push({ row: first.row, name: 'Accrued interest', value: decimalString(sum), why })
  }
  return {
    account: {
      ...{ key, number, isMasked, name, custodian, statedTotal, lines, refused: draft.refused, questions: [] },
      rows: rows.map(rowOf),
    },
    asked,
  }
}

function rowOf({ row, name, identifiers, amount, kind, isCash, converted }: Entry): StatementRow {
  return {
    ...{ row, name, identifiers, value: decimalString(amount), kind },
    negative: negativeReason(amount, { name, kind, isCash }),
    converted: converted && {
      currency: converted.currency,
      amount: decimalString(converted.amount),
      rate: rateString(converted.rate),
    },
  }
}

const rateString = ({ units, scale }: Decimal): string => {
  const digits = String(units).padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

const idOf = ({ identifiers, name }: Entry): string =>
  identifiers[0] ? `${identifiers[0].kind} ${identifiers[0].value}` : name.toLowerCase()

/** An account that the file names again is one account whose rows go on, or the same rows again: asked where these have anything in common. */
function takeParts(entries: readonly Entry[], { draft, ask, leave, wait }: Parts): readonly Entry[] {
  const parts = [...new Set(entries.map(({ segment }) => segment))]
  if (parts.length < 2) return entries
  const seen = new Map<string, number>()
  let isCommon = false
  for (const entry of entries) {
    const before = seen.get(idOf(entry))
    if (before !== undefined && before !== entry.segment) isCommon = true
    seen.set(idOf(entry), entry.segment)
  }
  const totals = new Set(draft.totals.filter(({ isApart }) => !isApart).map(({ segment }) => segment))
  // Numbers of two accounts may end alike: another one in between says nothing about them.
  if (!isCommon && totals.size < 2 && !(draft.isMasked && draft.number !== '')) return entries
  const last = parts.at(-1)
  const firsts = parts.map((part) => entries.find(({ segment }) => segment === part)?.row ?? 0)
  const answer = ask({
    id: 'parts',
    rows: entries.filter(({ segment }) => segment !== parts[0]).map(({ row }) => row),
    column: null,
    text: `The file has this account ${parts.length} times, from ${rowNumbers(firsts)}.`,
    choices: [
      { value: 'all', label: 'They are parts of one account: count all of them' },
      { value: 'first', label: 'It is the same account again: count the first' },
      { value: 'last', label: 'It is the same account again: count the last' },
      ...(draft.isMasked ? [apart] : []),
    ],
  })
  if (answer === 'all') return entries
  if (answer === apart.value) return refuseAll(entries, draft)
  const chosen = answer === 'last' ? last : parts[0]
  const why = 'It belongs to a repetition of the account.'
  const others = entries.filter(({ segment }) => segment !== chosen)
  for (const entry of others)
    answer === null ? wait(entry, 'The account is in the file several times.') : leave(entry, why)
  draft.totals = draft.totals.filter(({ segment }) => segment === chosen)
  return entries.filter(({ segment }) => segment === chosen)
}

const apart = { value: 'apart', label: 'They are several accounts with the same end of their numbers' }

/** Refuses the rows of accounts that the file does not tell apart. */
function refuseAll(entries: readonly Entry[], draft: AccountDraft): readonly Entry[] {
  const cause = 'It is of one of several accounts with the same end of their numbers.'
  const next_step = 'Ask the custodian for a file with whole numbers, or for one file for each account.'
  draft.refused.push(...entries.map(({ row, text }) => ({ row, column: null, text, cause, next_step })))
  return []
}

/**
 * Asks about a masked number that may be that of two accounts: its rows are on both sides of another account's and have a security in common, or a
 * column has it and a security comes again below others.
 */
function takeMasked(entries: readonly Entry[], { draft, ask, wait }: Parts): readonly Entry[] {
  if (!draft.isMasked || draft.number === '' || draft.segments > 1) return entries
  if (draft.visits < 2) return draft.isInColumn ? takeAgain(entries, { draft, ask, wait }) : entries
  const firsts = new Map<string, number>()
  const again = entries.filter((entry) => {
    const first = firsts.get(idOf(entry)) ?? entry.visit
    firsts.set(idOf(entry), first)
    return entry.why === null && first !== entry.visit
  })
  const [row] = again
  if (row === undefined) return entries
  const answer = ask({
    id: 'masked',
    rows: again.map(({ row }) => row),
    column: null,
    text: `Rows of ${draft.number} stand on both sides of another account, and ${row.name.slice(0, 60)} is on both.`,
    choices: [{ value: 'one', label: 'They are one account: count all of them' }, apart],
  })
  if (answer === 'one') return entries
  if (answer === apart.value) return refuseAll(entries, draft)
  for (const entry of again) wait(entry, 'It may be of another account whose number ends alike.')
  return entries.filter((entry) => !again.includes(entry))
}

/** Asks about a security of a masked number that comes again below others: custodians sort the rows of an account, and two may end alike. */
function takeAgain(entries: readonly Entry[], { draft, ask, wait }: Pick<Parts, 'draft' | 'ask' | 'wait'>) {
  const places = new Map<string, number>()
  const holdings = entries.filter(({ why, identifiers, detail, acquired }) => {
    return why === null && identifiers.length > 0 && detail === '' && acquired === ''
  })
  const from = holdings.findIndex((entry, at) => {
    const before = places.get(idOf(entry))
    places.set(idOf(entry), at)
    return before !== undefined && before < at - 1
  })
  const row = holdings[from]
  if (row === undefined) return entries
  const rest = entries.slice(entries.indexOf(row))
  const answer = ask({
    id: 'masked',
    rows: rest.map(({ row }) => row),
    column: null,
    text: `${row.name.slice(0, 60)} comes a second time in row ${row.row}, below other holdings of ${draft.number}: that number may be the end of two.`,
    choices: [{ value: 'one', label: 'They are one account: count all of them' }, apart],
  })
  if (answer === 'one') return entries
  if (answer === apart.value) return refuseAll(entries, draft)
  for (const entry of rest) wait(entry, 'It may be of another account whose number ends alike.')
  return entries.filter((entry) => !rest.includes(entry))
}

/** Asks about an account all of whose rows come a second time, in whatever order: the file has it twice, or it holds all of that twice. */
function takeTwice(entries: readonly Entry[], { draft, ask, leave, wait }: Parts): readonly Entry[] {
  const holdings = entries.filter(({ why }) => why === null)
  const half = holdings.length / 2
  const [above, below] = [holdings.slice(0, half), holdings.slice(half)]
  const [last, next] = [above.at(-1), below[0]]
  if (last === undefined || next === undefined || last.segment !== next.segment) return entries
  const marks = (rows: readonly Entry[]) => rows.map((one) => `${idOf(one)} ${decimalString(one.amount)}`).toSorted()
  const before = marks(above)
  // Without rows of another account in between, one security twice may be two positions, such as in cash and on margin.
  const isApart = last.visit !== next.visit
  if ((new Set(before).size < 2 && !isApart) || before.join('\n') !== marks(below).join('\n')) return entries
  const from = isApart ? entries.findIndex(({ visit }) => visit === next.visit) : entries.indexOf(next)
  const second = entries.slice(from)
  const [again = next] = second
  const answer = ask({
    id: 'parts',
    rows: second.map(({ row }) => row),
    column: null,
    text: `From row ${again.row} on, the rows of this account are those before once more.`,
    choices: [
      { value: 'first', label: 'It is the same account again: count its rows once' },
      { value: 'all', label: 'They are further holdings: count all of them' },
    ],
  })
  if (answer === 'all') return entries
  for (const entry of second)
    answer === null ? wait(entry, 'It may repeat a row above.') : leave(entry, 'It repeats a row above.')
  const end = draft.entries.indexOf(again)
  draft.totals = draft.totals.filter(({ after }) => after <= end)
  return entries.slice(0, from)
}

const isLotName = (name: string): boolean =>
  name === '' || /^(?:(?:tax )?lots?\b.*|(?:acquired|purchased|bought)\b.*|[\d/.-]+)$/i.test(name)
const lotDetail = /^(?:tax lot|lots?|details?|closed lot|order|trade|execution)$/

/** Leaves out the lots of a position: their sum is the position's, so that they would count twice. Lots without a position count. */
function takeLots(entries: readonly Entry[], { ask, leave, wait }: Parts): readonly Entry[] {
  const kept: Entry[] = []
  const whole = new Set(entries.filter(({ detail }) => detail !== '' && !lotDetail.test(detail)).map(idOf))
  for (let at = 0; at < entries.length; ) {
    const parent = entries[at]
    if (parent === undefined) break
    at++
    if (lotDetail.test(parent.detail) && whole.has(idOf(parent))) {
      leave(parent, 'It is a lot of a position, which is counted as a whole.')
      continue
    }
    const lots = lotsBelow(entries, at, parent)
    at += lots.length
    if (lots.length === 0) {
      kept.push(parent)
      continue
    }
    const isSame = lots.every((lot) => lot.identifiers.length > 0)
    const units = lots.reduce<Decimal | null>((sum, { quantity }) => sum && quantity && add(sum, quantity), zero)
    const areUnits = units !== null && parent.quantity !== null && compare(units, parent.quantity) === 0
    // Prices of lots may be rounded: all units of the position show as well that these are its lots.
    const isSum =
      compare(sumOf(lots), parent.amount) === 0 || (areUnits && lots.every(({ acquired }) => acquired !== ''))
    const isDated = parent.acquired === '' && lots.every(({ acquired }) => acquired !== '')
    const last = lots.at(-1)
    const isSumLast =
      isSame &&
      last !== undefined &&
      lots.length > 1 &&
      compare(sumOf([parent, ...lots.slice(0, -1)]), last.amount) === 0
    if (isSame && !isDated && !isSumLast && !(isSum && lots.length > 1)) {
      // The same security twice, such as in cash and on margin, is two holdings here.
      kept.push(parent, ...lots)
      continue
    }
    if (isSum && (!isSame || isDated)) {
      kept.push(parent)
      for (const lot of lots) leave(lot, `It is a lot of the position in row ${parent.row}.`)
      continue
    }
    const all = [parent, ...lots]
    const rest = isSumLast ? all.slice(0, -1) : lots
    const position = isSumLast ? (last ?? parent) : parent
    const numbers = rowNumbers(rest.map(({ row }) => row))
    const answer = ask({
      id: `lots:${position.row}`,
      rows: rest.map(({ row }) => row),
      column: null,
      text: `The amounts in ${numbers} may be lots of the position in row ${position.row}: ${position.name.slice(0, 60)}.`,
      choices: [
        { value: 'lots', label: 'They are its lots: count the position alone' },
        { value: 'holdings', label: 'They are holdings of their own: count all' },
      ],
    })
    for (const entry of all) {
      if (entry === position || answer === 'holdings') {
        if (entry.name === '') {
          entry.name = position.name
          entry.identifiers = position.identifiers
        }
        kept.push(entry)
      } else if (answer === 'lots') leave(entry, `It is a lot of the position in row ${position.row}.`)
      else wait(entry, 'It may be a lot of a position.')
    }
  }
  return kept
}

/** The rows below a position that may be its lots. A row that names the security again above rows without a name is a position of its own. */
function lotsBelow(entries: readonly Entry[], at: number, parent: Entry): Entry[] {
  const lots: Entry[] = []
  const isNamed = (entry: Entry) => entry.identifiers.length > 0
  for (let next = entries[at]; next !== undefined; next = entries[at + lots.length]) {
    const last = lots.at(-1)
    if (!isLotOf(next, parent) || (last !== undefined && isNamed(next) && !isNamed(last))) break
    if (last !== undefined && isNamed(last) && !isNamed(next)) return lots.slice(0, -1)
    lots.push(next)
  }
  return lots
}

function isLotOf(entry: Entry, parent: Entry): boolean {
  // Where a column tells lots from positions, it decides.
  if (lotDetail.test(entry.detail) && parent.detail !== '' && !lotDetail.test(parent.detail)) return false
  if (entry.why !== null || (parent.identifiers.length === 0 && parent.quantity === null)) return false
  // The lots of the last position on a page go on below the next header.
  if (entry.identifiers.length === 0) return isLotName(entry.name) && !isLotName(parent.name)
  if (entry.table !== parent.table || parent.identifiers.length === 0) return false
  return idOf(entry) === idOf(parent) && !lotDetail.test(parent.detail)
}

/** Asks about a later table whose securities all stand in earlier ones with the same amounts. */
function takeRepeats(entries: readonly Entry[], { ask, leave, wait }: Parts): readonly Entry[] {
  const tables = new Map<number, Entry[]>()
  for (const entry of entries) {
    const of = tables.get(entry.table)
    if (of) of.push(entry)
    else tables.set(entry.table, [entry])
  }
  if (tables.size < 2) return entries
  const seen = new Set<string>()
  const gone = new Set<Entry>()
  for (const table of tables.values()) {
    const known = table.filter(({ identifiers }) => identifiers.length > 0)
    const keys = known.map((entry) => `${idOf(entry)} ${decimalString(entry.amount)}`)
    if (keys.length > 0 && keys.every((one) => seen.has(one))) {
      const rows = table.map(({ row }) => row)
      const numbers = rowNumbers(rows)
      const answer = ask({
        id: `again:${rows[0] ?? 0}`,
        rows,
        column: null,
        text: `${numbers.slice(0, 1).toUpperCase()}${numbers.slice(1)} ${rows.length === 1 ? 'has a security and an amount' : 'have securities and amounts'} that stand above as well.`,
        choices: [
          { value: 'same', label: 'They are the same holdings again: leave them out' },
          { value: 'more', label: 'They are further holdings: count them' },
        ],
      })
      if (answer === 'more') continue
      for (const entry of table) {
        gone.add(entry)
        if (answer === null) wait(entry, 'It may repeat a row above.')
        else leave(entry, 'It repeats a row above.')
      }
    }
    for (const one of keys) seen.add(one)
  }
  return gone.size === 0 ? entries : entries.filter((entry) => !gone.has(entry))
}

/** Refuses rows that name no holding, such as lots whose position is not there. */
function takeNamed(entries: readonly Entry[], { draft }: Parts): readonly Entry[] {
  const nameless = entries.filter(({ name, identifiers }) => name === '' && identifiers.length === 0)
  for (const { row, text } of nameless) {
    const cause = 'The row has neither a name nor an identifier.'
    draft.refused.push({ row, column: null, text, cause, next_step: 'Ask the custodian for a new file.' })
  }
  return nameless.length === 0 ? entries : entries.filter((entry) => !nameless.includes(entry))
}

/** Asks whether rows without a value are worth nothing; until then they are refused by name. */
function takeEmpty({ draft, ask, leave }: Parts): void {
  if (draft.empty.length === 0) return
  const rows = draft.empty.map(({ row }) => row)
  const [first] = draft.empty
  const numbers = rowNumbers(rows)
  const answer = ask({
    id: 'empty',
    rows,
    column: null,
    text: `${numbers.slice(0, 1).toUpperCase()}${numbers.slice(1)} ${rows.length === 1 ? 'has' : 'have'} no value: ${first?.text.slice(0, 80) ?? ''}.`,
    choices: [
      {
        value: 'nothing',
        label: rows.length === 1 ? 'It is worth nothing: leave it out' : 'They are worth nothing: leave them out',
      },
    ],
  })
  if (answer === 'nothing') for (const row of draft.empty) leave(row, 'It is worth nothing.')
  else draft.refused.push(...draft.empty)
}

/** Asks whether the cash in a table of its own is the cash among the positions. */
function takeCash(entries: readonly Entry[], { ask, leave, wait }: Parts): readonly Entry[] {
  const apart = entries.filter(({ isInCashTable, amount }) => isInCashTable && amount.units !== 0n)
  const among = entries.filter(({ isCash, isInCashTable, amount }) => isCash && !isInCashTable && amount.units !== 0n)
  if (apart.length === 0 || among.length === 0) return entries
  const rows = apart.map(({ row }) => row)
  const answer = ask({
    id: 'cash',
    rows,
    column: null,
    text: `The cash in ${rowNumbers(rows)} may be the cash in ${rowNumbers(among.map(({ row }) => row))}.`,
    choices: [
      { value: 'same', label: 'It is the same money: count it once' },
      { value: 'more', label: 'It is other money: count both' },
    ],
  })
  if (answer === 'more') return entries
  for (const entry of apart) {
    if (answer === null) wait(entry, 'It may be cash that stands among the positions.')
    else leave(entry, 'It is cash that stands among the positions.')
  }
  return entries.filter((entry) => !apart.includes(entry))
}
