import { amountForm, isAmountText, readCurrency, type SignMarks } from './amounts.ts'
import { cellState, stateText } from './damage.ts'
import { type Answers, answerTo, type Question, rowNumbers } from './doubts.ts'
import { isTypedNumber, type SheetRow, textIn } from './split.ts'
import { isTotalLabel } from './totals.ts'

/** Rows with the names of their columns. */
type NamedColumns = { headers: readonly string[]; rows: readonly SheetRow[] }

/** The use of a column of holdings. */
export const holdingFields = ['name', 'class', 'value', 'external_id', 'currency', 'ignore'] as const
export type HoldingField = (typeof holdingFields)[number]

/** The use of a column, concluded from its name. */
export type ColumnMeaning = {
  is: 'value' | 'name' | 'class' | 'identifier' | 'account_number' | 'account_name' | 'currency' | 'not-value' | null
  /** Among columns with the same meaning, the lowest is meant. */
  rank: number
  /** ISO code of the currency that the name mentions; else null. */
  currency: string | null
}

type Rule = readonly [ColumnMeaning['is'], number, RegExp]

/** In this order: what is not the value first, since "Total gain" or "Cost value" contain words of the value. */
const rules: readonly Rule[] = [
  ['not-value', 0, /%|\bper ?cent(?:age)?\b|\bpct\b|\bweight\b|\ballocation\b|\banteil\b|\bgewicht(?:ung)?\b/],
  [
    'not-value',
    0,
    /\bcha?nge?\b|\bchng\b|\bgains?\b|\bloss(?:es)?\b|\bp ?[&/]? ?l\b|\bpnl\b|\bprofit\b|\breturn\b|\bunreali[sz]ed\b|\breali[sz]ed\b/,
  ],
  [
    'not-value',
    0,
    /\bcost\b|\bbasis\b|\bbook\b|\bpurchase\b|\bpaid\b|\binvested\b|\boriginal\b|\bcommitments?\b|\bcommitted\b|\bcalled\b|\b(?:einstand|anschaffung)s?\w*/,
  ],
  [
    'not-value',
    0,
    /\bprices?\b|\bquote\b|\bclos(?:e|ing)\b(?! (?:market )?(?:value|balance))|\blast\b(?! (?:market )?value)|\bper (?:share|unit)\b|\bunit value\b|\bnav\b(?!.*\btotal\b)|\bkurs(?:datum)?\b/,
  ],
  [
    'not-value',
    0,
    /\bquantity\b|\bqty\b|\bshares?\b|\bunits?\b|\bpar\b|\bface\b|\bnumber of\b|\bcontracts\b|\bmult(?:iplier)?\b|\banzahl\b|\bnominal\w*|\bstuck\b|\bbestand\b/,
  ],
  [
    'not-value',
    0,
    /\bincome\b|\byield\b|\binterest\b|\baccrued\b|\bdividends?\b|\bcoupon\b|\brates?\b|\bfees?\b|\bcommissions?\b|\bmargin\b|\bprincipal\b|\btax\b|\b(?:march|stuck)zins(?:en)?\b/,
  ],
  [
    'not-value',
    0,
    /\bprior\b|\bprevious\b|\bbeginning\b|\bopening\b|\bstart(?:ing)?\b|\blast (?:month|quarter|year)\b|\byesterday\b/,
  ],
  [
    'currency',
    0,
    /^(?:currency|ccy|curr|cur|currency code|local currency|base currency|currency primary|whg|wahrung)$/,
  ],
  ['account_name', 0, /\b(?:account|acct) (?:name|title|type|registration)\b|^registration$/],
  ['account_number', 0, /^(?:account|acct)(?: ?(?:number|no|nr|id|#))?$|^(?:account|acct) ?#$/],
  [
    'identifier',
    1,
    /^(?:external ?id|external identifier|asset id|position id|security id|holding id|id|identifier|reference|ref)$/,
  ],
  ['identifier', 2, /^(?:symbol|ticker|symbol ?\/ ?cusip|ticker symbol|symbol or cusip)$/],
  ['identifier', 3, /^cusip(?: ?(?:code|number|no|id|#))?$/],
  ['identifier', 4, /^(?:(?:isin|sedol)(?: ?(?:code|number|no|#))?|figi|wkn|valor(?:en ?(?:nummer|nr))?)$/],
  [
    'value',
    1,
    /\b(?:market|mkt|current|fair|ending|end|closing|position|total|net asset|appraised|estimated)\b.*\b(?:value|val|worth)\b/,
  ],
  ['value', 1, /^(?:value|market value|mv|mkt value)(?: (?:in )?(?:usd|us dollars))?$/],
  ['value', 1, /\b(?:kurs|markt|depot|gesamt|verkehrs)wert\b/],
  ['value', 2, /\b(?:value|val|worth|wert)\b/],
  [
    'value',
    3,
    /^(?:(?:current|ending|closing|total|account) )?(?:balance|amount)(?: (?:in )?(?:usd|\$))?$|^(?:usd|us dollars|total)$/,
  ],
  ['class', 1, /\basset (?:class|category|type)\b/],
  [
    'class',
    2,
    /^(?!registration type$).*\b(?:anlageklasse|anlagekategorie|class|classification|category|security type|investment type|product type|sector|type|discipline|strategy)\b/,
  ],
  [
    'name',
    1,
    /\b(?:bezeichnung|designation|description|security name|investment name|asset name|holding name|fund name|security description|display name)\b/,
  ],
  [
    'name',
    2,
    /^(?:name|asset|holding|investment|security|position|fund|issuer|property|item|titel|wertpapier|wertschrift)s?$/,
  ],
  ['name', 3, /\b(?:name|asset|holding|investment|security|position|fund)s?\b/],
]

/** Words for the currency in which a holding is traded. */
const ownCurrency = /\b(?:local|native|(?:position|security|instrument|trad(?:e|ing)) (?:currency|ccy)|whg|wahrung)\b/

const dates = /\bdate\b|^as of$|\bsettle(?:ment|d)?\b|\bacquired\b|\bmaturity\b/

/** A name such as `ClientAccountID` as words, `Client Account ID`. */
export const wordsApart = (header: string): string =>
  header.replace(/(\p{Ll})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll}{2})/gu, '$& ')

/** A column's name in small letters, without marks. */
export const normalHeader = (header: string): string =>
  wordsApart(header)
    .toLowerCase()
    .replace(/[^a-z0-9%#$&/ ]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
/** The forms of a column's name: names such as `Qty (Quantity)` with and without the parentheses. */
export const formsOf = (header: string): string[] => {
  const inside = /\(([^)]*)\)/.exec(header)?.[1] ?? ''
  return [header.replace(/\([^)]*\)/g, ' '), inside, header].map(normalHeader).filter((form) => form !== '')
}

/** True for the name of a column of prices of one unit. */
export const isPriceHeader = (header: string) => formsOf(header).some((form) => /\b(?:price|nav|quote)\b/.test(form))
/** The meaning of a column's name. Names such as `Mkt Val (Market Value)` are read with and without the parentheses. */
export function meaningOf(header: string): ColumnMeaning {
  const whole = wordsApart(header)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
    .trim()
  if (whole === '') return { is: null, rank: 0, currency: null }
  const outside = whole
    .replace(/\([^)]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const inside = /\(([^)]*)\)/.exec(whole)?.[1]?.trim() ?? ''
  const currency = currencyIn(header)
  if (dates.test(whole) || /^field (?:name|value)$/.test(whole)) return { is: null, rank: 0, currency: null }
  const forms = [outside, inside, whole].map((text) => text.replace(/[^a-z0-9%#$&/ ]+/g, ' ').trim())
  for (const [is, rank, pattern] of rules) {
    if (!forms.some((text) => pattern.test(text) || pattern.test(text.replace(/\$/g, '').trim()))) continue
    // Of two columns of values, the one in dollars is meant, not the one in each holding's own currency.
    const isOther = currency === null ? ownCurrency.test(whole) : currency !== 'USD'
    const penalty = is === 'value' && isOther ? 10 : 0
    const bonus = is === 'value' && currency === 'USD' ? 0.5 : 0
    return { is, rank: rank + penalty - bonus, currency: is === 'value' ? currency : null }
  }
  return { is: null, rank: 0, currency: null }
}

/** The ISO code of the currency that a text names, by its code, symbol or name; null if it names none. */
export function currencyIn(text: string): string | null {
  for (const word of text.split(/[^A-Za-z$€£¥₹]+/)) {
    // In lower case, codes are words: "all", "try". Behind a code, a dollar sign says no more: "CAD$"; beside it, letters are a unit: "TEUR", "EURm".
    const [, plain = ''] = /^(?:[Tk](?=[A-Z]{3}$))?([A-Z]{3}|GBp|ZAc|ILa)(?:\$|k|m|mm|mn|bn)?$/.exec(word) ?? []
    const code = plain === '' ? null : readCurrency(plain)
    const symbol = /^(?:[A-Z]{1,2})?[$€£¥₹]$/.test(word) ? readCurrency(word) : null
    if (code !== null || symbol !== null) return code ?? symbol
  }
  return currencyNames.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

const currencyNames: readonly (readonly [RegExp, string])[] = [
  [/\b(?:u\.?s\.?|united states|american) dollars?\b/i, 'USD'],
  [/\bcanadian dollars?\b|\bcdn\b/i, 'CAD'],
  [/\baustralian dollars?\b/i, 'AUD'],
  [/\bhong kong dollars?\b/i, 'HKD'],
  [/\bsingapore dollars?\b/i, 'SGD'],
  [/\bnew zealand dollars?\b/i, 'NZD'],
  [/\b(?:in|currency:?|of) euros?\b/i, 'EUR'],
  [/\bpounds? sterling\b|\bbritish pounds?\b/i, 'GBP'],
  [/\bswiss francs?\b/i, 'CHF'],
  [/\b(?:japanese|in) yen\b/i, 'JPY'],
  [/\b(?:in|of|british) pence\b|\(\s*pence\s*\)/i, 'GBX'],
]

/** True for a text that names a column of holdings. */
export const isHoldingsHeader = (text: string): boolean =>
  meaningOf(text).is !== null ||
  /^(?:(?:trade|settlement|transaction|run|posting|value) )?date$|^(?:transaction|transaction type|action|activity|details|memo)$/i.test(
    text.trim(),
  )

/** True for the columns of a list of transactions, which are no holdings. */
export function isTransactions(headers: readonly string[]): boolean {
  const texts = headers.map((header) => header.toLowerCase())
  const hasDate = texts.some((text) =>
    /\b(?:trade|transaction|settlement|run|post(?:ed|ing)?) ?date\b|^date$/.test(text),
  )
  const hasKind = texts.some((text) => /\b(?:transaction|action|activity|buy|sell)\b/.test(text))
  return hasDate && hasKind
}

/** The use of each column, with what is not certain about it. */
export type ColumnUses = {
  fields: HoldingField[]
  questions: Question[]
  /** Sentences about columns that are not used, and why. */
  notes: string[]
}

type UseOptions = {
  answers: Answers
  /** True for a text that names an asset class. */
  isClass: (text: string) => boolean
}

/** The use of each column: by its name; without names only what the cells make certain. */
export function concludeUses(table: NamedColumns, { answers, isClass }: UseOptions): ColumnUses {
  const { headers, rows } = table
  const notes: string[] = []
  const meanings = headers.map(meaningOf)
  const fields: HoldingField[] = headers.map(() => 'ignore')
  const cells = (at: number) => rows.map((row) => textIn(row, at)).filter((text) => cellState(text).is === 'text')
  const label = (at: number) => headers[at] || `column ${at + 1}`
  const isConstant = (at: number) => {
    const texts = cells(at)
    return rows.length > 1 && texts.length > 1 && new Set(texts).size === 1
  }
  const { value, shares, question } = concludeValue(table, { meanings, answers })
  for (const at of shares)
    notes.push(`“${label(at)}” is not used as the value: its cells are shares of something, in per cent.`)
  if (value !== null) fields[value] = 'value'
  const best = (is: ColumnMeaning['is'], isFit: (at: number) => boolean) => {
    const fit = meanings.flatMap((meaning, at) =>
      meaning.is === is && fields[at] === 'ignore' && isFit(at) ? [{ at, rank: meaning.rank }] : [],
    )
    return fit.toSorted((a, b) => a.rank - b.rank || a.at - b.at)[0]?.at ?? -1
  }
  const currency = best('currency', () => true)
  if (currency >= 0) fields[currency] = 'currency'
  const hasNames = headers.some((header) => header !== '')
  const isName = (at: number) =>
    !isConstant(at) && !cells(at).every(isSignWord) && cells(at).some((text) => amountForm(text) === null)
  const identifier = hasNames ? best('identifier', isIdentifier) : -1
  const has = (meaning: ColumnMeaning['is']) => meanings.some(({ is }) => is === meaning)
  const isItsName = identifier >= 0 && !has('name') && isName(identifier)
  const id = identifier < 0 && hasNames && !has('identifier') ? best('account_number', isIdentifier) : identifier
  if (isItsName) {
    fields[identifier] = 'name'
    notes.push(`“${label(identifier)}” is the name of each row: no other column has names.`)
  } else if (id >= 0) {
    fields[id] = 'external_id'
    const lost = rows.filter((row) => cellState(textIn(row, id)).is === 'lost').map(({ row }) => row)
    if (lost.length > 0) notes.push(`“${label(id)}” has no readable text in ${rowNumbers(lost)}.`)
  }
  const byClass = hasNames
    ? best('class', () => true)
    : headers.findIndex((_, at) => fields[at] === 'ignore' && cells(at).length > 0 && cells(at).every(isClass))
  if (byClass >= 0) fields[byClass] = 'class'
  if (!isItsName) {
    const sources = has('name') ? (['name'] as const) : (['account_name', 'account_number'] as const)
    const name = hasNames ? (sources.map((is) => best(is, isName)).find((at) => at >= 0) ?? -1) : onlyText()
    if (name >= 0) fields[name] = 'name'
  }
  return { fields, questions: question === null ? [] : [question], notes }

  /** Without names for the columns: the only column of texts with spaces or small letters, which no code has; -1 if there are several. */
  function onlyText(): number {
    const texts = headers.flatMap((_, at) => {
      if (fields[at] !== 'ignore') return []
      const isLost = rows.some((row) => cellState(textIn(row, at)).is === 'lost')
      const isText = isName(at) && cells(at).every((text) => amountForm(text) === null)
      return isLost || (isText && cells(at).some((text) => /\s|\p{Ll}/u.test(text))) ? [at] : []
    })
    return texts.length === 1 ? (texts[0] ?? -1) : -1
  }

  /** Unique within an account, and not in the form of money. */
  function isIdentifier(at: number): boolean {
    const account = meanings.findIndex(({ is }) => is === 'account_number')
    const keys = rows.flatMap((row) => {
      const text = identifierIn(textIn(row, at))
      return text === '' || isTotalLabel(text) ? [] : [`${textIn(row, account)}\t${text}`]
    })
    if (keys.length === 0) {
      if (rows.some((row) => cellState(textIn(row, at)).is === 'lost'))
        notes.push(`“${label(at)}” is not used as the external ID: the spreadsheet did not keep its text.`)
      return false
    }
    if (rows.length > 1 && new Set(keys).size < keys.length) {
      notes.push(`“${label(at)}” is not used as the external ID: it has the same text in several rows.`)
      return false
    }
    if (cells(at).some((text) => /[$€£¥]|\d[.,]\d{2}$/.test(text) && amountForm(text) !== null)) {
      notes.push(`“${label(at)}” is not used as the external ID: it contains amounts.`)
      return false
    }
    return true
  }
}

/** The column of values: the only one, or the best, with a name for it; else asked. Never by its place. */
function concludeValue(
  { headers, rows }: NamedColumns,
  { meanings, answers }: { meanings: readonly ColumnMeaning[]; answers: Answers },
): { value: number | null; shares: number[]; question: Question | null } {
  const isShare = (at: number) => {
    const forms = rows.flatMap((row) => amountForm(textIn(row, at)) ?? [])
    return forms.length > 0 && forms.every(({ isPerCent }) => isPerCent)
  }
  const shares = headers.flatMap((_, at) => (meanings[at]?.is === 'value' && isShare(at) ? [at] : []))
  const named = meanings.flatMap((meaning, at) =>
    meaning.is === 'value' && !shares.includes(at) ? [{ at, rank: meaning.rank }] : [],
  )
  const rank = Math.min(...named.map((each) => each.rank))
  const best = named.filter((each) => each.rank === rank).map(({ at }) => at)
  const [only] = best
  const sameCells = (at: number) => rows.every((row) => textIn(row, at) === textIn(row, only ?? -1))
  if (only !== undefined && (best.length === 1 || best.every(sameCells))) return { value: only, shares, question: null }
  const amounts = headers.flatMap((_, at) => {
    const forms = rows.filter((row) => isTypedNumber(row, at) || isAmountText(textIn(row, at)))
    return forms.length * 2 >= rows.length && forms.length > 0 ? [at] : []
  })
  const candidates = best.length > 1 ? best : amounts.filter((at) => meanings[at]?.is === null)
  const isMoney = (at: number) => rows.some((row) => (amountForm(textIn(row, at))?.currency ?? null) !== null)
  const money = headers.every((header) => header === '') ? candidates.filter(isMoney) : []
  const offered = money.length > 0 ? money : candidates.length > 0 ? candidates : amounts
  if (offered.length === 0) return { value: null, shares, question: null }
  const question: Question = {
    id: 'value',
    rows: [],
    column: null,
    text: best.length > 1 ? 'Several columns may be the value.' : 'No column is named as the value.',
    choices: offered.map((at) => ({
      value: String(at),
      label: `${headers[at] || `Column ${at + 1}`}: ${exampleOf(rows, at)}`,
    })),
  }
  const answer = answerTo(question, answers)
  return { value: answer === null ? null : Number(answer), shares, question }
}

const exampleOf = (rows: readonly SheetRow[], at: number): string =>
  rows.map((row) => textIn(row, at)).find((text) => text !== '') ?? ''

const sideWords = { debit: /^(?:dr|db|debits?)\.?$/i, credit: /^(?:cr|credits?)\.?$/i }
const debtWords =
  /^(?:(?:short|sold short|short (?:position|sale|stock))|(?:(?:total|current|other|(?:long|short)[- ]term) )?liabilit(?:y|ies)|(?:(?:student|auto|car|home(?: equity)?|personal|business|mortgage|margin|policy|outstanding) )?(?:loans?|debts?)|mortgages?(?: payable)?|(?:accounts? |notes? )?payables?|credit cards?|(?:home equity )?lines? of credit|heloc|owed|borrow(?:ed|ings?))$/i
const isSignWord = (text: string): boolean =>
  sideWords.debit.test(text) || sideWords.credit.test(text) || debtWords.test(text) || /^(?:long|assets?)$/i.test(text)

/** Columns whose single letters or signs mark the side of an amount, by what is debit in them and what is a short position. */
const letters: readonly (readonly [
  header: RegExp,
  debit: RegExp | null,
  credit: RegExp | null,
  short: RegExp | null,
])[] = [
  [
    /^(?:(?:dr|db|debit) ?[/|-]? ?(?:cr|credit)|(?:cr|credit) ?[/|-]? ?(?:dr|db|debit)|d ?[/|-] ?c|c ?[/|-] ?d)(?: .*)?$/i,
    /^d$/i,
    /^c$/i,
    null,
  ],
  [/^(?:long ?\/ ?short|l ?\/ ?s|position(?: type| side)?|side)$/i, null, null, /^s$/i],
  [/^(?:assets? ?\/ ?liabilit(?:y|ies)|a ?\/ ?l)$/i, null, null, /^l$/i],
  [/^(?:sign|\+ ?\/ ?-|-\/\+|±)$/i, null, null, /^(?:-|\u2212|\u2013|neg(?:ative)?|minus)$/i],
]
/** Columns in which Short is a time. */
const times = /\bterm\b|\bperiod\b|\bduration\b|\bmaturity\b|\bgains?\b|\bhorizon\b/i

/**
 * The sign of amounts as the columns beside the value give it: a column of DR and CR, and words for what is owed, such as
 * Liability or Short.
 */
export function readSigns(
  { headers, rows }: NamedColumns,
  fields: readonly HoldingField[],
): (row: SheetRow) => SignMarks {
  const columns = headers.flatMap((header, at) => {
    const isFree = fields[at] === 'ignore' || fields[at] === 'class'
    if (!isFree || meaningOf(header).is === 'identifier') return []
    const [, debit, credit, short] = letters.find(([name]) => name.test(header)) ?? []
    const isDebit = (text: string) => sideWords.debit.test(text) || debit?.test(text) === true
    const isCredit = (text: string) => sideWords.credit.test(text) || credit?.test(text) === true
    const texts = rows.map((row) => textIn(row, at)).filter((text) => text !== '' && !isTotalLabel(text))
    // Under another name, a column of C and D alone may be of credits and debits.
    const areLetters = debit === undefined && texts.includes('C') && texts.every((text) => /^[CD]$/.test(text))
    const isShort = (text: string) =>
      short?.test(text) === true || (areLetters && text === 'D') || (debtWords.test(text) && !times.test(header))
    // Credit is an asset class as well: a column of sides has nothing else.
    const areSides = texts.some(isDebit) && texts.every((text) => isDebit(text) || isCredit(text))
    return [{ at, isDebit, isCredit, isShort, areSides }]
  })
  return (row) => {
    const marks: SignMarks = { side: null, debt: null }
    for (const { at, isDebit, isCredit, isShort, areSides } of columns) {
      const text = textIn(row, at)
      if (areSides) marks.side ??= isDebit(text) ? 'debit' : isCredit(text) ? 'credit' : null
      else if (isDebit(text) || isShort(text)) marks.debt ??= text
    }
    return marks
  }
}

/** An identifier without the marks of footnotes that custodians write behind it. */
const identifierIn = (text: string): string => stateText(text).replace(/\*+$/, '')

/** Where a row has no name and words in place of an identifier, as custodians write cash, these are its name. */
export function nameAndIdentifier(nameText: string, idText: string): { name: string; external_id: string } {
  const [name, id] = [stateText(nameText), identifierIn(idText)]
  return name === '' && /\p{L} \S*\p{Ll}|^\p{Lu}?\p{Ll}+$/u.test(id)
    ? { name: id, external_id: '' }
    : { name, external_id: id }
}
