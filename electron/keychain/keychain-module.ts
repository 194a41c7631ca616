/** The three functions that Steward uses of a native keychain module. */
export type KeychainModule = {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  /** Resolves false if there was nothing to delete. */
  deletePassword(service: string, account: string): Promise<boolean>
}
