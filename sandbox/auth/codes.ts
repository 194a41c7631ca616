import { randomBytes } from 'node:crypto'
import type { Clock } from '../http/clock.ts'

export const CODE_SECONDS = 60
const REMEMBER_SECONDS = 3600

export interface Grant {
  clientId: string
  redirectUri: string
  userId: string
  scopes: readonly string[]
  /** The S256 challenge if one was sent; the token request must then carry its verifier. */
  codeChallenge: string | undefined
}

export type Redemption = { outcome: 'ok'; grant: Grant } | { outcome: 'unknown' | 'expired' | 'replayed' }

export interface Codes {
  issue(grant: Grant): string
  /** Every redemption uses up the code, even if the token request then fails for another reason. */
  redeem(code: string): Redemption
}

/**
 * Stores authorization codes. They are single-use and short-lived; used codes are remembered for a while so that a replay can be
 * told from a guess.
 */
export function createCodes(clock: Clock): Codes {
  const codes = new Map<string, { grant: Grant; issuedAt: number; spent: boolean }>()
  return {
    issue(grant) {
      for (const [code, { issuedAt }] of codes) if (issuedAt < clock() - REMEMBER_SECONDS * 1000) codes.delete(code)
      const code = randomBytes(32).toString('base64url')
      codes.set(code, { grant, issuedAt: clock(), spent: false })
      return code
    },
    redeem(code) {
      const known = codes.get(code)
      if (known === undefined) return { outcome: 'unknown' }
      if (known.spent) return { outcome: 'replayed' }
      known.spent = true
      if (known.issuedAt + CODE_SECONDS * 1000 < clock()) return { outcome: 'expired' }
      return { outcome: 'ok', grant: known.grant }
    },
  }
}
