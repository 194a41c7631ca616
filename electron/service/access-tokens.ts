/** The service client's view of authentication: a bearer token, and a replacement when the service rejects it. */
export type AccessTokens = {
  /** The token to send now; requests a new one when the current one is known to have expired. */
  current(): Promise<string>
  /**
   * A token to use instead of `rejected`, which the service answered with 401. Concurrent callers share one refresh. Throws
   * `auth/sign-in-needed` when the user has to sign in, `service/offline` when the network failed.
   */
  replace(rejected: string): Promise<string>
}
