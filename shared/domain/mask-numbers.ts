/**
 * Numbers that identify a person or an account, in a text that is only skimmed: what looks like a social security, tax or account number is masked,
 * all but its last four digits. Dates, amounts, phone numbers and ZIP codes stay. In doubt a number is masked.
 */

/** A token with digits in it: groups of letters and digits that a dash or a dot joins; a dash may be followed by a line break. */
const token = /[\p{L}\p{N}]+(?:[-\u2010-\u2013.]\n?[\p{L}\p{N}]+)*/gu
/** Groups of digits that are one number although spaces separate them: a social security number, a card, an IBAN. */
const spaced =
  /(?<![\p{L}\p{N}$])(?:\d{3}[ \n]\d{2}[ \n]\d{4}|\d{4}(?:[ \n]\d{4}){2,3}|\d{4} \d{6} \d{5}|[A-Z]{2}\d{2}(?:[ \n][A-Z0-9]{4}){3,7}(?:[ \n][A-Z0-9]{1,4})?)(?![\p{L}\p{N}])/gu

const digit = /\d/g
const monthFirst = /^(?:0?[1-9]|1[0-2])[-\u2010-\u2013.](?:0?[1-9]|[12]\d|3[01])[-\u2010-\u2013.](?:19|20)\d{2}$/
const dayFirst = /^(?:0?[1-9]|[12]\d|3[01])[-\u2010-\u2013.](?:0?[1-9]|1[0-2])[-\u2010-\u2013.](?:19|20)\d{2}$/
const yearFirst = /^(?:19|20)\d{2}[-\u2010-\u2013.](?:0?[1-9]|1[0-2])[-\u2010-\u2013.](?:0?[1-9]|[12]\d|3[01])$/
const years = /^(?:19|20)\d{2}[-\u2010-\u2013](?:19|20)\d{2}$/
const phone = /^(?:1[-.])?\d{3}[-.]\d{3}[-.]\d{4}$/
const allYears = /^(?:(?:19|20)\d{2}[ \n]?)+$/
const zip = /^\d{5}[-\u2010-\u2013]\d{4}$/
/** An amount with cents, or a number with one point: "1234567.89". */
const decimal = /^\d+\.\d{1,6}$/

/** Fewest digits of a number that is masked, and how many of its last ones are shown. */
const fewest = 6
const shown = 4

/**
 * The same text with every digit of such numbers, but their last four, replaced by `•`: as long as before, so that ranges in it stay
 * right.
 */
export function maskNumbers(text: string): string {
  return text
    .replace(spaced, (number) => (allYears.test(number) ? number : masked(number)))
    .replace(token, (word, at: number) => {
      const digits = word.match(digit)?.length ?? 0
      if (digits < fewest || isPlain(word, text, at)) return word
      return digits === fewest && !/\p{L}/u.test(word) ? word : masked(word)
    })
}

/** Whether a token with many digits is something else than a number that identifies. */
function isPlain(word: string, text: string, at: number): boolean {
  if ([monthFirst, dayFirst, yearFirst, years, phone, zip, decimal].some((shape) => shape.test(word))) return true
  const before = text.slice(Math.max(0, at - 6), at)
  if (/\(\d{3}\)\s?$/.test(before) && /^\d{3}[-.]\d{4}$/.test(word)) return true
  // “$1234567”, and the parts of “1,234,567.89”, of which none is long.
  return /[$€£]\s?$/.test(before)
}

function masked(word: string): string {
  let left = (word.match(digit)?.length ?? 0) - shown
  return word.replace(digit, (one) => (left-- > 0 ? '•' : one))
}
