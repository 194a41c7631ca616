/**
 * The reason why an update failed. `unreachable`: the feed or the file could not be fetched. `not-safe`: it was fetched, but
 * could not be verified.
 */
export type UpdateFailure = 'unreachable' | 'not-safe'

/** Once this was thrown, nothing is installed. */
export class UpdateError extends Error {
  override readonly name = 'UpdateError'
  readonly failure: UpdateFailure

  constructor(failure: UpdateFailure, message: string, cause?: unknown) {
    super(message, { cause })
    this.failure = failure
  }
}

/** Classifies any error on the way to an update. An unknown error counts as not safe. */
export function failureOf(thrown: unknown): UpdateFailure {
  return thrown instanceof UpdateError ? thrown.failure : 'not-safe'
}
