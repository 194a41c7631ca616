import { createRequire } from 'node:module'
import type { KeychainModule } from './keychain-module.ts'

/**
 * Loads keytar on first use. It is compiled on installation and skipped where that is impossible, so its absence is normal.
 *
 * @returns null if it is not installed, or was built for another system
 */
export function loadKeytar(): KeychainModule | null {
  const require = createRequire(import.meta.url)
  try {
    return require('keytar') as KeychainModule
  } catch {
    // MODULE_NOT_FOUND if not installed, ERR_DLOPEN_FAILED if libsecret or the right binary is missing.
    return null
  }
}
