const reasons: readonly (readonly [codes: RegExp, reason: string])[] = [
  [/^ECONNREFUSED$/, 'The connection was refused.'],
  [/^(?:ENOTFOUND|EAI_)/, 'The name of the server could not be looked up.'],
  [/^(?:ENETUNREACH|EHOSTUNREACH|ENETDOWN|EHOSTDOWN|EADDR)/, 'This network has no route to the server.'],
  [/^(?:UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, 'Connecting took too long.'],
  [/^(?:UND_ERR_SOCKET|ECONNRESET|ECONNABORTED|EPIPE)$/, 'The connection was closed.'],
  [/^UND_ERR_HEADERS_TIMEOUT$/, 'The answer took too long.'],
  [/^(?:UND_ERR_BODY_TIMEOUT|AnswerStalledError)$/, 'The answer stopped part way.'],
  [/^(?:AnswerCutError|Z_BUF_ERROR|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/, 'The answer ended early.'],
  [/^Z_/, 'The compressed answer could not be read.'],
  [/^HPE_/, 'The answer is not HTTP.'],
  [/^(?:AnswerTooLargeError|ERR_BUFFER_TOO_LARGE)$/, 'The answer is too large.'],
  [/^(?:ERR_SSL_|EPROTO$)/, 'No secure connection could be made.'],
]

/**
 * Explains an error code of the system, Node or undici as a sentence; null for an unknown code, since a bare code does not help
 * the user.
 */
export function networkReason(code: string): string | null {
  return reasons.find(([codes]) => codes.test(code))?.[1] ?? null
}
