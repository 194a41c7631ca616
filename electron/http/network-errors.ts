import { AppError, type AppErrorCode } from '../../shared/domain/app-error.ts'
import { certificateProblem } from './certificate-codes.ts'

/** A failed exchange: the error to show, whether another try may help, and whether the server was reached. */
export type ExchangeFailure = { error: AppError; transient: boolean; reached: boolean }

const timedOut = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])
const cut = new Set(['AnswerCutError', 'Z_BUF_ERROR', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'])
const garbled = new Set(['Z_DATA_ERROR', 'Z_NEED_DICT'])

/** Maps an error of {@link exchange}, undici, TLS or zlib to an AppError; an AppError is kept as it is. */
export function nameExchangeFailure(thrown: unknown): ExchangeFailure {
  if (thrown instanceof AppError) {
    const { code } = thrown
    const transient = code === 'service/truncated' || code === 'service/proxy-unusable'
    return { error: thrown, transient, reached: !(code === 'service/offline' || isOfTheWay(code)) }
  }
  const code = errorCode(thrown)
  if (certificateProblem(code) !== null)
    return failure('service/untrusted-certificate', code, { transient: false, reached: false })
  if (timedOut.has(code) || code === 'AnswerStalledError') {
    return failure('service/timed-out', code, { transient: true, reached: false })
  }
  if (cut.has(code)) {
    return failure('service/truncated', code, { transient: true, reached: true })
  }
  if (garbled.has(code) || code.startsWith('HPE_')) {
    return failure('service/not-json', code, { transient: false, reached: true })
  }
  if (code === 'AnswerTooLargeError' || code === 'ERR_BUFFER_TOO_LARGE') {
    return failure('service/failed', code, { transient: false, reached: true })
  }
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') {
    return failure('service/offline', code, { transient: false, reached: false })
  }
  return failure('service/offline', code, { transient: isNetwork(code), reached: false })
}

const sentences: Partial<Record<AppErrorCode, { message: string; nextStep: string }>> = {
  'service/untrusted-certificate': {
    message: 'The server presented a certificate that this computer does not trust.',
    nextStep:
      'Check the address. If your firm has its own certificate authority, this computer has to trust it, or the connection needs its certificate (Settings, Connections, Edit).',
  },
  'service/timed-out': {
    message: 'The server stopped answering.',
    nextStep: 'Check your network and try again; what was received before is kept.',
  },
  'service/truncated': {
    message: 'The server’s answer was cut off.',
    nextStep: 'Try again; what was received before is kept.',
  },
  'service/not-json': {
    message: 'The server answered with something other than data.',
    nextStep: 'Check the address of the service, and whether a network sign-in page is in the way.',
  },
  'service/failed': {
    message: 'The server’s answer is larger than Steward accepts.',
    nextStep: "Contact your service's support.",
  },
  'service/offline': {
    message: 'The service cannot be reached.',
    nextStep: 'Check your network and the address; everything downloaded before can still be read.',
  },
}

function failure(code: AppErrorCode, reason: string, facts: Omit<ExchangeFailure, 'error'>): ExchangeFailure {
  const text = sentences[code] ?? { message: 'The request failed.', nextStep: 'Try again.' }
  const detail = networkReason(reason)
  // No `cause`: errors of undici and TLS contain socket addresses, paths and whole certificates.
  return { error: new AppError(code, { ...text, ...(detail === null ? {} : { detail }) }), ...facts }
}

function isNetwork(code: string): boolean {
  return code.startsWith('UND_ERR_') || /^E(CONN|NET|HOST|AI_|NOTFOUND|PIPE|TIMEDOUT|ADDR)/.test(code)
}

/** True for proxy, certificate and network sign-in errors: the route is closed for every server alike. */
export function isOfTheWay(code: AppErrorCode): boolean {
  return (
    code === 'service/untrusted-certificate' || code === 'service/network-sign-in' || code.startsWith('service/proxy-')
  )
}

/** True if the server could not be reached, which may pass later or on another network. The cause may be its sign-in server. */
export function isUnreached(code: AppErrorCode): boolean {
  return code === 'service/offline' || code === 'service/timed-out' || code === 'auth/unavailable' || isOfTheWay(code)
}

/** The code of an error, or of the first of several parallel attempts; the error's name when it has no code. */
export function errorCode(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown'
  if ('code' in thrown && typeof thrown.code === 'string' && thrown.code !== '') return thrown.code
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return errorCode(thrown.errors[0])
  if (thrown.cause instanceof Error) return errorCode(thrown.cause)
  return thrown.name
}

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
