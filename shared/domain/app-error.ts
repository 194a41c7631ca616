/**
 * Every error code of Steward. The part before the slash is the area, so that screens can react to an area without listing its
 * members.
 */
export const appErrorCodes = [
  'connection/invalid',
  'connection/not-found',
  'connection/duplicate',
  'connection/file-unreadable',
  'connection/not-the-service',
  'connection/demo-unavailable',
  'auth/redirect-mismatch',
  'auth/port-taken',
  'auth/denied',
  'auth/code-expired',
  'auth/wrong-secret',
  'auth/wrong-client',
  'auth/invalid-scope',
  'auth/unreachable',
  'auth/unavailable',
  'auth/timed-out',
  'auth/cancelled',
  'auth/browser-not-opened',
  'auth/bad-response',
  'auth/sign-in-needed',
  'keychain/locked',
  'keychain/denied',
  'keychain/unavailable',
  'keychain/swapped',
  'cache/locked',
  'cache/damaged',
  'cache/newer',
  'cache/not-open',
  'cache/not-loadable',
  'cache/write-failed',
  'cache/migration-failed',
  'cache/constraint-failed',
  'cache/too-old',
  'service/offline',
  'service/untrusted-certificate',
  'service/proxy-unusable',
  'service/proxy-refused',
  'service/proxy-authentication',
  'service/redirected',
  'service/not-modified',
  'service/network-sign-in',
  'service/unauthorized',
  'service/forbidden',
  'service/not-found',
  'service/refused',
  'service/rate-limited',
  'service/failed',
  'service/timed-out',
  'service/not-json',
  'service/truncated',
  'service/bad-page',
  'service/bad-pagination',
  'record/not-found',
  'sync/cancelled',
  'print/unavailable',
  'export/write-failed',
  'export/file-gone',
  'export/not-shown',
  'files/not-held',
  'files/not-openable',
  'files/not-opened',
  'files/damaged',
  'files/disk-full',
  'files/too-large',
  'files/changed',
  'files/folder-refused',
  'files/empty',
  'files/not-a-file',
  'files/ticket-spent',
  'files/too-many',
  'files/cancelled',
  'outbox/read-only',
  'outbox/unsent',
  'outbox/not-found',
  'outbox/not-allowed',
  'outbox/typed-name-differs',
  'outbox/changed-elsewhere',
  'outbox/list-changed',
  'outbox/not-confirmed',
  'outbox/nothing-to-undo',
  'outbox/overtaken',
  'policy/forbidden',
  'policy/address-not-allowed',
  'presenting/not-shown',
  'lock/locked',
  'lock/wrong-passphrase',
  'lock/wait',
  'lock/not-confirmed',
  'settings/unreadable',
  'support/gone',
  'link/not-understood',
  'link/not-found',
  'print/failed',
  'bulk/changed',
  'import/gone',
  'import/unreadable',
  'import/changed',
  'statements/gone',
  'statements/changed',
  'statements/not-only-theirs',
  'statements/accounts-unreadable',
  'texts/not-read',
  'texts/not-confirmed',
  'facts/changed',
  'dates/changed',
  'dates/too-many',
  'dates/unreadable',
  'texts/no-engine',
  'ipc/bad-request',
  'ipc/session-ended',
  'internal/unexpected',
] as const

/** One of {@link appErrorCodes}. */
export type AppErrorCode = (typeof appErrorCodes)[number]

/** A problem with one field of typed or imported input. */
export type FieldIssue = { field: string; message: string }

/** The fields of an {@link AppError} other than its code. */
export type AppErrorOptions = {
  /** One plain sentence naming the cause. Never contains a token, a person's name, an amount or a path. */
  message: string
  /** One plain sentence saying what to do next. */
  nextStep: string
  /** The problems by field, if the error is about input. */
  issues?: readonly FieldIssue[]
  /** Technical detail to copy. Like `message`, it contains no secrets and no client data. */
  detail?: string
  /** HTTP status of the response that caused the error. */
  status?: number
  /** The delay that the service requested before the next attempt, in ms. */
  retryAfterMs?: number
  cause?: unknown
}

/** The only error type that crosses folder boundaries: a code for programs, sentences for users, the cause for logs. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: AppErrorCode
  readonly nextStep: string
  readonly issues: readonly FieldIssue[]
  readonly detail: string | undefined
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined

  constructor(code: AppErrorCode, options: AppErrorOptions) {
    super(options.message, { cause: options.cause })
    this.code = code
    this.nextStep = options.nextStep
    this.issues = options.issues ?? []
    this.detail = options.detail
    this.status = options.status
    this.retryAfterMs = options.retryAfterMs
  }
}

/**
 * Converts anything thrown to an {@link AppError}. Anything that is not one becomes `internal/unexpected`, without its message.
 */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  return new AppError('internal/unexpected', {
    message: 'Something went wrong inside Steward.',
    nextStep: 'Try again; if it happens again, restart Steward.',
    detail: thrown instanceof Error ? thrown.name : typeof thrown,
    cause: thrown,
  })
}
