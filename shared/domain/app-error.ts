/**
 * Every way Steward can fail, by name. The part before the slash is the area, so that screens can react to an area
 * without listing its members.
 */
export const appErrorCodes = [
  'connection/invalid',
  'connection/not-found',
  'connection/duplicate',
  'connection/file-unreadable',
  'connection/demo-unavailable',
  'auth/redirect-mismatch',
  'auth/port-taken',
  'auth/denied',
  'auth/code-expired',
  'auth/wrong-secret',
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
  'cache/write-failed',
  'cache/too-old',
  'service/offline',
  'service/untrusted-certificate',
  'service/proxy-unusable',
  'service/proxy-refused',
  'service/proxy-authentication',
  'service/redirected',
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
  'export/write-failed',
  'export/file-gone',
  'export/not-shown',
  'files/not-held',
  'files/not-openable',
  'files/not-opened',
  'files/damaged',
  'files/disk-full',
  'files/changed',
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
  'outbox/not-confirmed',
  'policy/forbidden',
  'policy/address-not-allowed',
  'custody/locked',
  'custody/wrong-passphrase',
  'custody/wait',
  'custody/not-confirmed',
  'settings/unreadable',
  'support/gone',
  'link/not-understood',
  'link/not-found',
  'print/failed',
  'bulk/changed',
  'import/gone',
  'import/unreadable',
  'import/changed',
  'ipc/bad-request',
  'ipc/session-ended',
  'internal/unexpected',
] as const

/** One of {@link appErrorCodes}. */
export type AppErrorCode = (typeof appErrorCodes)[number]

/** What is wrong with one field of something a person typed or imported. */
export type FieldIssue = { field: string; message: string }

/** What an {@link AppError} is made of, besides its code. */
export type AppErrorOptions = {
  /** One plain sentence naming the cause. Never holds a token, a person's name, an amount or a path. */
  message: string
  /** One plain sentence saying what to do now. */
  nextStep: string
  /** Field by field, where the failure is about input. */
  issues?: readonly FieldIssue[]
  /** Copyable technical detail, under the same ban on secrets and client data as `message`. */
  detail?: string
  /** HTTP status of the answer that this is about. */
  status?: number
  /** How long the other side asked to wait before another try, ms. */
  retryAfterMs?: number
  cause?: unknown
}

/** The one error type that crosses folders: a code for programs, sentences for people, the cause for logs. */
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

/** Anything thrown, as an {@link AppError}; what is not one already becomes `internal/unexpected`, its text withheld. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  return new AppError('internal/unexpected', {
    message: 'Something went wrong inside Steward.',
    nextStep: 'Try again; if it happens again, restart Steward.',
    detail: thrown instanceof Error ? thrown.name : typeof thrown,
    cause: thrown,
  })
}
