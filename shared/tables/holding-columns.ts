import { readCurrency } from './amounts.ts'

/** What the name of a column says about it. */
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
  ['not-value', 0, /%|\bper ?cent(?:age)?\b|\bpct\b|\bweight\b|\ballocation\b/],
  [
    'not-value',
    0,
    /\bcha?nge?\b|\bchng\b|\bgains?\b|\bloss(?:es)?\b|\bp ?[&/]? ?l\b|\bpnl\b|\bprofit\b|\breturn\b|\bunreali[sz]ed\b|\breali[sz]ed\b/,
  ],
  [
    'not-value',
    0,
    /\bcost\b|\bbasis\b|\bbook\b|\bpurchase\b|\bpaid\b|\binvested\b|\boriginal\b|\bcommitments?\b|\bcommitted\b|\bcalled\b/,
  ],
  [
    'not-value',
    0,
    /\bprices?\b|\bquote\b|\bclos(?:e|ing)\b(?! (?:value|balance))|\blast\b|\bper (?:share|unit)\b|\bunit value\b|\bnav\b(?!.*\btotal\b)/,
  ],
  [
    'not-value',
    0,
    /\bquantity\b|\bqty\b|\bshares?\b|\bunits?\b|\bpar\b|\bface\b|\bnumber of\b|\bcontracts\b|\bmult(?:iplier)?\b/,
  ],
  [
    'not-value',
    0,
    /\bincome\b|\byield\b|\binterest\b|\baccrued\b|\bdividends?\b|\bcoupon\b|\brates?\b|\bfees?\b|\bcommissions?\b|\bmargin\b|\bprincipal\b|\btax\b/,
  ],
  [
    'not-value',
    0,
    /\bprior\b|\bprevious\b|\bbeginning\b|\bopening\b|\bstart(?:ing)?\b|\blast (?:month|quarter|year)\b|\byesterday\b/,
  ],
  ['currency', 0, /^(?:currency|ccy|curr|cur|currency code|local currency|base currency)$/],
  ['account_name', 0, /\b(?:account|acct) (?:name|title|type|registration)\b|^registration$/],
  ['account_number', 0, /^(?:account|acct)(?: ?(?:number|no|nr|id|#))?$|^(?:account|acct) ?#$/],
  [
    'identifier',
    1,
    /^(?:external ?id|external identifier|asset id|position id|security id|holding id|id|identifier|reference|ref)$/,
  ],
  ['identifier', 2, /^(?:symbol|ticker|symbol ?\/ ?cusip|ticker symbol|symbol or cusip)$/],
  ['identifier', 3, /^(?:cusip|cusip number)$/],
  ['identifier', 4, /^(?:isin|sedol|figi|wkn)$/],
  [
    'value',
    1,
    /\b(?:market|mkt|current|fair|ending|end|closing|position|total|net asset|appraised|estimated)\b.*\b(?:value|val|worth)\b/,
  ],
  ['value', 1, /^(?:value|market value|mv|mkt value)(?: (?:in )?(?:usd|us dollars))?$/],
  ['value', 2, /\b(?:value|val|worth)\b/],
  [
    'value',
    3,
    /^(?:(?:current|ending|closing|total|account) )?(?:balance|amount)(?: (?:in )?(?:usd|\$))?$|^(?:usd|us dollars|total)$/,
  ],
  ['class', 1, /\basset (?:class|category|type)\b/],
  ['class', 2, /\b(?:class|category|security type|investment type|product type|sector|type|discipline|strategy)\b/],
  [
    'name',
    1,
    /\b(?:description|security name|investment name|asset name|holding name|fund name|security description|display name)\b/,
  ],
  ['name', 2, /^(?:name|asset|holding|investment|security|position|fund|issuer|property|item)s?$/],
  ['name', 3, /\b(?:name|asset|holding|investment|security|position|fund)s?\b/],
]

const dates = /\bdate\b|^as of$|\bsettle(?:ment|d)?\b|\bacquired\b|\bmaturity\b/

/** The meaning of a column's name. Names such as `Mkt Val (Market Value)` are read with and without the parentheses. */
export function meaningOf(header: string): ColumnMeaning {
  const whole = header
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
  const forms = [outside, inside, whole]
    .map((text) => text.replace(/[^a-z0-9%#$&/ ]+/g, ' ').trim())
    .filter((text) => text !== '')
  for (const [is, rank, pattern] of rules) {
    if (!forms.some((text) => pattern.test(text) || pattern.test(text.replace(/\$/g, '').trim()))) continue
    // Of two columns of values, the one in dollars is meant.
    const penalty = is === 'value' && currency !== null && currency !== 'USD' ? 10 : 0
    const bonus = is === 'value' && currency === 'USD' ? 0.5 : 0
    return { is, rank: rank + penalty - bonus, currency: is === 'value' ? currency : null }
  }
  return { is: null, rank: 0, currency: null }
}

function currencyIn(header: string): string | null {
  for (const word of header.split(/[^A-Za-z$€£¥₹]+/)) {
    // In lower case, codes are words: "all", "try".
    if (/^[A-Z]{3}$|^[$€£¥₹]$/.test(word)) {
      const code = readCurrency(word)
      if (code !== null) return code
    }
  }
  return null
}

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

/** The unit that a header or title names, such as `(USD 000)` or "in millions"; null if it names none. */
export function thousandsIn(text: string): { words: string; factor: number } | null {
  if (
    /\b(?:in )?thousands\b|(?:[$€£]|\b[A-Z]{3}\b|\b(?:in|x))\s*['’]?\s*,?000s?\b|\(\s*['’]?000['’]?s?\s*\)|\$k\b/i.test(
      text,
    )
  )
    return { words: 'thousands', factor: 1000 }
  if (/\b(?:in )?millions\b|(?:[$€£]|\bUSD)\s*(?:mm|mn|mio|m)\b|\(\s*(?:mm|mn|mio)\s*\)/i.test(text))
    return { words: 'millions', factor: 1_000_000 }
  return null
}
