import { createRequire } from 'node:module'
import type { KeychainModule } from './keychain-module.ts'

/**
 * Loads keytar when it is first needed. It is compiled on installation and left out where that is impossible, so its
 * absence is an ordinary case.
 *
 * @returns null when it is not installed, or was built for another system
 */
export function loadKeytar(): KeychainModule | null {
  const require = createRequire(import.meta.url)
  try {
    return require('keytar') as KeychainModule
  } catch {
    // MODULE_NOT_FOUND when left out, ERR_DLOPEN_FAILED when libsecret or the right binary is missing.
    return null
  }
}
