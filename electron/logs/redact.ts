/** Letters, digits, and the characters that join them in tokens and paths. */
const run = /[A-Za-z0-9_~+/=.-]{16,}/g

/** A harmless part of a longer name: short, or only letters. Tokens have long parts that mix digits and letters. */
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
 * A second safeguard after the table of events: removes everything from a text that looks like a token, a secret, an e-mail
 * address, a web address, a user's folder, an id or a number of nine digits or more. Idempotent.
 */
export function redact(text: string): string {
  return rules.reduce(
    (left, [shape, put]) => (typeof put === 'string' ? left.replace(shape, put) : left.replace(shape, put)),
    text,
  )
}

/** Redacts every text inside a JSON value. Keys are Steward's own and stay. */
export function redactWithin(value: unknown): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map(redactWithin)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, redactWithin(inner)]))
}

/** Maximum number of stack frames kept, the innermost first. */
const most = 12

// Matches the last such path: the part before it is where the user installed Steward.
const place = /^.*(?:^|[\s(/\\])((?:out|electron|shared|node_modules)[\\/][\w@./\\-]+\.[cm]?[jt]s:\d+:\d+)\)?$/
const frame = /^(?:[\w.$<>]{1,80} )?(?:(?:out|electron|shared|node_modules)[\w@./\\-]+:\d+:\d+|node:[\w/]+:\d+:\d+)$/

/** Whether the value is a frame as written by {@link framesOf}. */
export const isFrame = (value: unknown): value is string => typeof value === 'string' && frame.test(value)

/**
 * An error's stack without its message: functions and positions in Steward's own code, its libraries and Node, by their paths
 * inside the app. Paths elsewhere on the computer are left out.
 */
export function framesOf(error: unknown): string[] {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return []
  // A message may contain lines that look like frames.
  const said = error.stack.indexOf(error.message)
  const lines = (said < 0 ? error.stack : error.stack.slice(said + error.message.length)).split('\n')
  return lines.flatMap((line) => frameOf(line) ?? []).slice(0, most)
}

function frameOf(line: string): string | null {
  const [, called = ''] = /^\s+at (?:async |new )?([\w.$<>]{1,80}) /.exec(line) ?? []
  if (!/^\s+at /.test(line)) return null
  const at = place.exec(line)?.[1] ?? /(node:[\w/]+:\d+:\d+)\)?$/.exec(line)?.[1]
  if (at === undefined) return null
  const found = called === '' ? at : `${called} ${at}`
  return isFrame(found) ? found : null
}

/** The class name of a thrown value. */
export function errorNameOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown'
  return /^[A-Z][A-Za-z]{0,40}(Error|Exception)$/.test(thrown.name) ? thrown.name : 'Error'
}
