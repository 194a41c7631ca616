/** An account as a title or a cell names it. */
export type AccountTitle = {
  /** As written, a masked one as `...417`; empty if there is only a name. */
  number: string
  isMasked: boolean
  name: string | null
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Words in front of an account's number or name. */
const before =
  /^(?:(?:open |current |portfolio |account )?(?:positions?|holdings|portfolio|statement|summary|balances)\s+(?:statement\s+)?(?:for|of|in)\s+)*(?:the\s+)?(?:(?:brokerage |client |custodial |investment )?(?:account|acct)\b\.?(?:\s*(?:number|no\b\.?|nr\b\.?|#|id\b|name|title))?\s*[:#]*\s*)?/i
const dateBehind = /[\s,(]*\b(?:as of|as at|on|dated|for the (?:period|month)|from|through)\b[\s:]+.*\d.*$/i
/** Digits behind dots, crosses or asterisks, or behind words for "the last ones". */
const maskedNumber =
  /(?:^|[\s(#:-])(?:(?:\.{2,}|…|[x*•]+(?:[-\s]+[x*•]+)*)[-\s]*|(?:ending|ends)(?:\s+(?:in|with))?\s+)(\d{2,6}[A-Z]?)\)?$/i
const dashedNumber = /(?:^|[A-Za-z)]\s)-(\d{3,6})$/
const dateLike =
  /^(?:(?:19|20)\d{2}|[a-z]{3,9}-\d{1,2}-\d{4}|\d{1,2}-[a-z]{3,9}-\d{4}|(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})$/i
const wholeNumber = /^#?(?=(?:[^\d]*\d){4})[A-Z]{0,4}-?\d[\dA-Z]*(?:[-.][\dA-Z]+)*$/i
/** A number in three or more groups of digits, or the two letters of a branch, or a letter and a digit, and a number; each is one number with spaces in it. */
const spacedNumber = /(?:^|\s)(\d{3,5}(?: \d{3,5}){2,5})$|^([A-Z][A-Z\d] \d{5}(?: [A-Z\d]{1,2})?)$/
const notAccount =
  /@|www\.|https?:|\b\d{3}[-.]\d{3}[-.]\d{4}\b|\b(?:page|phone|fax|branch|report (?:id|number)|reference|order|advisor|zip|copyright|member|downloaded|exported|generated|printed)\b|%|\$/i

/** The last digits as one form, however a custodian masks the others. */
const maskedForm = (digits: string): string => `...${digits}`

const nameIn = (text: string): string | null => {
  const name = tidy(text.replace(/\(\s*\)/g, ' '))
    .replace(/^[\s:#,–—-]+|[\s:#,(–—-]+$/g, '')
    .replace(/[,\s]*\b(?:account|acct)(?:\s*(?:number|no\.?|#))?[\s:,]*$/i, '')
    .replace(/^\(([^()]*)\)$/, '$1')
  return name === '' ? null : name
}

/**
 * The account that a cell of a column of accounts names: a number, the last digits of one, or a name alone. A number of four characters or fewer
 * counts as masked: it may be the end of another.
 */
export function accountInCell(cell: string): AccountTitle {
  const text = tidy(cell)
  const found = /^\d(?:\.\d+)?E\+\d+$/i.test(text)
    ? null
    : (spacedNumberIn(text) ?? groupedNumberIn(text) ?? numberIn(text))
  if (found) return maskedIfShort(found)
  // A number that a spreadsheet shortened is no whole number any more.
  if (/^\d(?:\.\d+)?E\+\d+$/i.test(text)) return { number: text, isMasked: true, name: null }
  if (!/\d/.test(text) || /\s/.test(text)) return { number: '', isMasked: true, name: text }
  const number = isShort(text) ? maskedForm(text) : text
  return { number, isMasked: isShort(text) || hidesDigits(text), name: null }
}

/** True for a number of which the middle or the end is hidden, such as `1234-XXXX` and `12**4417`. */
const hidesDigits = (number: string): boolean => /[*•…]|x{2,}/i.test(number)

/** True for a number that may be the last characters of another one. */
const isShort = (number: string): boolean => number.replace(/[^\dA-Z]/gi, '').length <= 4

const maskedIfShort = (account: AccountTitle): AccountTitle =>
  account.isMasked || !isShort(account.number)
    ? account
    : { ...account, number: maskedForm(account.number), isMasked: true }

/** True for texts of a column that may be accounts of several rows: whole or masked numbers that repeat, without cents; only a whole number may stand beside words. */
export function areLikeAccounts(texts: readonly string[]): boolean {
  const kinds = new Set(texts)
  return kinds.size > 1 && kinds.size < texts.length && [...kinds].every(isLikeAccount)
}

function isLikeAccount(text: string): boolean {
  const { number, name, isMasked } = accountInCell(text)
  if (
    number === '' ||
    (name !== null && (isMasked || !/\p{L}{2}/u.test(name))) ||
    dateLike.test(text) ||
    /[$€£¥%]|^[-+(]?[\d,]+\.\d{1,4}\)?$/.test(text)
  )
    return false
  return isMasked ? /\D/.test(text) : number.replace(/\D/g, '').length >= 5
}

/** The account that a text above or between rows names, such as `Individual ...417`; null if it names none. */
export function accountInTitle(given: string): AccountTitle | null {
  const text = tidy(given)
  if (text.length > 160 || notAccount.test(text)) return null
  const isNamed = /\b(?:account|acct)\b/i.test(text)
  const rest = tidy(text.replace(dateBehind, '').replace(before, ''))
  if (/^all[- ]?accounts?$|^\(?combined\)?$/i.test(rest)) return null
  // A number may stand behind the date as well: “Positions as of 10/30/2026 for account 12345678”.
  const behind = /\b(?:account|acct)\b.*$/i.exec(text)?.[0] ?? ''
  const found =
    (isNamed ? spacedNumberIn(rest) : null) ??
    numberIn(rest) ??
    numberIn(tidy(behind.replace(dateBehind, '').replace(before, '')))
  if (found === null) return null
  const digits = found.number.replace(/\D/g, '').length
  return isNamed || found.isMasked || digits >= 5 ? maskedIfShort(found) : null
}

/** Groups of digits of any length that are all of a cell, such as `0000 1234 5678 9 021`. */
function groupedNumberIn(text: string): AccountTitle | null {
  const isNumber = /^\d{1,8}(?: \d{1,8}){2,6}$/.test(text) && text.replaceAll(' ', '').length >= 9
  return isNumber ? { number: text, isMasked: false, name: null } : null
}

function spacedNumberIn(text: string): AccountTitle | null {
  const [, groups, branch] = spacedNumber.exec(text) ?? []
  const spaced = groups ?? branch
  return spaced === undefined ? null : { number: spaced, isMasked: false, name: nameIn(text.slice(0, -spaced.length)) }
}

function numberIn(text: string): AccountTitle | null {
  const masked = maskedNumber.exec(text) ?? dashedNumber.exec(text)
  if (masked?.[1] !== undefined) {
    const digits = masked[1]
    const end = text.length - (text.endsWith(')') ? 1 : 0) - digits.length
    const name = text
      .slice(0, end)
      .replace(/(?:\.{2,}|…|(?<![a-z])[x*•]+(?:[-\s]+[x*•]+)*|\b(?:ending|ends)(?:\s+(?:in|with))?)[-\s]*$|-$/i, '')
    return { number: maskedForm(digits), isMasked: true, name: nameIn(name) }
  }
  const tokens = text.split(/[\s,:()]+/).filter((token) => wholeNumber.test(token) && !dateLike.test(token))
  const [only] = tokens
  if (only === undefined || tokens.length > 1) return null
  const number = only.replace(/^#/, '')
  const name = nameIn(text.replace(only, ' '))
  const isMasked = /^(?:x{2,}|\*{2,})/i.test(number)
  return isMasked
    ? { number: maskedForm(number.replace(/^[x*-]+/i, '')), isMasked, name }
    : { number, isMasked: hidesDigits(number), name }
}

const numberLabel =
  /^(?:(?:(?:brokerage|client|custodial|custody|investment|safekeeping)\s+)?(?:account|acct\.?|portfolio|depot|konto)(?:[-\s]*(?:number|nummer|no\.?|nr\.?|#|id|code))?|(?:annuity\s+)?(?:contract|policy|certificate)[-\s]*(?:number|no\.?|nr\.?|#|id))\s*[:#]*$/i
const nameLabel =
  /^(?:(?:account|acct\.?|portfolio)\s*(?:name|title|alias|nickname|registration|owner|description)|registration|account holder)\s*:*$/i

/** The words of a pair of label and value about an account; null if it is about something else. */
export function accountInPair(label: string, value: string): { is: 'number' | 'name'; text: string } | null {
  const text = tidy(value)
  if (/^[-+(]?\$|\d[.,]\d{2}\)?$/.test(text) && !/\d[.,]\d+[.,]\d{2}$/.test(text)) return null
  if (text === '') return null
  if (numberLabel.test(tidy(label)) && /\d/.test(text)) return { is: 'number', text }
  return nameLabel.test(tidy(label)) ? { is: 'name', text } : null
}

/** The label and the value in a row of two cells, or in one cell with a colon; null if the row is no such pair. */
export function pairIn(cells: readonly string[]): { label: string; value: string } | null {
  const filled = cells.map(tidy).filter((cell) => cell !== '')
  const [first = '', second] = filled
  if (filled.length === 2 && second !== undefined) return { label: first, value: second }
  const [, label = '', value = ''] = filled.length === 1 ? (/^([^:]{2,40}):\s*(\S.*)$/.exec(first) ?? []) : []
  return label === '' ? null : { label, value }
}
