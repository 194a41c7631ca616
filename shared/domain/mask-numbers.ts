/**
 * Numbers that identify a person or an account, in a text that is only skimmed: what looks like a social security, tax or account number is masked,
 * all but its last four digits. Dates, amounts, phone numbers and ZIP codes stay. In doubt a number is masked.
 */

const pattern = (source: string, flags = 'gu') => new RegExp(source, flags)
/** Every dash and minus. */
const dash = String.raw`[\p{Pd}\u02d7\u2043\u2212\u2796]`
/** Also dots, slashes, underscores, and characters that are not seen, such as a word joiner. */
const joiner = String.raw`[\p{Pd}\u02d7\u2043\u2212\u2796\p{Cf}.\u00b7\u2024\u2027\u30fb\uff0e/\\\u2044\u2215\uff0f_\uff3f]`
/** Between the groups of a number: spaces of every kind, or a dash, which may have a space on each side. */
const gap = String.raw`(?:\s?${dash}\s?|\s{1,2})`
/** Nothing of the number is cut off, and it is not a part of an amount. */
const whole = (source: string) => String.raw`(?<![\p{L}\p{N}$€£¥]|\p{N}[,.])(?:${source})(?![\p{L}\p{N}])`

/** A token with digits in it: groups of letters and digits that joiners join; there may be a line break after them. */
const token = pattern(String.raw`[\p{L}\p{N}]+(?:${joiner}{1,2}\n?[\p{L}\p{N}]+)*`)
/** Groups of digits that are one number although spaces or other characters separate them. */
const spaced = pattern(
  whole(
    [
      // A social security number: also with two equal separators of any kind.
      String.raw`\p{Nd}{3}(?:${gap}\p{Nd}{2}${gap}|(?<between>[^\p{L}\p{N}$€£¥•]{1,3})\p{Nd}{2}\k<between>)\p{Nd}{4}`,
      // An employer's number.
      String.raw`\p{Nd}{2}${gap}\p{Nd}{7}`,
      // Cards.
      String.raw`\p{Nd}{4}(?:${gap}\p{Nd}{4}){2,3}`,
      String.raw`\p{Nd}{4}${gap}\p{Nd}{6}${gap}\p{Nd}{5}`,
      // An IBAN.
      String.raw`\p{L}{2}\p{Nd}{2}(?:${gap}[\p{L}\p{Nd}]{4}){3,7}(?:${gap}[\p{L}\p{Nd}]{1,4})?`,
      // Digits one by one, as in the boxes of a form.
      String.raw`\p{Nd}(?:${gap}\p{Nd}){8,}`,
    ].join('|'),
  ),
)
/** A number in groups after a word that says what it is. */
const labeled = pattern(
  String.raw`(?<=(?<!\p{L})(?:SSN|social security|ITIN|TIN|EIN|tax(?:payer)?\s(?:id|identification)|account|acct|a/c|policy|loan|card|routing|ABA|IBAN|passport|certificate)\.?(?:\s(?:number|num|no|nr|id))?[\s.:#]{1,3})(?:\p{Nd}+[.\uff0e]\p{Nd}{3,6}|\p{L}{0,3}\p{Nd}+(?:(?:\s${dash}\s?|${dash}?\s)\p{Nd}+)*)(?![\p{L}\p{N}]|(?:,|${joiner})\p{N})`,
  'giu',
)

const digit = /\p{Nd}/gu
const year = String.raw`(?:19|20)\p{Nd}{2}`
const month = '(?:0?[1-9]|1[0-2])'
const day = String.raw`(?:0?[1-9]|[12]\p{Nd}|3[01])`
/** Dates, spans of years, phone numbers, ZIP codes, amounts with cents and numbers with one point; full-width digits are compared as ASCII ones. */
const plain = [
  [month, day, year].join(joiner),
  [day, month, year].join(joiner),
  [year, month, day].join(joiner),
  [String.raw`\p{Nd}{1,2}`, String.raw`\p{L}{3,9}`, year].join(joiner),
  [year, year].join(joiner),
  String.raw`(?:1${joiner})?\p{Nd}{3}${joiner}\p{Nd}{3}${joiner}\p{Nd}{4}`,
  String.raw`\p{Nd}{5}${dash}\p{Nd}{4}`,
  String.raw`\p{Nd}+[.\uff0e]\p{Nd}{1,6}`,
].map((shape) => pattern(`^${shape}$`, 'u'))
const allYears = pattern(`^(?:${year}${gap}?)+$`, 'u')
const areaCode = /\(\p{Nd}{3}\)\s?$/u
const localPhone = pattern(String.raw`^\p{Nd}{3}${joiner}\p{Nd}{4}$`, 'u')

/** Fewest digits of a number that is masked, and how many of its last ones are shown. */
const fewest = 6
const shown = 4

/**
 * The same text with every digit of such numbers, but their last four, replaced by `•`: as long as before, so that ranges in it stay
 * right.
 */
export function maskNumbers(text: string): string {
  const unlessYears = (number: string) => (allYears.test(number.normalize('NFKC')) ? number : masked(number))
  return text
    .replace(labeled, (number) => (digitsOf(number) < fewest ? number : unlessYears(number)))
    .replace(spaced, unlessYears)
    .replace(token, (word, at: number) => {
      const digits = digitsOf(word)
      if (digits < fewest || isPlain(word, text, at)) return word
      return digits === fewest && !/\p{L}/u.test(word) ? word : masked(word)
    })
}

/** Whether a token with many digits is something else than a number that identifies. */
function isPlain(word: string, text: string, at: number): boolean {
  const ascii = word.normalize('NFKC')
  if (plain.some((shape) => shape.test(ascii))) return true
  const before = text.slice(Math.max(0, at - 6), at)
  if (areaCode.test(before) && localPhone.test(ascii)) return true
  // “$1234567”, and the parts of “1,234,567.89”, of which none is long.
  return /[$€£]\s?$/.test(before)
}

const digitsOf = (text: string) => text.match(digit)?.length ?? 0

function masked(word: string): string {
  let left = digitsOf(word) - shown
  return word.replace(digit, (one) => (left-- > 0 ? '•'.repeat(one.length) : one))
}
