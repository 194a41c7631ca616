import { userInfo } from 'node:os'
import { runToEnd } from '../platform/run-to-end.ts'
import type { Surroundings } from './policy-store.ts'

/** The computer that Steward runs on. */
export function thisComputer(): Surroundings {
  return { platform: process.platform, env: process.env, user: accountName(), run: runToEnd }
}

/** Empty for an account without a name. */
function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}
