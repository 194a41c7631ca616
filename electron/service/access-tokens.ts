/** What the service client needs of authentication: a bearer token, and another one when that is turned down. */
export type AccessTokens = {
  /** The token to send now; asks for a new one when the present one is known to have expired. */
  current(): Promise<string>
  /**
   * A token to use instead of `rejected`, which the service answered with 401. Any number of callers share one refresh.
   * Throws `auth/sign-in-needed` when only a person can help, `service/offline` when the network failed.
   */
  replace(rejected: string): Promise<string>
}
