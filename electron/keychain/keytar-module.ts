import { createRequire } from 'node:module'

/** The four calls of keytar that Steward makes. */
export type KeytarModule = {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

/**
 * Loads keytar when it is first needed. It is compiled on installation and left out where that is impossible, so its
 * absence is an ordinary case.
 *
 * @returns null when it is not installed, or was built for another system
 */
export function loadKeytar(): KeytarModule | null {
  const require = createRequire(import.meta.url)
  try {
    return require('keytar') as KeytarModule
  } catch {
    // MODULE_NOT_FOUND when left out, ERR_DLOPEN_FAILED when libsecret or the right binary is missing.
    return null
  }
}
