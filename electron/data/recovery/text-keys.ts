const first = 0x20
const digits = 0x5f
/** Number of letters after the common prefix of two keys that are compared. */
const depth = 12

/** Sorts after every key of plain letters. */
export const textEnd = '~'.repeat(depth)

/** A text about half way between two others in the order of their bytes; null when there is none of this length. */
export function between(low: string, high: string): string | null {
  const shared = sharedLength(low, high)
  const [a, z] = [numberOf(low.slice(shared)), numberOf(high.slice(shared))]
  if (z - a < 2n) return null
  return high.slice(0, shared) + textOf((a + z) / 2n)
}

/**
 * Ranges that may contain keys when only one end is known: keys share a prefix, most likely one longer than the compared letters.
 */
export function gapsOfLikeKeys(from: string, before: string): { from: string; before: string }[] {
  const whole = { from, before }
  if (before === textEnd) return [...beginnings(from).map((start) => ({ from, before: `${start}~` })), whole]
  if (from === '') return [...beginnings(before).map((start) => ({ from: start, before })), whole]
  return [whole]
}

/** The longest first. */
const beginnings = (key: string): string[] =>
  Array.from({ length: key.length }, (_, at) => key.slice(0, key.length - at - 1))

function sharedLength(low: string, high: string): number {
  let at = 0
  while (at < low.length && low[at] === high[at]) at += 1
  return at
}

/** Other letters count as the nearest plain one: this only decides where to look, not what is found. */
function numberOf(text: string): bigint {
  let number = 0n
  for (let at = 0; at < depth; at += 1) {
    const digit = Math.min(Math.max((text.codePointAt(at) ?? first) - first, 0), digits - 1)
    number = number * BigInt(digits) + BigInt(digit)
  }
  return number
}

function textOf(number: bigint): string {
  let text = ''
  for (let rest = number, at = 0; at < depth; at += 1) {
    text = String.fromCodePoint(first + Number(rest % BigInt(digits))) + text
    rest /= BigInt(digits)
  }
  return text.trimEnd()
}
