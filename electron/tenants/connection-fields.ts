import { X509Certificate } from 'node:crypto'

/** A valid field as it will be stored, or a sentence that says what is wrong and what to do. */
export type Parsed<Value> = { value: Value } | { problem: string }

// Control, zero-width and bidirectional characters: invisible in a form, and a way to make two names look alike.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::(\d{1,5}))?(\/[^?#\s\\]*)$/

/** Text of one line; trimmed. */
export function parseText(raw: unknown, limits: { maximum: number; required: string }): Parsed<string> {
  if (raw === undefined || raw === null || raw === '') return { problem: limits.required }
  if (typeof raw !== 'string') return { problem: 'This must be text in quotation marks.' }
  const value = raw.trim()
  if (value === '') return { problem: limits.required }
  if (value.length > limits.maximum) return { problem: `This is longer than ${limits.maximum} characters; shorten it.` }
  if (INVISIBLE.test(value)) return { problem: 'This contains an invisible character; type it again.' }
  return { value }
}

/** {@link parseText}, or null if nothing is given. */
export function parseOptionalText(raw: unknown, maximum: number): Parsed<string | null> {
  if (raw === undefined || raw === null || (typeof raw === 'string' && raw.trim() === '')) return { value: null }
  return parseText(raw, { maximum, required: '' })
}

/** One of several words; the first if nothing is given. */
export function parseChoice<Value extends string>(raw: unknown, values: readonly [Value, ...Value[]]): Parsed<Value> {
  if (raw === undefined) return { value: values[0] }
  const value = values.find((each) => each === raw)
  if (value !== undefined) return { value }
  const quoted = values.map((each) => `"${each}"`)
  return { problem: `This must be ${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}.` }
}

/** The scope to ask for (RFC 6749, section 3.3): words separated by single spaces. */
export function parseScope(raw: unknown): Parsed<string | null> {
  const text = parseOptionalText(raw, 1000)
  if ('problem' in text || text.value === null) return text
  const words = text.value.split(/ +/)
  if (words.every((word) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(word))) return { value: words.join(' ') }
  return {
    problem: 'This must be words with spaces between them, such as openid profile email, without quotation marks.',
  }
}

/** An absolute URI without a fragment (RFC 8707). It need not be an address: `urn:…` is one as well. */
export function parseResource(raw: unknown): Parsed<string | null> {
  const text = parseOptionalText(raw, 2000)
  if ('problem' in text || text.value === null) return text
  if (/^[a-z][a-z\d+.-]*:[^\s#]+$/i.test(text.value) && URL.canParse(text.value)) return text
  return { problem: 'This must be a complete address without a #, such as https://firm.example.com/api.' }
}

/** A public client's secret: none. */
export function parseNoSecret(raw: unknown): Parsed<null> {
  if (raw === undefined || raw === null || raw === '') return { value: null }
  return { problem: 'A public client has no secret: leave this empty, or choose how the secret is sent.' }
}

/** A secret: stored unchanged, because it may contain spaces; only checked to be present and printable. */
export function parseSecret(raw: unknown): Parsed<string> {
  if (raw === undefined || raw === null || raw === '')
    return { problem: 'Enter the client secret issued to your firm.' }
  if (typeof raw !== 'string') return { problem: 'This must be text in quotation marks.' }
  if (raw.length > 2000) return { problem: 'This is longer than 2000 characters; paste only the client secret.' }
  if (raw !== raw.trim()) return { problem: 'This begins or ends with a space; paste it again without it.' }
  if (INVISIBLE.test(raw)) return { problem: 'This contains a line break or an invisible character; paste it again.' }
  return { value: raw }
}

/** A service's https address, normalised: lower-case host, no default port, no trailing slash. */
export function parseServiceUrl(
  raw: unknown,
  options: { example: string; endings: readonly string[] },
): Parsed<string> {
  const text = parseText(raw, { maximum: 2000, required: `Enter an https address, such as ${options.example}.` })
  if ('problem' in text) return text
  if (!/^https:\/\/[^/]/i.test(text.value)) {
    return { problem: `This must begin with https://, such as ${options.example}; nothing else is safe.` }
  }
  if (/[\s\\]/.test(text.value) || !URL.canParse(text.value)) {
    return { problem: `This is not an address; copy it again, such as ${options.example}.` }
  }
  const url = new URL(text.value)
  if (url.username !== '' || url.password !== '' || /^https:\/\/[^/?#]*@/i.test(text.value)) {
    return { problem: 'Leave out the user name and password before the @.' }
  }
  if (/[?#]/.test(text.value)) return { problem: 'Leave out everything from the ? or # on.' }
  const value = `${url.origin}${url.pathname.replace(/\/+$/, '')}`
  const ending = options.endings.find((each) => value.toLowerCase().endsWith(each))
  if (ending !== undefined) return { problem: `Leave out ${ending} at the end; Steward adds it.` }
  return { value }
}

/** The registered redirect address: stored character by character, because the authorization server compares it that way. */
export function parseRedirectUri(raw: unknown): Parsed<string> {
  const required = 'Enter the redirect address your firm registered, such as http://127.0.0.1:8400/callback.'
  const text = parseText(raw, { maximum: 2000, required })
  if ('problem' in text) return text
  const match = LOOPBACK.exec(text.value)
  if (match === null || !URL.canParse(text.value)) {
    return {
      problem:
        'This must be an http address of this computer with a path and nothing after it, such as http://127.0.0.1:8400/callback; register such an address.',
    }
  }
  return text
}

/** The parts of a registered redirect address. `port` is null if any port may be used. */
export function splitRedirectUri(uri: string): { host: string; port: number | null; path: string } {
  const match = LOOPBACK.exec(uri)
  if (match === null) throw new RangeError('not a loopback redirect address')
  const port = Number(match[2] ?? '0')
  return { host: match[1] ?? '127.0.0.1', port: port === 0 ? null : port, path: match[3] ?? '/' }
}

/** PEM text of one or more certificates; null if empty. */
export function parseCertificate(raw: unknown): Parsed<string | null> {
  if (raw === undefined || raw === null || raw === '') return { value: null }
  if (typeof raw !== 'string') return { problem: 'This must be the text of a PEM file in quotation marks.' }
  if (raw.length > 100_000)
    return { problem: 'This is larger than 100,000 characters; provide only the certificate needed.' }
  if (raw.includes('PRIVATE KEY')) return { problem: 'This contains a private key; provide only the certificate.' }
  const blocks = raw.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g)
  if (blocks === null) return { problem: 'This is not a PEM certificate; it begins with -----BEGIN CERTIFICATE-----.' }
  for (const block of blocks) {
    try {
      new X509Certificate(block)
    } catch {
      return { problem: 'This certificate is damaged; export it again as PEM.' }
    }
  }
  return { value: `${blocks.join('\n')}\n` }
}
