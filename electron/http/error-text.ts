const MAXIMUM_LENGTH = 300
/** Only the beginning of a body is read: error texts are short, HTML pages are not. */
const MAXIMUM_BYTES = 64 * 1024
const MAXIMUM_DEPTH = 4

const textFields = [
  'error_description',
  'message',
  'detail',
  'title',
  'description',
  'error',
  'reason',
  'code',
  'errors',
]

/**
 * Extracts the server's error message from a JSON or plain-text body; the error format is not documented. The result is safe to
 * show: bounded, on one line, without markup, invisible characters, addresses or anything like a token.
 *
 * @param secrets - texts that must not appear even when the server echoes them
 * @returns null when the body contains no readable message
 */
export function errorTextOf(bytes: Uint8Array, secrets: readonly string[] = []): string | null {
  const text = new TextDecoder().decode(bytes.subarray(0, MAXIMUM_BYTES)).trim()
  if (text === '' || text.startsWith('<')) return null
  const dug = /^[[{"]/.test(text) ? digJson(text) : text
  return dug === null ? null : presentable(dug, secrets)
}

function digJson(text: string): string | null {
  try {
    return dig(JSON.parse(text), 0)
  } catch {
    return null
  }
}

function dig(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value
  if (depth > MAXIMUM_DEPTH || typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) {
    const texts = value.slice(0, 5).map((each) => dig(each, depth + 1))
    return texts.filter((each) => each !== null).join('; ') || null
  }
  const fields = new Map<string, unknown>(Object.entries(value))
  for (const field of textFields) {
    const found = dig(fields.get(field), depth + 1)
    if (found !== null) return found
  }
  return null
}

function presentable(raw: string, secrets: readonly string[]): string | null {
  const known = secrets.filter((each) => each.length > 0).reduce((text, secret) => text.replaceAll(secret, '…'), raw)
  const text = known
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]+/gu, ' ')
    .replace(/\S+@\S+/g, '…')
    .replace(/[A-Za-z0-9+/=_.~%-]{24,}/g, '…')
    .replace(/[<>]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (text === '' || text === '…') return null
  return text.length > MAXIMUM_LENGTH
    ? `${Array.from(text)
        .slice(0, MAXIMUM_LENGTH - 1)
        .join('')}…`
    : text
}
