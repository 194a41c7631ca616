/** Letters, digits and what tokens and paths join them with. */
const run = /[A-Za-z0-9_~+/=.-]{16,}/g

/** A part of a longer name: letters alone, or short. Tokens have long parts with digits among the letters. */
const isPlain = (part: string): boolean => part.length <= 9 || (part.length <= 24 && /^[A-Za-z]+$/.test(part))

const rules: readonly (readonly [RegExp, string | ((found: string) => string)])[] = [
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi, '[address]'],
  [/[^\s@"<>()[\],;:]{0,254}@[^\s@"'<>()[\],;:]+/g, '[email]'],
  [/\b(bearer|basic)\s+\S+/gi, '$1 [secret]'],
  [
    /\b([\w-]*(?:secret|token|password|passphrase|authorization|cookie|verifier|nonce)[\w-]*["']?\s*[=:]\s*)(?!\[)("[^"]*"|'[^']*'|[^\s,;}]+)/gi,
    '$1[secret]',
  ],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '[id]'],
  [run, (found) => (found.split(/[_~+/=.-]/).every(isPlain) ? found : '[secret]')],
  [/(?:\/home\/|\/Users\/|[A-Z]:\\Users\\)[^/\\\s"']+/gi, '[home]'],
  [/\d(?:[ ,.'-]?\d){8,}/g, '[number]'],
]

/**
 * A second net under the table of events: takes out of a text whatever looks like a token, a secret, an e-mail address, an
 * address of the web, a person's folder, an id or a number of nine digits or more. Redacting twice is redacting once.
 */
export function redact(text: string): string {
  return rules.reduce(
    (left, [shape, put]) => (typeof put === 'string' ? left.replace(shape, put) : left.replace(shape, put)),
    text,
  )
}

/** The same, in every text inside a JSON value. Keys are ours. */
export function redactWithin(value: unknown): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map(redactWithin)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, redactWithin(inner)]))
}
