import { session } from 'electron'
import type { HttpsUrl } from '../../platform/https-url.ts'

/** Asks Chromium, which knows the system's proxy settings and runs its PAC script. */
export function resolveProxy(url: HttpsUrl): Promise<string> {
  return session.defaultSession.resolveProxy(url)
}
